"""What a person chooses for himself: opened from his hand or from the help, saved at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.present import answers, options, tokens
from cogs.ui import reply
from cogs.ui.press import chosen
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot


class OptionsCog(commands.Cog, name="Options"):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self.bot.on_presses({tokens.Options: self.open, tokens.Choose: self.choose})

    async def open(self, asked: Asked, token: tokens.Options) -> None:
        await self._show(asked, token.table)

    async def choose(self, asked: Asked, token: tokens.Choose) -> None:
        """One choice. The answer shows it already, in the language just chosen."""
        wishes = await self.bot.manager.player_settings(asked.user.id)
        changed = options.chosen(wishes, token.field, token.value or chosen(asked) or "")
        if changed is None:
            await reply.send_notice(asked, answers.outdated_button)
            return
        await self.bot.manager.save_player_settings(changed)
        reply.wishes_changed(asked, changed)
        await self._show(asked, token.table)

    async def _show(self, asked: Asked, table: int) -> None:
        # His hand must not come back over an open menu; it does when he asks for it.
        self.bot.desk.note_hand(table, asked.user.id, None)
        wishes = reply.wishes_of(asked)
        await reply.send_private(asked, lambda reader: options.options_screen(wishes, reader, table))


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(OptionsCog(bot))
