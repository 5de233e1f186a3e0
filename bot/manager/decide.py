"""What a request does to a table: pure, and in this order: seat, status, version or stamp, rules."""

from dataclasses import dataclass, replace
from typing import assert_never

from bot.engine.actions import Leave, Timeout
from bot.engine.errors import IllegalActionError
from bot.manager import deadlines, latecomers, lobby, patience, play
from bot.manager.outcomes import Refused, Why
from bot.manager.requests import (
    Abandon,
    AddComputer,
    ComputerMove,
    GoOnWithout,
    Join,
    LeaveTable,
    MoreTime,
    Play,
    RemoveComputer,
    SetClock,
    Start,
    StartWith,
    Stay,
    Stop,
    TableRequest,
    TakeBack,
    TimeUp,
    VaryRules,
)
from bot.manager.table_state import HOST_SECONDS, Draft, Outdated, TableState, Tempo, Verdict, stamp_of
from bot.ports.tables import Status, majority, voters

Decidable = TableRequest | ComputerMove | TimeUp | Abandon
"""The requests that concern one table alone."""

HOLDER_LEVEL = "normal"
"""The level that holds the seat of a person who is away, where it exists."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a decision needs beside the table."""

    now: float
    levels: tuple[str, ...]
    """The computers' levels."""
    tempo: Tempo | None = None
    """The server's settings of today: they count from the start of a match, and only a start needs them."""
    may_vary_rules: bool = False
    """Whether the server lets hosts set the rules; only `VaryRules` needs it."""
    longest_clock: int | None = 0
    """The slowest turn clock that the server lets hosts choose; only `SetClock` needs it."""

    @property
    def holder(self) -> str | None:
        if HOLDER_LEVEL in self.levels:
            return HOLDER_LEVEL
        return self.levels[0] if self.levels else None


def decide(state: TableState, request: Decidable, facts: Facts) -> Verdict:
    """Raises `IllegalActionError` where a computer or the clock asks for what the rules refuse."""
    verdict = _verdict(state, request, facts)
    if isinstance(verdict, Draft) and state.record.status is Status.LOBBY:
        user = None if isinstance(request, ComputerMove | TimeUp | Abandon) else request.user
        return replace(verdict, state=_with_votes(state, verdict.state, user, facts.now))
    return verdict


def _verdict(  # noqa: C901, PLR0912 - one line for each kind of request
    state: TableState, request: Decidable, facts: Facts
) -> Verdict:
    match request:
        case Join():
            return _join(state, request)
        case LeaveTable():
            return _leave(state, request, facts)
        case Stay():
            return _stay(state, request)
        case VaryRules():
            return _vary_rules(state, request, facts)
        case AddComputer() | RemoveComputer() | StartWith() | SetClock():
            return _seats(state, request, facts)
        case Start():
            return _start(state, request, facts)
        case Play():
            return _play(state, request, facts)
        case TakeBack():
            return _take_back(state, request)
        case Stop():
            return _stop(state, request)
        case MoreTime():
            return patience.more_time(state, request)
        case GoOnWithout():
            return patience.go_on_without(state, request, facts.holder, facts.now)
        case ComputerMove():
            return _computer_move(state, request, facts)
        case TimeUp():
            return _time_up(state, facts)
        case Abandon():
            return Draft(play.stopped(state)) if state.is_open else Refused(Why.FINISHED)
    assert_never(request)


def _join(state: TableState, request: Join) -> Verdict:
    seat = state.seat_of(request.user)
    if not state.is_open:
        return Refused(Why.FINISHED)
    if seat is not None:
        return Refused(Why.LEFT_FOR_GOOD) if state.members[seat].gone else Outdated()
    if state.awaits(request.user):
        return Outdated()
    if state.record.status is Status.PLAYING:
        return latecomers.wait(state, request.user, request.name)
    return lobby.join(state, request.user, request.name)


