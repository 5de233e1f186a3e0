"""Why `hard` does what it does, as data that a hint can put into words."""

import random
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.actions import Action, Call, Pass, Slap, Swap, Turn
from bot.engine.cards import Card, cards_in
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.hard import calm_risk, hard, risk_of_assaf
from bot.opponents.lore import lore_of
from bot.opponents.score import saved
from bot.opponents.unseen import others


class Motive(StrEnum):
    """The one thing that decided."""

    MUST = "must"
    """There is nothing else to do."""
    SAFE_CALL = "safe_call"
    """The risk of Assaf is small enough."""
    BOLD_CALL = "bold_call"
    """The risk of Assaf is not small, but the totals make the call worth it."""
    PATIENCE_OVER = "patience_over"
    """The round has gone on long enough to take a bigger risk."""
    LANDING = "landing"
    """The hand it leads to would land on a mark."""
    LAST_TURN = "last_turn"
    """The lowest price at the show of a final lap."""
    BETTER_HAND = "better_hand"
    """The hand that will cost least until the end of the round."""
    SLAP = "slap"
    """A card less for nothing."""
    ROUND_ENDS = "round_ends"
    """The stock is empty, and to draw from it ends the round without a call (rule 3.8)."""


SMALL_RISK = 0.25
"""Risk of Assaf up to which a call speaks for itself."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A move and what was counted for it. Nothing here tells more than the seat may see."""

    action: Action
    motive: Motive
    points: int
    """Points of the hand before the move."""
    risk_of_assaf: float | None
    """P(a call now is beaten); `None` where no call is allowed."""
    known_cards: tuple[tuple[int, tuple[Card, ...]], ...]
    """Seats with the cards that they took openly and still hold."""


def explain(view: SeatView, legal: Legal) -> Reason:
    """What `hard` would do here, and why. `legal` must not be empty."""
    chance = random.Random(0)  # noqa: S311 - a hint is the same whenever it is asked for
    action = hard(view, legal, chance)
    risk = risk_of_assaf(view, random.Random(0)) if legal.may_call else None  # noqa: S311
    after = _points_after(view, action)
    rules, total = view.table.rules, view.table.places[view.seat].total
    saves = saved(rules, total, after) if after is not None else 0
    return Reason(
        action=action,
        motive=_motive(view, legal, action, saves, risk),
        points=view.points,
        risk_of_assaf=risk,
        known_cards=tuple((place.seat, cards_in(place.known)) for place in others(view) if place.known),
    )


def _points_after(view: SeatView, action: Action) -> int | None:
    """Points of the hand after a move; `None` with an unknown card, a call or a pass."""
    lore = lore_of(view.table.rules)
    if isinstance(action, Swap):
        return lore.points(view.hand & ~(1 << action.card) | 1 << action.joker)
    if not isinstance(action, Turn) or action.draw is None:
        return None
    kept = view.hand
    for card in action.discard:
        kept &= ~(1 << card)
    return lore.points(kept | 1 << action.draw)


def _motive(view: SeatView, legal: Legal, action: Action, saves: int, risk: float | None) -> Motive:
    # Nobody has to slap: even where nothing else may be done, it is a choice.
    if isinstance(action, Slap):
        return Motive.SLAP
    if isinstance(action, Pass) and not legal.may_pass:
        # A slap is let go.
        return Motive.BETTER_HAND
    if len(legal) == 1 or legal.must_call:
        return Motive.MUST
    if isinstance(action, Call):
        return _motive_of_call(view, risk or 0.0)
    return _motive_of_turn(view, action, saves)


def _motive_of_call(view: SeatView, risk: float) -> Motive:
    if risk > calm_risk(view):
        return Motive.PATIENCE_OVER
    return Motive.SAFE_CALL if risk <= SMALL_RISK else Motive.BOLD_CALL


def _motive_of_turn(view: SeatView, action: Action, saves: int) -> Motive:
    if view.table.phase is Phase.FINAL_LAP:
        return Motive.LAST_TURN
    is_from_stock = isinstance(action, Turn) and action.draw is None
    if is_from_stock and not view.table.stock and view.table.rules.stock_empty != "reshuffle":
        return Motive.ROUND_ENDS
    return Motive.LANDING if saves else Motive.BETTER_HAND
