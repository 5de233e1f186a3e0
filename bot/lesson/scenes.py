"""The lesson page by page: what the learner sees, and whether his move is the one it is about.

Everything follows from the number of the page: the rounds are played again by the real rules each time,
which takes less than a millisecond.
"""

from functools import cache

from bot.engine.actions import Action, Call, Turn
from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.events import Event, RoundEnded
from bot.engine.legal import why_not
from bot.engine.match import Opening, deal_round, new_match
from bot.engine.results import RoundResult
from bot.engine.state import MatchState, Step
from bot.engine.views import redact, table_view, view_for
from bot.lesson.script import COMPUTER, FIRST_DEAL, LEARNER, REPLIES, RIGHT, RULES, SECOND_DEAL
from bot.ports.lesson import TABLE, Page, Slip
from bot.ports.tables import Hand, Member, Status, Table

ROBOT = Member("Noa", level="easy")
_SEED = "0" * 64
_DEALS = {Page.PAIR: FIRST_DEAL, Page.RISK: SECOND_DEAL}


def scene(page: Page, name: str) -> Hand:
    """What a learner of this name has before him: his hand, or on a page with a result the table after it."""
    state, events = _position(page)
    ended = next((event.result for event in reversed(events) if isinstance(event, RoundEnded)), None)
    return Hand(_table(state, events, name, ended), view_for(state, LEARNER), str(page.value))


def judge(page: Page, action: Action) -> Slip | Rejection | None:
    """`None` for the move that the page waits for; otherwise what is wrong with it here."""
    state, _ = _position(page)
    refusal = why_not(state, LEARNER, action)
    if refusal is not None:
        return refusal
    wanted = RIGHT[page]
    if isinstance(wanted, Call) or not isinstance(action, Turn):
        is_right = isinstance(wanted, Call) and isinstance(action, Call)
        return None if is_right else Slip.CALL if isinstance(action, Call) else Slip.PLAY
    if not isinstance(wanted, Turn) or set(action.discard) != set(wanted.discard):
        return Slip.CARDS
    if action.draw != wanted.draw:
        return Slip.STOCK if action.draw is None else Slip.OPEN
    return None


@cache
def _position(page: Page) -> tuple[MatchState, tuple[Event, ...]]:
    """The match at the start of a page, and what happened in its round so far."""
    state, events = new_match(RULES, 2, _SEED), ()
    for done in Page:
        if done in _DEALS:
            step = deal_round(state, Opening(dealer=COMPUTER, starter=LEARNER, deal=_DEALS[done]))
            state, events = step.state, step.events
        if done == page:
            break
        for seat, moves in ((LEARNER, RIGHT), (COMPUTER, REPLIES)):
            if done in moves:
                step = _applied(state, seat, moves[done])
                state, events = step.state, (*events, *step.events)
    return state, events


def _applied(state: MatchState, seat: int, action: Action) -> Step:
    step = apply(state, seat, action)
    if isinstance(step, Rejection):
        raise TypeError(f"the lesson breaks the rules: {step.code}")
    return step


def _table(state: MatchState, events: tuple[Event, ...], name: str, ended: RoundResult | None) -> Table:
    return Table(
        id=TABLE,
        guild=0,
        channel=0,
        message=None,
        language="en",
        host=0,
        status=Status.PLAYING,
        rules=RULES,
        members=(Member(name, user=0), ROBOT),
        version=len(events),
        deadline=None,
        commitment="",
        view=table_view(state),
        recent=tuple(redact(event, LEARNER) for event in events),
        last_round=ended,
    )
