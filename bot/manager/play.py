"""What happens between the first deal and the end: a table and an action give the next table. Pure."""

from dataclasses import replace

from bot.engine.actions import Action, Leave, Timeout
from bot.engine.apply import apply
from bot.engine.errors import Code, IllegalActionError, Rejection
from bot.engine.events import Event, RoundEnded
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState, Step, clockwise
from bot.engine.transcript import action_to_json
from bot.engine.views import redact
from bot.manager import latecomers, records
from bot.manager.deadlines import MISSES_UNTIL_AWAY
from bot.manager.outcomes import Refused
from bot.manager.table_state import (
    Draft,
    Outdated,
    Running,
    TableState,
    Tempo,
    Verdict,
    running_of,
    with_member,
)
from bot.ports.store import MoveRecord
from bot.ports.tables import Member, Status

SILENT_ROUNDS = 2
"""After so many rounds at whose end every person still in was away, the match is stopped."""
MISSED_ON_RETURN = 1
"""Who takes his seat back has half the allowance until he plays."""


def begin(state: TableState, tempo: Tempo) -> Draft:
    """The first deal. The host sits at seat 0, where the switch `first_starter` looks for him."""
    match = new_match(state.rules, len(state.members), state.record.seed)
    members = _from(state.members, state.seat_of(state.record.host) or 0)
    record = replace(state.record, status=Status.PLAYING, members=members)
    dealt = replace(state, record=record, running=Running(match, tempo), extended=frozenset())
    return _dealt(Draft(dealt))


def act(state: TableState, seat: int, action: Action, now: float) -> Draft | Refused:
    """A person's or a computer's action: played, or refused by the rules."""
    running = running_of(state)
    step = apply(running.match, seat, action)
    if isinstance(step, Rejection):
        return Refused(step.code, step.params)
    number = running.moves + 1
    move = MoveRecord(number, running.match.round_number, seat, action_to_json(action), now)
    played = replace(state, running=replace(running, moves=number))
    return _followed(Draft(played, moves=(move,)), step, now)


def act_in_person(state: TableState, seat: int, action: Action, now: float) -> Draft | Refused:
    """The same for a person who presses himself: what he missed is forgotten."""
    present = replace(state.members[seat], missed=0, level=None)
    return act(with_member(state, seat, present), seat, action, now)


def time_out(state: TableState, seat: int, holder: str | None, now: float) -> Draft | Refused:
    """The clock plays for a person (rule 5.7).

    After the third time in a row the level `holder` takes the seat, unless the server has chosen that the
    clock plays on, or that he is out.
    """
    member, absent = state.members[seat], running_of(state).tempo.absent
    missed = member.missed + 1
    if missed >= MISSES_UNTIL_AWAY and absent == "remove":
        return leave(state, seat, now)
    level = holder if missed >= MISSES_UNTIL_AWAY and absent == "hold" else None
    return act(with_member(state, seat, replace(member, missed=missed, level=level)), seat, Timeout(), now)


def leave(state: TableState, seat: int, now: float) -> Draft | Refused:
    """A person leaves for good (rule 7.11); the host's part goes to the next person, if there is one."""
    return act(_without(state, seat), seat, Leave(), now)


def leave_later(state: TableState, seat: int) -> Verdict:
    """The same as soon as the running round has ended."""
    member = state.members[seat]
    if not running_of(state).match.is_in(seat):
        return Refused(Code.SEAT_IS_OUT)
    return Outdated() if member.leaving else Draft(with_member(state, seat, replace(member, leaving=True)))


def stay(state: TableState, seat: int) -> Verdict:
    """Not after all."""
    member = state.members[seat]
    return Draft(with_member(state, seat, replace(member, leaving=False))) if member.leaving else Outdated()


def taken_back(state: TableState, seat: int) -> TableState:
    """The owner is back at his seat."""
    member = replace(state.members[seat], level=None, missed=MISSED_ON_RETURN)
    return with_member(state, seat, member)


def stopped(state: TableState) -> TableState:
    """Ended before a winner was known, in the lobby or at play."""
    return _closed(state, Status.STOPPED)


def _closed(state: TableState, status: Status) -> TableState:
    """Nobody is to move, to leave or to sit down here any more."""
    members = tuple(replace(member, leaving=False) for member in state.members)
    return replace(state, record=replace(state.record, status=status, members=members, waiting=()))


def _without(state: TableState, seat: int) -> TableState:
    """A person has got up for good; the host's part goes to the next one."""
    gone = replace(state.members[seat], gone=True, leaving=False, level=None)
    return _with_host(with_member(state, seat, gone), seat)


def _from(members: tuple[Member, ...], seat: int) -> tuple[Member, ...]:
    """The same circle, beginning with this seat."""
    return (*members[seat:], *members[:seat])


def _with_host(state: TableState, leaver: int) -> TableState:
    """Another host where the leaver was it: the next person clockwise, rather one who is still in."""
    if state.members[leaver].user != state.record.host:
        return state
    match = running_of(state).match
    heirs = [
        (not match.is_in(seat), order, member.user)
        for order, seat in enumerate(clockwise(len(state.members), leaver))
        if (member := state.members[seat]).user is not None and not member.gone
    ]
    if not heirs:
        return state
    return replace(state, record=replace(state.record, host=min(heirs)[2]))


