"""The table's own commands: bring it down, leave it, end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Refused, Why
from bot.manager.requests import LeaveTable, PersonRequest, Stay, Stop
from bot.ports.tables import Status, Table
from bot.present import answers, tokens
from bot.present.confirm import leave_screen, stop_screen
from bot.present.notices import refusal_text
from bot.present.reader import Reader
from bot.present.screens import PrivateScreen
from cogs.ui import reply
from cogs.ui.find import is_moderator, missing_permissions, table_for
from cogs.ui.group import add_command, remove_commands
from cogs.ui.reply import Asked, Say
from cogs.ui.tables import draw_table, reader_of_table, shown_round, take_away

if TYPE_CHECKING:
    from bot.client import YanivBot

Confirm = Callable[[Table, Reader], PrivateScreen]
FRESH_SECONDS = 10
"""A table that was sent so shortly ago is not brought down again: its button would only make noise."""


class TableCog(commands.Cog, name="Table"):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        tree = self.bot.tree
        add_command(tree, "table", mark("Bring the table to the end of the channel"), self.bring_down)
        add_command(tree, "leave", mark("Give up your seat"), self.leave)
        add_command(tree, "stop", mark("End the match for everybody (host and moderators)"), self.stop)
        self.bot.on_presses(
            {
                tokens.BringDown: self.bring_down_here,
                tokens.AskLeave: self.ask_leave,
                tokens.LeaveNow: self.leave_now,
                tokens.LeaveLater: self.leave_later,
                tokens.StayHere: self.stay,
                tokens.StopNow: self.stop_now,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "table", "leave", "stop")

    async def bring_down(self, asked: Asked) -> None:
        """`/yaniv table`: the answer to the command becomes the table's message."""
        table = self.bot.manager.table_in_channel(asked.channel_id or 0)
        missing = missing_permissions(asked)
        if table is None:
            await reply.send_notice(asked, answers.no_table_here)
        elif missing:
            await reply.send_notice(asked, lambda reader: answers.missing_permissions(reader, missing))
        else:
            await self._move(asked, table)

    async def bring_down_here(self, asked: Asked, token: tokens.BringDown) -> None:
        """The table's own button. A table that was sent just now stays where it is."""
        table = self.bot.manager.table(token.table)
        missing = missing_permissions(asked)
        if table is None or table.status not in (Status.LOBBY, Status.PLAYING):
            await reply.send_notice(asked, answers.match_over)
        elif missing:
            await reply.send_notice(asked, lambda reader: answers.missing_permissions(reader, missing))
        elif _age(table, self.bot.clock.now()) < FRESH_SECONDS:
            await reply.send_notice(asked, answers.table_is_fresh)
        else:
            await self._move(asked, table)

    async def leave(self, asked: Asked) -> None:
        """`/yaniv leave`: a lobby at once, a match after a second press."""
        await self._leave(asked, table_for(asked))

    async def ask_leave(self, asked: Asked, token: tokens.AskLeave) -> None:
        """The same from the options of a hand."""
        table = self.bot.manager.table(token.table)
        if table is None or table.status not in (Status.LOBBY, Status.PLAYING):
            await reply.send_notice(asked, answers.match_over)
        else:
            await self._leave(asked, table)

    async def _leave(self, asked: Asked, table: Table | None) -> None:
        if table is not None and (table.status == Status.LOBBY or _awaits(table, asked.user.id)):
            await self._submit(asked, LeaveTable(table.id, asked.user.id), answers.left_lobby)
        else:
            user = asked.user.id
            await self._confirm(
                asked, table, lambda table, reader: leave_screen(table, user, reader), seated=True
            )

    async def leave_now(self, asked: Asked, token: tokens.LeaveNow) -> None:
        await self._submit(asked, LeaveTable(token.table, asked.user.id), answers.left_match)

    async def leave_later(self, asked: Asked, token: tokens.LeaveLater) -> None:
        request = LeaveTable(token.table, asked.user.id, after_round=True)
        await self._submit(asked, request, answers.leaving_later)

    async def stay(self, asked: Asked, token: tokens.StayHere) -> None:
        await self._submit(asked, Stay(token.table, asked.user.id), answers.staying)

    async def stop(self, asked: Asked) -> None:
        """`/yaniv stop`: a lobby at once, a match after a second press."""
        table = self.bot.manager.table_in_channel(asked.channel_id or 0)
        if table is not None and not self._may_stop(asked, table):
            await reply.send_notice(asked, lambda reader: refusal_text(Why.NOT_HOST, {}, reader))
        elif table is not None and table.status == Status.LOBBY:
            await self._submit(asked, self._stop_of(asked, table.id), answers.stopped)
        else:
            await self._confirm(asked, table, stop_screen)

    async def stop_now(self, asked: Asked, token: tokens.StopNow) -> None:
        await self._submit(asked, self._stop_of(asked, token.table), answers.stopped)

    async def _move(self, asked: Asked, table: Table) -> None:
        with self.bot.desk.holding(table.id) as note:
            reader = reader_of_table(self.bot, table)
            message = await reply.send_public(asked, draw_table(table, self.bot), reader)
            if message is None:
                return
            await self.bot.manager.set_message(table.id, table.channel, message)
            note.shown, note.round = table.version, shown_round(table)
        if table.message is not None:
            channel = self.bot.get_partial_messageable(table.channel, guild_id=table.guild)
            self.bot.look_after(take_away(channel, table.message))

    async def _confirm(
        self, asked: Asked, table: Table | None, screen: Confirm, *, seated: bool = False
    ) -> None:
        if table is None:
            await reply.send_notice(asked, answers.no_table_here)
        elif seated and table.seat_of(asked.user.id) is None:
            await reply.send_notice(asked, lambda reader: refusal_text(Why.NOT_SEATED, {}, reader))
        else:
            await reply.send_private(asked, lambda reader: screen(table, reader))

    async def _submit(self, asked: Asked, request: PersonRequest, done: Say) -> None:
        outcome = await self.bot.manager.submit(request)
        if isinstance(outcome, Refused):
            why, params = outcome.why, outcome.params
            await reply.send_notice(asked, lambda reader: refusal_text(why, params, reader))
        else:
            await reply.send_notice(asked, done)

    def _stop_of(self, asked: Asked, table: int) -> Stop:
        return Stop(table, asked.user.id, is_moderator(asked), asked.user.display_name)

    def _may_stop(self, asked: Asked, table: Table) -> bool:
        return asked.user.id == table.host or is_moderator(asked)


def _awaits(table: Table, user: int) -> bool:
    return any(member.user == user for member in table.waiting)


def _age(table: Table, now: float) -> float:
    """Seconds since the table's message was sent."""
    if table.message is None:
        return FRESH_SECONDS
    return now - discord.utils.snowflake_time(table.message).timestamp()


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(TableCog(bot))
