"""Screens as plain data: text blocks and presses. Nothing here knows Discord.

`PublicScreen` and `PrivateScreen` are two types on purpose: only the private sender takes the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

PRESSES_IN_ROW = 5
"""Discord's limit."""


class Style(StrEnum):
    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Press:
    """One button. `token` is its custom id (see `tokens`); `card` names the emoji it wears, unless `mark`
    gives one of Discord's own."""

    token: str
    label: str
    style: Style = Style.SECONDARY
    card: int | None = None
    disabled: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a `Menu`: what it sends, what it says."""

    value: str
    label: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """One select, alone in its row."""

    token: str
    placeholder: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A select of the server's own channels, alone in its row; `chosen` are ids."""

    token: str
    placeholder: str
    chosen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PeopleMenu:
    """A select of the server's members, alone in its row; up to `most` may be chosen."""

    token: str
    placeholder: str
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    content: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line between blocks."""


@dataclass(frozen=True, slots=True)
class Row:
    """One to five presses side by side."""

    presses: tuple[Press, ...]


def rows_of(presses: Sequence[Press]) -> list[Row]:
    """The presses in as many rows as they take."""
    return [Row(tuple(presses[at : at + PRESSES_IN_ROW])) for at in range(0, len(presses), PRESSES_IN_ROW)]


Block = Text | Rule | Row | Menu | ChannelMenu | PeopleMenu


@dataclass(frozen=True, slots=True)
class Screen:
    """Blocks from top to bottom in one container; `accent` is 0xRRGGBB."""

    blocks: tuple[Block, ...]
    accent: int | None = None


@dataclass(frozen=True, slots=True)
class PublicScreen(Screen):
    """May be shown to everybody."""


@dataclass(frozen=True, slots=True)
class PrivateScreen(Screen):
    """For one person's eyes: sent by `cogs.ui.reply.send_private` alone."""


@dataclass(frozen=True, slots=True)
class Input:
    """One field of a `Form`, with what stands in it at first."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    most: int = 100
    """Characters that fit in."""
    is_long: bool = False
    """Several lines."""
    is_needed: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """A window in which one person types something. `token` is its custom id."""

    token: str
    title: str
    inputs: tuple[Input, ...]
