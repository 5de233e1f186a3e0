"""What Discord takes, and the narrower bounds that keep a screen readable on a phone."""

from bot.present.screens import ChannelMenu, Menu, PeopleMenu, Press, Row, Rule, Screen, Text
from bot.present.tokens import decode

MOST_COMPONENTS = 40
MOST_CHARACTERS = 4000
MOST_BYTES = 8 * 1024
LONGEST_TOKEN = 52
LONGEST_LABEL = 80
LONGEST_OPTION = 100
LONGEST_PLACEHOLDER = 150


def presses(screen: Screen) -> list[Press]:
    return [press for block in screen.blocks if isinstance(block, Row) for press in block.presses]


def menus(screen: Screen) -> list[Menu]:
    return [block for block in screen.blocks if isinstance(block, Menu)]


def texts(screen: Screen) -> list[str]:
    return [block.content for block in screen.blocks if isinstance(block, Text)]


def faults(screen: Screen) -> list[str]:
    """Everything about a screen that Discord would refuse or a phone could not show."""
    found = [*_sizes(screen), *_tokens(screen)]
    for block in screen.blocks:
        match block:
            case Text(content):
                if not content.strip():
                    found.append("an empty text")
            case Row(row):
                if not 1 <= len(row) <= 5:
                    found.append(f"{len(row)} buttons in a row")
                found += [
                    f"label {press.label!r}" for press in row if not 1 <= len(press.label) <= LONGEST_LABEL
                ]
            case Menu():
                found += _menu(block)
            case ChannelMenu(placeholder=placeholder) | PeopleMenu(placeholder=placeholder):
                if not 1 <= len(placeholder) <= LONGEST_PLACEHOLDER:
                    found.append(f"placeholder {placeholder!r}")
            case Rule():
                pass
    return found


def _sizes(screen: Screen) -> list[str]:
    components = 1 + sum(
        1 + len(block.presses)
        if isinstance(block, Row)
        else 1 + isinstance(block, Menu | ChannelMenu | PeopleMenu)
        for block in screen.blocks
    )
    characters = sum(map(len, texts(screen)))
    words = [*texts(screen), *(press.label + press.token for press in presses(screen))]
    words += [
        menu.token + menu.placeholder + "".join(c.label + c.value + c.description for c in menu.choices)
        for menu in menus(screen)
    ]
    size = sum(len(word.encode()) + 12 for word in words)
    found = []
    if components > MOST_COMPONENTS:
        found.append(f"{components} components")
    if characters > MOST_CHARACTERS:
        found.append(f"{characters} characters")
    if size > MOST_BYTES:
        found.append(f"{size} bytes")
    return found


def _tokens(screen: Screen) -> list[str]:
    tokens = [press.token for press in presses(screen)] + [menu.token for menu in menus(screen)]
    found = [f"token {token} is long" for token in tokens if len(token) >= LONGEST_TOKEN]
    found += [f"token {token} means nothing" for token in tokens if decode(token) is None]
    if len(set(tokens)) != len(tokens):
        found.append("a token twice")
    return found


def _menu(menu: Menu) -> list[str]:
    found = []
    if not 1 <= len(menu.choices) <= 25:
        found.append(f"{len(menu.choices)} options")
    if not 1 <= len(menu.placeholder) <= LONGEST_PLACEHOLDER:
        found.append(f"placeholder {menu.placeholder!r}")
    if sum(choice.chosen for choice in menu.choices) > 1:
        found.append("two options chosen")
    if len({choice.value for choice in menu.choices}) != len(menu.choices):
        found.append("an option twice")
    for choice in menu.choices:
        lengths = len(choice.label), len(choice.value), len(choice.description)
        if max(lengths) > LONGEST_OPTION or not choice.label or not choice.value:
            found.append(f"option {choice.label!r}")
    return found
