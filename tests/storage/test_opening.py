"""Opening a store: addresses, the lock, and one clear sentence for whatever is wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event, text

from bot.ports.store import Commit, DatabaseError
from bot.storage.connections import create_engine, parse_address
from bot.storage.engine import open_store
from bot.storage.errors import (
    DatabaseAccessError,
    DatabaseBusyError,
    DatabaseFullError,
    DatabaseUnreachableError,
    DatabaseUrlError,
)
from bot.storage.migrate import upgrade
from bot.storage.store import SqlStore
from tests.storage.builders import following, lobby, move, playing
from tests.storage.processes import run, start


def file_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def file_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("sqlite+aiosqlite:////a/b.db", "sqlite+aiosqlite:////a/b.db"),
        ("postgres://u:p@h:1/d", "postgresql+asyncpg://u:p@h:1/d"),
        ("postgresql://u:p@h/d?sslmode=require", "postgresql+asyncpg://u:p@h/d?ssl=require"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
    ],
)
def test_addresses_as_hosts_hand_them_out(given: str, understood: str) -> None:
    assert parse_address(given).url.render_as_string(hide_password=False) == understood


@pytest.mark.parametrize(
    "wrong", ["", "hunter2", "mysql://u:hunter2@h/d", "sqlite+aiosqlite:///file:hunter2?uri=true"]
)
def test_an_address_of_another_kind_is_refused_without_quoting_it(wrong: str) -> None:
    with pytest.raises(DatabaseUrlError) as refused:
        create_engine(wrong)
    assert "hunter2" not in str(refused.value)


def test_an_address_is_shown_without_its_password() -> None:
    shown = str(parse_address("postgresql://ann:hunter2@example.org/yaniv?sslmode=require"))
    assert shown == "postgresql+asyncpg://ann:***@example.org/yaniv"


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    store = await open_store(file_url(tmp_path / "new" / "folder" / "yaniv.sqlite3"))
    await store.create_table(lobby())
    await store.close()
    assert (tmp_path / "new" / "folder" / "yaniv.sqlite3").is_file()


async def test_a_move_is_with_the_system_before_the_commit_returns(tmp_path: Path) -> None:
    """WAL and NORMAL: what SIGKILL cannot take away (see `_prepare`)."""
    store = await open_store(file_url(tmp_path / "yaniv.sqlite3"))
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    settings = [(await store._rows(text(f"PRAGMA {name}")))[0][0] for name in names]
    await store.close()
    assert settings == ["wal", 1, 1, 5000]


async def test_closing_leaves_one_file_and_no_lock(tmp_path: Path) -> None:
    url = file_url(tmp_path / "yaniv.sqlite3")
    for _ in range(3):
        store = await open_store(url)
        await store.create_table(lobby())
        await store.close()
    assert file_names(tmp_path) == {"yaniv.sqlite3", "yaniv.sqlite3.lock"}


async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    url = file_url(tmp_path / "yaniv.sqlite3")
    with start("hold", url) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(DatabaseBusyError, match="Another running bot uses the database"):
            await open_store(url)
        await upgrade(url)  # a look at the schema is allowed
        holder.kill()
    store = await open_store(url)
    assert await store.open_tables() == []
    status, output, errors = run("knock", url)
    assert output.startswith("DatabaseBusyError: Another running bot")
    assert (status, output.count("\n"), errors) == (0, 1, "")
    await store.close()
    assert run("knock", url) == (0, "open\n", "")


async def test_one_process_cannot_open_a_file_twice_by_any_name(tmp_path: Path) -> None:
    store = await open_store(file_url(tmp_path / "yaniv.sqlite3"))
    (tmp_path / "link").symlink_to(tmp_path)
    for path in (tmp_path / "yaniv.sqlite3", tmp_path / "link" / "yaniv.sqlite3"):
        with pytest.raises(DatabaseBusyError):
            await open_store(file_url(path))
    await store.close()
    await store.close()


async def test_two_processes_may_share_postgresql(postgresql: str) -> None:
    first, second = await open_store(postgresql), await open_store(postgresql)
    table = await playing(first)
    await second.commit(Commit(following(table), moves=(move(1),)))
    assert await first.all_moves(table.id) == [move(1)]
    await first.close()
    await second.close()


@pytest.mark.parametrize("moves_seen", [1, 40, 170])
def test_killing_the_writer_loses_no_committed_move(tmp_path: Path, moves_seen: int) -> None:
    """Killed in the middle of a commit: every move that was reported is there, and none half."""
    database = tmp_path / "yaniv.sqlite3"
    with start("write", file_url(database)) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "table 1\n"
        for _ in range(moves_seen):
            writer.stdout.readline()
        writer.kill()
        reported = [int(line) for line in writer.stdout.read().splitlines()]
    last = reported[-1] if reported else moves_seen
    assert run("knock", file_url(database)) == (0, "open\n", "")
    with closing(sqlite3.connect(database)) as connection:
        ((version,),) = connection.execute("SELECT version FROM tables").fetchall()
        numbers = [number for (number,) in connection.execute("SELECT number FROM moves ORDER BY number")]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    committed = version - 1
    assert committed in {last, last + 1}
    assert numbers == [*range(-committed, 0), *range(1, committed + 1)]


@pytest.mark.parametrize("path", ["file/yaniv.sqlite3", "folder", "garbage"])
async def test_a_path_that_cannot_be_a_database_is_one_sentence(tmp_path: Path, path: str) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "folder").mkdir()
    (tmp_path / "garbage").write_bytes(b"no database " * 1000)
    await expect_sentence(file_url(tmp_path / path), DatabaseUnreachableError, str(tmp_path))


async def test_a_wrong_password_is_one_sentence(postgresql: str) -> None:
    wrong = postgresql.replace("postgres:@", "guarded:hunter2@")
    await expect_sentence(wrong, DatabaseAccessError, "refuses the user or the password")


async def test_an_unknown_database_is_one_sentence(postgresql: str) -> None:
    wrong = postgresql.replace("/postgres?", "/nowhere?")
    await expect_sentence(wrong, DatabaseAccessError, "has no database of that name")


async def test_missing_rights_are_one_sentence(postgresql: str) -> None:
    limited = postgresql.replace("postgres:@", "guarded:right@").replace("/postgres?", "/template1?")
    await expect_sentence(limited, DatabaseAccessError, "rights that the bot needs")


@pytest.mark.parametrize("host", ["127.0.0.1:1", "?host=/no/such/folder"])
async def test_a_server_that_is_not_there_is_one_sentence(host: str) -> None:
    url = (
        f"postgresql://ann:hunter2@{host}/yaniv" if ":" in host else f"postgresql://ann:hunter2@/yaniv{host}"
    )
    await expect_sentence(url, DatabaseUnreachableError, "cannot be reached")


async def expect_sentence(url: str, kind: type[DatabaseError], part: str) -> None:
    with pytest.raises(DatabaseError) as refused:
        await open_store(url)
    sentence = str(refused.value)
    assert type(refused.value) is kind, sentence
    assert part in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert "hunter2" not in sentence
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


async def test_a_full_disk_is_one_sentence_and_half_a_match_is_never_written(tmp_path: Path) -> None:
    url = file_url(tmp_path / "yaniv.sqlite3")
    await upgrade(url)
    engine = create_engine(url)
    pages = 40

    @event.listens_for(engine.sync_engine, "checkout")
    def limit(connection, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        cursor.fetchall()
        cursor.close()

    store = SqlStore(engine)
    table = await playing(store)
    before = await store.load(table.id)
    large = Commit(
        following(table, checkpoint={"text": "x" * 50_000}),
        moves=tuple(move(number, text="y" * 5_000) for number in range(1, 50)),
    )
    with pytest.raises(DatabaseFullError, match="the disk is full"):
        await store.commit(large)
    assert await store.load(table.id) == before
    assert await store.all_moves(table.id) == []
    pages = 10_000
    await store.commit(large)
    assert len(await store.all_moves(table.id)) == 49
    await store.close()


async def test_a_file_held_by_another_program_is_one_sentence(tmp_path: Path) -> None:
    database = tmp_path / "yaniv.sqlite3"
    await upgrade(file_url(database))
    engine = create_engine(file_url(database))

    @event.listens_for(engine.sync_engine, "connect")
    def impatient(connection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 1")
        cursor.fetchall()
        cursor.close()

    store = SqlStore(engine)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseBusyError, match="held by another program"):
        await store.create_table(lobby())
    other.execute("ROLLBACK")
    other.close()
    assert (await store.create_table(lobby())).id == 1
    await store.close()
