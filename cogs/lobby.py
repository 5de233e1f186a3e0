"""A table before its first deal: seats are taken and given up, and the host starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.manager.outcomes import Accepted, Refused, Why
from bot.manager.requests import (
    AddComputer,
    Join,
    LeaveTable,
    PersonRequest,
    RemoveComputer,
    SetClock,
    Start,
    StartWith,
)
from bot.ports.tables import Table
from bot.present import answers, tokens
from bot.present.lobby import HOST_STARTS
from bot.present.notices import refusal_text
from bot.present.turn_time import chosen_clock
from cogs.ui import reply
from cogs.ui.press import chosen
from cogs.ui.refuse import refuse
from cogs.ui.reply import Asked
from cogs.ui.rules import show_rules
from cogs.ui.tables import draw_table, reader_of_table, shown_round, take_away

if TYPE_CHECKING:
    from bot.client import YanivBot


class Lobby(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self.bot.on_presses(
            {
                tokens.Join: self.join,
                tokens.LeaveLobby: self.leave,
                tokens.AddComputer: self.add_computer,
                tokens.RemoveComputer: self.remove_computer,
                tokens.ShowRules: self.show_rules,
                tokens.Start: self.deal,
                tokens.StartWith: self.start_with,
                tokens.SetClock: self.set_clock,
            }
        )

    async def join(self, asked: Asked, token: tokens.Join) -> None:
        request = Join(token.table, asked.user.id, asked.user.display_name)
        if await self._change(asked, request):
            self.bot.dispatch("sat_down", asked)

    async def leave(self, asked: Asked, token: tokens.LeaveLobby) -> None:
        await self._change(asked, LeaveTable(token.table, asked.user.id))

    async def add_computer(self, asked: Asked, token: tokens.AddComputer) -> None:
        level = token.level or chosen(asked) or ""
        await self._change(asked, AddComputer(token.table, asked.user.id, level, token.version))

    async def remove_computer(self, asked: Asked, token: tokens.RemoveComputer) -> None:
        await self._change(asked, RemoveComputer(token.table, asked.user.id, token.version))

    async def deal(self, asked: Asked, token: tokens.Start) -> None:
        await self._change(asked, Start(token.table, asked.user.id))

    async def start_with(self, asked: Asked, token: tokens.StartWith) -> None:
        wanted = chosen(asked) or ""
        players = None if wanted == HOST_STARTS else int(wanted) if wanted.isdecimal() else 0
        await self._change(asked, StartWith(token.table, asked.user.id, players, token.version))

    async def show_rules(self, asked: Asked, token: tokens.ShowRules) -> None:
        table = await self.bot.manager.find(token.table)
        if table is None:
            await reply.send_notice(asked, lambda reader: refusal_text(Why.NO_TABLE, {}, reader))
        else:
            await show_rules(asked, table)

    async def set_clock(self, asked: Asked, token: tokens.SetClock) -> None:
        """The host's choice in the rules of his match."""
        try:
            seconds = chosen_clock(chosen(asked) or "")
        except ValueError:
            await reply.send_notice(asked, answers.outdated_button)
            return
        outcome = await self.bot.manager.submit(SetClock(token.table, asked.user.id, seconds))
        if isinstance(outcome, Refused):
            await refuse(asked, outcome)
        else:
            await show_rules(asked, outcome.table)

    async def _change(self, asked: Asked, request: PersonRequest) -> bool:
        """A press in the lobby: the answer changes the table's message. Says whether it was granted."""
        with self.bot.desk.holding(request.table) as note:
            outcome = await self.bot.manager.submit(request)
            if isinstance(outcome, Refused):
                await refuse(asked, outcome)
                return False
            table = outcome.table
            arrived = await reply.update_public(
                asked, draw_table(table, self.bot), reader_of_table(self.bot, table)
            )
            if arrived:
                note.shown, note.round = table.version, shown_round(table)
                await self._adopt(asked, table)
        return isinstance(outcome, Accepted)

    async def _adopt(self, asked: Asked, table: Table) -> None:
        """The message that was just changed is the table's, even if it was thought lost."""
        if asked.message is None or asked.message.id == table.message:
            return
        await self.bot.manager.set_message(table.id, table.channel, asked.message.id)
        if table.message is not None:
            channel = self.bot.get_partial_messageable(table.channel, guild_id=table.guild)
            self.bot.look_after(take_away(channel, table.message))


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Lobby(bot))
