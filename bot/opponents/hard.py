"""The level that remembers pick-ups, weighs the risk of Assaf and plays the score."""

import random

from bot.engine.actions import Action, Call, Pass
from bot.engine.cards import RANK, Card, CardSet
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.appraisal import Appraiser, appraiser_of
from bot.opponents.calls import worthwhile_risk
from bot.opponents.coming_down import way_down
from bot.opponents.lap import last_turn, risk_in_lap
from bot.opponents.lore import JOKER_WEIGHT, Lore, lore_of
from bot.opponents.moves import Move, moves_of
from bot.opponents.patience import comes_down, is_late, wish
from bot.opponents.score import saved
from bot.opponents.slaps import EMPTIED, best_slap, rank_slapped_from_stock, slapped_after
from bot.opponents.teams import team_risk
from bot.opponents.unseen import Belief, by_rank, others, unseen_cards

HIGHEST_RISK = 0.6
"""Risk of Assaf up to which a call may be worth it, whatever the totals."""
PATIENCE = 6
"""Own turns after which the accepted risk begins to rise."""
IMPATIENCE_OF_TWO = 0.02
IMPATIENCE_OF_MORE = 0.015
"""How much the accepted risk rises with every further turn; of more than two for each other player."""
MARK_REACH = 50
"""Landing on a mark is steered for from so many points away."""


def hard(view: SeatView, legal: Legal, rng: random.Random, *, daring: float = 0.0) -> Action:
    """`daring`: of its character, added to the risk of Assaf that a call may carry."""
    lore = lore_of(view.table.rules)
    appraiser = appraiser_of(lore, among_more=len(others(view)) > 1)
    slap = best_slap(view, legal, appraiser) if legal.slaps else None
    if slap is not None:
        return slap
    if legal.must_call or (legal.may_call and wants_to_call(view, rng, daring)):
        return Call()
    if not legal.discards and not legal.swaps:
        return Pass()
    if view.table.phase is Phase.FINAL_LAP:
        return last_turn(view, legal, lore)
    if comes_down(view) or not lore.rules.call_limit:
        # Where jokers alone are low enough, too, points do not matter.
        return way_down(view, legal)
    costs = Turns(view, lore, appraiser)
    return min(moves_of(view.hand, legal), key=costs.of).action


def wants_to_call(view: SeatView, rng: random.Random, daring: float = 0.0) -> bool:
    return is_late(view) or risk_of_assaf(view, rng) <= accepted_risk(view) + daring


def risk_of_assaf(view: SeatView, rng: random.Random) -> float:
    """P(a call now is beaten), from card counts, turns and cards taken openly."""
    rules = view.table.rules
    lore = lore_of(rules)
    if rules.final_lap != "none":
        return risk_in_lap(view, lore, rng)
    if not view.points and rules.zero_hand == "immune":
        return 0.0
    belief = Belief(lore, unseen_cards(view))
    beaten_at = view.points if rules.assaf_on == "tie_or_lower" else view.points - 1
    safe = 1.0
    for place in others(view):
        safe *= 1 - belief.at_most(place, beaten_at)
    return 1 - safe


def accepted_risk(view: SeatView) -> float:
    rivals = len(others(view))
    rise = IMPATIENCE_OF_TWO if rivals == 1 else IMPATIENCE_OF_MORE * rivals
    return calm_risk(view) + rise * max(0, view.table.places[view.seat].turns - PATIENCE)


def calm_risk(view: SeatView) -> float:
    """The risk that a call may carry before patience begins to end; below 0 where it brings nothing."""
    rules = view.table.rules
    if rules.teams:
        return team_risk(view, Belief(lore_of(rules), unseen_cards(view)))
    return min(HIGHEST_RISK, worthwhile_risk(view))


def landing_bonus(view: SeatView, soon: float) -> list[float]:
    """Points that a hand of 0, 1, 2, … is worth because it would land on a mark.

    `soon`: P(another seat ends the round before the next own turn).
    """
    rules, total = view.table.rules, view.table.places[view.seat].total
    weight = soon * wish(view)
    return [weight * saved(rules, total, points) for points in range(MARK_REACH + 1)]


class Turns:
    """The cost of every move at one moment."""

    def __init__(self, view: SeatView, lore: Lore, appraiser: Appraiser) -> None:
        self._lore = lore
        self._appraiser = appraiser
        rivals = others(view)
        self._fewest = appraiser.fewest_for(rivals)
        unseen = unseen_cards(view)
        self._unseen = by_rank(unseen)
        self._left = max(1, sum(self._unseen))
        self._has_table = appraiser.has_table_for(view.hand)
        self._bonus = landing_bonus(view, appraiser.ends_soon(rivals))
        self._has_bonus = any(self._bonus)
        self._end = _end_of_stock(view, lore, Belief(lore, unseen))

    def of(self, move: Move) -> float:
        is_stock = move.drawn is None
        cost = self._from_stock(move.kept, move.discard) if is_stock else self._whole(move.hand)
        cost = self._with_slap(move, cost)
        if not self._has_table:
            cost += JOKER_WEIGHT * sum(not RANK[card] for card in move.discard)
        return cost

    def _with_slap(self, move: Move, cost: float) -> float:
        """The cost of the turn, or of the turn and a slap that it allows, whichever is lower."""
        slapped = slapped_after(self._lore.rules, move)
        if not slapped:
            return cost
        rest = move.hand & ~slapped
        if move.drawn is None:
            return min(cost, self._from_stock(rest, move.discard))
        return min(cost, self._slapped(rest, cost))

    def _slapped(self, rest: CardSet, kept: float) -> float:
        """The cost after a slap; `kept` is that without it, where the last card may not be slapped."""
        if rest:
            return self._whole(rest)
        return kept if self._lore.rules.slap_last_card == "forbid" else EMPTIED

    def _whole(self, hand: CardSet) -> float:
        if self._has_table:
            cost = self._appraiser.tabulated(hand, self._fewest)
        else:
            cost = self._appraiser.guessed(hand)
        return cost - self._landing(self._lore.points(hand))

    def _from_stock(self, kept: CardSet, discard: tuple[Card, ...]) -> float:
        """The cost of this hand and an unknown card, which goes straight back where a slap is allowed."""
        points = self._lore.points(kept)
        if self._end is not None:
            return points * self._end[0] - self._end[1]
        if self._has_table:
            values = self._appraiser.tabulated_draw(kept, self._unseen, self._fewest)
            back = rank_slapped_from_stock(self._lore.rules, discard)
            if back:
                values[back] = min(values[back], self._slapped(kept, values[back]))
            cost = sum(n * value for n, value in zip(self._unseen, values, strict=True)) / self._left
        else:
            cost = self._appraiser.guessed_draw(kept)
        if self._has_bonus and points <= MARK_REACH:
            worth = self._lore.rank_values
            landing = sum(n * self._landing(points + worth[rank]) for rank, n in enumerate(self._unseen))
            cost -= landing / self._left
        return cost

    def _landing(self, points: int) -> float:
        return self._bonus[points] if points <= MARK_REACH else 0.0


def _end_of_stock(view: SeatView, lore: Lore, belief: Belief) -> tuple[int, float] | None:
    """Where a stock draw ends the round: whether own points count, and the others' mean (rule 3.8)."""
    rules = lore.rules
    if view.table.stock or rules.stock_empty == "reshuffle":
        return None
    if rules.stock_empty == "no_points":
        return 0, 0.0
    rivals = others(view)
    return 1, sum(belief.mean(place) for place in rivals) / len(rivals)
