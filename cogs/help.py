"""How to play, and the frame that all commands share: descriptions in every language, faults told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.paths import version
from bot.present import answers, tokens
from bot.present.help import help_screen
from bot.present.reader import Reader
from bot.present.screens import PrivateScreen
from cogs.ui import reply
from cogs.ui.group import add_command, remove_commands
from cogs.ui.press import Pressed, report
from cogs.ui.reply import Asked
from cogs.ui.translator import Descriptions

if TYPE_CHECKING:
    from bot.client import YanivBot


class Help(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "help", mark("How to play"), self.help)
        self.bot.on_presses({tokens.ShowHelp: self.show})
        self.bot.add_dynamic_items(Pressed)
        self.bot.tree.error(_on_command_error)
        await self.bot.tree.set_translator(Descriptions())

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "help")
        self.bot.remove_dynamic_items(Pressed)

    async def help(self, asked: Asked) -> None:
        """`/yaniv help`"""
        await reply.send_private(asked, _screen)

    async def show(self, asked: Asked, _token: tokens.ShowHelp) -> None:
        await reply.send_private(asked, _screen)


def _screen(reader: Reader) -> PrivateScreen:
    return help_screen(reader, version())


async def _on_command_error(asked: Asked, error: app_commands.AppCommandError) -> None:
    """What discord.py refuses before our own code runs: mostly a client that knows an older command."""
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        asked.client.counts["old_command"] += 1
        await reply.send_notice(asked, answers.old_command)
    else:
        await report(asked, error)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Help(bot))
