"""Screens become Discord layouts. The only place that turns our plain data into components.

Every layout is built fresh for one message and stopped before it is sent: discord.py then neither keeps
it nor times it out, and presses come back through `cogs.ui.press` alone.
"""

import discord

from bot.present.reader import Faces
from bot.present.screens import ChannelMenu, Menu, PeopleMenu, Press, Row, Rule, Screen, Style, Text

_STYLES = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.SECONDARY: discord.ButtonStyle.secondary,
    Style.SUCCESS: discord.ButtonStyle.success,
    Style.DANGER: discord.ButtonStyle.danger,
}

PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
"""Channels in which, or in whose threads, a table can stand."""
MOST_CHANNELS = 25

Item = discord.ui.Item[discord.ui.LayoutView]


def layout(screen: Screen, faces: Faces) -> discord.ui.LayoutView:
    """A layout that shows the screen, for one message. `faces` gives the buttons their card emojis."""
    items: list[Item] = []
    for block in screen.blocks:
        match block:
            case Text(content):
                items.append(discord.ui.TextDisplay(content))
            case Rule():
                items.append(discord.ui.Separator())
            case Row(presses):
                items.append(discord.ui.ActionRow(*(_button(press, faces) for press in presses)))
            case Menu():
                items.append(discord.ui.ActionRow(_select(block)))
            case ChannelMenu():
                items.append(discord.ui.ActionRow(_channel_select(block)))
            case PeopleMenu():
                items.append(discord.ui.ActionRow(_people_select(block)))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items, accent_colour=screen.accent))
    view.stop()
    return view


def _button(press: Press, faces: Faces) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(
        style=_STYLES[press.style],
        label=press.label,
        custom_id=press.token,
        emoji=press.mark or (None if press.card is None else _emoji(faces.inline(press.card))),
        disabled=press.disabled,
    )


def _emoji(text: str) -> discord.PartialEmoji | None:
    """The emoji that an inline text mentions; `None` where it is a card in plain text."""
    emoji = discord.PartialEmoji.from_str(text)
    return emoji if emoji.id else None


def _select(menu: Menu) -> discord.ui.Select[discord.ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=choice.label,
            value=choice.value,
            description=choice.description or None,
            default=choice.chosen,
        )
        for choice in menu.choices
    ]
    return discord.ui.Select(custom_id=menu.token, placeholder=menu.placeholder, options=options)


def _channel_select(menu: ChannelMenu) -> discord.ui.ChannelSelect[discord.ui.LayoutView]:
    return discord.ui.ChannelSelect(
        custom_id=menu.token,
        placeholder=menu.placeholder,
        channel_types=PLACES,
        min_values=1,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in menu.chosen
        ],
    )


def _people_select(menu: PeopleMenu) -> discord.ui.UserSelect[discord.ui.LayoutView]:
    return discord.ui.UserSelect(
        custom_id=menu.token, placeholder=menu.placeholder, min_values=1, max_values=menu.most
    )
