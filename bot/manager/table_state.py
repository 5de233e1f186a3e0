"""A table in memory: one frozen value for each committed version, and what others may see of it."""

import hashlib
from dataclasses import dataclass, field, replace

from bot.engine.chance import commitment
from bot.engine.events import Event
from bot.engine.house_rules import LEAST_PLAYERS, HouseRules, combination_faults
from bot.engine.results import RoundResult
from bot.engine.state import MatchState
from bot.engine.views import TableView, table_view, view_for
from bot.manager.outcomes import Refused
from bot.ports.store import Absent, Json, MatchRecord, MoveRecord, RoundRecord, TableRecord
from bot.ports.tables import Ballot, Hand, Member, Status, Table

HOST_SECONDS = 2 * 60
"""After so long without a sign of the host the others in a lobby may vote to start."""
STAMP_LENGTH = 6
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Tempo:
    """What the server's settings said about its course when the match started."""

    turn_seconds: int | None
    pace: float
    """Factor on the computers' thinking pause."""
    absent: Absent = "hold"
    """What becomes of the seat of a person who stays away."""
    talk: bool = True
    """Whether computers say a word now and then."""


@dataclass(frozen=True, slots=True)
class Running:
    """The match of a table that was started."""

    match: MatchState = field(repr=False)
    tempo: Tempo
    moves: int = 0
    """Accepted actions since the match began."""
    silent_rounds: int = 0
    """Finished rounds in a row at whose end every person still in was away."""
    recent: tuple[Event, ...] = ()
    """Public events since the round began."""
    last_round: RoundResult | None = None

    def checkpoint(self) -> Json:
        """Everything a restart needs, between two rounds: `recovery.revive` reads it back."""
        return {
            "match": self.match.checkpoint(),
            "turn_seconds": self.tempo.turn_seconds,
            "pace": self.tempo.pace,
            "talk": self.tempo.talk,
            "absent": self.tempo.absent,
            "moves": self.moves,
            "silent_rounds": self.silent_rounds,
        }


@dataclass(frozen=True, slots=True)
class TableState:
    """One version of a table. `record` is exactly what the database holds."""

    record: TableRecord
    rules: HouseRules
    running: Running | None = None
    """`None` in the lobby."""
    touched: float = 0.0
    """Epoch seconds of the last change."""
    turn_started: float | None = None
    """Epoch seconds when the running turn's clock began; `None` where nobody is to move."""
    host_seen: float = 0.0
    """Epoch seconds when the host last did something in the lobby, as far as this process knows."""
    votes: frozenset[int] = frozenset()
    """Who wants to start without him. Not stored: after a restart they vote anew."""
    is_expired: bool = False
    """Closed in the lobby by the clock."""
    ballots: tuple[Ballot, ...] = ()
    """Votes that are under way. Like all that follows they are not stored: a restart forgets them."""
    extended: frozenset[int] = frozenset()
    """User ids of those who have had more time in this lobby or this match."""
    stopped_by: str | None = None
    """Name of the person who stopped it."""

    @property
    def is_open(self) -> bool:
        return self.record.status in (Status.LOBBY, Status.PLAYING)

    @property
    def members(self) -> tuple[Member, ...]:
        return self.record.members

    @property
    def seats(self) -> int:
        """How many can sit down before the first deal."""
        return min(self.record.starts_with or self.rules.seats, self.rules.seats)

    @property
    def is_starting(self) -> bool:
        """A full lobby that starts by itself when its deadline comes: nothing speaks against it."""
        is_full = LEAST_PLAYERS <= self.seats <= len(self.members)
        is_wanted = self.record.starts_with is not None and self.record.status is Status.LOBBY
        return is_wanted and is_full and not combination_faults(self.rules, len(self.members))

    @property
    def waiting(self) -> tuple[Member, ...]:
        return self.record.waiting

    @property
    def to_move(self) -> int | None:
        """The seat to move; `None` where nobody is."""
        if self.record.status is not Status.PLAYING or self.running is None:
            return None
        return None if self.running.match.round is None else self.running.match.round.to_move

    def seat_of(self, user: int) -> int | None:
        return next((seat for seat, member in enumerate(self.members) if member.user == user), None)

    def awaits(self, user: int) -> bool:
        """Whether this person sits down at the next deal."""
        return any(member.user == user for member in self.waiting)


@dataclass(frozen=True, slots=True)
class Outdated:
    """The request was made for something that has passed: nothing is to be done."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What an accepted request makes of a table, before it gets its version and is committed."""

    state: TableState
    moves: tuple[MoveRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    match: MatchRecord | None = None
    events: tuple[Event, ...] = ()
    """Unredacted."""
    answer: Refused | Outdated | None = None
    """What the asker hears although something changed: his press woke his seat up but came too late."""


Verdict = Draft | Refused | Outdated


def running_of(state: TableState) -> Running:
    if state.running is None:
        raise ValueError(f"table {state.record.id} was not started")
    return state.running


def with_member(state: TableState, seat: int, member: Member) -> TableState:
    members = (*state.members[:seat], member, *state.members[seat + 1 :])
    return replace(state, record=replace(state.record, members=members))


def table_of(state: TableState, view: TableView | None = None) -> Table:
    """The public parts of a table; `view`: those of its match, where they are known already."""
    record, running = state.record, state.running
    return Table(
        id=record.id,
        guild=record.guild,
        channel=record.channel,
        message=record.message,
        language=record.language,
        host=record.host,
        status=record.status,
        rules=state.rules,
        members=record.members,
        version=record.version,
        deadline=record.deadline,
        commitment=commitment(record.seed),
        view=view or (table_view(running.match) if running else None),
        recent=running.recent if running else (),
        last_round=running.last_round if running else None,
        computers_talk=running.tempo.talk if running else False,
        announced=record.announced,
        waiting=record.waiting,
        starts_with=record.starts_with,
        clock=record.clock,
        is_starting=state.is_starting,
        host_until=state.host_seen + HOST_SECONDS if record.status is Status.LOBBY else None,
        votes=state.votes,
        is_expired=state.is_expired,
        turn_started=state.turn_started,
        ballots=state.ballots,
        extended=state.extended,
        stopped_by=state.stopped_by,
    )


def hand_of(state: TableState, user: int) -> Hand | None:
    """What this person holds; `None` for whoever holds no cards now (lobby, out, gone, match over)."""
    seat = state.seat_of(user)
    if seat is None or state.running is None or state.record.status is not Status.PLAYING:
        return None
    now = state.running.match.round
    if now is None or now.hands[seat] is None:
        return None
    view = view_for(state.running.match, seat)
    return Hand(table_of(state, view.table), view, stamp_of(state, seat))


def stamp_of(state: TableState, seat: int) -> str:
    """Six base-36 digits that change with the hand. Salted with the seed, so that no hand follows from it."""
    now = state.running.match.round if state.running else None
    if now is None:
        return ""
    text = f"{state.record.seed} {state.record.id} {now.number} {now.hands[seat]}"
    number = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")
    digits: list[str] = []
    for _ in range(STAMP_LENGTH):
        number, digit = divmod(number, 36)
        digits.append(_BASE36[digit])
    return "".join(digits)
