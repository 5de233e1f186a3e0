"""A table as the rest of the program may see it: everything public, and one hand at a time.

The manager makes these values; screens and cogs read them. A whole match state never comes here.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.events import Event
from bot.engine.house_rules import HouseRules
from bot.engine.results import RoundResult
from bot.engine.views import SeatView, TableView


class Status(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """Played to its end: it counts for the leaderboard."""
    STOPPED = "stopped"
    """Ended before a winner was known, or expired in the lobby."""


@dataclass(frozen=True, slots=True)
class Member:
    """Who sits at a seat."""

    name: str
    user: int | None = None
    """The person's Discord id; `None` for a computer."""
    level: str | None = None
    """The computer's level. For a person: the level that holds the seat while he is away."""
    missed: int = 0
    """Turns in a row that the clock played for this person."""
    gone: bool = False
    """A person who left the match: his seat is out."""
    leaving: bool = False
    """A person who leaves as soon as the running round has ended."""
    since: int = 1
    """The first round in which this seat was dealt in: later than 1 for a latecomer."""

    @property
    def is_computer(self) -> bool:
        return self.user is None

    @property
    def is_away(self) -> bool:
        """A person whose seat a computer holds until he takes it back."""
        return self.user is not None and self.level is not None

    @property
    def is_forgotten(self) -> bool:
        """Somebody whose data was deleted: nameless, with a number of his own instead of his id."""
        return self.user is not None and self.user < 0


class Push(StrEnum):
    """How a table goes on without somebody who keeps it waiting."""

    SKIP = "skip"
    """The clock plays his turn at once."""
    REMOVE = "remove"
    """His seat is out."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote of those at the table about somebody who keeps it waiting."""

    push: Push
    whom: int
    """User id of the person it is about."""
    voters: frozenset[int]
    """User ids of those in favour."""
    needed: int
    """So many of them carry it."""


def voters(members: tuple[Member, ...], host: int) -> tuple[int, ...]:
    """The ids of the people beside the host."""
    return tuple(member.user for member in members if member.user not in (None, host))


def majority(people: tuple[int, ...]) -> int:
    """More than half of them."""
    return len(people) // 2 + 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment, public parts only. Index in `members` = seat."""

    id: int
    guild: int
    channel: int
    """Channel or thread in which the table message stands."""
    message: int | None
    """The table message; `None` until it was sent, or when it is lost."""
    language: str
    host: int
    """User id of the host."""
    status: Status
    rules: HouseRules
    members: tuple[Member, ...]
    version: int
    """Rises by one with every committed change."""
    deadline: float | None
    """Epoch seconds: when the turn is played by the clock, or the lobby expires. `None`: never."""
    commitment: str
    """Hash of the seed, in hexadecimal: shown from the first deal, checked after the match."""
    view: TableView | None = None
    """`None` in the lobby."""
    recent: tuple[Event, ...] = ()
    """Public events since the round began, oldest first."""
    last_round: RoundResult | None = None
    """The round that ended last."""
    computers_talk: bool = False
    """Whether computers say a word now and then at the show of a round."""
    announced: int = 0
    """Number of the last round whose result was posted in the channel."""
    waiting: tuple[Member, ...] = ()
    """People who sit down at the next deal, in this order."""
    starts_with: int | None = None
    """So many players are wanted, and with them the match starts by itself; `None`: the host starts it."""
    clock: int | None = None
    """The turn clock that the host has chosen, in seconds; 0 for none, `None` for the server's."""
    is_starting: bool = False
    """The match starts by itself at the deadline."""
    host_until: float | None = None
    """Epoch seconds from which on the others in a lobby may vote to start without its host."""
    votes: frozenset[int] = frozenset()
    """The ids of those who have done so."""
    is_expired: bool = False
    """A lobby that was closed because nothing happened in it for so long."""
    turn_started: float | None = None
    """Epoch seconds when the running turn (after a restart or a return: its clock) began."""
    ballots: tuple[Ballot, ...] = ()
    """Votes that are under way."""
    extended: frozenset[int] = frozenset()
    """User ids of those who have had more time: each once in a lobby and once in a match."""
    stopped_by: str | None = None
    """Name of the person who stopped it."""

    @property
    def half_time(self) -> float | None:
        """Epoch seconds when the person to move has used half of his time; `None` where no clock runs.

        A new value is a new turn: one reminder for each.
        """
        if self.turn_started is None or self.deadline is None:
            return None
        return (self.turn_started + self.deadline) / 2

    @property
    def seats(self) -> int:
        """How many can sit down before the first deal: as many as the rules allow, or as are wanted."""
        return min(self.starts_with or self.rules.seats, self.rules.seats)

    @property
    def voters(self) -> tuple[int, ...]:
        """The ids of those who may vote to start without the host: the other people."""
        return voters(self.members, self.host)

    @property
    def votes_missing(self) -> int:
        """How many more votes start the match."""
        return majority(self.voters) - len(self.votes)

    def seat_of(self, user: int) -> int | None:
        """The seat this person holds, also after he left; `None` for a stranger."""
        for seat, member in enumerate(self.members):
            if member.user == user:
                return seat
        return None


@dataclass(frozen=True, slots=True)
class Hand:
    """A table seen from one seat. `stamp` changes whenever this hand does: a button made for another
    hand is recognised by it."""

    table: Table
    view: SeatView
    stamp: str
