"""What a person may choose for himself, on every server."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.i18n.catalog import LANGUAGES, Words, mark
from bot.ports.store import PlayerSettings
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.labelled import menu_label
from bot.present.reader import Reader
from bot.present.screens import Block, Choice, Menu, Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import AskLeave, Choose, MyHand, encode

AUTO = "auto"
NOWHERE = 0
"""No hand to go back to."""

_PINGS: Mapping[str, str] = {
    AUTO: mark("as the server"),
    "off": mark("never"),
    "late": mark("at half time"),
    "always": mark("every turn"),
}
_SWITCHES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "card_order": (mark("Order"), {"rank": mark("by rank"), "suit": mark("by suit")}),
    "text_cards": (mark("Cards"), {"off": mark("pictures"), "on": mark("words")}),
    "confirm_risky": (mark("Ask before risky calls"), {"off": mark("no"), "on": mark("yes")}),
}
"""What a button switches, with its values; the first is usual."""


def options_screen(wishes: PlayerSettings, reader: Reader, table: int = NOWHERE) -> PrivateScreen:
    """Everything with its present value. `table`: whose hand the reader came from."""
    words = reader.words
    lines = [
        f"## {words.say('Your options')}",
        f"-# {words.say('They are yours alone and hold on every server.')}",
        f"-# {words.say('Cards as words: without pictures, with their names for who has them read aloud.')}",
        f"-# {words.say('Risky calls: you are asked again where somebody may well have as little as you.')}",
    ]
    blocks: list[Block] = [
        Text("\n".join(lines)),
        Row(tuple(_switch(name, wishes, table, words) for name in _SWITCHES)),
        *_languages(wishes, table, words),
        *_pings(wishes, table, words),
    ]
    if table != NOWHERE:
        back = Press(encode(MyHand(table)), words.say("Back to my cards"), Style.PRIMARY)
        leave = Press(encode(AskLeave(table)), words.say("Leave the match"))
        blocks.append(Row((back, leave)))
    return directed(PrivateScreen(tuple(blocks), BLUE))


def chosen(wishes: PlayerSettings, field: str, value: str) -> PlayerSettings | None:
    """The wishes after a choice; `None` for what is not on offer."""
    found: dict[str, Any] = {}
    if field == "language" and value in (AUTO, *LANGUAGES):
        found["language"] = None if value == AUTO else value
    elif field == "pings" and value in _PINGS:
        found["pings"] = None if value == AUTO else value
    elif field in _SWITCHES and value in _SWITCHES[field][1]:
        found[field] = value if field == "card_order" else value == "on"
    return replace(wishes, **found) if found else None


def _now(name: str, wishes: PlayerSettings) -> str:
    value = getattr(wishes, name)
    return ("on" if value else "off") if isinstance(value, bool) else value


def _switch(name: str, wishes: PlayerSettings, table: int, words: Words) -> Press:
    """A button that says how it is now, and changes it."""
    title, values = _SWITCHES[name]
    now = _now(name, wishes)
    other = next(value for value in values if value != now)
    label = words.say("{rule}: {value}", rule=words.say(title), value=words.say(values[now]))
    style = Style.SECONDARY if now == next(iter(values)) else Style.PRIMARY
    return Press(encode(Choose(table, name, other)), label, style)


def _languages(wishes: PlayerSettings, table: int, words: Words) -> tuple[Block, Block]:
    names = {AUTO: words.say("as my Discord"), **LANGUAGES}
    return _menu(words.say("Language"), names, wishes.language, encode(Choose(table, "language", None)))


def _pings(wishes: PlayerSettings, table: int, words: Words) -> tuple[Block, Block]:
    names = {value: words.say(name) for value, name in _PINGS.items()}
    return _menu(words.say("Reminders"), names, wishes.pings, encode(Choose(table, "pings", None)))


def _menu(title: str, names: Mapping[str, str], wish: str | None, token: str) -> tuple[Block, Block]:
    """A menu and the line above it."""
    now = wish or AUTO
    choices = tuple(Choice(value, name, chosen=value == now) for value, name in names.items())
    return menu_label(title, names[now]), Menu(token, names[now], choices)
