"""A screen as plain text, for golden files and for a reader's eye.

`‹` and `«` (right to left) open an isolate, `›` closes it.
"""

from bot.i18n.catalog import END_ISOLATE, ISOLATE
from bot.present.direction import RIGHT_TO_LEFT
from bot.present.screens import (
    ChannelMenu,
    Menu,
    PeopleMenu,
    Press,
    PrivateScreen,
    Row,
    Rule,
    Screen,
    Style,
    Text,
)

_MARKS = {Style.PRIMARY: "◉ ", Style.SUCCESS: "✔ ", Style.DANGER: "! ", Style.SECONDARY: ""}


def dump(screen: Screen) -> str:
    kind = "private" if isinstance(screen, PrivateScreen) else "public"
    text = "\n".join([f"{{{kind}}}", *(_block(block) for block in screen.blocks)]) + "\n"
    return plain(text.replace(RIGHT_TO_LEFT, "«").replace(ISOLATE, "‹").replace(END_ISOLATE, "›"))


def without_isolates(text: str) -> str:
    return plain(text.replace(ISOLATE, "").replace(END_ISOLATE, ""))


def plain(text: str) -> str:
    """Without what only tells a client how to draw."""
    return text.replace("\ufe0e", "").replace("\u200b", "").replace("\u00a0", " ")


def _block(block: Text | Rule | Row | Menu | ChannelMenu | PeopleMenu) -> str:
    match block:
        case Text(content):
            return content
        case Rule():
            return "────────"
        case Row(presses):
            return "  ".join(_press(press) for press in presses)
        case ChannelMenu(placeholder=placeholder, chosen=chosen):
            return f"<# {placeholder}>" + "".join(f"\n  ● #{channel}" for channel in chosen)
        case PeopleMenu(placeholder=placeholder, most=most):
            return f"<@ {placeholder}> at most {most}"
        case Menu():
            options = "\n".join(
                f"  {'●' if choice.chosen else '○'} {choice.label}"
                + (f" — {choice.description}" if choice.description else "")
                for choice in block.choices
            )
            return f"<{block.placeholder}>\n{options}"


def _press(press: Press) -> str:
    text = f"{_MARKS[press.style]}{press.mark and press.mark + ' '}{press.label}"
    return f"({text})" if press.disabled else f"[{text}]"
