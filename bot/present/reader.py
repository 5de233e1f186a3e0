"""Who reads a screen: the words and the card pictures to write it with."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Protocol

from bot.engine.cards import PACK_SIZE, RANKS, SUITS, Card, is_joker
from bot.i18n.catalog import END_ISOLATE, ISOLATE, Words

SUIT_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))
NAME_LENGTH = 32
_MARKS_KEPT = 2
"""Combining marks that a letter keeps: enough for pointed Hebrew, too few to climb over other lines."""
_JOKER = "\N{PLAYING CARD BLACK JOKER}"
_AS_TEXT = "\N{VARIATION SELECTOR-15}"
_JOINER = "\N{ZERO WIDTH JOINER}"
_BLANKS = "\u2800\u3164\uffa0\u115f\u1160"
_MARKDOWN = re.compile(r"([\\`*_~|\[\]<>:/])")


class Faces(Protocol):
    """How a card looks inside a text."""

    def inline(self, card: Card) -> str:
        """An emoji mention, or a text such as `A♥`."""
        ...


@dataclass(frozen=True, slots=True)
class TextFaces:
    """Cards as plain text, where there are no emojis of ours: `A♥`, `10♠`, and `🃏` in every language."""

    def inline(self, card: Card) -> str:
        return _JOKER if is_joker(card) else _face(card) + _AS_TEXT


@dataclass(frozen=True, slots=True)
class Reader:
    words: Words
    faces: Faces


def card_label(card: Card, words: Words) -> str:
    """A card as a button says it: `A♥`, `10♠`, `Joker`."""
    return words.say("Joker") if is_joker(card) else _face(card)


def card_text(card: Card, words: Words) -> str:
    """A card inside a text, where its suit must not become a dark picture on a dark page."""
    return words.say("Joker") if is_joker(card) else _face(card) + _AS_TEXT


def name_text(name: str) -> str:
    """A person's name, harmless inside a message: no markdown, no mention, no unseen character.

    At most 32 visible characters, set apart from the direction of the text around it.
    """
    return typed_text(name, NAME_LENGTH)


def typed_text(text: str, most: int) -> str:
    """The same for anything that a person typed: one line of at most `most` visible characters."""
    shown = _shortened(_visible(text), most) or "?"
    safe = _MARKDOWN.sub(r"\\\1", shown).replace("@", "@\u200b")
    return f"{ISOLATE}{safe}{END_ISOLATE}"


def _face(card: Card) -> str:
    place = card % PACK_SIZE
    return RANKS[place % 13] + SUIT_SIGNS[SUITS[place // 13]]


def _visible(name: str) -> str:
    kept = "".join(char for char in name if not _is_unseen(char))
    return " ".join(kept.split())


def _is_unseen(char: str) -> bool:
    if char in _BLANKS:
        return True
    return unicodedata.category(char)[0] == "C" and char != _JOINER and not char.isspace()


def _shortened(name: str, most: int) -> str:
    """The first characters, each with its marks; what had to be cut ends in `…`."""
    shown: list[str] = []
    marks = 0
    for char in name:
        if shown and _joins(char, shown[-1]):
            marks += 1
            if marks <= _MARKS_KEPT or char == _JOINER or shown[-1].endswith(_JOINER):
                shown[-1] += char
            continue
        marks = 0
        shown.append(char)
    if len(shown) <= most:
        return "".join(shown)
    return "".join(shown[: most - 1]).rstrip() + "…"


def _joins(char: str, before: str) -> bool:
    return char == _JOINER or unicodedata.category(char)[0] == "M" or before.endswith(_JOINER)
