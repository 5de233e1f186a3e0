"""Time is handed in: nothing below the client reads a clock by itself."""

from typing import Protocol


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        ...
