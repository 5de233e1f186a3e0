"""People who come while a match is at play: they wait in line and are seated at a deal (rule 7.12). Pure."""

from dataclasses import replace

from bot.engine.actions import Leave
from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.match import can_join_late, join_late
from bot.engine.state import MatchState
from bot.manager.outcomes import Refused, Why
from bot.manager.table_state import Draft, TableState, running_of
from bot.ports.tables import Member

MOST_SEATS = 10
"""At one table in all, whoever is out or has left included."""


def wait(state: TableState, user: int, name: str) -> Draft | Refused:
    """Somebody joins the line, if today there would be a seat for him at the next deal."""
    refusal = _why_not(state)
    return refusal or Draft(_with_line(state, (*state.waiting, Member(name, user))))


def stop_waiting(state: TableState, user: int) -> Draft:
    return Draft(_with_line(state, tuple(member for member in state.waiting if member.user != user)))


def seated(state: TableState) -> TableState:
    """The table between two rounds with those from the line for whom there is a seat; the rest waits on."""
    running, members, line = running_of(state), state.members, list(state.waiting)
    match = running.match
    while line and len(members) < MOST_SEATS and can_join_late(match):
        match = join_late(match)
        members = (*members, replace(line.pop(0), since=match.round_number + 1))
    record = replace(state.record, members=members, waiting=tuple(line))
    return replace(state, record=record, running=replace(running, match=match))


def _why_not(state: TableState) -> Refused | None:
    """What keeps one more person from the next deal, as the match stands now."""
    if state.rules.late_join == "none":
        return Refused(Why.ALREADY_STARTED)
    coming = _at_next_deal(state)
    if coming.is_over:
        return Refused(Why.TOO_LATE_TO_JOIN)
    if len(coming.totals) >= MOST_SEATS:
        return Refused(Why.TABLE_FULL, {"most": MOST_SEATS})
    if not _has_seat(coming):
        return Refused(Why.TABLE_FULL, {"most": len(coming.seats_in())})
    return None if can_join_late(coming) else Refused(Why.TOO_LATE_TO_JOIN)


def _at_next_deal(state: TableState) -> MatchState:
    """The match as it would be dealt on if the round ended now: leavers gone, the line seated."""
    match = replace(running_of(state).match, round=None)
    for seat, member in enumerate(state.members):
        if member.leaving and match.is_in(seat):
            step = apply(match, seat, Leave())
            match = match if isinstance(step, Rejection) else step.state
    for _ in state.waiting:
        match = join_late(match) if can_join_late(match) else match
    return match


def _has_seat(match: MatchState) -> bool:
    """Whether the rules and the cards leave room for one more."""
    rules, players, seats = match.rules, len(match.seats_in()) + 1, len(match.totals) + 1
    return (
        players <= rules.seats
        and rules.can_deal(players)
        and rules.packs_for(seats) == rules.packs_for(seats - 1)
    )


def _with_line(state: TableState, waiting: tuple[Member, ...]) -> TableState:
    return replace(state, record=replace(state.record, waiting=waiting))
