"""A table before its first deal: opened, filled, started; and a table given up, before or after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import best_language, mark
from bot.manager.outcomes import Accepted, Outcome, Refused, Why
from bot.manager.requests import (
    Abandon,
    AddComputer,
    Join,
    LeaveTable,
    PersonRequest,
    Rematch,
    RemoveComputer,
    Start,
)
from bot.ports.tables import Status, Table
from bot.present import answers, tokens
from bot.present.notices import refusal_text
from bot.present.rules import rules_screen
from cogs.ui import reply
from cogs.ui.find import missing_permissions
from cogs.ui.group import add_command, remove_commands
from cogs.ui.press import chosen
from cogs.ui.reply import Asked
from cogs.ui.tables import draw_table, message_link, reader_of_table, shown_round

if TYPE_CHECKING:
    from bot.client import YanivBot


class Lobby(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "start", mark("Open a table in this channel"), self.start)
        self.bot.on_presses(
            {
                tokens.Join: self.join,
                tokens.LeaveLobby: self.leave,
                tokens.AddComputer: self.add_computer,
                tokens.RemoveComputer: self.remove_computer,
                tokens.ShowRules: self.show_rules,
                tokens.Start: self.deal,
                tokens.Rematch: self.rematch,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "start")

    async def start(self, asked: Asked) -> None:
        """`/yaniv start`: the answer to the command is the table's message from then on."""
        missing = missing_permissions(asked)
        if missing:
            await reply.send_notice(asked, lambda reader: answers.missing_permissions(reader, missing))
            return
        outcome = await self.bot.manager.open_lobby(
            guild=asked.guild_id or 0,
            channel=asked.channel_id or 0,
            user=asked.user.id,
            name=asked.user.display_name,
            language=await self._language(asked),
        )
        await self._place(asked, outcome)

    async def rematch(self, asked: Asked, token: tokens.Rematch) -> None:
        """A new lobby below the standings, which stay where they are."""
        outcome = await self.bot.manager.submit(Rematch(token.table, asked.user.id))
        await self._place(asked, outcome)

    async def join(self, asked: Asked, token: tokens.Join) -> None:
        await self._change(asked, Join(token.table, asked.user.id, asked.user.display_name))

    async def leave(self, asked: Asked, token: tokens.LeaveLobby) -> None:
        await self._change(asked, LeaveTable(token.table, asked.user.id))

    async def add_computer(self, asked: Asked, token: tokens.AddComputer) -> None:
        level = token.level or chosen(asked) or ""
        await self._change(asked, AddComputer(token.table, asked.user.id, level, token.version))

    async def remove_computer(self, asked: Asked, token: tokens.RemoveComputer) -> None:
        await self._change(asked, RemoveComputer(token.table, asked.user.id, token.version))

    async def deal(self, asked: Asked, token: tokens.Start) -> None:
        await self._change(asked, Start(token.table, asked.user.id))

    async def show_rules(self, asked: Asked, token: tokens.ShowRules) -> None:
        table = await self.bot.manager.find(token.table)
        if table is None:
            await reply.send_notice(asked, lambda reader: refusal_text(Why.NO_TABLE, {}, reader))
        else:
            vary = table.id if await self._may_vary(asked, table) else None
            await reply.send_private(asked, lambda reader: rules_screen(table.rules, reader, vary))

    async def _may_vary(self, asked: Asked, table: Table) -> bool:
        """Whether the person may set the rules of this one match."""
        if table.status != Status.LOBBY or table.host != asked.user.id:
            return False
        return (await self.bot.manager.guild_settings(table.guild)).vary_rules

    async def _language(self, asked: Asked) -> str:
        """The language of a new table: as the server chose, else as Discord says of the server."""
        chosen_here = (await self.bot.manager.guild_settings(asked.guild_id or 0)).language
        server = asked.guild_locale.value if asked.guild_locale else None
        return best_language(chosen_here, server, self.bot.settings.default_language)

    async def _change(self, asked: Asked, request: PersonRequest) -> None:
        """A press in the lobby: the answer changes the table's message itself."""
        with self.bot.desk.holding(request.table) as note:
            outcome = await self.bot.manager.submit(request)
            if isinstance(outcome, Refused):
                await self._refuse(asked, outcome)
                return
            table = outcome.table
            arrived = await reply.update_public(
                asked, draw_table(table, self.bot), reader_of_table(self.bot, table)
            )
            if arrived:
                note.shown, note.round = table.version, shown_round(table)
                await self._adopt(asked, table)

    async def _adopt(self, asked: Asked, table: Table) -> None:
        """The message that was just changed is the table's, even if it was thought lost."""
        if asked.message is not None and asked.message.id != table.message:
            await self.bot.manager.set_message(table.id, table.channel, asked.message.id)

    async def _place(self, asked: Asked, outcome: Outcome) -> None:
        """Answers with a new table's first message. Without one the table is not left behind."""
        if not isinstance(outcome, Accepted):
            await self._refuse(asked, outcome)
            return
        table, message = outcome.table, None
        with self.bot.desk.holding(table.id) as note:
            try:
                reader = reader_of_table(self.bot, table)
                message = await reply.send_public(asked, draw_table(table, self.bot), reader)
            finally:
                if message is None:
                    await self.bot.manager.submit(Abandon(table.id))
            if message is not None:
                await self.bot.manager.set_message(table.id, table.channel, message)
                note.shown, note.round = table.version, shown_round(table)

    async def _refuse(self, asked: Asked, outcome: Outcome) -> None:
        if isinstance(outcome, Refused) and outcome.why == Why.CHANNEL_BUSY and outcome.table is not None:
            link = message_link(outcome.table)
            await reply.send_notice(asked, lambda reader: answers.table_is_here(reader, link))
        elif isinstance(outcome, Refused):
            why, params = outcome.why, outcome.params
            await reply.send_notice(asked, lambda reader: refusal_text(why, params, reader))
        else:
            await reply.send_notice(asked, answers.outdated_button)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Lobby(bot))
