"""What the clock finds due, and patience with tables at which something failed."""

from collections.abc import Iterable

from bot.manager import deadlines
from bot.manager.driver import Driver
from bot.manager.requests import ComputerMove, TimeUp
from bot.manager.table_state import TableState

FIRST_REST_SECONDS = 5.0
LONGEST_REST_SECONDS = 10 * 60.0


class Sweep:
    """Looks for due clocks and computers; leaves a table that failed alone, each time twice as long."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._rests: dict[int, tuple[float, float]] = {}
        """By table: until when (epoch seconds), and for how long it rests next time."""

    def due(self, state: TableState, now: float) -> TimeUp | ComputerMove | None:
        """What is due at this table, one thing at a time."""
        until, _ = self._rests.get(state.record.id, (now, 0.0))
        if now < until:
            return None
        if deadlines.is_expired(state, now):
            return TimeUp(state.record.id)
        return self._driver.move_due(state, now)

    def failed(self, table_id: int, now: float) -> None:
        _, rest = self._rests.get(table_id, (now, FIRST_REST_SECONDS))
        self._rests[table_id] = (now + rest, min(2 * rest, LONGEST_REST_SECONDS))

    def went_well(self, table_id: int) -> None:
        self._rests.pop(table_id, None)

    def keep_only(self, table_ids: Iterable[int]) -> None:
        """Forget the tables that are gone."""
        self._rests = {table_id: self._rests[table_id] for table_id in table_ids if table_id in self._rests}
