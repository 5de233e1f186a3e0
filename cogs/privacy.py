"""What is stored about the person who asks: explained, saved as a file, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Refused
from bot.ports.store import PlayerSettings
from bot.present import privacy
from bot.present import privacy_tokens as tokens
from cogs.ui import reply
from cogs.ui.group import add_command, remove_commands
from cogs.ui.reply import Asked
from cogs.ui.tables import message_link

if TYPE_CHECKING:
    from bot.client import YanivBot


class Privacy(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(
            self.bot.tree, "privacy", mark("What is stored about you; save or delete it"), self.privacy
        )
        self.bot.on_presses(
            {
                tokens.ShowPrivacy: self.show,
                tokens.SaveMyData: self.save,
                tokens.ForgetMe: self.ask_again,
                tokens.ForgetMeNow: self.forget,
                tokens.StartAnew: self.ask_to_start_anew,
                tokens.StartAnewNow: self.start_anew,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "privacy")

    async def privacy(self, asked: Asked) -> None:
        """`/yaniv privacy`"""
        await reply.send_private(asked, privacy.privacy_screen)

    async def show(self, asked: Asked, _token: tokens.ShowPrivacy) -> None:
        await reply.send_private(asked, privacy.privacy_screen)

    async def save(self, asked: Asked, _token: tokens.SaveMyData) -> None:
        data = await self.bot.manager.personal_data(asked.user.id)
        content = privacy.data_file(data)
        await reply.send_private_file(asked, privacy.data_screen, privacy.FILE_NAME, content)

    async def ask_again(self, asked: Asked, _token: tokens.ForgetMe) -> None:
        await reply.send_private(asked, privacy.forget_screen)

    async def forget(self, asked: Asked, _token: tokens.ForgetMeNow) -> None:
        """The second press. Whoever sits at an open table is told how to get away from it."""
        user = asked.user.id
        outcome = await self.bot.manager.forget_person(user)
        if isinstance(outcome, Refused):
            await self._refuse(asked)
            return
        self.bot.desk.forget_hands_of(user)
        # The language he chose is gone, too.
        reply.wishes_changed(asked, PlayerSettings(user))
        await reply.send_notice(asked, lambda reader: privacy.forgotten_text(outcome, reader))

    async def ask_to_start_anew(self, asked: Asked, _token: tokens.StartAnew) -> None:
        await reply.send_private(asked, privacy.start_anew_screen)

    async def start_anew(self, asked: Asked, _token: tokens.StartAnewNow) -> None:
        """The same for the record on this server alone."""
        outcome = await self.bot.manager.forget_person(asked.user.id, asked.guild_id or 0)
        if isinstance(outcome, Refused):
            await self._refuse(asked)
        else:
            await reply.send_notice(asked, lambda reader: privacy.anew_text(outcome, reader))

    async def _refuse(self, asked: Asked) -> None:
        """Says which tables have to be over before."""
        links = [message_link(table) for table in self.bot.manager.tables_of(asked.user.id)]
        await reply.send_notice(asked, lambda reader: privacy.still_seated_text(links, reader))


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Privacy(bot))
