"""What several cogs do with a table's public message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import aiohttp
import discord
import structlog

from bot.i18n.catalog import words_for
from bot.manager.requests import Open
from bot.ports.store import DatabaseError
from bot.ports.tables import Status, Table
from bot.present.lobby import lobby_screen
from bot.present.reader import Reader
from bot.present.screens import PublicScreen
from bot.present.table import table_screen

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

LONGEST_THREAD = 100
AFTER_THE_LAST = 0
"""Stands for "the match is over" where a round's number is meant."""


def draw_table(table: Table, bot: YanivBot, again: Sequence[int] = ()) -> Callable[[Reader], PublicScreen]:
    """How a table looks to everybody, by the time of its life. `again`: see `lobby_screen`."""
    if table.status == Status.LOBBY:
        minutes = bot.estimates.known(table)
        if minutes is None:
            bot.look_after(_estimate(table, bot))
        return lambda reader: lobby_screen(table, reader, bot.manager.levels, minutes, again)
    is_back = bot.desk.back.get(table.id) == table.version
    return lambda reader: table_screen(table, reader, bot.forfeits.get(table.id), is_back=is_back)


async def _estimate(table: Table, bot: YanivBot) -> None:
    """Asks how long a match will take; the lobby shows it when it is known."""
    try:
        await bot.estimates.ask(table)
    except DatabaseError as error:
        log.info("not_estimated", table=table.id, fault=type(error).__name__)


def reader_of_table(bot: YanivBot, table: Table) -> Reader:
    """The table speaks one language to all."""
    return Reader(words_for(table.language), bot.faces)


def shown_round(table: Table) -> int | None:
    """Which message belongs to this moment: the lobby and the first round share one."""
    if table.status == Status.OVER or table.is_expired:
        return AFTER_THE_LAST
    return table.view.round if table.view else 1


async def may_be_told(bot: YanivBot, table: Table, users: Sequence[int]) -> discord.AllowedMentions:
    """Pings these people, without those who want no reminders."""
    try:
        here = (await bot.manager.guild_settings(table.guild)).pings
        wishes = [(await bot.manager.player_settings(user)).pings or here for user in users]
    except DatabaseError as error:
        log.info("wishes_unknown", table=table.id, fault=type(error).__name__)
        return discord.AllowedMentions.none()
    told = [discord.Object(user) for user, wish in zip(users, wishes, strict=True) if wish != "off"]
    return discord.AllowedMentions(everyone=False, users=told, roles=False)


def message_link(table: Table) -> str:
    """Where the table's message stands, or its channel while there is none."""
    place = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return f"{place}/{table.message}" if table.message is not None else place


def thread_name(request: Open) -> str:
    """What the thread of a match is called: who opened it, in the table's language."""
    words = words_for(request.language)
    return f"{words.say('Yaniv')} · {request.name}"[:LONGEST_THREAD]


async def take_away(channel: discord.PartialMessageable, message: int) -> None:
    """Deletes a table message whose place another one took; if that is refused, it stays."""
    try:
        await channel.get_partial_message(message).delete()
    except discord.HTTPException as error:
        log.info("old_message_stays", message=message, status=error.status, code=error.code)
    except aiohttp.ClientConnectionError as error:
        log.info("old_message_stays", message=message, error=type(error).__name__)
