"""What SQLite has written to its log, carried over into the file while moves go on.

By itself SQLite does this inside the commit that makes the log too long, and everybody behind that commit
waits for the disk.
"""

import sqlite3
from contextlib import AbstractAsyncContextManager
from typing import cast

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.storage.passages import Connection

log = structlog.get_logger(__name__)

WRITES = 250
"""Transactions between two checkpoints: about as many as fill the thousand pages of SQLite's own habit."""
MOST_PAGES = 8_000
"""A log of so many pages (32 MB) is brought to its end between two transactions, and then begins anew."""


class Checkpoints:
    """For a SQLite file; nothing here waits while a transaction goes on, and none waits for this."""

    def __init__(self, engine: AsyncEngine, write_turn: AbstractAsyncContextManager[object]) -> None:
        self._engine = engine
        self._write_turn = write_turn
        self._writes = 0
        self._is_running = False

    def are_due(self) -> bool:
        """Called once after every transaction that wrote."""
        self._writes += 1
        return self._writes >= WRITES and not self._is_running

    async def carry_over(self) -> None:
        """Failures are logged: the log then grows, and the next attempt carries over more."""
        self._is_running, self._writes = True, 0
        try:
            async with self._engine.connect() as connection:
                driver = cast("Connection", (await connection.get_raw_connection()).driver_connection)
                left = await _checkpoint(driver)
                if left > MOST_PAGES:
                    # A log with a page left to carry over is only ever appended to.
                    async with self._write_turn:
                        await _checkpoint(driver)
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            log.warning("checkpoint_failed", fault=type(error).__name__)
        finally:
            self._is_running = False


async def _checkpoint(driver: Connection) -> int:
    """Carry over what no reader still needs; the number of pages in the log."""
    *_, rows = await driver.passage(sqlite3.Cursor.execute, "PRAGMA wal_checkpoint(PASSIVE)", ())
    return int(rows[0][1])
