"""When somebody keeps the table waiting: more time for him, or a table that goes on without him. Pure.

Moderators decide at once. The host does where patience has lasted long enough; everybody else votes.
"""

from dataclasses import replace

from bot.engine.errors import Code
from bot.manager import latecomers, lobby, play
from bot.manager.outcomes import Refused, Why
from bot.manager.requests import GoOnWithout, MoreTime
from bot.manager.table_state import Draft, Outdated, TableState, Verdict, running_of
from bot.ports.tables import Ballot, Member, Push, Status, majority

UNCLOCKED_SECONDS = 60 * 60
"""Without a turn clock a turn may be skipped after so long; with one, when half of it is over."""


def more_time(state: TableState, request: MoreTime) -> Verdict:
    """One more half hour for a lobby, one more turn's time for who is to move."""
    extended = replace(state, extended=state.extended | {request.user})
    is_spent = request.user in state.extended and not request.is_moderator
    if not request.is_moderator and state.seat_of(request.user) is None:
        return Refused(Why.NOT_SEATED)
    if not state.is_open:
        return Refused(Why.FINISHED)
    if state.record.status is Status.LOBBY:
        return Refused(Why.EXTENDED_ALREADY) if is_spent else Draft(extended)
    seat, deadline = state.to_move, state.record.deadline
    seconds = running_of(state).tempo.turn_seconds
    if seat is None or deadline is None or seconds is None:
        return Refused(Why.NO_CLOCK)
    if state.members[seat].user == request.user and is_spent:
        return Refused(Why.EXTENDED_ALREADY)
    longer = replace(state.record, deadline=deadline + seconds)
    if state.members[seat].user == request.user:
        return Draft(replace(extended, record=longer))
    if request.is_moderator or request.user == state.record.host:
        return Draft(replace(state, record=longer))
    return Refused(Why.NOT_HOST)


def go_on_without(state: TableState, request: GoOnWithout, holder: str | None, now: float) -> Verdict:
    """A turn is skipped or a person removed, or a vote for that is cast."""
    refusal = _why_not(state, request, now)
    if refusal is not None:
        return refusal
    if not _decides_alone(state, request):
        before, ballot = _ballots(state, request)
        if before == ballot:
            return Outdated()
        if len(ballot.voters) < ballot.needed:
            others = (each for each in state.ballots if each != before)
            return Draft(replace(state, ballots=(*others, ballot)))
    return _pushed(state, request, holder, now)


def standing_ballots(state: TableState, *, is_same_turn: bool) -> tuple[Ballot, ...]:
    """The votes that are still about something: whoever moves has answered them."""
    return tuple(ballot for ballot in state.ballots if _stands(ballot, state, is_same_turn=is_same_turn))


def skippable_from(state: TableState) -> float:
    """Epoch seconds from which on the running turn may be skipped."""
    started, deadline = state.turn_started or 0.0, state.record.deadline
    return started + UNCLOCKED_SECONDS if deadline is None else (started + deadline) / 2


def _why_not(state: TableState, request: GoOnWithout, now: float) -> Refused | Outdated | None:
    own = state.seat_of(request.user)
    if not request.is_moderator and own is None:
        return Refused(Why.NOT_SEATED)
    if not state.is_open:
        return Refused(Why.FINISHED)
    if request.whom == request.user:
        return Refused(Why.YOURSELF)
    if not request.is_moderator and own is not None and state.members[own].gone:
        return Refused(Why.LEFT_FOR_GOOD)
    if state.awaits(request.whom) or state.record.status is Status.LOBBY:
        return _why_not_seat_to_come(state, request)
    return _why_not_at_play(state, request, now)


def _why_not_seat_to_come(state: TableState, request: GoOnWithout) -> Refused | None:
    """Of somebody without cards yet, in the lobby or in the line of latecomers."""
    if not state.awaits(request.whom) and state.seat_of(request.whom) is None:
        return Refused(Why.NOT_THERE)
    if request.push is Push.SKIP:
        return Refused(Why.NOT_TO_MOVE)
    return None if _decides_alone(state, request) else Refused(Why.NOT_HOST)


def _why_not_at_play(state: TableState, request: GoOnWithout, now: float) -> Refused | Outdated | None:
    seat, match = state.seat_of(request.whom), running_of(state).match
    if seat is None or state.members[seat].gone or not match.is_in(seat):
        return Refused(Why.NOT_THERE)
    own = state.seat_of(request.user)
    if not _decides_alone(state, request) and (own is None or not match.is_in(own)):
        return Refused(Code.SEAT_IS_OUT)
    member = state.members[seat]
    if request.push is Push.REMOVE:
        return None if request.is_moderator or _is_idle(member) else Refused(Why.NOT_IDLE)
    if seat != state.to_move:
        return Refused(Why.NOT_TO_MOVE)
    if member.is_away:
        return Outdated()  # the computer that holds his seat is about to move
    when = skippable_from(state)
    return None if request.is_moderator or now >= when else Refused(Why.TOO_SOON, {"when": when})


def _decides_alone(state: TableState, request: GoOnWithout) -> bool:
    return request.is_moderator or request.user == state.record.host


def _is_idle(member: Member) -> bool:
    return member.missed > 0 or member.is_away


def _ballots(state: TableState, request: GoOnWithout) -> tuple[Ballot | None, Ballot]:
    """The vote as it was, if there was one, and with one voice more; over half of the others carry it."""
    match = running_of(state).match
    there = {
        user
        for seat, member in enumerate(state.members)
        if (user := member.user) is not None and user != request.whom
        if not member.gone and match.is_in(seat)
        if not member.is_away or user == request.user
    }
    before = next(
        (each for each in state.ballots if (each.push, each.whom) == (request.push, request.whom)), None
    )
    voters = before.voters if before else frozenset[int]()
    needed = majority(tuple(there))
    return before, Ballot(request.push, request.whom, (voters & there) | {request.user}, needed)


def _stands(ballot: Ballot, state: TableState, *, is_same_turn: bool) -> bool:
    seat = state.seat_of(ballot.whom)
    if seat is None or state.members[seat].gone or not state.is_open:
        return False
    return is_same_turn if ballot.push is Push.SKIP else _is_idle(state.members[seat])


def _pushed(state: TableState, request: GoOnWithout, holder: str | None, now: float) -> Verdict:
    if state.awaits(request.whom):
        return latecomers.stop_waiting(state, request.whom)
    seat = state.seat_of(request.whom)
    if seat is None:
        return Refused(Why.NOT_THERE)
    if request.push is Push.SKIP:
        return play.time_out(state, seat, holder, now)
    if state.record.status is Status.LOBBY:
        return lobby.leave(state, seat)
    return play.leave(state, seat, now)
