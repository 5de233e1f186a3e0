"""What self-play taught: numbers in a file, and how facts about a moment and a move are weighed by them.

A small network with one hidden layer says what the facts add to the plain value of a move, in points. Every
fact (`BLOCKS`) owns a row of numbers; facts that hold add their rows up, so that what the moves of one moment
have in common is added up once. `scripts/train_expert.py` makes the file.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.paths import data_file

HIDDEN = 32
WIDTH = HIDDEN + 1
"""Numbers of a row: one for each hidden unit, and what the fact adds directly."""
POINTS_PER_UNIT = 10
"""What the network calls 1, in points."""
TURNS = 5
"""Numbers of turns that are told apart where hidden cards are guessed."""
SHOWN = 13
"""What a seat laid last: a single's points, 11 for more cards than one, 12 for unknown."""
VALUES = 11
"""Points of a card, from 0."""
HAND = 5
TOTALS = 32
"""Points of a hand that are told apart."""
UNKNOWN_LAID = 12
SEVERAL_LAID = 11

BLOCKS: dict[str, int] = {
    "next": HAND * HAND,
    "turn": 12,
    "at_most": 11,
    "means": 2,
    "next_known": 6,
    "laid_before": HAND * SHOWN,
    "laid_size": 5,
    "unseen": 15,
    "own_mark": 13,
    "next_mark": 13,
    "own_total": 10,
    "next_total": 10,
    "rivals": 3,
    "lateness": 1,
    "size": HAND * HAND,
    "total": TOTALS,
    "held": 42,
    "stock": HAND,
    "taken": VALUES,
    "ends": 14,
    "feed": HAND * VALUES,
    "match": HAND * 4,
    "laid": 5,
    "laid_jokers": 3,
    "exposed": 8,
    "jokers": HAND * 3,
    "neighbours": 8,
    "outs": 1,
    "costs": 5,
    "band_threat": 48,
    "band_fewest": 40,
    "call": 40,
    "call_fewest": 40,
    "call_costs": 3,
}
"""The groups of facts and how many each has: first those of the moment, from `size` on those of a move."""

Fact = tuple[int, float]
"""Which fact holds, and how much."""
Row = tuple[float, ...]


def _offsets() -> dict[str, int]:
    offsets: dict[str, int] = {}
    at = 0
    for name, size in BLOCKS.items():
        offsets[name] = at
        at += size
    return offsets


AT = _offsets()
"""Where the facts of each group begin."""
FACTS = sum(BLOCKS.values())


class Network:
    """The numbers for one kind of table: one rival, or more."""

    def __init__(self, rows: Sequence[Row], bias: Row, out: Sequence[float]) -> None:
        self._rows = rows
        self._bias = bias
        self._out = out

    def begin(self, facts: Iterable[Fact]) -> Row:
        """What the facts of a moment add up to, for `weigh`."""
        return self._sum(self._bias, facts)

    def weigh(self, begun: Row, facts: Iterable[Fact]) -> float:
        """Points that these facts add, after those of the moment."""
        total = self._sum(begun, facts)
        hidden = sum(unit * by for unit, by in zip(total, self._out, strict=False) if unit > 0)
        return POINTS_PER_UNIT * (hidden + total[HIDDEN])

    def _sum(self, begun: Row, facts: Iterable[Fact]) -> Row:
        total: Sequence[float] = begun
        rows = self._rows
        for at, by in facts:
            if by == 1:
                total = [a + b for a, b in zip(total, rows[at], strict=True)]
            else:
                total = [a + by * b for a, b in zip(total, rows[at], strict=True)]
        return tuple(total)


@dataclass(frozen=True)
class Learned:
    """Everything that was learned for a family of house rules."""

    standing: tuple[tuple[float, ...], tuple[float, ...]]
    """How good it is to stand at a total: with two players left, and with more."""
    lean: tuple[tuple[float, ...], tuple[float, ...]]
    """How much likelier than among all unseen cards a value is in a hand, see `leaning`; for one rival, and
    for more."""
    networks: tuple[Network, Network]
    """For one rival, and for more."""

    def leaning(self, rivals: int, hand: tuple[int, int, int]) -> tuple[float, ...]:
        """By value, for a hidden card of a hand: its cards and turns, and what it laid last (`SHOWN`)."""
        cards, turns, laid = hand
        at = (((cards - 1) * TURNS + min(turns, TURNS - 1)) * SHOWN + laid) * VALUES
        return self.lean[rivals > 1][at : at + VALUES]


def pack_learned(about: dict[str, Any], parts: Iterable[Sequence[float]]) -> bytes:
    """The bytes of a file: a line of JSON, then 16-bit integers; each part is scaled by its own largest."""
    scales: list[float] = []
    sizes: list[int] = []
    stored = array("h")
    for part in parts:
        scale = max(map(abs, part)) / 32000 or 1.0
        scales.append(scale)
        sizes.append(len(part))
        stored.extend(round(number / scale) for number in part)
    if sys.byteorder == "big":
        stored.byteswap()
    head = json.dumps(about | {"scales": scales, "sizes": sizes})
    return head.encode() + b"\n" + zlib.compress(stored.tobytes(), 9)


def unpack_learned(raw: bytes) -> list[tuple[float, ...]]:
    """The parts that `pack_learned` packed."""
    head, _, packed = raw.partition(b"\n")
    stored = array("h")
    stored.frombytes(zlib.decompress(packed))
    if sys.byteorder == "big":
        stored.byteswap()
    about = json.loads(head)
    parts: list[tuple[float, ...]] = []
    at = 0
    for scale, size in zip(about["scales"], about["sizes"], strict=True):
        parts.append(tuple(number * scale for number in stored[at : at + size]))
        at += size
    return parts


@lru_cache(4)
def load_learned(name: str) -> Learned:
    """What is shipped under that name."""
    parts = unpack_learned(data_file("tables", f"{name}.learned").read_bytes())
    two, more, lean_two, lean_more, *networks = parts
    return Learned((two, more), (lean_two, lean_more), (_network(networks[:4]), _network(networks[4:])))


def _network(parts: Sequence[tuple[float, ...]]) -> Network:
    into, straight, bias, out = parts
    rows = [(*into[at * HIDDEN : (at + 1) * HIDDEN], straight[at]) for at in range(FACTS)]
    return Network(rows, (*bias, 0.0), out)
