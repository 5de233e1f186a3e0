"""Which table a person means, what he may do there, and why he has no hand at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.i18n.catalog import mark
from bot.manager.outcomes import Why
from bot.ports.tables import Status, Table
from bot.present import answers
from bot.present.notices import refusal_text
from cogs.ui.reply import Asked, Say

if TYPE_CHECKING:
    from bot.client import YanivBot


def table_for(asked: Asked) -> Table | None:
    """The table in this channel, or else the one table on this server at which the person sits."""
    manager = asked.client.manager
    here = manager.table_in_channel(asked.channel_id or 0)
    if here is not None:
        return here
    seats = [table for table in manager.tables_of(asked.user.id) if table.guild == asked.guild_id]
    return seats[0] if len(seats) == 1 else None


def is_moderator(asked: Asked) -> bool:
    """Whether the person looks after this channel or the server."""
    return asked.permissions.manage_messages or asked.permissions.manage_guild


async def why_no_hand(bot: YanivBot, table_id: int, user: int) -> Say:
    """What to tell somebody who asks for a hand he does not have."""
    table = await bot.manager.find(table_id)
    if table is not None and any(member.user == user for member in table.waiting):
        return answers.seat_to_come
    why = _why(table, user)
    if why is None and table is not None:
        return lambda reader: answers.no_cards(reader, table)
    return lambda reader: refusal_text(why or Why.NO_TABLE, {}, reader)


def _why(table: Table | None, user: int) -> Why | None:
    if table is None:
        return Why.NO_TABLE
    seat = table.seat_of(user)
    if seat is None:
        return Why.NOT_SEATED
    if table.members[seat].gone:
        return Why.LEFT_FOR_GOOD
    by_status = {Status.LOBBY: Why.NOT_STARTED, Status.OVER: Why.FINISHED, Status.STOPPED: Why.FINISHED}
    return by_status.get(table.status)


def missing_permissions(asked: Asked, *, with_thread: bool = False) -> list[str]:
    """The permissions, by Discord's names, that the bot lacks for a table in this channel.

    `with_thread`: for one in a thread that is made for it.
    """
    have = asked.app_permissions
    needed = [(have.view_channel, mark("View Channel"))]
    if with_thread:
        needed.append((have.create_public_threads, mark("Create Public Threads")))
    if with_thread or isinstance(asked.channel, discord.Thread):
        needed.append((have.send_messages_in_threads, mark("Send Messages in Threads")))
    else:
        needed.append((have.send_messages, mark("Send Messages")))
    return [name for is_given, name in needed if not is_given]
