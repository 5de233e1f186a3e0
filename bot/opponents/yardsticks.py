"""Fixed opponents that the levels are measured by. They stay as they are; they are also examples of an
opponent of one's own. Their strength is written down in `docs/opponents.md`.
"""

import random

from bot.engine.actions import STOCK, Action, Call, Pass, Slap, Turn
from bot.engine.cards import Card
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.heuristic import UNKNOWN_CARD, look_ahead
from bot.opponents.lore import Lore, lore_of

LOW_CARD = 4
"""Greedy takes an open card of at most so many points."""
CALL_AT = {1: 1, 2: 4, 3: 6}
"""Highest hand that medium calls with, by the fewest cards any opponent holds."""
CALL_AT_ELSE = 7
PATIENCE = 10
"""Own turns after which medium begins to call with more."""


def random_play(_view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Uniform over legal discards and draws; calls and slaps whenever allowed."""
    if legal.may_call:
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    if legal.may_pass and (not legal.discards or rng.random() < 0.5):
        return Pass()
    return any_turn(legal, rng)


def any_turn(legal: Legal, rng: random.Random) -> Action:
    """Any discard, then any draw."""
    if not legal.discards:
        return rng.choice(tuple(legal))
    discard = rng.choice(legal.discards)
    return Turn(discard, rng.choice(legal.draws_after(discard)))


def greedy(view: SeatView, legal: Legal, _rng: random.Random) -> Action:
    """Most points first, an open card if it is low; calls and slaps whenever allowed."""
    if legal.may_call:
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    return greedy_turn(view, legal)


def greedy_turn(view: SeatView, legal: Legal) -> Action:
    if not legal.discards:
        return Pass() if legal.may_pass else next(iter(legal))
    lore = lore_of(view.table.rules)
    discard = max(legal.discards, key=lambda cards: (_points(lore, cards), len(cards)))
    draws = legal.draws_after(discard)
    draw = _low_or_stock(lore, draws)
    gain = _points(lore, discard) - (UNKNOWN_CARD if draw is None else lore.values[draw])
    if view.table.phase is Phase.FINAL_LAP and legal.may_pass and gain <= 0:
        return Pass()
    return Turn(discard, draw)


def medium(view: SeatView, legal: Legal, _rng: random.Random, *, more: int = 0) -> Action:
    """Looks one turn ahead and calls by the fewest cards any opponent holds.

    `more`: points by which the hand may be above that limit.
    """
    if legal.must_call or (legal.may_call and view.points <= call_limit_by_counts(view) + more):
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    if legal.may_pass and not legal.discards:
        return Pass()
    return look_ahead(view, legal)


def call_limit_by_counts(view: SeatView) -> int:
    """The highest hand worth a call; rises by one every two own turns after the tenth."""
    places = view.table.places
    fewest = min(place.cards for place in places if place.seat != view.seat and not place.out)
    impatience = max(0, (places[view.seat].turns - PATIENCE) // 2)
    return CALL_AT.get(fewest, 0 if not fewest else CALL_AT_ELSE) + impatience


def _points(lore: Lore, cards: tuple[Card, ...]) -> int:
    return sum(lore.values[card] for card in cards)


def _low_or_stock(lore: Lore, draws: tuple[Card | None, ...]) -> Card | None:
    cards = [card for card in draws if card is not None]
    lowest = min(cards, key=lore.values.__getitem__, default=None)
    if lowest is not None and (lore.values[lowest] <= LOW_CARD or STOCK not in draws):
        return lowest
    return STOCK
