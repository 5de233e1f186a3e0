"""One message that pings only the person to move, when half of his time is over; it goes with his move.

Whether and when: as he has chosen, or else his server. What a process before this one has left is taken away.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
import structlog
from discord.ext import commands

from bot.ports.store import DatabaseError, Pings
from bot.ports.tables import Status, Table
from bot.present import tokens
from bot.present.reminder import person_to_move, reminder_screen
from cogs.ui.found import left_with
from cogs.ui.render import layout
from cogs.ui.tables import reader_of_table, take_away

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

TIDYING_SECONDS = 0.25
"""Between two tables that are tidied up after a start: those that are played at need the requests more."""


@dataclass(slots=True)
class Turn:
    """A turn on the clock, as long as its deadline stands."""

    started: float | None
    deadline: float
    at: float | None
    """When to remind; `None` once that is done."""
    message: int | None = None


class Reminders(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._turns: dict[int, Turn] = {}
        self._seen: set[int] = set()
        """Tables that this process has seen change."""
        self._looking = asyncio.Lock()
        """After a start all tables are looked after, but one after another."""

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """A turn that is over takes its reminder with it; a new one gets its moment."""
        table = self.bot.manager.table(table_id)
        self._greet(table_id, table)
        deadline = table.deadline if table and person_to_move(table) is not None else None
        turn = self._turns.get(table_id)
        if turn is not None and turn.deadline != deadline:
            del self._turns[table_id]
            self._withdraw(table, turn)
            if table is not None and deadline is not None and turn.started == table.turn_started:
                # The same turn got more time: whoever asked for that need not be reminded again.
                self._turns[table_id] = Turn(turn.started, deadline, None)
        if table is not None and deadline is not None and table_id not in self._turns:
            now = self.bot.clock.now()
            turn = self._turns[table_id] = Turn(table.turn_started, deadline, None)
            wish = await self._wish(table)
            if wish != "off":
                turn.at = now if wish == "always" else table.half_time or (now + deadline) / 2

    @commands.Cog.listener()
    async def on_sweep(self) -> None:
        now = self.bot.clock.now()
        for table_id, turn in list(self._turns.items()):
            if turn.at is not None and turn.at <= now:
                if self.bot.desk.budget.wait(now):
                    return
                self.bot.desk.budget.take(now)
                turn.at = None
                self.bot.look_after(self._remind(table_id, turn))

    async def _remind(self, table_id: int, turn: Turn) -> None:
        table = self.bot.manager.table(table_id)
        user = person_to_move(table) if table else None
        if table is None or user is None or self._is_quiet(table):
            return
        reader = reader_of_table(self.bot, table)
        try:
            sent = await self._channel(table).send(
                view=layout(reminder_screen(table, reader), reader.faces),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(user)]),
            )
        except discord.HTTPException as error:
            log.info("not_reminded", table=table_id, status=error.status, code=error.code)
            return
        turn.message = sent.id
        if self._turns.get(table_id) is not turn:
            self._withdraw(table, turn)

    def _withdraw(self, table: Table | None, turn: Turn) -> None:
        if table is not None and turn.message is not None:
            self.bot.look_after(self._take_away(self._channel(table), turn.message))

    async def _take_away(self, channel: discord.PartialMessageable, message: int) -> None:
        await self._leave()
        await take_away(channel, message)

    async def _leave(self) -> None:
        """Returns when one more request may go out."""
        await self.bot.desk.budget.turn(self.bot.clock.now())

    def _is_quiet(self, table: Table) -> bool:
        """The channel does not take messages now."""
        return self.bot.desk.is_resting(table.channel, self.bot.clock.now())

    async def _wish(self, table: Table) -> Pings:
        """When the person to move wants to be reminded; not at all while the database is away."""
        try:
            own = (await self.bot.manager.player_settings(person_to_move(table) or 0)).pings
            return own or (await self.bot.manager.guild_settings(table.guild)).pings
        except DatabaseError as error:
            log.info("wish_unknown", table=table.id, fault=type(error).__name__)
            return "off"

    def _greet(self, table_id: int, table: Table | None) -> None:
        """A match that this process sees for the first time was brought back from before its start."""
        if table is None or table.status not in (Status.LOBBY, Status.PLAYING):
            self._seen.discard(table_id)
        elif table_id not in self._seen:
            self._seen.add(table_id)
            if table.status == Status.PLAYING and table.message is not None:
                self.bot.look_after(self._tidy(table, table.message))

    async def _tidy(self, table: Table, message: int) -> None:
        """Takes away the reminder that was posted before the start; without the right to look it stays."""
        channel = self._channel(table)
        async with self._looking:
            if self.bot.is_closing:
                return
            await self._leave()
            for old in await left_with(self.bot, channel, tokens.MyHand(table.id), after=message):
                if self._is_reminder(old, table):
                    await self._take_away(channel, old.id)
            await asyncio.sleep(TIDYING_SECONDS)

    def _is_reminder(self, message: discord.Message, table: Table) -> bool:
        """A message that leads to a hand there, mentions somebody, and is not the table's nor a new one."""
        newest = self.bot.manager.table(table.id)
        known = self._turns.get(table.id)
        current = {newest.message if newest else None, known.message if known else None}
        return message.id not in current and bool(message.mentions)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(table.channel, guild_id=table.guild)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Reminders(bot))
