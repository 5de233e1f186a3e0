"""How likely a match is won from its totals, under any house rules: a formula, no learning.

Against one other the odds are exp(difference / spread), and odds against several add up. How far apart totals
must be to matter follows from what is still to come; the constants are fitted to matches of `hard` that began
with such totals (limits of 50 and 100, two and four at the table).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.house_rules import HouseRules
from bot.engine.totals import is_over_limit

LAST_IN = (529.0, 14.0)
FIRST_OVER = (49.0, 3.8)
"""Square of the spread at the limit, and what every point before it adds. Who stays in to the last gets
another chance after a bad round; who has to be lowest when somebody else goes over, does not."""
EACH_ROUND = 64.0
"""What every round that is still to be played adds where their number is fixed."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances between two rounds. `rounds_left`: to be played, where their number is fixed."""

    rules: HouseRules
    rounds_left: int = 0

    def equity(self, totals: Sequence[int]) -> float:
        """Chance of winning of the first of these totals, those of the seats that played the last round."""
        rules = self.rules
        if rules.game_end == "rounds":
            return _among(totals, EACH_ROUND * self.rounds_left) if self.rounds_left else _lowest(totals)
        still = [total for total in totals if not is_over_limit(rules, total)]
        if still and is_over_limit(rules, totals[0]):
            return 0.0
        is_first_over = rules.game_end == "first_over"
        if len(still) < (len(totals) if is_first_over else 2):
            return _lowest(still or totals)
        if is_first_over and len(still) > 2:
            at_limit, each = FIRST_OVER
            return _among(still, at_limit + each * (rules.limit - max(still)))
        return self._outlasting(still)

    def _outlasting(self, totals: Sequence[int]) -> float:
        """Chance of the first to be the last one in: how far apart two are counts by the higher of them."""
        own, *rest = totals
        at_limit, each = LAST_IN
        odds = 1.0
        for total in rest:
            spread = math.sqrt(at_limit + each * (self.rules.limit - max(own, total)))
            odds += math.exp((own - total) / spread)
        return 1 / odds


def _among(totals: Sequence[int], square: float) -> float:
    spread = math.sqrt(square)
    return 1 / sum(math.exp((totals[0] - total) / spread) for total in totals)


def _lowest(totals: Sequence[int]) -> float:
    """The win at these totals; level ones share it."""
    return (totals[0] == min(totals)) / totals.count(totals[0])
