"""The lesson: a private round of three minutes against a computer, offered once to who sits down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import structlog
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.ports.lesson import Page
from bot.ports.store import DatabaseError
from bot.present import answers, tokens
from bot.present.lesson import offer_screen
from cogs.ui import reply
from cogs.ui.group import add_command, remove_commands
from cogs.ui.lessons import page_of, show_page
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)


class LearnCog(commands.Cog, name="Learn"):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "learn", mark("Learn the game in three minutes, in private"), self.learn)
        self.bot.on_presses({tokens.Learn: self.turn_to})

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "learn")

    async def learn(self, asked: Asked) -> None:
        """`/yaniv learn`"""
        await show_page(asked, Page.WELCOME)

    async def turn_to(self, asked: Asked, token: tokens.Learn) -> None:
        page = page_of(token.page)
        if page is None:
            await reply.send_notice(asked, answers.outdated_button)
        else:
            await show_page(asked, page)

    @commands.Cog.listener()
    async def on_sat_down(self, asked: Asked) -> None:
        """Somebody took a seat: the first time in his life he is offered the lesson."""
        manager = self.bot.manager
        try:
            wishes = await manager.player_settings(asked.user.id)
            if wishes.lesson_offered or wishes.learned:
                return
            await manager.save_player_settings(replace(wishes, lesson_offered=True))
        except DatabaseError as error:
            log.warning("lesson_not_offered", fault=type(error).__name__)
            return
        await reply.send_aside(asked, offer_screen)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(LearnCog(bot))
