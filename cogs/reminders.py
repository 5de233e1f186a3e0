"""One message that pings only the person to move, when half of his time is over; it goes with his move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
import structlog
from discord.ext import commands

from bot.ports.store import Pings
from bot.ports.tables import Table
from bot.present.reminder import person_to_move, reminder_screen
from cogs.ui.render import layout
from cogs.ui.tables import reader_of_table, take_away

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

WISH_SECONDS = 60
"""For so long a server's wish about pings is taken as known."""


@dataclass(slots=True)
class Turn:
    """A turn on the clock. Every new deadline is a new turn."""

    deadline: float
    at: float | None
    """When to remind; `None` once that is done."""
    message: int | None = None


class Reminders(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._turns: dict[int, Turn] = {}
        self._wishes: dict[int, tuple[float, Pings]] = {}

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """A turn that is over takes its reminder with it; a new one gets its moment."""
        table = self.bot.manager.table(table_id)
        deadline = table.deadline if table and person_to_move(table) is not None else None
        turn = self._turns.get(table_id)
        if turn is not None and turn.deadline != deadline:
            del self._turns[table_id]
            self._withdraw(table, turn)
        if table is not None and deadline is not None and table_id not in self._turns:
            now = self.bot.clock.now()
            self._turns[table_id] = Turn(deadline, None)
            wish = await self._wish(table.guild)
            if wish != "off":
                at = now if wish == "always" else table.half_time or (now + deadline) / 2
                self._turns[table_id].at = at

    @commands.Cog.listener()
    async def on_sweep(self) -> None:
        now = self.bot.clock.now()
        for table_id, turn in list(self._turns.items()):
            if turn.at is not None and turn.at <= now:
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
            self.bot.look_after(take_away(self._channel(table), turn.message))

    def _is_quiet(self, table: Table) -> bool:
        """The channel does not take messages now."""
        return self.bot.desk.is_resting(table.channel, self.bot.clock.now())

    async def _wish(self, guild: int) -> Pings:
        now = self.bot.clock.now()
        until, wish = self._wishes.get(guild, (now, "late"))
        if until <= now:
            wish = (await self.bot.manager.guild_settings(guild)).pings
            self._wishes[guild] = (now + WISH_SECONDS, wish)
        return wish

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(table.channel, guild_id=table.guild)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Reminders(bot))
