"""Failures of the database, each as one sentence for the person who runs the bot.

    DatabaseError (bot.ports.store)
    ├── DatabaseUrlError         the address cannot be used
    ├── DatabaseUnreachableError nothing answers there, or the file cannot be opened or written
    ├── DatabaseAccessError      user, password, rights or database name are wrong
    ├── DatabaseBusyError        somebody else holds it
    ├── DatabaseFullError        no room to write
    ├── DatabaseTooNewError      written by a newer version of the bot
    └── DatabaseFailedError      anything else

The drivers' own texts may quote whole rows, and a row may hold cards: they are never passed on, except
SQLite's, which name columns only.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from bot.ports.store import DatabaseError


class DatabaseUrlError(DatabaseError): ...


class DatabaseUnreachableError(DatabaseError): ...


class DatabaseAccessError(DatabaseError): ...


class DatabaseBusyError(DatabaseError): ...


class DatabaseFullError(DatabaseError): ...


class DatabaseTooNewError(DatabaseError): ...


class DatabaseFailedError(DatabaseError): ...


_SQLITE: dict[int, tuple[type[DatabaseError], str]] = {
    sqlite3.SQLITE_CANTOPEN: (DatabaseUnreachableError, "cannot be opened: check the path and its rights"),
    sqlite3.SQLITE_READONLY: (DatabaseUnreachableError, "cannot be written: check the rights on the file"),
    sqlite3.SQLITE_PERM: (DatabaseUnreachableError, "cannot be opened: check the rights on the file"),
    sqlite3.SQLITE_NOTADB: (DatabaseUnreachableError, "is not a SQLite database"),
    sqlite3.SQLITE_CORRUPT: (DatabaseUnreachableError, "is damaged: restore it from a copy"),
    sqlite3.SQLITE_FULL: (DatabaseFullError, "cannot grow: the disk is full"),
    sqlite3.SQLITE_BUSY: (DatabaseBusyError, "is held by another program"),
    sqlite3.SQLITE_LOCKED: (DatabaseBusyError, "is held by another program"),
}
"""By primary result code."""

_SQLSTATES: dict[str, tuple[type[DatabaseError], str]] = {
    "28": (DatabaseAccessError, "refuses the user or the password"),
    "3D": (DatabaseAccessError, "has no database of that name"),
    "42501": (DatabaseAccessError, "does not give this user the rights that the bot needs"),
    "53100": (DatabaseFullError, "cannot grow: the disk is full"),
    "53300": (DatabaseBusyError, "has no connection to spare"),
    "57P": (DatabaseUnreachableError, "is starting up or shutting down"),
    "08": (DatabaseUnreachableError, "broke the connection"),
}
"""By the beginning of PostgreSQL's SQLSTATE."""


@contextmanager
def translated(where: str) -> Generator[None, None, None]:
    """Turn what the drivers raise into a `DatabaseError`; `where` names the database without secrets."""
    try:
        yield
    except (DBAPIError, PoolTimeoutError, OSError, sqlite3.Error) as error:
        raise _translate(error, where) from None
    except Exception as error:
        # asyncpg raises its own classes while it connects, before SQLAlchemy can wrap them.
        if not hasattr(error, "sqlstate"):
            raise
        raise _translate(error, where) from None


def _translate(error: Exception, where: str) -> DatabaseError:
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, sqlite3.Error):
        kind, what = _of_sqlite(original)
    elif isinstance(original, PoolTimeoutError):
        kind, what = DatabaseBusyError, "is overloaded: no connection became free in time"
    elif isinstance(original, OSError):
        kind, what = DatabaseUnreachableError, f"cannot be reached: {original.strerror or 'no answer'}"
    else:
        kind, what = _of_postgresql(original)
    return kind(f"The database {where} {what}.")


def _of_sqlite(error: sqlite3.Error) -> tuple[type[DatabaseError], str]:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return _SQLITE.get(code, (DatabaseFailedError, f"failed: {error}"))


def _of_postgresql(error: BaseException | None) -> tuple[type[DatabaseError], str]:
    state = getattr(error, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if known := _SQLSTATES.get(state[:length]):
            return known
    constraint = getattr(error.__cause__, "constraint_name", None) if error else None
    named = f" on {constraint}" if constraint else ""
    return DatabaseFailedError, f"failed: SQLSTATE {state or 'unknown'}{named}"
