"""Who does best on this server, and what each has done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.pictures.charts import rating_chart
from bot.ports.statistics import Criterion, HeadToHead, Profile
from bot.present import past_tokens as tokens
from bot.present.leaderboard import Wanted, hall_of_fame_screen, leaderboard_screen
from bot.present.profile import CURVE_POINTS, curve_meaning, never_met_text, no_profile_text, profile_screen
from bot.present.reader import Reader
from bot.present.screens import PublicScreen
from bot.ratings.periods import ALL_TIME, is_period, month_of, season_of
from cogs.ui import reply
from cogs.ui.group import Person, add_command, add_people_command, remove_commands
from cogs.ui.pictures import drawn
from cogs.ui.press import chosen
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot

FIRST = Criterion.WINS
"""What a leaderboard is ordered by unless somebody asks otherwise: it has a place for everybody."""


class Stats(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "leaderboard", mark("Who wins on this server"), self.leaderboard)
        which = (mark("Whose record; yours if left out"), mark("Somebody to compare with"))
        add_people_command(self.bot.tree, "stats", mark("What somebody has done here"), which, self.stats)
        self.bot.on_presses(
            {
                tokens.LeaderboardPage: self.turn_page,
                tokens.LeadersBy: self.order_by,
                tokens.LeadersIn: self.choose_period,
                tokens.HallOfFame: self.hall_of_fame,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "leaderboard", "stats")

    async def leaderboard(self, asked: Asked) -> None:
        """`/yaniv leaderboard`: the running season's, or that of all time where there are none."""
        season = await self._season(asked)
        draw = await self._board(asked, FIRST, season or ALL_TIME, 0)
        await reply.send_public(asked, draw, await self._reader(asked))

    async def turn_page(self, asked: Asked, token: tokens.LeaderboardPage) -> None:
        await self._update(asked, token.by, token.period, token.page)

    async def order_by(self, asked: Asked, token: tokens.LeadersBy) -> None:
        await self._update(asked, chosen(asked), token.period, 0)

    async def choose_period(self, asked: Asked, token: tokens.LeadersIn) -> None:
        await self._update(asked, token.by, chosen(asked), 0)

    async def hall_of_fame(self, asked: Asked, token: tokens.HallOfFame) -> None:
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        season = await self._season(asked)
        champions, seasons = [], 0
        if season is not None:
            champions, seasons = await self.bot.statistics.champions(
                asked.guild_id or 0, settings.season, season, page=token.page
            )
        await reply.update_public(
            asked,
            lambda reader: hall_of_fame_screen(champions, reader, page=token.page, seasons=seasons),
            await self._reader(asked),
        )

    async def stats(self, asked: Asked, member: Person | None, against: Person | None) -> None:
        """`/yaniv stats [member] [against]`"""
        whose = member or asked.user
        statistics, guild = self.bot.statistics, asked.guild_id or 0
        profile = await statistics.profile(guild, whose.id)
        if profile is None:
            await reply.send_notice(asked, lambda reader: no_profile_text(whose.display_name, reader))
            return
        between = None
        if against is not None:
            between = await statistics.head_to_head(guild, whose.id, against.id)
            if between is None:
                names = whose.display_name, against.display_name
                await reply.send_notice(asked, lambda reader: never_met_text(*names, reader))
                return
        await self._show_profile(asked, profile, between, is_own=whose == asked.user and between is None)

    async def _show_profile(
        self, asked: Asked, profile: Profile, between: HeadToHead | None, *, is_own: bool
    ) -> None:
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        picture, meaning = None, ""
        if len(profile.curve) >= CURVE_POINTS:
            picture = await drawn(asked.client, rating_chart, profile.curve)
            meaning = curve_meaning(profile, reply.reader_of(asked))
        await reply.send_private_picture(
            asked,
            lambda reader: profile_screen(
                profile,
                reader,
                shows_achievements=settings.achievements,
                between=between,
                is_own=is_own,
            ),
            picture,
            meaning,
        )

    async def _update(self, asked: Asked, by: str | None, period: str | None, page: int) -> None:
        """Another leaderboard in the same message; a name that nobody offered is passed over."""
        if by not in list(Criterion) or period is None or not is_period(period):
            return
        draw = await self._board(asked, Criterion(by), period, page)
        await reply.update_public(asked, draw, await self._reader(asked))

    async def _board(
        self, asked: Asked, by: Criterion, period: str, page: int
    ) -> Callable[[Reader], PublicScreen]:
        season = await self._season(asked)
        wanted = Wanted(by, period, page, season, month_of(self.bot.clock.now()))
        board = await self.bot.statistics.board(
            asked.guild_id or 0, by, period, page=page, asked_by=asked.user.id
        )
        return lambda reader: leaderboard_screen(board, wanted, reader)

    async def _season(self, asked: Asked) -> str | None:
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        return season_of(self.bot.clock.now(), settings.season)

    async def _reader(self, asked: Asked) -> Reader:
        """What everybody sees speaks the server's language."""
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        server = asked.guild_locale.value if asked.guild_locale else None
        return self.bot.reader(settings.language, server)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Stats(bot))
