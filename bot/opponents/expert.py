"""The strongest level: what self-play taught, and the price of a call weighed against playing on.

Where nothing was learned (house rules, number of players, hands no table holds) it plays as `hard` does.
"""

import random

from bot.engine.actions import Action, Call, Pass, Slap
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.appraisal import appraiser_of
from bot.opponents.hard import MARK_REACH, hard, landing_bonus
from bot.opponents.learned import Facts, Weights, load_weights
from bot.opponents.lore import Lore, lore_of
from bot.opponents.moves import Move, moves_of
from bot.opponents.patience import is_late
from bot.opponents.score import saved
from bot.opponents.values import table_name

MARGIN = 2.0
"""Points by which calling may look dearer than playing on: the best of several guesses flatters itself."""
PATIENCE = 8
IMPATIENCE = 0.4
"""Points by which the margin grows with each own turn after `PATIENCE`."""
MOST = 60
"""Totals of a hand that are told apart."""


def weights_for(lore: Lore, players: int) -> Weights | None:
    """What was learned for these rules with so many players still in."""
    name = table_name(lore.rules)
    return load_weights(f"{name}-two") if name is not None and players == 2 else None


def expert(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    lore = lore_of(view.table.rules)
    weights = weights_for(lore, sum(not place.out for place in view.table.places))
    appraiser = appraiser_of(lore)
    if weights is None or is_late(view) or view.table.phase is Phase.FINAL_LAP:
        return hard(view, legal, rng)
    if legal.must_call or not appraiser.has_table_for(view.hand) or not view.table.stock:
        return hard(view, legal, rng)
    if legal.slaps:
        return Slap(legal.slaps[0])
    if legal.may_pass and not legal.discards:
        return Pass()
    facts = Facts(view, lore, appraiser)
    choice = Choice(view, facts, weights)
    costs = [(choice.cost(move), move) for move in moves_of(view.hand, legal)]
    cost, best = min(costs, key=lambda rated: rated[0])
    if legal.may_call and call_cost(view, facts) <= cost + margin(view):
        return Call()
    return best.action


def margin(view: SeatView) -> float:
    return MARGIN + IMPATIENCE * max(0, view.table.places[view.seat].turns - PATIENCE)


class Choice:
    """The cost of each move of one decision."""

    def __init__(self, view: SeatView, facts: Facts, weights: Weights) -> None:
        self._facts, self._numbers = facts, weights.numbers
        self._bonus = landing_bonus(view, weights.ends_soon(facts.fewest, facts.threat))
        self._has_bonus = any(self._bonus)

    def cost(self, move: Move) -> float:
        value, held, odds = self._facts.of(move)
        numbers = self._numbers
        value += sum(numbers[at] for at in held) + sum(numbers[at] * share for at, share in odds)
        return value - self._landing(move) if self._has_bonus else value

    def _landing(self, move: Move) -> float:
        points = self._facts.lore.points(move.hand)
        if move.drawn is not None:
            return self._bonus[points] if points <= MARK_REACH else 0.0
        return sum(
            share * self._bonus[points + more]
            for more, share in self._facts.draw_points
            if points + more <= MARK_REACH
        )


def call_cost(view: SeatView, facts: Facts) -> float:
    """Expected cost of calling now: own points less the mean of the others', marks counted."""
    rules, own = facts.lore.rules, view.points
    beaten_at = own if rules.assaf_on == "tie_or_lower" else own - 1
    if not own and rules.zero_hand == "immune":
        beaten_at = -1
    safe, gains = 1.0, 0.0
    for place in facts.rivals:
        totals = facts.belief.totals(place, MOST)
        above = totals[beaten_at + 1 :]
        safe *= 1 - sum(totals[: beaten_at + 1])
        chances = enumerate(above, start=beaten_at + 1)
        gain = sum(chance * (points - saved(rules, place.total, points)) for points, chance in chances)
        gains += gain / max(1e-9, sum(above))
    paid = rules.assaf_penalty + (own if rules.assaf_mode == "plus" else 0)
    paid -= saved(rules, view.table.places[view.seat].total, paid)
    return (1 - safe) * paid - safe * gains / len(facts.rivals)
