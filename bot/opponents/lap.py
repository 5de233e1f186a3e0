"""The final lap: everybody but the caller gets one turn more, which changes what a call risks."""

import math
import random
from collections.abc import Sequence

from bot.engine.actions import Action, Pass
from bot.engine.cards import RANK, Card, CardSet, cards_in
from bot.engine.options import Legal
from bot.engine.views import Place, SeatView
from bot.opponents.lore import Lore
from bot.opponents.moves import Move, moves_of
from bot.opponents.score import saved
from bot.opponents.unseen import PULL, PULL_TURNS, Belief, by_rank, others, partners, unseen_cards

SAMPLES = 40
"""Hands that are imagined for each other seat."""


def risk_in_lap(view: SeatView, lore: Lore, rng: random.Random) -> float:
    """P(another hand beats this one after its last turn)."""
    rules = lore.rules
    beaten_at = view.points if rules.assaf_on == "tie_or_lower" else view.points - 1
    if beaten_at < 0 or (not view.points and rules.zero_hand == "immune"):
        return 0.0
    hidden = unseen_cards(view)
    unseen = cards_in(hidden)
    # What this seat could take now is what the first of the lap may take.
    open_points = [lore.values[card] for card in view.table.drawable]
    own = partners(view)
    safe = 1.0
    for order, place in enumerate(others(view)):
        if place in own:
            # He has no wish to come down below his caller, but may be there already.
            safe *= 1 - Belief(lore, hidden).at_most(place, beaten_at)
            continue
        takes = open_points if order == 0 else []
        safe *= 1 - _beats(lore, place, unseen, _Aim(beaten_at, takes, rng))
    return 1 - safe


class _Aim:
    """What a seat of the lap has to reach, and what it may take."""

    def __init__(self, points: int, takes: list[int], rng: random.Random) -> None:
        self.points = points
        self.takes = takes
        self.rng = rng


def _beats(lore: Lore, place: Place, unseen: Sequence[Card], aim: _Aim) -> float:
    """P(this seat ends its last turn with at most the points aimed at)."""
    if not unseen:
        return 0.0
    pull = PULL * min(place.turns, PULL_TURNS)
    weights = [math.exp(-pull * lore.values[card]) for card in unseen]
    hidden = max(0, place.cards - place.known.bit_count())
    below = [0] * (max(lore.values) + 2)
    for card in unseen:
        below[lore.values[card]] += 1
    for value in range(1, len(below)):
        below[value] += below[value - 1]
    found = 0.0
    for _ in range(SAMPLES):
        hand = place.known
        for card in aim.rng.choices(unseen, weights, k=hidden):
            hand |= 1 << card
        found += _reaches(lore, hand, aim, below) / len(unseen)
    return found / SAMPLES


def _reaches(lore: Lore, hand: CardSet, aim: _Aim, below: list[int]) -> float:
    """Number of unseen cards (all of them: certain) with which this hand gets down to the aim."""
    everything = float(below[-1])
    total, sets = 0, [0] * 14
    for card in cards_in(hand):
        total += lore.values[card]
        sets[RANK[card]] += lore.values[card]
    if total <= aim.points and lore.rules.final_lap == "optional":
        return everything
    room = aim.points - (total - max(sets))
    if room < 0:
        return 0.0
    if any(points <= room for points in aim.takes):
        return everything
    return float(below[min(room, len(below) - 1)])


def last_turn(view: SeatView, legal: Legal, lore: Lore) -> Action:
    """The turn, or the pass, that costs least when the caller shows after it."""
    show = Show(view, lore)
    ranks = by_rank(unseen_cards(view))
    left = max(1, sum(ranks))

    def cost(move: Move) -> float:
        points = lore.points(move.hand)
        if move.drawn is not None or _draws_nothing(view):
            return show.price(points)
        worth = lore.rank_values
        return sum(n * show.price(points + worth[rank]) for rank, n in enumerate(ranks) if n) / left

    best = min(moves_of(view.hand, legal), key=cost, default=None)
    if best is None or (legal.may_pass and show.price(view.points) <= cost(best)):
        return Pass()
    return best.action


class Show:
    """What it costs to show a hand at the end of a final lap."""

    def __init__(self, view: SeatView, lore: Lore) -> None:
        rules, places = lore.rules, view.table.places
        self._rules = rules
        self._total = places[view.seat].total
        caller = places[view.table.caller or 0]
        self._shown = Belief(lore, unseen_cards(view)).totals(caller, rules.call_limit)
        self._whole = sum(self._shown) or 1.0
        # A beaten caller pays for the others together; in a team match for one side, be it one's own.
        self._reward = rules.assaf_penalty / max(1, len(others(view)))
        if rules.teams:
            self._reward = -rules.assaf_penalty if caller in partners(view) else rules.assaf_penalty

    def price(self, points: int) -> float:
        """Cost of ending with so many points."""
        first = points if self._rules.assaf_on == "tie_or_lower" else points + 1
        beats = sum(self._shown[first:]) / self._whole
        return (1 - beats) * (points - saved(self._rules, self._total, points)) - beats * self._reward


def _draws_nothing(view: SeatView) -> bool:
    """Whether a draw from the stock ends the round instead (rule 3.8)."""
    return not view.table.stock and view.table.rules.stock_empty != "reshuffle"
