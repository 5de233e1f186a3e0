"""When a shard may identify: its turn comes five seconds after the last, also across processes of a machine.

Discord takes `max_concurrency` shards at a time, those with the same rest by that number one after another,
and a thousand of them a day; beyond that it takes the token away.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        # Held for a moment only, so that waiting for it holds nothing up.
        fcntl.lockf(descriptor, fcntl.LOCK_EX)


log = structlog.get_logger(__name__)

SPACING_SECONDS = 5.1
"""Discord asks for five."""
LONGEST_QUEUE = 60 * 60.0
"""Seconds; a moment further off than this is the mark of a clock that was put back."""
RESERVE = 20
"""Identifies of a day that no start may use: running shards need some after an outage."""


class NotNowError(Exception):
    """Discord would let the bot connect, but another start is one too many; the text says how long."""


class Turns:
    """Gives every shard a moment of its own. The next free one stands in a file that all processes share."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        now: Callable[[], float] = time.time,  # noqa: TID251 - one clock for all processes of the machine
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self.max_concurrency = 1
        self._folder = folder or Path(tempfile.gettempdir())
        self._now = now
        self._sleep = sleep
        self._free: dict[Path, float] = {}
        """Where no file can be shared: the next free moments of this process."""

    async def wait(self, application: int, shard: int) -> None:
        """Returns when this shard may identify."""
        file = self._folder / f"yaniv-identify-{application}-{shard % self.max_concurrency}"
        await self._sleep(max(0.0, self._reserve(file) - self._now()))

    def _reserve(self, file: Path) -> float:
        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError as error:
            log.warning("identify_alone", file=str(file), fault=error.strerror)
            at = self._free[file] = self._next(self._free.get(file, 0.0))
            self._free[file] += SPACING_SECONDS
            return at
        try:
            _lock(descriptor)
            at = self._next(_moment(os.read(descriptor, 64)))
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.truncate(descriptor, 0)
            os.write(descriptor, str(at + SPACING_SECONDS).encode())
        finally:
            os.close(descriptor)
        return at

    def _next(self, free: float) -> float:
        now = self._now()
        return free if now < free <= now + LONGEST_QUEUE else now


def check_allowance(shards: int, *, remaining: int, reset_after: int) -> None:
    """Whether so many shards may identify today. `reset_after` in milliseconds. Raises `NotNowError`."""
    if remaining >= shards + RESERVE:
        return
    hours, minutes = divmod(-(-reset_after // 60_000), 60)
    raise NotNowError(
        f"Discord allows {remaining} more connections today, and a start takes {shards}. Start again in "
        f"{hours} h {minutes} min; something restarts the bot over and over, and the log of its first end "
        "says why."
    )


def _moment(text: bytes) -> float:
    try:
        return float(text or b"0")
    except ValueError:
        return 0.0
