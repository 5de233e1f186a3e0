"""Cards, sets of cards and packs.

A card is a small number and a hand is a set of cards held in one int, one bit for each card: every
question the rules ask of a hand is then a mask and a table look-up. The text form (`"10H"`, `"JK1"`,
`"AH#2"`) exists at the edges only and round-trips.

Order of the numbers is the pack's own order: suits S H D C, each A to K, then the jokers, then the
second pack in the same order.
"""

from collections.abc import Iterable
from functools import lru_cache

Card = int
"""A card: 0 to 53 in the first pack, 54 to 107 in the second."""

CardSet = int
"""A set of cards: bit `n` stands for card `n`."""

PACK_SIZE = 54
SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER_RANK = 0
"""What `RANK` says of a joker; naturals have 1 (ace) to 13 (king)."""

CARDS = range(2 * PACK_SIZE)


def _text(card: Card) -> str:
    place = card % PACK_SIZE
    face = f"JK{place - 51}" if place >= 52 else RANKS[place % 13] + SUITS[place // 13]
    return face if card < PACK_SIZE else f"{face}#2"


TEXT: tuple[str, ...] = tuple(_text(card) for card in CARDS)
RANK: tuple[int, ...] = tuple(
    JOKER_RANK if card % PACK_SIZE >= 52 else card % PACK_SIZE % 13 + 1 for card in CARDS
)
SUIT: tuple[int, ...] = tuple(card % PACK_SIZE // 13 for card in CARDS)
"""0 to 3 in the order of `SUITS`; 4 for a joker."""

JOKERS: CardSet = sum(1 << card for card in CARDS if RANK[card] == JOKER_RANK)
SAME_RANK: tuple[CardSet, ...] = tuple(
    sum(1 << card for card in CARDS if RANK[card] == rank) for rank in range(14)
)
"""All cards of a rank, by rank."""

_BY_TEXT = {text: card for card, text in enumerate(TEXT)}


def parse_card(text: str) -> Card:
    """The card that a text names. Raises `ValueError` for anything else."""
    try:
        return _BY_TEXT[text]
    except (KeyError, TypeError):
        raise ValueError(f"{text!r} is not a card") from None


def is_joker(card: Card) -> bool:
    return RANK[card] == JOKER_RANK


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of some cards; naming one twice counts once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """The cards of a set in the pack's own order."""
    found: list[Card] = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def texts(cards: Iterable[Card]) -> list[str]:
    return [TEXT[card] for card in cards]


@lru_cache(16)
def pack(packs: int, jokers_per_pack: int) -> tuple[Card, ...]:
    """The cards in play, in the pack's own order (rule 1.1)."""
    size = 52 + jokers_per_pack
    return tuple(copy * PACK_SIZE + place for copy in range(packs) for place in range(size))


def points_table(face_values: str) -> tuple[int, ...]:
    """Points of each card, by card: jokers 0, ace 1, pips, faces as the switch `face_values` says."""
    faces = [int(value) for value in face_values.split("-")]
    values = [0, *range(1, 11), *faces]
    return tuple(values[rank] for rank in RANK)
