"""Right-to-left lines inside a client that writes from left to right.

Discord does not turn its pages for Hebrew, so every such line brings its own direction along: a mark for
clients that look at the first letter, and an isolate for those that do not.
"""

import re
from dataclasses import replace
from typing import TypeVar
from unicodedata import bidirectional

from bot.i18n.catalog import END_ISOLATE, ISOLATE
from bot.present.screens import Block, ChannelMenu, Form, Menu, PeopleMenu, Row, Rule, Screen, Text

RIGHT_TO_LEFT = "\N{RIGHT-TO-LEFT MARK}\N{RIGHT-TO-LEFT ISOLATE}"
_BLOCK_MARK = re.compile(r"(?:(?:#{1,3}|-#|-|>|\d+\.) +)*")
_INNERMOST = re.compile(f"{ISOLATE}[^{ISOLATE}{END_ISOLATE}]*{END_ISOLATE}")
_CODE = re.compile(f"(?<!{ISOLATE})`[^`\n]+`")
_ALL_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_NO_WORDS = re.compile(r"`[^`]*`|<[^>\s]*>")

AnyScreen = TypeVar("AnyScreen", bound=Screen)


def directed(screen: AnyScreen) -> AnyScreen:
    """The screen with each right-to-left line, label and option set in that direction."""
    return replace(screen, blocks=tuple(_block(block) for block in screen.blocks))


def directed_form(form: Form) -> Form:
    """The same for a form's labels; what a person typed stays as it is."""
    inputs = (replace(one, label=_label(one.label), hint=_label(one.hint)) for one in form.inputs)
    return replace(form, title=_label(form.title), inputs=tuple(inputs))


def directed_text(text: str) -> str:
    """The text with each right-to-left line set in that direction, behind its markdown."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _block(block: Block) -> Block:
    match block:
        case Text(content):
            return Text(directed_text(content))
        case Row(presses):
            return Row(tuple(replace(press, label=_label(press.label)) for press in presses))
        case Menu():
            choices = tuple(
                replace(choice, label=_label(choice.label), description=_label(choice.description))
                for choice in block.choices
            )
            return replace(block, placeholder=_label(block.placeholder), choices=choices)
        case ChannelMenu() | PeopleMenu():
            return replace(block, placeholder=_label(block.placeholder))
        case Rule():
            return block


def _label(label: str) -> str:
    """A label has no alignment to care for: words alone stand right by themselves."""
    return label if all(char.isalpha() or char == " " for char in label) else _line(label)


def _line(line: str) -> str:
    if line.isascii() or not _is_right_to_left(line):
        return line
    mark = _BLOCK_MARK.match(line)
    start = mark.end() if mark else 0
    # What is typed runs from left to right: a command must not lose its stroke to the other end.
    rest = _CODE.sub(lambda code: f"{ISOLATE}{code[0]}{END_ISOLATE}", line[start:])
    bold = _ALL_BOLD.fullmatch(rest)
    if bold:  # the stars have to stand beside what they make bold
        return f"{line[:start]}**{RIGHT_TO_LEFT}{bold[1]}{END_ISOLATE}**"
    return f"{line[:start]}{RIGHT_TO_LEFT}{rest}{END_ISOLATE}"


def _is_right_to_left(line: str) -> bool:
    """Whether the line's own words, not what was put into it, run from right to left."""
    words = line
    while _INNERMOST.search(words):
        words = _INNERMOST.sub("", words)
    directions = (bidirectional(char) for char in _NO_WORDS.sub("", words))
    return next((direction for direction in directions if direction in ("L", "R", "AL")), "L") != "L"
