"""From what was decided to what the asker hears: his own hand, and events as he may know them."""

from dataclasses import replace

from bot.engine.views import redact
from bot.manager.outcomes import Accepted, Outcome, Refused, Stale, Why
from bot.manager.table_state import Draft, Outdated, TableState, hand_of, table_of
from bot.ports.tables import Hand


def accepted(after: TableState, draft: Draft, user: int | None) -> Outcome:
    """The answer to a request that was committed."""
    if draft.answer is not None:
        return answered(after, draft.answer, user)
    seat = None if user is None else after.seat_of(user)
    events = tuple(redact(event, seat) for event in draft.events)
    return Accepted(table_of(after), _hand(after, user), events)


def answered(state: TableState | None, verdict: Refused | Outdated, user: int | None) -> Outcome:
    """The answer to a request that changed nothing."""
    if isinstance(verdict, Outdated):
        return Refused(Why.NO_TABLE) if state is None else Stale(table_of(state), _hand(state, user))
    if state is None:
        return verdict
    return replace(verdict, table=table_of(state), hand=_hand(state, user))


def _hand(state: TableState, user: int | None) -> Hand | None:
    return None if user is None else hand_of(state, user)
