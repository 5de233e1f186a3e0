"""How the arguments of tokens are written and read: numbers in base 36, words, cards, choices."""

import re
from collections.abc import Callable
from string import digits
from typing import Any, NamedTuple

from bot.engine.cards import CARDS, Card

Selection = tuple[int, ...]
"""Positions in the hand (in the pack's own order, from 0), in the order they were tapped."""


class Part(NamedTuple):
    """How one argument is written and read. `read` raises `ValueError` for anything else."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


_NONE = "-"
_DIGITS36 = digits + "abcdefghijklmnopqrstuvwxyz"
_NUMBER = re.compile(r"0|[1-9a-z][0-9a-z]{0,12}", re.ASCII)
_WORD = re.compile(r"[0-9A-Za-z_.][0-9A-Za-z_.-]*", re.ASCII)


def _write_number(number: int) -> str:
    if number < 0:
        raise ValueError(f"{number} is below 0")
    text = ""
    while number >= 36:
        number, rest = divmod(number, 36)
        text = _DIGITS36[rest] + text
    return _DIGITS36[number] + text


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return int(text, 36)


def _word(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise ValueError(text)
    return text


def _read_card(text: str) -> Card:
    card = _read_number(text)
    if card not in CARDS:
        raise ValueError(text)
    return card


def _write_selection(selection: Selection) -> str:
    return "".join(digits[place] for place in selection) or _NONE


def _read_selection(text: str) -> Selection:
    if text == _NONE:
        return ()
    places = tuple(digits.index(char) for char in text)
    if len(set(places)) != len(places):
        raise ValueError(text)
    return places


def _write_list(numbers: tuple[int, ...]) -> str:
    if not numbers:
        raise ValueError("a list of nobody")
    return ".".join(map(_write_number, numbers))


def _read_list(text: str) -> tuple[int, ...]:
    return tuple(map(_read_number, text.split(".")))


def or_none(part: Part) -> Part:
    def write(value: Any) -> str:
        return _NONE if value is None else part.write(value)

    def read(text: str) -> Any:
        return None if text == _NONE else part.read(text)

    return Part(write, read)


NUMBER = Part(_write_number, _read_number)
WORD = Part(_word, _word)
CARD = Part(_write_number, _read_card)
SELECTION = Part(_write_selection, _read_selection)
LIST = Part(_write_list, _read_list)
