"""The level that remembers pick-ups, weighs the risk of Assaf and plays the score."""

import random

from bot.engine.actions import Action, Call, Pass, Slap
from bot.engine.cards import RANK
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.appraisal import Appraiser, appraiser_of
from bot.opponents.heuristic import lowest_end
from bot.opponents.lore import JOKER_WEIGHT, Lore, lore_of
from bot.opponents.moves import Move, moves_of
from bot.opponents.score import saved
from bot.opponents.unseen import Belief, by_rank, others, unseen_cards
from bot.opponents.values import FEWEST

RISK = 0.15
"""Risk of Assaf that a call may carry."""
PATIENCE = 6
"""Own turns after which the accepted risk begins to rise."""
IMPATIENCE_OF_TWO = 0.02
IMPATIENCE_OF_MORE = 0.045
"""How much the accepted risk rises with every further turn, by the number of players."""
MARK_REACH = 50
"""Landing on a mark is steered for from so many points away."""


def hard(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    del rng
    if legal.must_call:
        return Call()
    if legal.may_call and risk_of_assaf(view) <= accepted_risk(view):
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    if legal.may_pass and not legal.discards:
        return Pass()
    lore = lore_of(view.table.rules)
    moves = list(moves_of(view.hand, legal))
    if view.table.phase is Phase.FINAL_LAP:
        return lowest_end(lore, view, legal, moves)
    costs = Turns(view, lore, appraiser_of(lore))
    return min(moves, key=costs.of).action


def risk_of_assaf(view: SeatView) -> float:
    """P(another hand beats this one now), from card counts, turns and cards taken openly."""
    rules = view.table.rules
    if not view.points and rules.zero_hand == "immune":
        return 0.0
    belief = Belief(lore_of(rules), unseen_cards(view))
    beaten_at = view.points if rules.assaf_on == "tie_or_lower" else view.points - 1
    safe = 1.0
    for place in others(view):
        safe *= 1 - belief.at_most(place, beaten_at)
    return 1 - safe


def accepted_risk(view: SeatView) -> float:
    rise = IMPATIENCE_OF_TWO if len(others(view)) == 1 else IMPATIENCE_OF_MORE
    return RISK + rise * max(0, view.table.places[view.seat].turns - PATIENCE)


class Turns:
    """The cost of every move at one moment."""

    def __init__(self, view: SeatView, lore: Lore, appraiser: Appraiser) -> None:
        self._lore = lore
        self._appraiser = appraiser
        others_now = others(view)
        self._fewest = max(1, min(FEWEST, *(place.cards for place in others_now), FEWEST))
        self._unseen = by_rank(unseen_cards(view))
        self._left = max(1, sum(self._unseen))
        self._soon = appraiser.ends_soon(others_now)
        self._has_table = appraiser.has_table_for(view.hand)
        total = view.table.places[view.seat].total
        self._bonus = [self._soon * saved(lore.rules, total, points) for points in range(MARK_REACH + 1)]
        self._has_bonus = any(self._bonus)

    def of(self, move: Move) -> float:
        cost = self._drawn(move) if move.drawn is not None else self._from_stock(move)
        if not self._has_table:
            cost += JOKER_WEIGHT * sum(not RANK[card] for card in move.discard)
        return cost

    def _drawn(self, move: Move) -> float:
        hand = move.hand
        if self._has_table:
            cost = self._appraiser.tabulated(hand, self._fewest)
        else:
            cost = self._appraiser.guessed(hand)
        return cost - self._landing(self._lore.points(hand))

    def _from_stock(self, move: Move) -> float:
        kept, points = move.kept, self._lore.points(move.kept)
        cost = 0.0
        if self._has_table:
            values = self._appraiser.tabulated_draw(kept, self._unseen, self._fewest)
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
