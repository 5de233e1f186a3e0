"""How long a match will take: from matches that computers play under the same rules, with people's pauses.

The matches are played off the event loop, once for each set of rules and number of seats. Nobody waits for
them: what has been measured is collected when somebody looks.
"""

import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from bot.engine.apply import apply
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.house_rules import LEAST_PLAYERS, TEAM_SEATS, HouseRules
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState
from bot.engine.views import view_for
from bot.manager.driver import LONGEST_PAUSE, SHORTEST_PAUSE
from bot.opponents.levels import normal
from bot.ports.store import GuildSettings
from bot.ports.tables import Table

MATCHES = 8
MOST_TURNS = 12_000
"""For all matches of one estimate together: about a second of computing."""
FEWEST = 3
"""Matches that have to end within that, or there is no estimate."""
KEPT = 256
"""Estimates in memory."""
AHEAD = 1
"""So many more seats than are taken are estimated along, as people are about to sit down."""
PERSON_SECONDS = (10.0, 16.0)
"""A person's turn in a channel: look, choose, draw. The quick and the slow."""
ROUND_SECONDS = (4.0, 8.0)
"""To look at the hands when a round has ended."""
SLOWEST_CLOCK = 600
"""Turn clocks beyond that are for matches over days, which nobody can foretell."""

Key = TypeVar("Key")
Value = TypeVar("Value")

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Length:
    """A short and a long match: turns and rounds."""

    turns: Span
    rounds: Span


Measure = Callable[[HouseRules, int], Length | None]
Starter = Callable[[Measure, HouseRules, int], "Future[Length | None]"]
"""How a measurement is begun without keeping anybody waiting."""


def measure(rules: HouseRules, seats: int) -> Length | None:
    """Plays matches and takes the lengths of the middle half of them; `None` if they do not end.

    The same rules give the same answer.
    """
    played: list[tuple[int, int]] = []
    left = MOST_TURNS
    for number in range(MATCHES):
        match = _played(rules, seats, number, left)
        if match is None:
            break
        played.append(match)
        left -= match[0]
    if len(played) < FEWEST:
        return None
    turns, rounds = sorted(one[0] for one in played), sorted(one[1] for one in played)
    first = len(played) // 4
    last = len(played) - 1 - first
    return Length((turns[first], turns[last]), (rounds[first], rounds[last]))


def one_after_another() -> Starter:
    """The usual `Starter`: a thread that plays for one set of rules at a time."""
    pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="estimate")

    def start(function: Measure, rules: HouseRules, seats: int) -> Future[Length | None]:
        return pool.submit(function, rules, seats)

    return start


class Estimates:
    """What was measured, and how it translates into minutes at a table."""

    def __init__(self, settings_of: Callable[[int], Awaitable[GuildSettings]], start: Starter) -> None:
        self._settings_of = settings_of
        self._start = start
        self._under_way: dict[tuple[HouseRules, int], Future[Length | None]] = {}
        self._asked: dict[int, Table] = {}
        self._lengths: OrderedDict[tuple[HouseRules, int], Length | None] = OrderedDict()
        self._tempi: OrderedDict[int, tuple[int | None, float]] = OrderedDict()

    def known(self, table: Table) -> tuple[int, int] | None:
        """The least and the greatest number of minutes, as far as they are known by now."""
        seats = len(table.members)
        length, tempo = self._lengths.get((table.rules, seats)), self._tempi.get(table.guild)
        if length is None or tempo is None:
            return None
        usual, pace = tempo
        clock = (table.clock or None) if table.clock is not None else usual
        if clock is None or clock > SLOWEST_CLOCK:
            return None
        computers = sum(member.is_computer for member in table.members) / seats
        low, high = (_seconds(length, computers, pace, end) / 60 for end in (0, 1))
        return _rounded(low, high)

    async def ask(self, table: Table) -> None:
        """Begins to measure what is not known yet of a table's rules. Raises `DatabaseError`."""
        settings = await self._settings_of(table.guild)
        _keep(self._tempi, table.guild, (settings.turn_seconds, settings.pace))
        taken = max(len(table.members), TEAM_SEATS if table.rules.teams else LEAST_PLAYERS)
        for seats in range(taken, min(taken + AHEAD, table.seats) + 1):
            if table.rules.teams and seats % 2:
                continue
            key = (table.rules, seats)
            if key not in self._lengths and key not in self._under_way:
                self._under_way[key] = self._start(measure, *key)
        self._asked[table.id] = table

    def collect(self) -> list[Table]:
        """Takes in what has been measured by now; the tables that asked and can be told."""
        for key, length in [(key, future) for key, future in self._under_way.items() if future.done()]:
            del self._under_way[key]
            _keep(self._lengths, key, length.result())
        told = [table for table in self._asked.values() if self.known(table) is not None]
        waits = {rules for rules, _ in self._under_way}
        self._asked = {
            table.id: table for table in self._asked.values() if table not in told and table.rules in waits
        }
        return told


def _keep(store: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    store[key] = value
    store.move_to_end(key)
    if len(store) > KEPT:
        store.popitem(last=False)


def _played(rules: HouseRules, seats: int, number: int, most: int) -> tuple[int, int] | None:
    """The turns and rounds of one match; `None` if it takes more than `most` turns."""
    seed = sha256(f"{rules.model_dump_json()}:{seats}:{number}".encode()).hexdigest()
    chance = random.Random(seed)  # noqa: S311 - no secret hangs on it
    state = deal_round(new_match(rules, seats, seed)).state
    for turn in range(1, most + 1):
        state = _moved(state, chance)
        if state.is_over:
            return turn, state.round_number
    return None


def _moved(state: MatchState, chance: random.Random) -> MatchState:
    """After one more turn; a new round is dealt where one ended."""
    seat = state.round.to_move if state.round is not None else 0
    view = view_for(state, seat)
    after = apply(state, seat, normal(view, view.legal, chance))
    if isinstance(after, Rejection):
        raise IllegalActionError(after.code)
    if after.state.round is None and not after.state.is_over:
        return deal_round(after.state).state
    return after.state


def _seconds(length: Length, computers: float, pace: float, end: int) -> float:
    """`computers`: their share of the seats. `end`: 0 for the least, 1 for the greatest."""
    pause = pace * (SHORTEST_PAUSE + LONGEST_PAUSE) / 2
    turn = computers * pause + (1 - computers) * PERSON_SECONDS[end]
    return length.turns[end] * turn + length.rounds[end] * ROUND_SECONDS[end]


_STEPS = ((10, 1), (60, 5), (180, 10), (float("inf"), 60))
"""By the greatest number of minutes: what they are rounded to."""


def _rounded(low: float, high: float) -> tuple[int, int]:
    """Minutes as one says them: `3 to 6`, `20 to 35`, `60 to 90`, `120 to 240`."""
    step = next(size for most, size in _STEPS if high <= most)
    least = max(step, int(low // step) * step)
    return least, max(least + step, int(-(-high // step)) * step)
