"""The turn of a round that has gone on for long: down to the call limit, so that it ends."""

from bot.engine.actions import Action
from bot.engine.cards import RANK, CardSet, cards_in
from bot.engine.options import Legal
from bot.engine.views import SeatView
from bot.opponents.heuristic import UNKNOWN_CARD
from bot.opponents.lore import Lore, lore_of
from bot.opponents.moves import Move, moves_of
from bot.opponents.patience import is_crowded
from bot.opponents.unseen import by_rank, unseen_cards
from bot.opponents.values import WIDE_LIMIT

FAR = 1000.0
KEPT_UNTIL_LAID = 0.3
"""Share of an unknown card's points that it costs for good: mostly it is the next one to be laid."""


def way_down(view: SeatView, legal: Legal) -> Action:
    """The turn that leads to a call soonest."""
    lore = lore_of(view.table.rules)
    if is_crowded(view) or lore.rules.call_limit < WIDE_LIMIT:
        costs = _FewerCards(view, lore).of
    else:
        costs = _LeastPoints(lore).of
    return min(moves_of(view.hand, legal), key=costs).action


class _LeastPoints:
    """By points, and by a card nobody knows.

    An open card is taken only if the hand may then be called: who passes open cards round and round with
    the others never comes down.
    """

    def __init__(self, lore: Lore) -> None:
        self._lore = lore

    def of(self, move: Move) -> float:
        points = self._lore.points(move.hand)
        if move.drawn is None:
            return points + UNKNOWN_CARD
        return points if points <= self._lore.rules.call_limit else points + FAR


class _FewerCards:
    """By the cards that are left once the best of them are laid.

    With many at the table, or a low call limit, everybody holds on to low cards and the stock has only high
    ones: points do not fall any more by laying the highest card, but hands do by collecting sets. An open
    card is taken to be called with, or to be laid with others next turn.
    """

    def __init__(self, view: SeatView, lore: Lore) -> None:
        self._lore = lore
        unseen = unseen_cards(view)
        self._left = max(1, unseen.bit_count())
        self._card = sum(lore.values[card] for card in cards_in(unseen)) / self._left
        """Points of an unseen card."""
        self._ranks = by_rank(unseen)

    def of(self, move: Move) -> float:
        hand, card = move.hand, self._card
        points = self._lore.points(hand)
        if move.drawn is not None and points <= self._lore.rules.call_limit:
            return points - FAR
        shed = self._best_shed(hand)
        cost = points - shed + card * (hand.bit_count() - 1)
        if move.drawn is None:
            outs = sum(self._ranks[rank] for rank in {RANK[held] for held in cards_in(hand)} if rank)
            return cost + card * (1 + KEPT_UNTIL_LAID - outs / self._left)
        is_laid_alone = shed <= self._best_shed(move.kept) + self._lore.values[move.drawn]
        return cost + FAR if is_laid_alone else cost

    def _best_shed(self, hand: CardSet) -> float:
        return max(map(self._shed, self._lore.discards(hand)), default=0.0)

    def _shed(self, discard: tuple[int, ...]) -> float:
        return sum(self._lore.values[card] for card in discard) + self._card * (len(discard) - 1)
