"""The house: the rules played here, and what a server may set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Why
from bot.present import answers, tokens
from bot.present.notices import refusal_text
from bot.present.reader import Reader
from bot.present.rules import rules_screen
from bot.present.settings import chosen as settings_after
from bot.present.settings import settings_rules, settings_screen
from cogs.ui import reply
from cogs.ui.find import table_for
from cogs.ui.group import add_command, remove_commands
from cogs.ui.press import chosen
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot


class House(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "rules", mark("The rules played here"), self.rules)
        add_command(
            self.bot.tree, "settings", mark("Rules, clock and language of this server"), self.settings
        )
        self.bot.on_presses({tokens.Setting: self.choose})

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "rules", "settings")

    async def rules(self, asked: Asked) -> None:
        """`/yaniv rules`: those of the table here, or else of the server."""
        table = table_for(asked)
        if table is not None:
            rules = table.rules
        else:
            rules = settings_rules(await self.bot.manager.guild_settings(asked.guild_id or 0))
        await reply.send_private(asked, lambda reader: rules_screen(rules, reader))

    async def settings(self, asked: Asked) -> None:
        """`/yaniv settings`"""
        if await self._may_manage(asked):
            await self._show(asked)

    async def choose(self, asked: Asked, token: tokens.Setting) -> None:
        """A choice in one of the menus. The right to make it is asked for every time."""
        if not await self._may_manage(asked):
            return
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        try:
            changed = settings_after(settings, token.field, token.value or chosen(asked) or "")
        except ValueError as error:
            params = {"faults": list(getattr(error, "faults", ()))}
            await self._show(asked, lambda reader: refusal_text(Why.RULES_UNPLAYABLE, params, reader))
            return
        if changed is not None:
            await self.bot.manager.save_guild_settings(changed)
        await self._show(asked)

    async def _show(self, asked: Asked, say: Callable[[Reader], str] | None = None) -> None:
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        await reply.send_private(
            asked, lambda reader: settings_screen(settings, reader, say(reader) if say else None)
        )

    async def _may_manage(self, asked: Asked) -> bool:
        if asked.permissions.manage_guild:
            return True
        await reply.send_notice(asked, answers.only_for_managers)
        return False


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(House(bot))
