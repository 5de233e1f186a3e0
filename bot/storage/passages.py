"""aiosqlite with one passage to its thread for each statement.

A passage costs two switches between threads, and where the event loop is busy each waits for the
interpreter's lock. aiosqlite takes up to four for a statement: make a cursor, execute, fetch, close.
"""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

import aiosqlite

Outcome = tuple[Any, int, int | None, list[Any]]
"""Description, number of rows changed, id of the last row, rows."""


class Cursor:
    """As much of a cursor as SQLAlchemy asks for; its rows are there when the statement is done."""

    arraysize = 1

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> None:
        await self._take(sqlite3.Cursor.execute, statement, parameters)

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> None:
        await self._take(sqlite3.Cursor.executemany, statement, parameters)

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Nothing is left to close: the driver's cursor was closed in the passage that made it."""

    async def _take(self, method: Any, statement: str, parameters: Any) -> None:
        done = await self._connection.passage(method, statement, parameters)
        self.description, self.rowcount, self.lastrowid, self._rows = done


class Connection(aiosqlite.Connection):
    """A connection with such cursors."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy has it: a forgotten connection keeps no process alive

    def cursor(self) -> Cursor:  # pyright: ignore[reportIncompatibleMethodOverride] # needs no passage
        return Cursor(self)

    async def passage(self, method: Any, statement: str, parameters: Any) -> Outcome:
        done: Outcome = await self._execute(  # pyright: ignore[reportUnknownMemberType] # has no annotations
            _whole, self._conn, method, statement, parameters
        )
        return done


def _whole(connection: sqlite3.Connection, method: Any, statement: str, parameters: Any) -> Outcome:
    cursor = connection.cursor()
    try:
        method(cursor, statement, parameters)
        rows = cursor.fetchall() if cursor.description else []
        return cursor.description, cursor.rowcount, cursor.lastrowid, rows
    finally:
        cursor.close()


async def connected(file: Path | str, busy_seconds: float) -> Connection:
    """A connection to the file (or `:memory:`), made in its own thread.

    `busy_seconds`: how long a statement waits for a lock of others.
    """

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(file, timeout=busy_seconds, check_same_thread=False)

    connection = Connection(connect)
    await connection
    return connection
