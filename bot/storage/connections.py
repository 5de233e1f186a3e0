"""How to reach a database: its address, and an engine set up for the way this bot writes."""

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, StaticPool, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.storage.errors import DatabaseUnreachableError, DatabaseUrlError, translated
from bot.storage.passages import connected

WRITES = {"sqlite_begin": "BEGIN IMMEDIATE"}
"""Execution options of a transaction that will write: on SQLite it takes the write lock at once, since a
reader that turns into a writer is refused without waiting."""

BUSY_SECONDS = 5
MIGRATION_BUSY_SECONDS = 60
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


@dataclass(frozen=True, slots=True)
class Address:
    """A database address that was understood."""

    url: URL

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; `None` for one in memory and for PostgreSQL."""
        if not self.is_sqlite or self.url.database in {None, "", ":memory:"}:
            return None
        return Path(str(self.url.database)).resolve()

    def __str__(self) -> str:
        """What may be shown: a path, or an address without its password."""
        if self.is_sqlite:
            return str(self.file or "in memory")
        return self.url.set(query={}).render_as_string(hide_password=True)


def parse_address(database_url: str) -> Address:
    """Understand a database URL, also in the forms that hosts hand out (`postgres://…?sslmode=…`).

    Raises `DatabaseUrlError`; its text never quotes the URL, which may hold a password.
    """
    try:
        url = make_url(database_url)
        driver = _DRIVERS[url.drivername]
    except (ArgumentError, ValueError, KeyError):
        raise DatabaseUrlError(
            "The database address must look like sqlite+aiosqlite:///path/to/file "
            "or postgresql+asyncpg://user:password@host/name."
        ) from None
    if driver.startswith("sqlite") and (url.database or "").startswith("file:"):
        raise DatabaseUrlError("The address of a SQLite database takes a plain path, not a file: URI.")
    if "sslmode" in url.query:
        mode = url.query["sslmode"]
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return Address(url.set(drivername=driver))


def create_engine(database_url: str, *, migrating: bool = False) -> AsyncEngine:
    """An engine for this address, without a connection yet. Raises `DatabaseError`.

    `migrating`: foreign keys are not enforced on SQLite, where rebuilding a table would otherwise delete
    the rows that refer to it, and statements may take as long as they need.
    """
    address = parse_address(database_url)
    # Their lower levels quote parameters and rows, and those hold cards.
    for talkative in ("aiosqlite", "sqlalchemy.engine"):
        logging.getLogger(talkative).setLevel(logging.WARNING)
    return _sqlite(address, migrating) if address.is_sqlite else _postgresql(address, migrating)


def _postgresql(address: Address, migrating: bool) -> AsyncEngine:  # noqa: FBT001
    return create_async_engine(
        address.url,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={
            "timeout": CONNECT_SECONDS,
            "command_timeout": None if migrating else STATEMENT_SECONDS,
            "server_settings": {"application_name": "yaniv"},
        },
    )


def _sqlite(address: Address, migrating: bool) -> AsyncEngine:  # noqa: FBT001
    # Every transaction has been ended before its connection goes back: a rollback there would only wait.
    options: dict[str, Any] = {"pool_reset_on_return": None}
    if address.file is None:
        options["poolclass"] = StaticPool
    else:
        _make_ready(address.file)
    busy = MIGRATION_BUSY_SECONDS if migrating else BUSY_SECONDS
    connect = partial(connected, address.file or ":memory:", busy)
    engine = create_async_engine(address.url, hide_parameters=True, async_creator=connect, **options)
    event.listen(engine.sync_engine, "connect", _prepare(foreign_keys=not migrating))
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _make_ready(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnreachableError(
            f"The folder of the database {file} cannot be made: {error.strerror}."
        ) from None
    with translated(str(file)):  # by hand, since aiosqlite leaves a thread behind where opening fails
        sqlite3.connect(file).close()


def _prepare(*, foreign_keys: bool) -> Callable[[Any, object], None]:
    """Set up a new SQLite connection.

    WAL lets readers read while a move is written. NORMAL hands every commit to the operating system
    before it returns, so that a move survives the death of this process at any moment; a power cut may
    cost the last moments of play but cannot damage the file. FULL would save those too, at the price of
    waiting for the disk on every move. No commit carries the log over into the file, which can take a
    second where the disk is busy: see `Checkpoints`.
    """
    pragmas = [
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=NORMAL",
        "PRAGMA wal_autocheckpoint=0",
        f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}",
    ]

    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # BEGIN is ours: see `_begin`
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
            cursor.fetchall()  # an unread row would keep the next commit from happening
        cursor.close()

    return prepare


def _begin(connection: Connection) -> None:
    """Begin a SQLite transaction, which the driver itself does for some statements only."""
    connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))


async def check(engine: AsyncEngine) -> None:
    """Open one connection. Raises `DatabaseError`."""
    with translated(str(Address(engine.url))):
        async with engine.connect():
            pass
