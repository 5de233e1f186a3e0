"""Hands as ranks alone: the key under which a hand's value is tabulated.

A key holds the count of each rank in three bits: jokers first, then ace to king. Suits are dropped; runs
are looked after by `values`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from bot.engine.cards import CARDS, JOKER_RANK, RANK, Card, CardSet

RankKey = int

RANK_COUNT = 14
"""Jokers and thirteen ranks."""
MOST_OF_A_RANK = 4
MOST_JOKERS = 2

UNIT: tuple[RankKey, ...] = tuple(1 << 3 * rank for rank in range(RANK_COUNT))
"""What one card adds to a key, by rank."""
UNIT_OF_CARD: tuple[RankKey, ...] = tuple(UNIT[RANK[card]] for card in CARDS)
"""The same by card."""


def key_of(cards: CardSet) -> RankKey:
    key = 0
    while cards:
        lowest = cards & -cards
        key += UNIT_OF_CARD[lowest.bit_length() - 1]
        cards ^= lowest
    return key


def key_of_cards(cards: tuple[Card, ...]) -> RankKey:
    return sum(UNIT_OF_CARD[card] for card in cards)


@lru_cache(4)
def all_keys(most_cards: int) -> tuple[RankKey, ...]:
    """Every hand of 1 to `most_cards` cards of one pack, in the order of the tables."""
    return tuple(key for size in range(1, most_cards + 1) for key in keys_of_size(size))


def keys_of_size(size: int) -> Iterator[RankKey]:
    for ranks in combinations_with_replacement(range(RANK_COUNT), size):
        if all(ranks.count(rank) <= _most(rank) for rank in set(ranks)):
            yield sum(UNIT[rank] for rank in ranks)


def ranks_of(key: RankKey) -> list[int]:
    """The ranks of a key, lowest first, each as often as it is held."""
    return [rank for rank in range(RANK_COUNT) for _ in range(key >> 3 * rank & 7)]


def _most(rank: int) -> int:
    return MOST_JOKERS if rank == JOKER_RANK else MOST_OF_A_RANK
