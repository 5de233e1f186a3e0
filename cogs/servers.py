"""Servers that the bot joins and leaves, also while it was not running, and what becomes of their data."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

import discord
import structlog
from discord.ext import commands

from bot.discord_checks import missing_permissions
from bot.ports.store import DatabaseError

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

FIRST_SECONDS = 60
"""From the connection on: by then Discord has told of every server."""
TIDY_SECONDS = 60 * 60
NAMED = 20
"""So many servers are named in one line of the log."""


class Servers(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._due: float | None = None

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._noted(self.bot.manager.guild_joined(guild.id))
        self._warn([guild])

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        # Its tables are stopped by `cogs.board`. A server that is only unavailable does not come here.
        await self._noted(self.bot.manager.guild_left(guild.id))

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        if self._due is None:
            self._due = self.bot.clock.now() + FIRST_SECONDS
        self._warn(self.bot.guilds)

    @commands.Cog.listener()
    async def on_sweep(self) -> None:
        now = self.bot.clock.now()
        if self._due is not None and now >= self._due:
            self._due = now + TIDY_SECONDS
            self.bot.look_after(self._tidy())

    async def _tidy(self) -> None:
        await self._noted(self._compare())
        await self._noted(self.bot.manager.tidy(self.bot.serves))

    async def _compare(self) -> None:
        """Makes up for what happened while nobody listened: servers left, and servers come back to."""
        manager = self.bot.manager
        # Those that are unavailable at this moment are among them.
        here = {guild.id for guild in self.bot.guilds}
        for guild in await manager.known_guilds():
            if self.bot.serves(guild) and guild not in here:
                log.info("guild_missing", guild=guild)
                await manager.guild_left(guild)
                await manager.abandon(guild=guild)
        for guild in await manager.removed_guilds():
            if guild in here:
                await manager.guild_joined(guild)

    async def _noted(self, work: Coroutine[Any, Any, None]) -> None:
        """What the database cannot take now is made up for within the hour."""
        try:
            await work
        except DatabaseError as error:
            log.warning("servers_not_noted", fault=type(error).__name__)

    def _warn(self, guilds: Iterable[discord.Guild]) -> None:
        """Names servers whose roles keep the bot from posting a table."""
        me = self.bot.user.id if self.bot.user else 0
        lacking = {guild.id: missing_permissions(guild.get_member(me)) for guild in guilds}
        lacking = {guild: names for guild, names in lacking.items() if names}
        if lacking:
            log.warning(
                "permissions_missing",
                servers=len(lacking),
                first=list(lacking)[:NAMED],
                names=sorted({name for names in lacking.values() for name in names}),
                advice="invite the bot anew with the link of the README, or give its role these permissions",
            )


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Servers(bot))
