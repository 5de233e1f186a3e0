"""Turn clocks and lobby expiry as data: when something falls due, and how long a person may think.

Times are epoch seconds, durations seconds. A clock belongs to one turn of one seat: what others do
meanwhile (a slap, leaving) neither stops nor restarts it.
"""

from dataclasses import replace

from bot.manager.table_state import TableState
from bot.ports.tables import Member, Status

LOBBY_SECONDS = 30 * 60
"""A lobby in which nothing happens for so long is closed."""
COUNTDOWN_SECONDS = 15
"""Between the last seat taken and the start of a match that starts by itself: time to leave."""
LEAST_TURN_SECONDS = 15
MISSES_UNTIL_AWAY = 3
"""Turns in a row that the clock plays before a computer holds the seat."""
IDLE_SECONDS = 14 * 24 * 60 * 60
"""A match without a turn clock in which nobody moves for so long is stopped."""


def allowance(turn_seconds: int, missed: int) -> float:
    """Seconds for a turn after so many missed ones: full, half, a quarter, but never under 15."""
    return max(LEAST_TURN_SECONDS, turn_seconds / 2 ** min(missed, 2))


def is_expired(state: TableState, now: float) -> bool:
    """Whether the clock has something to do at this table."""
    deadline = state.record.deadline
    if deadline is not None:
        return state.is_open and deadline <= now
    return is_forsaken(state, now)


def is_forsaken(state: TableState, now: float) -> bool:
    """A match without a turn clock that nobody has touched for two weeks."""
    running = state.running
    is_unclocked = running is not None and running.tempo.turn_seconds is None
    return is_unclocked and state.record.status is Status.PLAYING and now - state.touched >= IDLE_SECONDS


def with_clock(before: TableState, after: TableState, now: float) -> TableState:
    """The changed table with its clock: a running one goes on, a new turn gets a new one."""
    is_same_clock = (_thinker(before) is None) == (_thinker(after) is None)
    if is_same_clock and is_same_turn(before, after):
        return after
    return replace(with_fair_clock(after, now), host_seen=after.host_seen)


def is_same_turn(before: TableState, after: TableState) -> bool:
    """Whether the turn that ran goes on."""
    return after.to_move is not None and _turn(before) == _turn(after)


def fresh_deadline(state: TableState, now: float) -> float | None:
    """The deadline of a clock that starts now."""
    if state.record.status is Status.LOBBY:
        return now + (COUNTDOWN_SECONDS if state.is_starting else LOBBY_SECONDS)
    thinker = _thinker(state)
    seconds = state.running.tempo.turn_seconds if state.running else None
    if thinker is None or seconds is None:
        return None
    return now + allowance(seconds, thinker.missed)


def with_fair_clock(state: TableState, now: float) -> TableState:
    """The same table with a clock that starts now: whoever is to move has a whole turn before him."""
    record = replace(state.record, deadline=fresh_deadline(state, now))
    started = None if state.to_move is None else now
    return replace(state, record=record, turn_started=started, host_seen=now)


def _thinker(state: TableState) -> Member | None:
    """The person to move, unless a computer holds his seat."""
    seat = state.to_move
    if seat is None:
        return None
    member = state.members[seat]
    return None if member.is_computer or member.is_away else member


def _turn(state: TableState) -> tuple[int, ...] | None:
    """What tells one turn from all others: round, seat, and the turns it took before."""
    seat = state.to_move
    now = state.running.match.round if state.running else None
    if seat is None or now is None:
        return None
    return now.number, seat, now.turns[seat], int(now.caller is not None)
