"""What people have done on a server, as the leaderboard, the profiles and the history show it.

Every question names the server, and no answer holds anything of another one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

from bot.ports.store import MatchRecord, MoveRecord, RoundRecord, TableRecord

SeasonKind = Literal["off", "monthly", "quarterly"]


class Criterion(StrEnum):
    """What a leaderboard is ordered by."""

    RATING = "rating"
    """Matches between people."""
    COMPUTERS = "computers"
    """The rating from matches with computers."""
    WINS = "wins"
    SHARE = "share"
    """Wins for each match, from `SHARE_MATCHES` on."""
    YANIVS = "yanivs"
    ASSAFS = "assafs"
    AVERAGE = "average"
    """Points a round, the fewest first, from `AVERAGE_ROUNDS` on."""
    STREAK = "streak"


PAGE_ROWS = 10
"""People on one page of a leaderboard."""
PAGE_SEASONS = 10

SHARE_MATCHES = 5
AVERAGE_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Rated:
    """Where somebody stands on a ladder."""

    shown: int
    """1000 for a newcomer."""
    uncertainty: int
    """What `shown` may be off by, either way."""
    matches: int
    is_provisional: bool
    """Too few matches for a place."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Somebody's sums over a period."""

    matches: int = 0
    wins: float = 0.0
    """Shared wins count in parts."""
    longest_streak: int = 0
    """Matches won in a row, shared wins included."""
    rounds: int = 0
    points: int = 0
    calls: int = 0
    yanivs: int = 0
    """Calls that stood."""
    assafs_given: int = 0
    assafs_taken: int = 0
    halvings: int = 0
    """Totals that fell because they landed on a mark."""
    call_points: int = 0
    """What was in hand at all calls together."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard."""

    rank: int | None
    """Level people share the better rank. `None`: not enough matches or rounds for a place."""
    user: int
    name: str
    """The name last seen at a table."""
    tally: Tally
    rated: Rated | None = None
    """On the ladder that the leaderboard is ordered by, or else on that of people."""


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard. `own` is the row of who asked, wherever it stands."""

    rows: tuple[Standing, ...]
    size: int
    """How many have a place."""
    own: Standing | None = None


@dataclass(frozen=True, slots=True)
class Champion:
    """Somebody who won the most in a season that is over; several may share it."""

    period: str
    user: int
    name: str
    wins: float
    matches: int


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody one often plays with."""

    name: str
    matches: int


@dataclass(frozen=True, slots=True)
class NotableCall:
    """A call that stands out: `points` are those it cost, the others or the caller."""

    table: int
    round: int
    count: int
    """Points in hand at the call."""
    points: int


@dataclass(frozen=True, slots=True)
class Profile:
    """One person on one server."""

    user: int
    name: str
    tally: Tally
    people: Rated | None
    computers: Rated | None
    curve: tuple[int, ...] = ()
    """The rating shown after each rated match, the newest `CURVE_MATCHES`, oldest first."""
    company: tuple[Company, ...] = ()
    best_call: NotableCall | None = None
    """The call that stood and cost the others most."""
    worst_call: NotableCall | None = None
    """The beaten call that cost the caller most."""
    achievements: tuple[str, ...] = ()
    """Keys, in the order they were earned."""


CURVE_MATCHES = 100


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people in the matches they both played to the end; `a` is who was named first."""

    a: str
    b: str
    matches: int = 0
    a_ahead: int = 0
    """Matches in which `a` was ranked better."""
    b_ahead: int = 0
    a_wins: float = 0.0
    b_wins: float = 0.0
    a_points: int = 0
    """Points over all rounds that both were dealt in to."""
    b_points: int = 0
    rounds: int = 0
    a_assafs: int = 0
    """How often `a` beat a call of `b`."""
    b_assafs: int = 0


@dataclass(frozen=True, slots=True)
class Honour:
    """An achievement earned for the first time."""

    user: int
    key: str


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the rebuilding of all statistics came to."""

    tables: int = 0
    rounds: int = 0
    matches: int = 0
    broken: tuple[int, ...] = field(default=())
    """Tables whose moves do not follow from their rules; their results stay as they were stored."""


@dataclass(frozen=True, slots=True)
class Results:
    """What the moves of a table led to."""

    rounds: tuple[RoundRecord, ...]
    match: MatchRecord | None
    """`None` unless the match was played to its end."""


Retell = Callable[[TableRecord, Sequence[MoveRecord]], Results | None]
"""The results of a table from all its moves; `None` if these do not follow from its rules."""


class Statistics(Protocol):
    """Implemented by `bot.storage`; every method is one transaction and may raise `DatabaseError`."""

    async def board(self, guild: int, by: Criterion, period: str, *, page: int, asked_by: int) -> Board:
        """A page (from 0, `PAGE_ROWS` people) of who did best in a period (`bot.ratings.periods`)."""
        ...

    async def champions(
        self, guild: int, kind: SeasonKind, before: str, *, page: int
    ) -> tuple[list[Champion], int]:
        """The winners of the seasons before the one named, newest first, and how many seasons there were.

        A page (from 0) holds `PAGE_SEASONS`.
        """
        ...

    async def profile(self, guild: int, user: int) -> Profile | None:
        """`None` for somebody who never finished a round there."""
        ...

    async def head_to_head(self, guild: int, a: int, b: int) -> HeadToHead | None:
        """`None` if the two never finished a match together there."""
        ...

    async def honours(self, guild: int, table_id: int, round_number: int) -> list[Honour]:
        """What a round (or with it the match) brought its people for the first time."""
        ...
