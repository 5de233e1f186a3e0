"""What a commit costs, and that the cheap way writes what the thorough way writes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.ports.store import Commit, Store, TableRecord
from bot.ports.tables import Member, Status
from bot.storage.engine import open_store
from bot.storage.store import SqlStore
from tests.storage.builders import BEN, CEM, following, members, move, playing

Change = Callable[[TableRecord], TableRecord]


async def test_a_move_passes_to_the_databases_thread_four_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To begin, for the table's row, for the move, and to commit."""
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3")
    table = await playing(store)
    whole = aiosqlite.Connection._execute
    passages: list[str] = []

    async def counted(connection: aiosqlite.Connection, function: Any, *arguments: Any) -> Any:
        passages.append(function.__name__)
        return await whole(connection, function, *arguments)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await store.commit(Commit(following(table), moves=(move(1),), before=table))
    assert passages == ["_whole", "_whole", "_whole", "commit"]
    monkeypatch.undo()
    await store.close()


async def test_a_forgotten_connection_keeps_no_process_alive(tmp_path: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3")
    async with store._reader.connect() as connection:
        raw = await connection.get_raw_connection()
        driver: Any = raw.driver_connection
        assert driver._thread.daemon
    await store.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table,
        lambda table: replace(table, deadline=5.5, round=2, checkpoint={"match": 2}),
        lambda table: replace(table, deadline=None, checkpoint=None, status=Status.STOPPED),
        lambda table: replace(table, members=members(BEN), waiting=(Member("Cem", CEM),)),
        lambda table: replace(table, members=(replace(table.members[0], missed=2), *table.members[1:])),
        lambda table: replace(table, rules={"preset": "quick"}, host=BEN, language="he"),
    ],
)
@pytest.mark.parametrize("is_known", [True, False])
async def test_what_a_commit_leaves_out_is_what_is_stored_already(
    store: Store, change: Change, *, is_known: bool
) -> None:
    before = following(await playing(store), checkpoint={"match": 1}, waiting=(Member("Dan", 4),))
    await store.commit(Commit(before))
    after = change(following(before))
    await store.commit(Commit(after, before=before if is_known else None))
    stored = await store.load(after.id)
    assert stored is not None
    assert stored.table == after


async def test_a_seat_that_was_not_changed_is_not_written(sql_store: SqlStore) -> None:
    """So that a name which somebody had deleted meanwhile does not come back with the next move."""
    before = await playing(sql_store)
    await sql_store.write(lambda connection: connection.exec_driver_sql("UPDATE seats SET name = 'gone'"))
    await sql_store.commit(Commit(after := following(before), moves=(move(1),), before=before))
    stored = await sql_store.load(after.id)
    assert stored is not None
    assert {member.name for member in stored.table.members} == {"gone"}
