"""Who wins on this server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.present import tokens
from bot.present.leaderboard import PAGE_ROWS, leaderboard_screen
from bot.present.reader import Reader
from bot.present.screens import PublicScreen
from cogs.ui import reply
from cogs.ui.group import add_command, remove_commands
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot


class Stats(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "leaderboard", mark("Who wins on this server"), self.leaderboard)
        self.bot.on_presses({tokens.LeaderboardPage: self.turn_page})

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "leaderboard")

    async def leaderboard(self, asked: Asked) -> None:
        """`/yaniv leaderboard`"""
        await reply.send_public(asked, await self._page(asked, 0), await self._reader(asked))

    async def turn_page(self, asked: Asked, token: tokens.LeaderboardPage) -> None:
        await reply.update_public(asked, await self._page(asked, token.page), await self._reader(asked))

    async def _page(self, asked: Asked, page: int) -> Callable[[Reader], PublicScreen]:
        manager, guild = self.bot.manager, asked.guild_id or 0
        pages = max(1, -(-await manager.leaderboard_size(guild) // PAGE_ROWS))
        page = min(page, pages - 1)
        rows = await manager.leaderboard(guild, offset=page * PAGE_ROWS, limit=PAGE_ROWS)
        own = await manager.player_stats(guild, asked.user.id)
        return lambda reader: leaderboard_screen(rows, reader, page=page, pages=pages, own=own)

    async def _reader(self, asked: Asked) -> Reader:
        """What everybody sees speaks the server's language."""
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        server = asked.guild_locale.value if asked.guild_locale else None
        return self.bot.reader(settings.language, server)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Stats(bot))
