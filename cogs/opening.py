"""New tables: `/yaniv start`, in the channel or in a thread of their own, and the match after a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.i18n.catalog import best_language, mark
from bot.manager.outcomes import Accepted, Outcome, Refused, Why
from bot.manager.requests import Abandon, AddComputer, Join, Open, Rematch, VaryRules
from bot.ports.tables import Status
from bot.present import answers, tokens
from bot.present.notices import notice_screen
from bot.present.people import LEVELS
from bot.present.presets import preset_choices
from cogs.ui import reply
from cogs.ui.find import missing_permissions
from cogs.ui.group import add_made_command, remove_commands
from cogs.ui.hands import Say
from cogs.ui.press import guarded
from cogs.ui.refuse import refuse
from cogs.ui.reply import Asked
from cogs.ui.tables import (
    draw_table,
    may_be_told,
    message_link,
    reader_of_table,
    shown_round,
    thread_name,
)

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

USUAL_LEVEL = "normal"
Level = app_commands.Choice[str]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the host wants at his table beside himself."""

    preset: str | None = None
    computers: int = 0
    level: str = USUAL_LEVEL


class Opening(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        add_made_command(self.bot.tree, self._command())
        self.bot.on_presses({tokens.Rematch: self.rematch})

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "start")

    def _command(self) -> app_commands.Command[Any, ..., None]:
        """`/yaniv start`, every option of which may be left out."""

        @app_commands.describe(
            preset=mark("Ready-made rules for this match, where the server allows that"),
            computers=mark("How many computers play along"),
            level=mark("How strong they are"),
        )
        @app_commands.choices(level=[Level(name=name, value=level) for level, name in LEVELS.items()])
        async def start(
            interaction: discord.Interaction[Any],
            preset: str | None = None,
            computers: app_commands.Range[int, 0, 9] = 0,
            level: str = USUAL_LEVEL,
        ) -> None:
            await guarded(interaction, self.start(interaction, Wish(preset, computers, level)))

        made: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="start", description=mark("Open a table in this channel"), callback=start
        )
        made.autocomplete("preset")(_presets)
        return made

    async def start(self, asked: Asked, wish: Wish) -> None:
        """The answer to the command is the table's message from then on, unless matches have threads."""
        settings = await self.bot.manager.guild_settings(asked.guild_id or 0)
        in_thread = settings.threads and _may_have_threads(asked.channel)
        missing = missing_permissions(asked, with_thread=in_thread)
        if missing:
            await reply.send_notice(asked, lambda reader: answers.missing_permissions(reader, missing))
            return
        if not settings.vary_rules:
            if wish.preset not in (None, settings.rules.get("preset")):
                await refuse(asked, Refused(Why.RULES_FIXED))
                return
            wish = replace(wish, preset=None)
        request = await self._request(asked)
        if not in_thread:
            await self._place(asked, await self._opened(request, wish))
            return
        refusal = await self.bot.manager.why_not_open(request)
        if refusal is not None:
            await refuse(asked, refusal)
            return
        await reply.think(asked)
        self.bot.look_after(self._open_in_thread(asked, request, wish))

    async def rematch(self, asked: Asked, token: tokens.Rematch) -> None:
        """A new lobby below the standings, which stay where they are. Who presses second sits down there."""
        request = Rematch(token.table, asked.user.id, _parent_of(asked.channel))
        outcome = await self.bot.manager.submit(request)
        if not await self._joined(asked, token.table, outcome):
            await self._place(asked, outcome)

    async def _joined(self, asked: Asked, before: int, outcome: Outcome) -> bool:
        """Seats a player of the last match at the lobby that another one of them has opened already."""
        if not isinstance(outcome, Refused) or outcome.why != Why.CHANNEL_BUSY or outcome.table is None:
            return False
        lobby, last = outcome.table, await self.bot.manager.find(before)
        if lobby.status != Status.LOBBY or last is None or last.seat_of(lobby.host) is None:
            return False
        joined = await self.bot.manager.submit(Join(lobby.id, asked.user.id, asked.user.display_name))
        if not isinstance(joined, Accepted):
            return False
        link = message_link(joined.table)
        await reply.send_notice(asked, lambda reader: answers.sits_at_rematch(reader, link))
        self.bot.dispatch("sat_down", asked)
        return True

    async def _request(self, asked: Asked) -> Open:
        return Open(
            guild=asked.guild_id or 0,
            channel=asked.channel_id or 0,
            user=asked.user.id,
            name=asked.user.display_name,
            language=await self._language(asked),
            parent=_parent_of(asked.channel),
        )

    async def _opened(self, request: Open, wish: Wish) -> Outcome:
        """A table as its host wants it; none at all where his rules cannot be."""
        outcome = await self.bot.manager.open(request)
        if wish.preset is not None and isinstance(outcome, Accepted):
            table = outcome.table.id
            outcome = await self.bot.manager.submit(VaryRules(table, request.user, {"preset": wish.preset}))
            if not isinstance(outcome, Accepted):
                await self.bot.manager.submit(Abandon(table))
        for _ in range(wish.computers):
            if isinstance(outcome, Accepted):
                more = await self.bot.manager.submit(
                    AddComputer(outcome.table.id, request.user, wish.level, outcome.table.version)
                )
                outcome = more if isinstance(more, Accepted) else outcome
        return outcome

    async def _open_in_thread(self, asked: Asked, request: Open, wish: Wish) -> None:
        """A thread, the table in it, and the way there for who asked."""
        channel = asked.channel
        if not isinstance(channel, discord.TextChannel):
            return
        try:
            thread = await channel.create_thread(
                name=thread_name(request), type=discord.ChannelType.public_thread
            )
        except discord.HTTPException as error:
            log.info("no_thread", channel=channel.id, status=error.status, code=error.code)
            await self._tell(asked, answers.no_thread)
            return
        outcome = await self._opened(replace(request, channel=thread.id, parent=channel.id), wish)
        if not isinstance(outcome, Accepted):
            await refuse(asked, outcome, again=True)
            await _drop(thread)
            return
        link = message_link(outcome.table)
        await self._tell(asked, lambda reader: answers.table_in_thread(reader, link))
        self.bot.dispatch("sat_down", asked)

    async def _tell(self, asked: Asked, say: Say) -> None:
        """The private answer to somebody who was asked to wait."""
        await reply.send_private(asked, lambda reader: notice_screen(say(reader)), again=True)

    async def _place(self, asked: Asked, outcome: Outcome) -> None:
        """Answers with a new table's first message. Without one the table is not left behind."""
        if not isinstance(outcome, Accepted):
            await refuse(asked, outcome)
            return
        table, message = outcome.table, None
        again = [member.user for member in table.members if member.user not in (None, asked.user.id)]
        mentions = await may_be_told(self.bot, table, again)
        with self.bot.desk.holding(table.id) as note:
            try:
                reader = reader_of_table(self.bot, table)
                draw = draw_table(table, self.bot, again)
                message = await reply.send_public(asked, draw, reader, mentions)
            finally:
                if message is None:
                    await self.bot.manager.submit(Abandon(table.id))
            if message is not None:
                await self.bot.manager.set_message(table.id, table.channel, message)
                note.shown, note.round = table.version, shown_round(table)
                self.bot.dispatch("sat_down", asked)

    async def _language(self, asked: Asked) -> str:
        """The language of a new table: as the server chose, else as Discord says of the server."""
        chosen_here = (await self.bot.manager.guild_settings(asked.guild_id or 0)).language
        server = asked.guild_locale.value if asked.guild_locale else None
        return best_language(chosen_here, server, self.bot.settings.default_language)


async def _presets(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """Ready-made rules by what was typed so far, in the person's language."""
    await reply.prepare(asked)
    names = preset_choices(reply.reader_of(asked).words)
    return [
        app_commands.Choice(name=name, value=preset)
        for preset, name in names.items()
        if typed.casefold() in f"{preset} {name}".casefold()
    ]


async def _drop(thread: discord.Thread) -> None:
    """Takes away a thread in which no table could open; where that is not allowed, it stays empty."""
    try:
        await thread.delete()
    except discord.HTTPException as error:
        log.info("thread_stays", thread=thread.id, code=error.code)


def _may_have_threads(channel: object) -> bool:
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def _parent_of(channel: object) -> int | None:
    return channel.parent_id if isinstance(channel, discord.Thread) else None


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Opening(bot))