def _with_host_present(state: TableState) -> TableState:
    """Where everybody else had left, the part of the host waited for a newcomer."""
    seat = state.seat_of(state.record.host)
    return state if seat is None or not state.members[seat].gone else _with_host(state, seat)


def _followed(draft: Draft, step: Step, now: float) -> Draft:
    """What an action leads to: the game goes on, the next round is dealt, or the match is over."""
    running = running_of(draft.state)
    results = [event.result for event in step.events if isinstance(event, RoundEnded)]
    running = replace(
        running,
        match=step.state,
        recent=(*running.recent, *public(step.events)),
        last_round=results[-1] if results else running.last_round,
        silent_rounds=_silent_rounds(draft.state, step.state) if results else running.silent_rounds,
    )
    state = replace(draft.state, running=running)
    rounds = tuple(records.round_record(state, result, now) for result in results)
    draft = replace(draft, state=state, rounds=rounds, events=step.events)
    if not _has_person(state):
        return replace(draft, state=stopped(state))
    if step.state.is_over:
        return _over(draft, now)
    return draft if step.state.round is not None else _next_round(draft, now)


def _over(draft: Draft, now: float) -> Draft:
    state, result = draft.state, running_of(draft.state).match.result
    if result is None:
        raise ValueError(f"the match of table {state.record.id} goes on")
    match = records.match_record(state, result, now)
    return replace(draft, state=_closed(state, Status.OVER), match=match)


def _next_round(draft: Draft, now: float) -> Draft:
    """Who was to leave goes, who waits sits down, then cards are dealt, if anybody is there to play."""
    before, draft = draft, _with_leavers_gone(draft, now)
    left = draft.state
    if running_of(left).match.is_over and (relieved := _relieved(before, now)) is not None:
        return relieved
    if running_of(left).match.is_over:
        return _over(draft, now) if _has_person(left) else replace(draft, state=stopped(left))
    state = _with_line_seated(left)
    running = running_of(state)
    if not _has_person(state) or running.silent_rounds >= SILENT_ROUNDS:
        return replace(draft, state=stopped(left))
    return _dealt(replace(draft, state=state))


def _relieved(draft: Draft, now: float) -> Draft | None:
    """The match goes on for who waits in line where it would end with those who leave.

    They go as soon as cards are dealt, so that it never has one side alone (rule 7.11); `None` where nobody
    can sit down.
    """
    state = _with_line_seated(draft.state)
    if len(state.members) == len(draft.state.members):
        return None
    draft = _with_leavers_gone(_dealt(replace(draft, state=state)), now)
    if running_of(draft.state).match.is_over:
        return _over(draft, now)
    return draft


def _with_line_seated(before: TableState) -> TableState:
    """Who waits in line sits down, and the match is no longer a silent one."""
    state = latecomers.seated(before)
    if len(state.members) == len(before.members):
        return state
    return _with_host_present(replace(state, running=replace(running_of(state), silent_rounds=0)))


def _with_leavers_gone(draft: Draft, now: float) -> Draft:
    """Whoever wanted to stay until the round ended leaves, unless the round has put him out."""
    for seat, member in enumerate(draft.state.members):
        match = running_of(draft.state).match
        if member.leaving and match.is_in(seat) and not match.is_over:
            draft = _left_between_rounds(draft, seat, now)
        elif member.leaving:
            state = with_member(draft.state, seat, replace(member, leaving=False))
            draft = replace(draft, state=state)
    return draft


def _left_between_rounds(draft: Draft, seat: int, now: float) -> Draft:
    running = running_of(draft.state)
    step = apply(running.match, seat, Leave())
    if isinstance(step, Rejection):
        raise IllegalActionError(f"seat {seat} cannot leave between two rounds: {step.code}")
    number = running.moves + 1
    move = MoveRecord(number, running.match.round_number, seat, action_to_json(Leave()), now)
    recent = (*running.recent, *public(step.events))
    running = replace(running, match=step.state, moves=number, recent=recent)
    return replace(
        draft,
        state=replace(_without(draft.state, seat), running=running),
        moves=(*draft.moves, move),
        events=(*draft.events, *step.events),
    )


def _has_person(state: TableState) -> bool:
    return any(not member.is_computer and not member.gone for member in state.members)


def _dealt(draft: Draft) -> Draft:
    """The next round in the same commit, with what a restart in the midst of it needs."""
    running = running_of(draft.state)
    step = deal_round(running.match)
    record = replace(draft.state.record, checkpoint=running.checkpoint(), round=step.state.round_number)
    running = replace(running, match=step.state, recent=public(step.events))
    state = replace(draft.state, record=record, running=running)
    return replace(draft, state=state, events=(*draft.events, *step.events))


def public(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events as everybody may know them."""
    return tuple(redact(event, None) for event in events)


def _silent_rounds(state: TableState, match: MatchState) -> int:
    """How many rounds in a row have ended with nobody at the table, the one that just ended included."""
    persons = [
        member
        for seat, member in enumerate(state.members)
        if member.user is not None and not member.gone and match.is_in(seat)
    ]
    is_silent = bool(persons) and all(
        member.is_away or member.missed >= MISSES_UNTIL_AWAY for member in persons
    )
    return running_of(state).silent_rounds + 1 if is_silent else 0
