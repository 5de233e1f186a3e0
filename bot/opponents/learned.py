"""What self-play taught beyond the table: corrections to the value of a move, in points.

The value of a move is the table's value plus one learned number for each of a few simple facts about it
(`FACTS`). `scripts/train_expert.py` learns the numbers.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bot.engine.cards import JOKERS, RANK, SUIT, Card, cards_in
from bot.engine.views import SeatView
from bot.opponents.appraisal import Appraiser
from bot.opponents.lore import Lore
from bot.opponents.moves import Move
from bot.opponents.unseen import Belief, by_rank, others, unseen_cards
from bot.opponents.values import FEWEST
from bot.paths import data_file

SCALE = 1000
LEVELS_OF_THREAT = 6
TOTALS = 32
BANDS = 8

FACTS: dict[str, tuple[int, ...]] = {
    "total": (FEWEST + 1, 6, TOTALS),
    "feed": (6, 12),
    "match": (4, FEWEST + 1),
    "threat": (LEVELS_OF_THREAT, FEWEST + 1, BANDS),
    "jokers": (6, 3, FEWEST + 1),
    "neighbours": (6, 4, 2),
    "outs": (6, 8),
    "exposed": (6, 6, 2),
    "turn": (6, FEWEST + 1, BANDS),
    "taken": (12, FEWEST + 1),
    "laid": (6, 3),
}
"""The facts and how many values each of their parts has."""


def _sizes() -> dict[str, int]:
    sizes: dict[str, int] = {}
    for name, parts in FACTS.items():
        size = 1
        for part in parts:
            size *= part
        sizes[name] = size
    return sizes


def _offsets() -> dict[str, int]:
    offsets: dict[str, int] = {}
    at = 0
    for name, size in _sizes().items():
        offsets[name] = at
        at += size
    return offsets


OFFSETS = _offsets()
NUMBERS = sum(_sizes().values())
_TOTAL, _FEED, _MATCH, _THREAT, _JOKERS, _NEIGHBOURS, _OUTS, _EXPOSED, _TURN, _TAKEN, _LAID = OFFSETS.values()

_BAND = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6]


def band(points: float) -> int:
    at = int(points)
    return _BAND[at] if at < len(_BAND) else 7


class Facts:
    """The facts of one decision, and of each of its moves."""

    def __init__(self, view: SeatView, lore: Lore, appraiser: Appraiser) -> None:
        self.lore, self.appraiser = lore, appraiser
        table = view.table
        self.rivals = others(view)
        self.fewest = max(1, min(FEWEST, *(place.cards for place in self.rivals), FEWEST))
        self.unseen = unseen_cards(view)
        self.ranks = by_rank(self.unseen)
        self.left = max(1, sum(self.ranks))
        self.belief = Belief(lore, self.unseen)
        limit = min(lore.rules.call_limit, 10)
        safe = 1.0
        for place in self.rivals:
            safe *= 1 - self.belief.at_most(place, limit)
        self.danger = 1 - safe
        self.threat = _threat(self.danger)
        own = table.places[view.seat]
        self.known = own.known
        self.turn = min(5, own.turns // 2)
        self._next = self.rivals[0]
        self._next_cards = min(5, self._next.cards)
        self._next_known = cards_in(self._next.known)
        known = 0
        for place in self.rivals:
            known |= place.known
        self._all_known = cards_in(known)
        worth = lore.rank_values
        self.draw_points = [(worth[rank], n / self.left) for rank, n in enumerate(self.ranks) if n]
        """Points of an unseen card, with how likely each is."""
        self._mean_draw = sum(points * share for points, share in self.draw_points)

    def of(self, move: Move) -> tuple[float, list[int], list[tuple[int, float]]]:
        """The table's value, the facts that hold, and those that hold with a probability."""
        m, lore = self.fewest, self.lore
        hand = move.hand
        cards = hand.bit_count() + (move.drawn is None)
        n = min(5, cards)
        points = lore.points(hand)
        base = _TOTAL + (m * 6 + n) * TOTALS
        known = self.known & hand
        odds: list[tuple[int, float]] = []
        if move.drawn is None:
            values = self.appraiser.tabulated_draw(move.kept, self.ranks, m)
            value = sum(k * v for k, v in zip(self.ranks, values, strict=True)) / self.left
            odds = [(base + min(TOTALS - 1, points + more), share) for more, share in self.draw_points]
            total, taken = points + self._mean_draw, 11
        else:
            value = self.appraiser.tabulated(hand, m)
            odds = [(base + min(TOTALS - 1, points), 1.0)]
            total, taken = points, min(10, lore.values[move.drawn])
            known |= 1 << move.drawn
        b = band(total)
        jokers = min(2, (hand & JOKERS).bit_count())
        held = cards_in(hand & ~JOKERS)
        shown = min(5, known.bit_count())
        facts = [
            _FEED + self._next_cards * 12 + self._feed(move.discard),
            _MATCH + self._match(move.discard) * 6 + m,
            _THREAT + (self.threat * 6 + m) * BANDS + b,
            _JOKERS + (n * 3 + jokers) * 6 + m,
            _NEIGHBOURS + (n * 4 + _neighbours(held)) * 2 + (jokers > 0),
            _OUTS + n * 8 + min(7, sum(self.ranks[RANK[card]] for card in held) // 2),
            _EXPOSED + (n * 6 + shown) * 2 + (lore.points(known) > 7),
            _TURN + (self.turn * 6 + m) * BANDS + b,
            _TAKEN + taken * 6 + m,
            _LAID + min(5, len(move.discard)) * 3 + min(2, sum(not RANK[card] for card in move.discard)),
        ]
        return value, facts, odds

    def _ends(self, discard: tuple[Card, ...]) -> tuple[Card, ...]:
        return discard if len(discard) < 3 else (discard[0], discard[-1])

    def _feed(self, discard: tuple[Card, ...]) -> int:
        return min(10, *(self.lore.values[card] for card in self._ends(discard)))

    def _match(self, discard: tuple[Card, ...]) -> int:
        """Whether an open card fits what another seat is known to hold: a set for the next seat is worst."""
        found = 0
        for card in self._ends(discard):
            rank, suit = RANK[card], SUIT[card]
            if any(RANK[other] == rank for other in self._next_known):
                return 3
            if any(SUIT[other] == suit and 0 < abs(RANK[other] - rank) < 3 for other in self._next_known):
                found = max(found, 2)
            if any(RANK[other] == rank for other in self._all_known):
                found = max(found, 1)
        return found


def _threat(danger: float) -> int:
    if danger < 0.01:
        return 0
    if danger < 0.05:
        return 1
    if danger < 0.15:
        return 2
    if danger < 0.3:
        return 3
    return 4 if danger < 0.55 else 5


def _neighbours(held: tuple[Card, ...]) -> int:
    """Pairs of natural cards of a suit that stand at most two ranks apart."""
    found = 0
    for at, card in enumerate(held):
        for other in held[at + 1 :]:
            if SUIT[card] == SUIT[other] and 0 < abs(RANK[card] - RANK[other]) < 3:
                found += 1
    return min(3, found)


class Weights:
    """Learned numbers, and how often another seat ends the round, by fewest cards and threat."""

    def __init__(self, numbers: Sequence[float], hazards: Sequence[float]) -> None:
        self.numbers = numbers
        self.hazards = hazards

    def ends_soon(self, fewest: int, threat: int) -> float:
        return self.hazards[fewest * LEVELS_OF_THREAT + threat]


def pack_weights(about: dict[str, Any], numbers: Sequence[float]) -> bytes:
    """The bytes of a file of learned numbers; `about` holds the hazards."""
    stored = array("h", (max(-32000, min(32000, round(number * SCALE))) for number in numbers))
    if sys.byteorder == "big":
        stored.byteswap()
    return json.dumps(about).encode() + b"\n" + zlib.compress(stored.tobytes(), 9)


@lru_cache(16)
def load_weights(name: str) -> Weights | None:
    """Shipped numbers by name; `None` where there are none."""
    file = data_file("tables", f"{name}.learned")
    if not file.exists():
        return None
    about, _, packed = file.read_bytes().partition(b"\n")
    stored = array("h")
    stored.frombytes(zlib.decompress(packed))
    if sys.byteorder == "big":
        stored.byteswap()
    return Weights([number / SCALE for number in stored], json.loads(about)["hazards"])
