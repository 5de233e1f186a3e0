"""The loser's forfeit after a match: chosen once, by the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import structlog
from discord.ext import commands

from bot.i18n.catalog import words_for
from bot.ports.store import DatabaseError
from bot.ports.tables import Status, Table
from bot.present import answers, forfeits, tokens
from bot.present.forfeits import DARE, Forfeit
from cogs.ui import reply
from cogs.ui.forms import typed
from cogs.ui.press import chosen
from cogs.ui.render import layout
from cogs.ui.reply import NO_MENTIONS, Asked
from cogs.ui.tables import draw_table, reader_of_table

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

MOST_KEPT = 1000
"""Matches whose forfeits are remembered for their messages."""


class Forfeits(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self.bot.on_presses(
            {
                tokens.OpenForfeits: self.open,
                tokens.PickForfeit: self.pick,
                tokens.AskDare: self.ask,
                tokens.Dare: self.dare,
            }
        )

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """A match that has just ended offers the forfeit, where the server likes that."""
        table = self.bot.manager.table(table_id)
        if table is None or table.status != Status.OVER or table_id in self.bot.forfeits:
            return
        try:
            settings = await self.bot.manager.guild_settings(table.guild)
        except DatabaseError as error:
            log.info("no_forfeit", table=table_id, fault=type(error).__name__)
            return
        if settings.forfeits is not None and forfeits.winners_of(table) and forfeits.losers_of(table):
            self._remember(table_id, Forfeit())
            self.bot.desk.show_anew(table_id)

    async def open(self, asked: Asked, token: tokens.OpenForfeits) -> None:
        table = await self._due(asked, token.table)
        if table is not None:
            offered = await self._offered(table)
            await reply.send_private(asked, lambda reader: forfeits.forfeit_screen(table, offered, reader))

    async def pick(self, asked: Asked, token: tokens.PickForfeit) -> None:
        """A forfeit from the list, which may have become shorter meanwhile."""
        table = await self._due(asked, token.table)
        if table is None:
            return
        offered, place = await self._offered(table), chosen(asked) or ""
        if place.isdecimal() and int(place) < len(offered):
            await self._give(asked, table, offered[int(place)])
        else:
            await reply.send_private(asked, lambda reader: forfeits.forfeit_screen(table, offered, reader))

    async def ask(self, asked: Asked, token: tokens.AskDare) -> None:
        if await self._due(asked, token.table) is not None:
            fresh = f"{asked.id:x}"
            await reply.send_form(asked, lambda reader: forfeits.dare_form(token.table, fresh, reader))

    async def dare(self, asked: Asked, token: tokens.Dare) -> None:
        table = await self._due(asked, token.table)
        text = typed(asked).get(DARE, "").strip()
        if table is not None and text:
            await self._give(asked, table, text)

    async def _due(self, asked: Asked, table_id: int) -> Table | None:
        """The match whose forfeit this person may choose now; `None` once he was told why he may not."""
        table = await self.bot.manager.find(table_id)
        if table is None or table.guild != asked.guild_id or not forfeits.losers_of(table):
            say = answers.outdated_button
        elif not any(table.members[seat].user == asked.user.id for seat in forfeits.winners_of(table)):
            say = forfeits.not_the_winner
        elif not await self._offered(table):
            say = forfeits.no_forfeits
        elif self.bot.forfeits.get(table_id, Forfeit()).seat is not None:
            say = forfeits.given_already
        else:
            return table
        await reply.send_notice(asked, say)
        return None

    async def _offered(self, table: Table) -> list[str]:
        """In the table's language: everybody is going to read it."""
        settings = await self.bot.manager.guild_settings(table.guild)
        return forfeits.forfeits_of(settings, words_for(table.language))

    async def _give(self, asked: Asked, table: Table, text: str) -> None:
        if not await self.bot.manager.claim_forfeit(table.id):
            await reply.send_notice(asked, forfeits.given_already)
            return
        self._remember(table.id, Forfeit(table.seat_of(asked.user.id), text))
        await reply.send_notice(asked, forfeits.given)
        if self.bot.manager.table(table.id) is not None:
            self.bot.desk.show_anew(table.id)
        else:
            self.bot.look_after(self._show(table))

    async def _show(self, table: Table) -> None:
        """On the message of a match that is no longer at hand."""
        if table.message is None:
            return
        channel = self.bot.get_partial_messageable(table.channel, guild_id=table.guild)
        screen = draw_table(table, self.bot)(reader_of_table(self.bot, table))
        try:
            await channel.get_partial_message(table.message).edit(
                view=layout(screen, self.bot.faces), allowed_mentions=NO_MENTIONS
            )
        except (discord.HTTPException, aiohttp.ClientConnectionError) as error:
            log.info("forfeit_not_shown", table=table.id, error=type(error).__name__)

    def _remember(self, table_id: int, forfeit: Forfeit) -> None:
        self.bot.forfeits[table_id] = forfeit
        while len(self.bot.forfeits) > MOST_KEPT:
            self.bot.forfeits.pop(next(iter(self.bot.forfeits)))


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Forfeits(bot))
