"""The chance of winning the match at any totals, under any limit, marks and end of the match.

Nothing here is learned for one choice of rules. How many rounds a total is expected to last, and how far that
spreads, follows from the points that a hand is usually written down with; who lasts longer is likelier to
win. Under the classic rules `expert` plays as well by this as by what it learned of totals there.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from bot.engine.house_rules import HouseRules
from bot.engine.totals import after_exact_hit, is_over_limit

_PER_THOUSAND = (
    *(0, 4, 21, 51, 81, 62, 40, 36, 48, 48, 61, 60, 59, 47, 46, 43, 36, 30, 25, 26),
    *(24, 19, 21, 14, 10, 8, 10, 7, 6, 5, 4, 7, 7, 11, 5, 5, 7, 6),
)
WRITTEN = tuple(share / sum(_PER_THOUSAND) for share in _PER_THOUSAND)
"""How often somebody who writes points writes 0, 1, 2, …"""
MEAN = 12.6
"""Points that are written then, on average."""
STEERING = 2
"""How much more often a mark is hit than by chance: everybody steers for it."""
ROUNDS_WON = (0.5, 0.3)
"""Share of rounds in which a seat writes nothing: with two left, and with more."""
SHARPNESS = 1.9
"""How much the longer life counts, for each standard deviation; what chance alone would make it is 2.25."""
SHARPNESS_OF_LOWEST = 1.4
"""The same where more than two play for the lowest total when the first goes over."""
SHARPNESS_OF_ROUNDS = (1.2, 1.4)
"""The same for totals alone, of two and of more, where a number of rounds ends the match."""
HALF_A_ROUND = 0.5
"""What chance still has in it when no round is left, so that a lead is never certain."""
SWEEPS = 12
NEAR_ENOUGH = 0.01
"""Change of the longest life by a sweep, as a share of it, that ends the sweeps."""


class Lasting:
    """By total: the rounds until it is over the limit."""

    def __init__(self, rules: HouseRules, idle: float) -> None:
        over = next(total for total in range(rules.limit, rules.limit + 2) if is_over_limit(rules, total))
        self.mean = [0.0] * over
        self.spread = 1.0
        """Standard deviation of the rounds that a total of 0 lasts, for each square root of their mean."""
        self._idle = idle
        self._over = over
        self._lands = [after_exact_hit(rules, total) for total in range(over)]
        self._solve()

    def _solve(self) -> None:
        beyond = [0.0] * len(WRITTEN)
        mean, square = [0.0] * self._over + beyond, [0.0] * self._over + beyond
        marks = [total for total, after in enumerate(self._lands) if after < total]
        for _ in range(SWEEPS):
            before = mean[0]
            for total in reversed(range(self._over)):
                m, s = self._step(total, mean, square)
                mean[total], square[total] = m, s
            # Without a mark that leads back, higher totals alone count, and one sweep is all.
            if not marks or mean[0] - before < NEAR_ENOUGH * mean[0]:
                break
        self.mean = mean[: self._over]
        self.spread = math.sqrt(max(0.1, square[0] - mean[0] ** 2) / mean[0])

    def _step(self, total: int, mean: list[float], square: list[float]) -> tuple[float, float]:
        """Mean and mean square of the rounds from a total on, from those of the totals it may become."""
        reach = slice(total, total + len(WRITTEN))
        m, s, whole = sum(map(mul, WRITTEN, mean[reach])), sum(map(mul, WRITTEN, square[reach])), 1.0
        for mark in range(total + 1, min(self._over, total + len(WRITTEN))):
            after = self._lands[mark]
            if after != mark:
                share = WRITTEN[mark - total]
                m += share * (STEERING * mean[after] - mean[mark])
                s += share * (STEERING * square[after] - square[mark])
                whole += share * (STEERING - 1)
        m, s, idle = m / whole, s / whole, self._idle
        now = 1 / (1 - idle) + m
        return now, (1 + 2 * (idle * now + (1 - idle) * m)) / (1 - idle) + s


class Chances:
    """Chances of winning the match, as a round is played.

    `left`: rounds still to play, this one among them; where a limit ends the match any number serves.
    """

    def __init__(self, rules: HouseRules, left: int) -> None:
        self.rules = rules
        self._after = max(0, left - 1) + HALF_A_ROUND
        by_rounds = rules.game_end == "rounds"
        self.lasting = () if by_rounds else tuple(Lasting(rules, idle) for idle in ROUNDS_WON)
        """With two left, and with more."""
        lowest = SHARPNESS_OF_LOWEST if rules.game_end == "first_over" else SHARPNESS
        pairs = zip((SHARPNESS, lowest), self.lasting, strict=False)
        self.sharpness = tuple(sharp / lasting.spread for sharp, lasting in pairs)

    def equity(self, totals: Sequence[int]) -> float:
        """Chance of winning of the first of these totals of the seats that are in."""
        if not self.lasting:
            sharp = SHARPNESS_OF_ROUNDS[len(totals) > 2] / MEAN / math.sqrt(self._after)
            return _share([-sharp * total for total in totals])
        still = [total for total in totals if not is_over_limit(self.rules, total)]
        if not still or (self.rules.game_end == "first_over" and len(still) < len(totals)):
            return _lowest(totals[0], still or totals)
        if is_over_limit(self.rules, totals[0]):
            return 0.0
        return _share(self._lives(still))

    def _lives(self, totals: Sequence[int]) -> list[float]:
        """How long each total lasts, so measured that the same lead counts the same."""
        many = len(totals) > 2
        means = [self.lasting[many].mean[total] for total in totals]
        sharp = self.sharpness[many]
        if many and self.rules.game_end == "first_over":
            sharp /= math.sqrt(min(means) + 1)
            return [sharp * mean for mean in means]
        return [sharp * math.sqrt(mean) for mean in means]


@lru_cache(64)
def chances_for(rules: HouseRules, left: int = 1) -> Chances:
    """Chances under these rules; `left` matters where a number of rounds ends the match."""
    return Chances(rules, left)


def _share(scores: Sequence[float]) -> float:
    """Luce's rule for the first of these scores."""
    return 1 / sum(math.exp(min(700.0, score - scores[0])) for score in scores)


def _lowest(own: int, totals: Sequence[int]) -> float:
    """The part of a win that is over: the lowest total wins, level ones share it."""
    least = min(totals)
    return 1 / list(totals).count(least) if own == least else 0.0
