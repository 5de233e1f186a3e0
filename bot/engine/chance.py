"""Chance as a value: every shuffle follows from the seed and a label by hashing.

The same seed gives the same cards on every version of Python, and nobody can guess the seed from cards
he has seen. A third party needs SHA-256 alone to check a deal:

* block `b` of the stream for a label is SHA-256(seed bytes, label in ASCII, `b` as 8 bytes big-endian);
* each block gives eight 32-bit numbers, big-endian; a number `x` is used for a choice among `n` only
  if `x < 2**32 - 2**32 % n`, and then chooses `x % n` (so that no choice is favoured);
* a shuffle goes from the last place `i` down to 1 and exchanges places `i` and the choice among `i + 1`.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct

from bot.engine.cards import Card

NO_SEED = "0" * 64
"""What a transcript without a seed reshuffles with."""

_WORD = 1 << 32
_WORDS_OF_BLOCK = Struct(">8I")


def is_seed(text: object) -> bool:
    return isinstance(text, str) and len(text) == 64 and all(c in "0123456789abcdefABCDEF" for c in text)


def commitment(seed: str) -> str:
    """What is published before the first deal: the SHA-256 of the seed's bytes, in hexadecimal."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def shuffled(cards: Sequence[Card], seed: str, label: str) -> list[Card]:
    """The cards in the order that the seed gives under this label."""
    order = list(cards)
    words = _words(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return order


def choice(options: int, seed: str, label: str) -> int:
    """A number from 0 to `options` - 1."""
    return _below(options, _words(seed, label))


def deal_label(round_number: int) -> str:
    return f"deal {round_number}"


def reshuffle_label(round_number: int, count: int) -> str:
    """`count`: how often this round has been reshuffled before."""
    return f"reshuffle {round_number} {count}"


def _below(options: int, words: Iterator[int]) -> int:
    bound = _WORD - _WORD % options
    word = next(words)
    while word >= bound:
        word = next(words)
    return word % options


def _words(seed: str, label: str) -> Iterator[int]:
    start = bytes.fromhex(seed) + label.encode("ascii")
    block = 0
    while True:
        yield from _WORDS_OF_BLOCK.unpack(sha256(start + block.to_bytes(8, "big")).digest())
        block += 1
