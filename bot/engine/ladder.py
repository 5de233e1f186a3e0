"""Runs: consecutive ranks of a suit, with jokers and the ace as the house rules say (rules 2.6 to 2.9).

The ladder has a rung for each place in a run: 1 (ace) to 13 (king); 14 is the ace above the king; with a
wrapping ace the rungs go round once more.
"""

from collections.abc import Iterator

from bot.engine.cards import RANK, SUIT, Card
from bot.engine.house_rules import HouseRules
from bot.engine.values import value

RANKS = 13
_TOP = {"low": RANKS, "high_or_low": RANKS + 1, "wrap": 2 * RANKS - 1}


@value
class Rungs:
    """Cards of a run in their order with the rung of each."""

    cards: tuple[Card, ...]
    places: tuple[int, ...]


class Ladder:
    """Runs under one choice of house rules."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._top = _TOP[rules.ace_in_runs]

    def rank_at(self, rung: int) -> int:
        return (rung - 1) % RANKS + 1

    def laid(self, cards: tuple[Card, ...]) -> Rungs | None:
        """The run these cards make: in the order picked where that runs, else put in order (rule 2.9)."""
        if not self._may_be_run(cards):
            return None
        run = self.as_laid(cards)
        if run is not None:
            return run
        naturals = tuple(card for card in cards if RANK[card])
        return self.in_order(naturals, tuple(card for card in cards if not RANK[card]))

    def as_laid(self, cards: tuple[Card, ...]) -> Rungs | None:
        """The run in exactly this order, upwards or downwards (rule 2.9)."""
        if not self._may_be_run(cards):
            return None
        if self._rules.jokers_in_runs == "gaps_only" and not (RANK[cards[0]] and RANK[cards[-1]]):
            return None
        at = next(index for index, card in enumerate(cards) if RANK[card])
        for step in (1, -1):
            for rung in self._rungs_of(RANK[cards[at]]):
                places = tuple(rung + step * (index - at) for index in range(len(cards)))
                if self._fits(cards, places):
                    return Rungs(cards, places)
        return None

    def in_order(self, naturals: tuple[Card, ...], jokers: tuple[Card, ...]) -> Rungs | None:
        """The run upwards: gaps are filled first, spare jokers high, then low (2.9); not of jokers alone."""
        best = min(self._placings(naturals), key=_span)
        spare = len(jokers) - (_span(best) - len(best))
        if spare < 0 or (spare and self._rules.jokers_in_runs == "gaps_only"):
            return None
        high = min(spare, self._top - best[-1][0])
        first = best[0][0] - (spare - high)
        if first < 1:
            return None
        size = len(naturals) + len(jokers)
        if size > RANKS or size < self._rules.run_min:
            return None
        at, helpers = dict(best), iter(jokers)
        places = tuple(range(first, first + size))
        return Rungs(tuple(at[rung] if rung in at else next(helpers) for rung in places), places)

    def _may_be_run(self, cards: tuple[Card, ...]) -> bool:
        naturals = [card for card in cards if RANK[card]]
        jokers = len(cards) - len(naturals)
        rules = self._rules
        return (
            rules.run_min <= len(cards) <= RANKS
            and len(naturals) >= rules.min_naturals_in_run
            and jokers <= (0 if rules.jokers_in_runs == "none" else rules.max_jokers_per_run)
            and len({SUIT[card] for card in naturals}) == 1
            and len({RANK[card] for card in naturals}) == len(naturals)
        )

    def _fits(self, cards: tuple[Card, ...], places: tuple[int, ...]) -> bool:
        if min(places[0], places[-1]) < 1 or max(places[0], places[-1]) > self._top:
            return False
        return all(
            not RANK[card] or RANK[card] == self.rank_at(rung)
            for card, rung in zip(cards, places, strict=True)
        )

    def _rungs_of(self, rank: int) -> Iterator[int]:
        yield from range(rank, self._top + 1, RANKS)

    def _placings(self, naturals: tuple[Card, ...]) -> Iterator[list[tuple[int, Card]]]:
        """The ways to stand the naturals on the ladder, lowest first; each starts at another card."""
        low = sorted((RANK[card], card) for card in naturals)
        yield low
        for moved in range(1, len(low) + 1):
            raised = [(rung + RANKS, card) for rung, card in low[:moved]]
            if raised[-1][0] > self._top:
                return
            yield low[moved:] + raised


def _span(rungs: list[tuple[int, Card]]) -> int:
    return rungs[-1][0] - rungs[0][0] + 1
