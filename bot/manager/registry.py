"""The tables in memory: the newest committed value of each, one lock each, and ways to find them."""

import asyncio
from collections.abc import Iterator
from weakref import WeakValueDictionary

from bot.manager.table_state import TableState
from bot.ports.tables import Status

KEPT_SECONDS = 10 * 60
"""A finished table stays at hand for so long, for its last messages and the next clicks ..."""
UNANNOUNCED_SECONDS = 60 * 60
"""... and for so long where its last result could not be posted."""


class Registry:
    """Holds what is at play and what has just ended."""

    def __init__(self) -> None:
        self._tables: dict[int, TableState] = {}
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()

    def __iter__(self) -> Iterator[TableState]:
        """The tables of this moment; the registry may change meanwhile."""
        return iter(tuple(self._tables.values()))

    def get(self, table_id: int) -> TableState | None:
        return self._tables.get(table_id)

    def put(self, state: TableState) -> None:
        self._tables[state.record.id] = state

    def drop(self, table_id: int) -> None:
        self._tables.pop(table_id, None)

    def table_lock(self, table_id: int) -> asyncio.Lock:
        return self._lock(("table", table_id))

    def guild_lock(self, guild: int) -> asyncio.Lock:
        """Held while a table is opened, so that two openings see one another."""
        return self._lock(("guild", guild))

    def open_in(self, channel: int) -> list[TableState]:
        return [state for state in self if state.is_open and state.record.channel == channel]

    def open_on(self, guild: int) -> list[TableState]:
        return [state for state in self if state.is_open and state.record.guild == guild]

    def drop_finished(self, now: float) -> None:
        for state in self:
            if not state.is_open and now - state.touched >= _kept(state):
                self.drop(state.record.id)

    def _lock(self, key: tuple[str, int]) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock


def _kept(state: TableState) -> float:
    is_told = state.record.status is not Status.OVER or state.record.announced >= state.record.round
    return KEPT_SECONDS if is_told else UNANNOUNCED_SECONDS
