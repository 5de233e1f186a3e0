"""Choosing a turn without a table: by the cards left and by the meld of the next turn.

Serves every rule set. All costs are in points.
"""

from bot.engine.actions import Action, Pass
from bot.engine.cards import RANK
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.lore import CARD_WEIGHT, JOKER_WEIGHT, Lore, lore_of
from bot.opponents.moves import Move, moves_of

NEXT_TURN = 0.8
"""How much of next turn's best discard counts already now."""
UNKNOWN_CARD = 6.0
"""Points of a card nobody has seen, on average."""


def hand_cost(lore: Lore, move: Move) -> float:
    """What the hand after a move is still going to cost."""
    hand = move.hand
    cost = lore.points(hand) - NEXT_TURN * lore.best_shed(hand) + CARD_WEIGHT * hand.bit_count()
    if move.drawn is None:
        cost += CARD_WEIGHT + (1 - NEXT_TURN) * UNKNOWN_CARD
    return cost + JOKER_WEIGHT * sum(not RANK[card] for card in move.discard)


def look_ahead(view: SeatView, legal: Legal) -> Action:
    """The turn that leaves the cheapest hand; in a final lap the lowest one."""
    lore = lore_of(view.table.rules)
    moves = list(moves_of(view.hand, legal))
    if view.table.phase is Phase.FINAL_LAP:
        return lowest_end(lore, view, legal, moves)
    return min(moves, key=lambda move: hand_cost(lore, move)).action


def lowest_end(lore: Lore, view: SeatView, legal: Legal, moves: list[Move]) -> Action:
    """The last turn of a round: only the points left in the hand count, and passing keeps them."""

    def points_left(move: Move) -> float:
        return lore.points(move.hand) + (UNKNOWN_CARD if move.drawn is None else 0)

    best = min(moves, key=points_left, default=None)
    if best is None or (legal.may_pass and view.points <= points_left(best)):
        return Pass()
    return best.action
