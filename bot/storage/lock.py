"""One process for one SQLite file: two bots on it would both play the same tables."""

import os
import sys
from pathlib import Path

from bot.storage.errors import DatabaseBusyError, DatabaseUnreachableError

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # A lock of the process, not of the descriptor: a forked worker that outlives us does not keep it.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_held: set[Path] = set()
"""Locked by this process, which the operating system would let lock again."""


class FileLock:
    """A lock on a database file, held through a file beside it; the system frees it when we die."""

    def __init__(self, database: Path) -> None:
        """Take the lock. Raises `DatabaseBusyError` if another process, or this one, holds it."""
        self._path = database.with_name(database.name + ".lock")
        if self._path in _held:
            raise _busy(database)
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise DatabaseUnreachableError(
                f"The lock file {self._path} cannot be opened: {error.strerror}."
            ) from None
        try:
            _lock(self._descriptor)
        except OSError:
            os.close(self._descriptor)
            raise _busy(database) from None
        _held.add(self._path)

    def release(self) -> None:
        """Let go of the lock; once more does nothing. The file stays, for deleting it would be a race."""
        if self._path in _held:
            _held.remove(self._path)
            os.close(self._descriptor)


def _busy(database: Path) -> DatabaseBusyError:
    return DatabaseBusyError(
        f"Another running bot uses the database {database}; stop it first, or give this one a DATABASE_URL "
        "of its own."
    )