def _leave(state: TableState, request: LeaveTable, facts: Facts) -> Verdict:
    if state.is_open and state.awaits(request.user):
        return latecomers.stop_waiting(state, request.user)
    seat = _seat_at_open_table(state, request.user)
    if isinstance(seat, Refused):
        return seat
    if state.record.status is Status.LOBBY:
        return lobby.leave(state, seat)
    return play.leave_later(state, seat) if request.after_round else play.leave(state, seat, facts.now)


def _stay(state: TableState, request: Stay) -> Verdict:
    seat = _seat_at_play(state, request.user)
    return seat if isinstance(seat, Refused) else play.stay(state, seat)


def _vary_rules(state: TableState, request: VaryRules, facts: Facts) -> Verdict:
    blocked = _why_not_host_of_lobby(state, request)
    if blocked is not None:
        return blocked
    return lobby.vary_rules(state, request.changes) if facts.may_vary_rules else Refused(Why.RULES_FIXED)


def _seats(
    state: TableState, request: AddComputer | RemoveComputer | StartWith | SetClock, facts: Facts
) -> Verdict:
    blocked = _why_not_host_of_lobby(state, request)
    if blocked is not None:
        return blocked
    if isinstance(request, StartWith):
        return lobby.start_with(state, request.players)
    if isinstance(request, SetClock):
        return lobby.set_clock(state, request.seconds, facts.longest_clock)
    if isinstance(request, RemoveComputer):
        return lobby.remove_computer(state)
    if request.level not in facts.levels:
        return Refused(Why.UNKNOWN_LEVEL)
    return lobby.add_computer(state, request.level)


def _start(state: TableState, request: Start, facts: Facts) -> Verdict:
    blocked = _why_not_in_lobby(state, request.user)
    if blocked is not None:
        return blocked
    is_host = request.user == state.record.host
    refused = lobby.why_not_start(state) if is_host else _why_not_vote(state, facts.now)
    if refused is not None:
        return refused
    return _begun(state, facts) if is_host else _vote(state, request.user, facts)


def _begun(state: TableState, facts: Facts) -> Draft:
    if facts.tempo is None:
        raise ValueError("a start needs the server's settings")
    return play.begin(state, lobby.tempo_of(state, facts.tempo))


def _why_not_vote(state: TableState, now: float) -> Refused | None:
    """What keeps the others from starting without the host."""
    if state.is_starting:
        return Refused(Why.STARTS_BY_ITSELF, {"when": state.record.deadline})
    until = state.host_seen + HOST_SECONDS
    return lobby.why_not_start(state) or (Refused(Why.HOST_STARTS, {"when": until}) if now < until else None)


def _vote(state: TableState, user: int, facts: Facts) -> Verdict:
    votes = state.votes | {user}
    if len(votes) >= majority(voters(state.members, state.record.host)):
        return _begun(state, facts)
    return Outdated() if votes == state.votes else Draft(replace(state, votes=votes))


def _with_votes(before: TableState, after: TableState, user: int | None, now: float) -> TableState:
    """A lobby after a request: a host who is there ends the vote, and whoever got up has no vote."""
    host = after.record.host
    if user == host or host != before.record.host:
        return replace(after, votes=frozenset(), host_seen=now)
    return replace(after, votes=after.votes & set(voters(after.members, host)))


def _play(state: TableState, request: Play, facts: Facts) -> Verdict:
    if isinstance(request.action, Leave | Timeout):
        raise IllegalActionError("leaving and timing out are no buttons of a hand")
    seat = _seat_at_play(state, request.user)
    if isinstance(seat, Refused):
        return seat
    if not state.members[seat].is_away:
        return _act(state, seat, request, facts)
    # Whoever presses is back, even if the computer was faster with this very turn.
    woken = play.taken_back(state, seat)
    verdict = _act(woken, seat, request, facts)
    return verdict if isinstance(verdict, Draft) else Draft(woken, answer=verdict)


