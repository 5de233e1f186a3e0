"""What goes wrong on purpose: slow, hung and failing answers, dropped connections, outages."""

import asyncio
import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tests.discord_server.errors import ApiError

Outage = Literal["drop", "503"]


@dataclass
class Fault:
    """Meets the next `times` requests of this kind."""

    method: str
    path: re.Pattern[str]
    times: int
    delay: float = 0.0
    """Seconds before the request is looked at."""
    delay_answer: float = 0.0
    """Seconds between doing what was asked and saying so."""
    error: ApiError | None = None
    """Answered instead of doing what was asked."""
    drop: Literal["", "before", "after"] = ""
    """Breaks the connection before or after doing what was asked."""
    hang: bool = False
    """Never answers (until the server stops), and does nothing."""

    def meets(self, method: str, path: str) -> bool:
        return self.times > 0 and self.method == method and bool(self.path.search(path))


class Faults:
    def __init__(self) -> None:
        self.waiting: list[Fault] = []
        self.outage: Outage | None = None
        self.injected: Counter[str] = Counter()
        """How often each kind of fault struck."""
        self.stopped = asyncio.Event()
        """Set when the server stops: frees whoever hangs."""

    def add(self, method: str, path: str, times: int = 1, **effect: object) -> Fault:
        """`path` is a regular expression; `effect` are fields of `Fault`."""
        fault = Fault(method, re.compile(path), times, **effect)  # type: ignore[arg-type]
        self.waiting.append(fault)
        return fault

    def clear(self) -> None:
        self.waiting.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that strikes this request, if any."""
        fault = next((fault for fault in self.waiting if fault.meets(method, path)), None)
        if fault is None:
            return None
        fault.times -= 1
        if fault.times == 0:
            self.waiting.remove(fault)
        self.injected[_name(fault)] += 1
        return fault

    async def wait(self, seconds: float) -> None:
        """Waits so long, or until the server stops."""
        if seconds > 0:
            try:
                await asyncio.wait_for(self.stopped.wait(), seconds)
            except TimeoutError:
                return


def _name(fault: Fault) -> str:
    if fault.hang:
        return "hung"
    if fault.drop:
        return f"dropped {fault.drop}"
    if fault.error is not None:
        return f"status {fault.error.status}"
    return "slow"
