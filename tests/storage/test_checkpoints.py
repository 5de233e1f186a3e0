"""The log of a SQLite file: carried over beside the moves, never inside one, and never longer and longer."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ports.store import Commit, TableRecord
from bot.storage import checkpoints
from bot.storage.engine import open_store
from bot.storage.store import SqlStore
from tests.storage.builders import following, move, playing


@pytest.fixture
async def store_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[SqlStore, Path]]:
    monkeypatch.setattr(checkpoints, "WRITES", 10)
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 100)
    file = tmp_path / "yaniv.sqlite3"
    store = await open_store(f"sqlite+aiosqlite:///{file}")
    yield store, file
    await store.close()


async def at_rest(store: SqlStore) -> None:
    while store._running:
        await asyncio.wait(store._running)


async def play(store: SqlStore, table: TableRecord, moves: range) -> TableRecord:
    for number in moves:
        before, table = table, following(table)
        await store.commit(Commit(table, moves=(move(number),), before=before))
    return table


def times_begun_anew(file: Path) -> int:
    """The fourth number in the header of the log: https://sqlite.org/fileformat2.html#walformat."""
    with file.with_name(f"{file.name}-wal").open("rb") as log:
        return int.from_bytes(log.read(16)[12:])


async def test_the_log_begins_anew_while_everybody_plays(store_and_file: tuple[SqlStore, Path]) -> None:
    store, file = store_and_file
    tables = [await playing(store, channel=channel) for channel in range(4)]
    before = times_begun_anew(file)

    async def play_on(table: TableRecord) -> int:
        number = 0
        while times_begun_anew(file) < before + 3:
            assert number < 20_000, "the log only grows"
            table = await play(store, table, range(number + 1, number + 11))
            number += 10
        return number

    played = await asyncio.gather(*(play_on(table) for table in tables))
    assert [len(await store.all_moves(table.id)) for table in tables] == played


async def test_what_was_carried_over_is_in_the_file(
    store_and_file: tuple[SqlStore, Path], tmp_path: Path
) -> None:
    store, file = store_and_file
    table = await playing(store)
    for first in range(1, 60, 10):
        table = await play(store, table, range(first, first + 10))
        await at_rest(store)
    copy = shutil.copy(file, tmp_path / "copy.sqlite3")  # without its log
    with sqlite3.connect(copy) as connection:
        ((moves,),) = connection.execute("SELECT count(*) FROM moves").fetchall()
    connection.close()
    assert moves >= 50


async def test_no_commit_carries_over(store_and_file: tuple[SqlStore, Path]) -> None:
    store, _ = store_and_file

    async with store._reader.connect() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA wal_autocheckpoint")).scalar_one()
    assert pages == 0


async def test_a_checkpoint_that_fails_stops_no_move(
    store_and_file: tuple[SqlStore, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, _ = store_and_file
    attempts: list[int] = []

    async def fail(_driver: object) -> int:
        attempts.append(1)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(checkpoints, "_checkpoint", fail)
    table = await playing(store)
    for first in range(1, 40, 10):
        table = await play(store, table, range(first, first + 10))
        await at_rest(store)
    assert len(attempts) == 4
    assert len(await store.all_moves(table.id)) == 40
