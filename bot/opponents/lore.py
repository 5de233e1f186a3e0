"""What a player works out once about the rules of a table, kept for the next decision.

Memories are bounded and forget the oldest entry first.
"""

from functools import lru_cache

from bot.engine.cards import RANK, Card, CardSet, cards_in, points_table
from bot.engine.house_rules import HouseRules
from bot.engine.melds import book_for

MEMORY = 1 << 15
"""Hands that one `Lore` remembers."""
TABLES = 64
"""Rule sets that are remembered."""

CARD_WEIGHT = 4.5
"""Points that one card more in the hand is worth."""
JOKER_WEIGHT = 6.0
"""Points that a joker is worth beyond its own."""


class Lore:
    """Points, melds and typical cards under one choice of house rules."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.values = points_table(rules.face_values)
        self.rank_values = (0, *(self.values[card] for card in range(13)))
        """Points by rank, jokers first."""
        self.discards = book_for(rules).discards
        self.best_shed = lru_cache(MEMORY)(self._best_shed)
        self.points = lru_cache(MEMORY)(self._points)

    def _points(self, hand: CardSet) -> int:
        return sum(self.values[card] for card in cards_in(hand))

    def shed(self, discard: tuple[Card, ...]) -> float:
        """What laying these cards is worth: points, cards beyond the first, less the jokers spent."""
        jokers = sum(not RANK[card] for card in discard)
        points = sum(self.values[card] for card in discard)
        return points + CARD_WEIGHT * (len(discard) - 1) - JOKER_WEIGHT * jokers

    def _best_shed(self, hand: CardSet) -> float:
        return max((self.shed(discard) for discard in self.discards(hand)), default=0.0)


_by_identity: dict[int, tuple[HouseRules, Lore]] = {}


def lore_of(rules: HouseRules) -> Lore:
    """The lore of these rules; the rules of a running match are found again by identity."""
    known = _by_identity.get(id(rules))
    if known is not None and known[0] is rules:
        return known[1]
    lore = _lore_for(rules)
    if len(_by_identity) >= TABLES:
        del _by_identity[next(iter(_by_identity))]
    _by_identity[id(rules)] = (rules, lore)
    return lore


@lru_cache(TABLES)
def _lore_for(rules: HouseRules) -> Lore:
    return Lore(rules)
