"""The turn of a round that has gone on for long: down to the call limit, so that it ends.

With many at the table, or a low call limit, everybody holds on to low cards and the stock has only high ones:
points do not fall any more by laying the highest card. Hands come down by cards then: whatever finds a
partner soonest is kept, be it a king, and laid with it. So a turn costs the time it leaves until the call:
the own turns of a player who keeps these cards and lays whatever comes until it fits.
"""

from bot.engine.actions import Action
from bot.engine.cards import CardSet, card_set, cards_in
from bot.engine.options import Legal
from bot.engine.views import SeatView
from bot.opponents.heuristic import UNKNOWN_CARD
from bot.opponents.lore import Lore, lore_of
from bot.opponents.moves import Move, moves_of
from bot.opponents.patience import is_crowded, is_late
from bot.opponents.ranks import RANK_COUNT, UNIT, RankKey, key_of
from bot.opponents.unseen import by_rank, others, unseen_cards
from bot.opponents.values import WIDE_LIMIT

FAR = 1000.0
"""Own turns of a hand that nothing brings down; also the price of an open card that only goes round."""
AHEAD = 6
"""Own turns within which the next cards are looked for, be it after a reshuffle."""
HELD_ON_TO = 2
"""Points that double the odds of an unseen card to lie in the stock, not in a hand."""
USUAL_POINTS = 6
"""Points of a card whose odds are those of any card."""
OPEN_CARD = 0.7
"""How often the open card at an own turn serves, beside one from the stock."""
TURNS_PER_POINT = 0.03
"""What a point in the hand costs meanwhile, in own turns: somebody else may call."""
LOW = 5
"""Points of a card that a short hand waits for."""
CALLED_WITH = 3
"""Points of a card in a hand that is called with."""
RELEASE = 20.0
"""Own turns that a low card in a long hand costs: those with few cards wait for it."""


def way_down(view: SeatView, legal: Legal) -> Action:
    """The turn that leads to a call soonest."""
    lore = lore_of(view.table.rules)
    if is_crowded(view) or lore.rules.call_limit < WIDE_LIMIT:
        costs = _Soonest(view, lore).of
    else:
        costs = _LeastPoints(lore).of
    return min(moves_of(view.hand, legal), key=costs).action


def chances_by_rank(view: SeatView, lore: Lore) -> list[float]:
    """Probability of each rank for a card from the stock, within the next turns of this seat.

    What is buried comes back with the next reshuffle; of what nobody has seen, the low cards are in hands.
    """
    table = view.table
    unseen, buried = by_rank(unseen_cards(view)), by_rank(table.buried)
    odds = table.stock / max(1, sum(unseen) - table.stock)
    inside: list[float] = []
    for count, points in zip(unseen, lore.rank_values, strict=True):
        of_rank = odds * 2 ** ((points - USUAL_POINTS) / HELD_ON_TO)
        inside.append(count * of_rank / (1 + of_rank))
    before = min(1.0, table.stock / (AHEAD * (1 + len(others(view)))))
    in_stock, reshuffled = sum(inside) or 1.0, sum(buried) or 1
    return [
        before * count / in_stock + (1 - before) * again / reshuffled
        for count, again in zip(inside, buried, strict=True)
    ]


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


class _Soonest:
    """By the own turns until the call, at one moment.

    An open card is worth taking only if it shortens them, so that no card goes round and round. Late in a
    round a hand that is far from a call lets its low cards go: they are what those with few cards wait for.
    """

    def __init__(self, view: SeatView, lore: Lore) -> None:
        self._lore = lore
        self._limit = lore.rules.call_limit
        self._set_min = lore.rules.set_min
        self._chances = chances_by_rank(view, lore)
        self._mean = sum(p * points for p, points in zip(self._chances, lore.rank_values, strict=True))
        """Points of a drawn card."""
        self._partner = sum(p * p for p in self._chances)
        """Probability that a card of which nothing is known finds its partner in a draw."""
        self._open = 0.0 if lore.rules.discard_draw_needs == "multi" else OPEN_CARD
        fewest = min(place.cards for place in (view.table.places[view.seat], *others(view)))
        self._short = max(fewest, (self._limit + 1) // CALLED_WITH) if is_late(view) else FAR
        """Most cards of a hand that keeps its low ones."""
        self._low = min(LOW, self._limit)
        self._known: dict[tuple[RankKey, int], float] = {}

    def of(self, move: Move) -> float:
        hand = move.hand
        points = self._lore.points(hand)
        if move.drawn is not None and points <= self._limit:
            return 1 + TURNS_PER_POINT * points
        turns = self._from_stock(move.kept) if move.drawn is None else self._with_open(hand)
        if hand.bit_count() + (move.drawn is None) > self._short:
            turns += RELEASE * sum(self._lore.values[card] <= self._low for card in cards_in(hand))
        return turns + TURNS_PER_POINT * points

    def _with_open(self, hand: CardSet) -> float:
        """With this hand at the next own turn, where it may not be called."""
        rests = (hand & ~card_set(cards) for cards in self._lore.discards(hand))
        return 1 + min(map(self._from_stock, rests), default=FAR)

    def _from_stock(self, kept: CardSet) -> float:
        """With these cards and one from the stock."""
        soonest = self._turns(key_of(kept), 0)
        for cards in self._lore.discards(kept):
            if len(cards) > 1:
                soonest = min(soonest, 1 + self._turns(key_of(kept & ~card_set(cards)), 1))
        return soonest

    def _turns(self, kept: RankKey, unknown: int) -> float:
        """With these ranks, so many cards of which nothing is known, and one from the stock."""
        found = self._known.get((kept, unknown))
        if found is None:
            found = self._known[kept, unknown] = self._counted(kept, unknown)
        return found

    def _counted(self, kept: RankKey, unknown: int) -> float:
        """As long as nothing fits, the drawn card is laid again, and the open one is looked at."""
        worth = self._lore.rank_values
        held = [kept >> 3 * rank & 7 for rank in range(RANK_COUNT)]
        points = sum(n * worth[rank] for rank, n in enumerate(held) if n) + unknown * self._mean
        fits = later = unknown * self._partner
        if unknown:
            later *= self._turns(kept, unknown - 1)
        calls = sum(p for p, more in zip(self._chances, worth, strict=True) if points + more <= self._limit)
        for rank, count in enumerate(held):
            lays_set = rank and count and count + 1 >= self._set_min and points + worth[rank] > self._limit
            if lays_set and self._chances[rank]:
                fits += self._chances[rank]
                later += self._chances[rank] * self._turns(kept - count * UNIT[rank], unknown)
        fits += calls
        if not fits:
            return FAR
        by_open = self._open * fits
        needed = 1 + (1 - by_open) * later + self._open * (fits - calls + later)
        return min(FAR, needed / (1 - (1 - by_open) * (1 - fits)))
