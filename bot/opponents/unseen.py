"""Counting cards: what a seat cannot see, and what that says of the other hands."""

import math
from functools import lru_cache

from bot.engine.cards import RANK, CardSet, card_set, cards_in, pack
from bot.engine.house_rules import HouseRules
from bot.engine.views import Place, SeatView
from bot.opponents.lore import Lore

PULL = 0.04
"""How much rarer a point makes a card in a hand, for each turn its holder has taken."""
PULL_TURNS = 4
"""Turns after which a hand is no more sorted than before."""


@lru_cache(64)
def _pack_set(packs: int, jokers_per_pack: int) -> CardSet:
    return card_set(pack(packs, jokers_per_pack))


def pack_of(rules: HouseRules, players: int) -> CardSet:
    """All cards in play at a table that began with so many players."""
    return _pack_set(rules.packs_for(players), rules.jokers_per_pack)


def unseen_cards(view: SeatView) -> CardSet:
    """The cards that may be in the stock or hidden in another hand."""
    table = view.table
    seen = view.hand | table.buried | card_set(table.open)
    for place in table.places:
        seen |= place.known
    return pack_of(table.rules, len(table.places)) & ~seen


def by_rank(cards: CardSet) -> list[int]:
    """How many cards of each rank; jokers at place 0."""
    counts = [0] * 14
    for card in cards_in(cards):
        counts[RANK[card]] += 1
    return counts


def others(view: SeatView) -> list[Place]:
    """The other seats that were dealt in, in turn order after this one."""
    places = view.table.places
    seats = len(places)
    turned = (places[(view.seat + step) % seats] for step in range(1, seats))
    return [place for place in turned if not place.out]


def partners(view: SeatView) -> list[Place]:
    """Those of the others who play in the same team."""
    own = view.table.places[view.seat].team
    return [place for place in others(view) if own is not None and place.team == own]


class Belief:
    """What the hidden cards of the others may be worth."""

    def __init__(self, lore: Lore, unseen: CardSet) -> None:
        self._lore = lore
        counts = [0] * (max(lore.values) + 1)
        for card in cards_in(unseen):
            counts[lore.values[card]] += 1
        self._counts = counts
        self._shares: dict[int, list[float]] = {}

    def share(self, turns: int) -> list[float]:
        """Probability of each value for one hidden card of a player who took so many turns."""
        sorted_turns = min(turns, PULL_TURNS)
        found = self._shares.get(sorted_turns)
        if found is None:
            weights = [n * math.exp(-PULL * sorted_turns * v) for v, n in enumerate(self._counts)]
            total = sum(weights) or 1.0
            found = self._shares[sorted_turns] = [weight / total for weight in weights]
        return found

    def totals(self, place: Place, most: int) -> list[float]:
        """Probability of each total from 0 to `most` for a hand; what is missing to 1 is above."""
        known = self._lore.points(place.known)
        hidden = max(0, place.cards - place.known.bit_count())
        share = self.share(place.turns)
        totals = [0.0] * (most + 1)
        if known > most:
            return totals
        totals[known] = 1.0
        for _ in range(hidden):
            totals = [
                sum(totals[total - value] * share[value] for value in range(min(total, len(share) - 1) + 1))
                for total in range(most + 1)
            ]
        return totals

    def at_most(self, place: Place, points: int) -> float:
        """P(the hand of this seat counts at most so many points)."""
        return sum(self.totals(place, points)) if points >= 0 else 0.0

    def mean(self, place: Place) -> float:
        share = self.share(place.turns)
        one = sum(value * chance for value, chance in enumerate(share))
        return self._lore.points(place.known) + one * max(0, place.cards - place.known.bit_count())
