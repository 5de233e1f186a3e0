"""The faces of the cards as emojis: one big rank, one suit.

Drawn for 22 pixels, the size of an emoji in a line of text. Red suits are hollow and black ones full,
so that they are told apart without seeing colour. Drawing all of them takes a good part of a second.
"""

import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from PIL import Image

from bot.engine.cards import PACK_SIZE, TEXT, Card
from bot.pictures.shapes import (
    Box,
    Canvas,
    Colour,
    Outline,
    bend,
    circle,
    club,
    diamond,
    heart,
    mirrored,
    spade,
)

BACK = "back"
FACES: tuple[str, ...] = (*TEXT[:PACK_SIZE], BACK)
"""All there are pictures of: the card texts of one pack, then the back."""

_PREFIX = "yaniv"
_HASH_DIGITS = 6
_NAME = re.compile(rf"{_PREFIX}_({'|'.join(FACES)})_[0-9a-f]{{{_HASH_DIGITS}}}")

_WHITE: Colour = (255, 255, 255, 255)
_GREY: Colour = (112, 117, 128, 255)
_BLACK: Colour = (16, 17, 22, 255)
_RED: Colour = (212, 16, 34, 255)
_VIOLET: Colour = (88, 28, 150, 255)
_GOLD: Colour = (255, 200, 40, 255)
_PINK: Colour = (255, 90, 120, 255)
_BLUE: Colour = (24, 78, 140, 255)
_PALE_BLUE: Colour = (150, 200, 240, 255)

_LINE = 10.5
"""Width of the line around a hollow suit: not quite two pixels of 22."""
_HALO = 4.0
"""Blank kept around a suit where it touches the rank."""
_RANK_BOX: Box = (11, 11, 56, 68)
_TEN_BOX: Box = (9, 11, 68, 68)


@dataclass(frozen=True, slots=True)
class _Suit:
    outlines: Callable[[Box], list[Outline]]
    box: Box
    ink: Colour
    hollow: bool


_SUITS = {
    "S": _Suit(spade, (61, 58, 57, 61), _BLACK, hollow=False),
    "H": _Suit(heart, (60, 62, 58, 57), _RED, hollow=True),
    "D": _Suit(diamond, (64, 58, 54, 61), _RED, hollow=True),
    "C": _Suit(club, (58, 58, 60, 61), _BLACK, hollow=False),
}


class _Emojis(Mapping[str, bytes]):
    """Emoji name to PNG bytes, in the order of `FACES`; nothing is drawn before it is asked for.

    A name carries a hash of the pixels, so a new drawing is a new name. Pictures are 128 by 128 pixels.
    """

    def __getitem__(self, name: str) -> bytes:
        face = face_of(name)
        if face is None or _name(face) != name:
            raise KeyError(name)
        return _png(face)

    def __iter__(self) -> Iterator[str]:
        return map(_name, FACES)

    def __len__(self) -> int:
        return len(FACES)


EMOJIS: Mapping[str, bytes] = _Emojis()


def face_of(name: str) -> str | None:
    """The face that an emoji of ours shows, whatever version drew it; nothing for a foreign name."""
    match = _NAME.fullmatch(name)
    return match[1] if match else None


def face_on(card: Card) -> str:
    """The face of a card, the same in both packs."""
    return TEXT[card].removesuffix("#2")


@cache
def _image(face: str) -> Image.Image:
    if face == BACK:
        return _back().finished()
    if face.startswith("JK"):
        return _joker(int(face.removeprefix("JK"))).finished()
    return _natural(face[:-1], _SUITS[face[-1]]).finished()


@cache
def _name(face: str) -> str:
    # Of the pixels and not of the file: another compressor must not mean another emoji.
    digest = hashlib.sha256(_image(face).tobytes()).hexdigest()
    return f"{_PREFIX}_{face}_{digest[:_HASH_DIGITS]}"


@cache
def _png(face: str) -> bytes:
    file = io.BytesIO()
    _image(face).save(file, "PNG", optimize=True)
    return file.getvalue()


def _blank(colour: Colour) -> Canvas:
    canvas = Canvas()
    canvas.panel(1, 20, _GREY)
    canvas.panel(5, 16, colour)
    return canvas


def _natural(rank: str, suit: _Suit) -> Canvas:
    canvas = _blank(_WHITE)
    canvas.letters(rank, _TEN_BOX if len(rank) > 1 else _RANK_BOX, suit.ink)
    line = _LINE if suit.hollow else 0
    left, top, width, height = suit.box
    outlines = suit.outlines((left + line / 2, top + line / 2, width - line, height - line))
    canvas.trace(outlines, line + 2 * _HALO, _WHITE)
    canvas.fill(outlines, _WHITE if suit.hollow else suit.ink)
    if suit.hollow:
        canvas.trace(outlines, line, suit.ink)
    return canvas


def _joker(number: int) -> Canvas:
    """A fool's cap; the number is the count of spots on its brim."""
    horn = [
        *bend((40, 94), (42, 70), (32, 69)),
        *bend((32, 69), (25, 69), (19, 88)),
        *bend((19, 88), (2, 30), (32, 32)),
        *bend((32, 32), (48, 34), (64, 78)),
        (64, 94),
    ]
    peak = bend((42, 90), (44, 44), (64, 22))
    canvas = _blank(_VIOLET)
    canvas.fill([horn, mirrored(horn)], _GOLD)
    canvas.fill([[*peak, *mirrored(peak)]], _PINK)
    canvas.fill([circle((x, y), 9.5) for x, y in ((19, 90), (64, 21), (109, 90))], _WHITE)
    canvas.fill([[(36, 88), (92, 88), (92, 112), (36, 112)]], _WHITE)
    spots = (64,) if number == 1 else (50, 78)
    canvas.fill([circle((x, 100), 7) for x in spots], _VIOLET)
    return canvas


def _back() -> Canvas:
    canvas = _blank(_WHITE)
    canvas.panel(13, 9, _BLUE)
    for place in range(9):
        canvas.fill(diamond((16 + place % 3 * 33, 16 + place // 3 * 33, 30, 30)), _PALE_BLUE)
    return canvas
