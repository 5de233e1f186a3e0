"""What a call is worth in the match: the risk of Assaf at which it costs as much as it brings."""

from functools import lru_cache

from bot.engine.house_rules import HouseRules
from bot.engine.totals import landed, written
from bot.engine.views import SeatView
from bot.opponents.outlook import Outlook
from bot.opponents.unseen import others

WAITING = 0.43
"""What going on is worth where a call is possible, as a share of what a call brings that stands."""
BEYOND = 5
"""Points by which the others' hands are above the call limit when somebody calls, about."""
UNKNOWN_CARD = 7
LEFT_AFTER_LAP = 0.8
"""Share of its points that a hand keeps in a final lap."""
DEVIATIONS = (-1.28, -0.52, 0.0, 0.52, 1.28)
"""Hands of the others that are looked at, in standard deviations from the usual one."""
DEVIATION = 0.5
"""Standard deviation of such a hand, as a share of its points."""
NEVER = -1.0
"""Risk that no call has."""


def worthwhile_risk(view: SeatView) -> float:
    """The risk of Assaf at which a call is worth as much as going on, by the totals. Not for teams."""
    rivals = tuple(place.total for place in others(view))
    own = view.table.places[view.seat].total
    left = max(0, view.table.rules.rounds - view.table.round)
    return call_stakes(view.table.rules, (own, *rivals), view.points, left).worthwhile_risk()


class CallStakes:
    """What a call does to the chance of winning the match. `totals`: the caller's first."""

    def __init__(self, rules: HouseRules, totals: tuple[int, ...], points: int, rounds_left: int) -> None:
        self._rules, self._totals, self._points = rules, totals, points
        self._after = Outlook(rules, rounds_left)
        usual = min(rules.call_limit + BEYOND, rules.hand_size * UNKNOWN_CARD)
        self._usual = usual * (LEFT_AFTER_LAP if rules.final_lap != "none" else 1.0)
        now = Outlook(rules, rounds_left + 1).equity(totals)
        self.brings = self._if_it_stands() - now
        """Chance of winning that a call wins if it stands."""
        self.costs = now - self._if_beaten()
        """Chance of winning that a call loses if it is beaten."""

    def worthwhile_risk(self) -> float:
        """The risk at which a call is worth as much as going on; below 0 where it brings nothing."""
        if self.brings <= 0:
            return NEVER
        return (1 - WAITING) * self.brings / (self.brings + max(0.0, self.costs))

    def _if_it_stands(self) -> float:
        rules, bonus = self._rules, self._rules.caller_bonus
        own = landed(rules, written(rules, self._totals[0], bonus, has_won=True), bonus)
        chances = 0.0
        for deviation in DEVIATIONS:
            points = max(self._points + 1, round(self._usual * (1 + DEVIATION * deviation)))
            chances += self._after.equity((own, *self._rivals_with(points)))
        return chances / len(DEVIATIONS)

    def _if_beaten(self) -> float:
        rules = self._rules
        if rules.ofer:
            return 0.0
        paid = rules.assaf_penalty + (self._points if rules.assaf_mode == "plus" else 0)
        own = landed(rules, written(rules, self._totals[0], paid, has_won=False), paid)
        spared = rules.assaf_others == "zero"
        rest = self._rivals_with(0 if spared else round(self._usual))
        chances = 0.0
        for at, total in enumerate(self._totals[1:]):
            after = (*rest[:at], written(rules, total, 0, has_won=True), *rest[at + 1 :])
            chances += self._after.equity((own, *after))
        return chances / len(rest)

    def _rivals_with(self, points: int) -> tuple[int, ...]:
        """The others' totals once each has written so many points."""
        return tuple(written(self._rules, total, points, has_won=False) for total in self._totals[1:])


@lru_cache(4096)
def call_stakes(rules: HouseRules, totals: tuple[int, ...], points: int, rounds_left: int) -> CallStakes:
    return CallStakes(rules, totals, points, rounds_left)