def _act(state: TableState, seat: int, request: Play, facts: Facts) -> Verdict:
    if request.stamp is not None and request.stamp != stamp_of(state, seat):
        return Outdated()
    return play.act_in_person(state, seat, request.action, facts.now)


def _take_back(state: TableState, request: TakeBack) -> Verdict:
    seat = _seat_at_play(state, request.user)
    if isinstance(seat, Refused):
        return seat
    return Draft(play.taken_back(state, seat)) if state.members[seat].is_away else Outdated()


def _stop(state: TableState, request: Stop) -> Verdict:
    seat = state.seat_of(request.user)
    if not request.is_moderator:
        if seat is None:
            return Refused(Why.NOT_SEATED)
        if state.is_open and request.user != state.record.host:
            return Refused(Why.LEFT_FOR_GOOD if state.members[seat].gone else Why.NOT_HOST)
    if not state.is_open:
        return Refused(Why.FINISHED)
    name = request.name if seat is None else state.members[seat].name
    return Draft(replace(play.stopped(state), stopped_by=name or None))


def _computer_move(state: TableState, request: ComputerMove, facts: Facts) -> Verdict:
    if request.version != state.record.version or state.record.status is not Status.PLAYING:
        return Outdated()
    if state.members[request.seat].level is None:
        raise IllegalActionError(f"no computer holds seat {request.seat} of table {state.record.id}")
    verdict = play.act(state, request.seat, request.action, facts.now)
    return _unrefused(verdict, state, "a computer's move")


def _time_up(state: TableState, facts: Facts) -> Verdict:
    if not deadlines.is_expired(state, facts.now):
        return Outdated()
    if state.is_starting:
        return _begun(state, facts)
    seat = state.to_move
    if seat is None or deadlines.is_forsaken(state, facts.now):
        is_expired = state.record.status is Status.LOBBY
        return Draft(replace(play.stopped(state), is_expired=is_expired))
    return _unrefused(play.time_out(state, seat, facts.holder, facts.now), state, "the clock's move")


def _unrefused(verdict: Draft | Refused, state: TableState, what: str) -> Draft:
    if isinstance(verdict, Refused):
        raise IllegalActionError(f"{what} was refused at table {state.record.id}: {verdict.why}")
    return verdict


def _seat_at_open_table(state: TableState, user: int) -> int | Refused:
    seat = state.seat_of(user)
    if seat is None:
        return Refused(Why.NOT_SEATED)
    if not state.is_open:
        return Refused(Why.FINISHED)
    return Refused(Why.LEFT_FOR_GOOD) if state.members[seat].gone else seat


def _seat_at_play(state: TableState, user: int) -> int | Refused:
    seat = _seat_at_open_table(state, user)
    if isinstance(seat, int) and state.record.status is Status.LOBBY:
        return Refused(Why.NOT_STARTED)
    return seat


def _why_not_in_lobby(state: TableState, user: int) -> Refused | Outdated | None:
    seat = _seat_at_open_table(state, user)
    if isinstance(seat, Refused):
        return seat
    # Somebody seated who presses a lobby button after the deal sees the table as it is today.
    return None if state.record.status is Status.LOBBY else Outdated()


def _why_not_host_of_lobby(
    state: TableState, request: AddComputer | RemoveComputer | VaryRules | StartWith | SetClock
) -> Refused | Outdated | None:
    blocked = _why_not_in_lobby(state, request.user)
    if blocked is not None:
        return blocked
    if request.user != state.record.host:
        return Refused(Why.NOT_HOST)
    is_outdated = request.version is not None and request.version != state.record.version
    return Outdated() if is_outdated else None


def sealed(before: TableState, draft: Draft, now: float) -> TableState:
    """The drafted table as its next version, with the clock it lives under."""
    after = deadlines.with_clock(before, draft.state, now)
    record = replace(after.record, version=before.record.version + 1)
    is_same_turn = deadlines.is_same_turn(before, after)
    ballots = patience.standing_ballots(after, is_same_turn=is_same_turn)
    return replace(after, record=record, touched=now, ballots=ballots)
