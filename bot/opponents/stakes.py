"""What points are worth to a seat in the match: the chance of winning it, told in points.

A chance of winning is a seat's standing over the sum of all standings (Luce's rule); how good it is to stand
at a total was learned from whole matches, so that marks and the limit are in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from bot.engine.house_rules import HouseRules
from bot.engine.totals import after_exact_hit, is_over_limit

POINTS = 51
"""Points of a hand, from 0: five cards of ten at most."""
LEAST_RATE = 0.001
STEP = 10
"""Points by which the worth of one point is measured."""


class Chances(Protocol):
    """Chances of winning a match under some house rules."""

    @property
    def rules(self) -> HouseRules: ...

    def equity(self, totals: Sequence[int]) -> float:
        """Chance of winning of the first of these totals of the seats that are in."""
        ...


@dataclass(frozen=True, eq=False)
class Standings:
    """The learned worth of totals."""

    rules: HouseRules
    two: tuple[float, ...]
    more: tuple[float, ...]

    def equity(self, totals: Sequence[int]) -> float:
        """Chance of winning of the first of these totals."""
        still = [total for total in totals if not is_over_limit(self.rules, total)]
        if is_over_limit(self.rules, totals[0]):
            return 0.0
        worth = self.more if len(still) > 2 else self.two
        return worth[totals[0]] / sum(worth[total] for total in still)


class Stakes:
    """What it costs a seat that somebody writes points, at the totals of one round. All in points."""

    def __init__(self, standings: Chances, totals: tuple[int, ...]) -> None:
        self._standings = standings
        self._totals = totals
        self._base = standings.equity(totals)
        self._rate = self._rate_now()
        self.own = [self.cost(0, points) for points in range(POINTS)]
        """By points that the seat itself writes: what they cost it."""
        self.gains = [
            [-self.cost(rival, points) for points in range(POINTS)] for rival in range(1, len(totals))
        ]
        """By rival in turn order and by points that the rival writes: what the seat gains."""

    def cost(self, who: int, points: int) -> float:
        """What it costs that one of them writes so many points; 0 is the seat itself."""
        totals = list(self._totals)
        if points:
            totals[who] = after_exact_hit(self._standings.rules, totals[who] + points)
        return (self._base - self._standings.equity(totals)) / self._rate

    def _rate_now(self) -> float:
        """Chance of winning that a point is worth."""
        own, *rest = self._totals
        later = [self._later(total) for total in rest]
        equity = self._standings.equity
        lost = self._base - equity((self._later(own), *rest))
        gained = equity((own, *later)) - self._base
        return max(LEAST_RATE, (lost + gained) / (2 * STEP))

    def _later(self, total: int) -> int:
        """A total some points on, as far as that keeps it in."""
        rules = self._standings.rules
        highest = rules.limit - (rules.limit_test == "reach")
        return max(total, min(highest, total + STEP))


@lru_cache(512)
def stakes_of(standings: Chances, totals: tuple[int, ...]) -> Stakes:
    """The stakes at these totals of the seats still in, the own one first, then in turn order."""
    return Stakes(standings, totals)
