"""The tables' public messages: changed in the background, newest state wins, never on a press's way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import aiohttp
import discord
import structlog
from discord.ext import commands

from bot.discord_desk import BoardNote
from bot.manager.requests import Abandon
from bot.ports.statistics import Honour
from bot.ports.store import DatabaseError
from bot.ports.tables import Status, Table
from bot.present import tokens
from bot.present.reader import Reader, TextFaces
from bot.present.result import round_screen
from bot.present.screens import PublicScreen
from cogs.ui.found import left_with
from cogs.ui.render import layout
from cogs.ui.reply import BAD_FORM, NO_MENTIONS
from cogs.ui.tables import draw_table, may_be_told, reader_of_table, shown_round, take_away

if TYPE_CHECKING:
    from bot.client import YanivBot
    from bot.ports.tables import RoundResult

log = structlog.get_logger(__name__)

COMPUTER_SECONDS = 4.0
"""A computer moves within this time, as a rule: its move and the one before it are shown together."""
MESSAGE_SECONDS = 50 * 60
"""Discord takes only few edits of messages older than an hour: before that the table is sent anew."""
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
LOST = frozenset({UNKNOWN_MESSAGE, ARCHIVED_THREAD})
"""The message cannot be changed any more, but a new one can be sent (which wakes an archived thread)."""
FORBIDDEN = frozenset({50001, 50013})
"""A permission was taken away: the table stands still until it is given back."""
OPEN = (Status.LOBBY, Status.PLAYING)


class Board(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self.desk = bot.desk
        self._next_look: asyncio.TimerHandle | None = None

    async def cog_unload(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        self._has_news(self.desk.board(table_id), table_id)
        self._publish_what_is_due()

    @commands.Cog.listener()
    async def on_sweep(self) -> None:
        self._publish_what_is_due()

    def _has_news(self, note: BoardNote, table_id: int) -> None:
        """The table waits for its message to be changed; one that waits already keeps its place."""
        note.dirty = True
        self.desk.waiting.setdefault(table_id, self.bot.clock.now())

    def _publish_what_is_due(self) -> None:
        """Goes on in a moment where there is more to do than the budget allows."""
        for table_id in list(self.desk.waiting):
            if seconds := self.desk.budget.wait(self.bot.clock.now()):
                if self._next_look is None:
                    self._next_look = asyncio.get_running_loop().call_later(seconds, self._look_again)
                return
            self._publish_if_due(table_id)

    def _look_again(self) -> None:
        self._next_look = None
        self._publish_what_is_due()

    def _publish_if_due(self, table_id: int) -> None:
        """Starts one change of the message, unless one is under way or the last was just now."""
        note, now = self.desk.board(table_id), self.bot.clock.now()
        if not note.is_due(now):
            return
        table = self.bot.manager.table(table_id)
        if table is None:
            self.desk.forget(table_id)
        elif not self.desk.is_resting(table.channel, now) and not self._comes_more(table, now):
            self.desk.waiting.pop(table_id, None)
            note.dirty = False
            if self._is_shown(table, note):
                self._forget_if_over(table, note)
                return
            note.busy = note.paid = True
            self.desk.budget.take(now)
            self.bot.look_after(self._publish(table, note))

    def _comes_more(self, table: Table, now: float) -> bool:
        """A computer is about to move, and nothing but the last move is to be shown."""
        seat = table.view.to_move if table.view and table.status == Status.PLAYING else None
        if seat is None or table.members[seat].level is None or _is_untold(table):
            return False
        return now - self.desk.waiting.get(table.id, 0.0) < COMPUTER_SECONDS

    def _is_shown(self, table: Table, note: BoardNote) -> bool:
        """The press that changed the table has shown it already."""
        if _is_untold(table) or table.version > note.shown:
            return False
        return not self._needs_new_message(table, note)

    def _forget_if_over(self, table: Table, note: BoardNote) -> None:
        if table.status not in OPEN and not note.dirty:
            self.desk.boards.pop(table.id, None)

    async def _turn(self, note: BoardNote) -> None:
        """Returns when the next request of this change may go out."""
        if note.paid:
            note.paid = False
        else:
            await self.desk.budget.turn(self.bot.clock.now())

    async def _publish(self, table: Table, note: BoardNote) -> None:
        try:
            await self._bring_up_to_date(table, note)
            self.desk.breakers.pop(table.channel, None)
            if self.desk.mute.pop(table.channel, None) is not None:
                self.bot.go_on(lambda _, channel: channel == table.channel)
        except discord.HTTPException as error:
            await self._failed(table, note, error)
        except aiohttp.ClientConnectionError as error:
            log.info("board_not_sent", table=table.id, error=type(error).__name__)
            self._wait(table, note)
        except Exception:
            log.exception("board_failed", table=table.id)
            self.bot.counts["faults"] += 1
        finally:
            note.busy = note.paid = False
            note.edited_at = self.bot.clock.now()
        self._forget_if_over(table, note)

    async def _bring_up_to_date(self, table: Table, note: BoardNote) -> None:
        """Tells a round's end and sends the table below it, and only then notes that both was done.

        What a crash leaves half done is done again: Discord knows messages it has already by their nonces.
        """
        ended = table.last_round if _is_untold(table) else None
        if ended is not None:
            await self._announce(table, ended, note)
        has_ended = ended is not None and table.status != Status.STOPPED
        if has_ended or self._needs_new_message(table, note):
            await self._send(table, note)
        elif table.message is not None and table.version > note.shown:
            await self._edit(table, table.message, note)
        if ended is not None:
            await self.bot.manager.set_announced(table.id, ended.number)

    def _needs_new_message(self, table: Table, note: BoardNote) -> bool:
        """Whether to send the table anew: its message is lost, a round has ended, or it grows too old."""
        if table.message is None:
            return table.status != Status.STOPPED or table.is_expired
        if table.status == Status.STOPPED and not table.is_expired:
            return False
        sent_at = discord.utils.snowflake_time(table.message).timestamp()
        is_old = self.bot.clock.now() - sent_at > MESSAGE_SECONDS
        is_past = note.round is not None and note.round != shown_round(table)
        return is_past or (is_old and not table.is_expired)

    async def _announce(self, table: Table, ended: RoundResult, note: BoardNote) -> None:
        """Posts how a round ended."""
        if note.told >= ended.number:
            return
        honours = await _honours(self.bot, table, ended.number)
        await self._drawn(
            table,
            note,
            lambda reader: round_screen(table, ended, reader, honours),
            lambda view: self._channel(table).send(
                view=view, allowed_mentions=NO_MENTIONS, nonce=f"yaniv-{table.id}-{ended.number}"
            ),
        )
        note.told = ended.number

    async def _send(self, table: Table, note: BoardNote) -> None:
        """Sends the table as a new message and takes the old one away."""
        was_recovered = table.id in self.desk.back and note.round is None
        if table.message is None and was_recovered and await self._adopted(table, note):
            return
        channel, nonce = self._channel(table), _nonce(table)
        may_be_old = note.round is None or note.nonce == nonce
        note.nonce = nonce
        # Who sits in a lobby that nobody started hears that it is closed.
        people = [member.user for member in table.members if member.user and table.is_expired]
        mentions = await may_be_told(self.bot, table, people)
        sent = await self._drawn(
            table,
            note,
            draw_table(table, self.bot),
            lambda view: channel.send(view=view, allowed_mentions=mentions, nonce=nonce),
        )
        newest = self.bot.manager.table(table.id)
        if newest is not None and newest.message not in (table.message, sent.id):
            # Somebody has brought the table down meanwhile.
            await take_away(channel, sent.id)
            return
        if table.message is not None and table.message != sent.id:
            await self._turn(note)
            await take_away(channel, table.message)
        await self.bot.manager.set_message(table.id, table.channel, sent.id)
        note.shown, note.round = table.version, shown_round(table)
        if may_be_old:
            # Discord may have given back what was sent before a crash.
            note.shown = -1
            self._has_news(note, table.id)

    async def _adopted(self, table: Table, note: BoardNote) -> bool:
        """Whether a process before this one sent the message, and ended before it was noted."""
        await self._turn(note)
        kind = tokens.Join if table.status == Status.LOBBY else tokens.MyHand
        left = await left_with(self.bot, self._channel(table), kind(table.id))
        newest = max((old.id for old in left if not old.mentions), default=None)
        if newest is None:
            return False
        await self.bot.manager.set_message(table.id, table.channel, newest)
        self._has_news(note, table.id)
        return True

    async def _edit(self, table: Table, message_id: int, note: BoardNote) -> None:
        message = self._channel(table).get_partial_message(message_id)
        await self._drawn(
            table,
            note,
            draw_table(table, self.bot),
            lambda view: message.edit(view=view, allowed_mentions=NO_MENTIONS),
        )
        note.shown = table.version
        note.round = shown_round(table) if note.round is None else note.round

    async def _drawn(
        self,
        table: Table,
        note: BoardNote,
        draw: Callable[[Reader], PublicScreen],
        send: Callable[[discord.ui.LayoutView], Awaitable[discord.Message]],
    ) -> discord.Message:
        """Draws and sends; once more without emojis if Discord does not take them."""
        reader = reader_of_table(self.bot, table)
        await self._turn(note)
        try:
            return await send(layout(draw(reader), reader.faces))
        except discord.HTTPException as error:
            if error.code != BAD_FORM:
                raise
        self.bot.counts["drawn_as_text"] += 1
        plain = replace(reader, faces=TextFaces())
        await self._turn(note)
        return await send(layout(draw(plain), plain.faces))

    async def _failed(self, table: Table, note: BoardNote, error: discord.HTTPException) -> None:
        """A message that could not be shown never undoes a move: it is sent anew, later, or given up."""
        self.bot.counts["board_refused"] += 1
        log.info("board_refused", table=table.id, status=error.status, code=error.code)
        if error.code == UNKNOWN_CHANNEL:
            await self.bot.manager.submit(Abandon(table.id))
        elif error.code in LOST and table.message is not None:
            await self.bot.manager.set_message(table.id, table.channel, None)
            self._has_news(note, table.id)
        elif error.code != BAD_FORM:
            if error.code in FORBIDDEN:
                self.desk.mute.setdefault(table.channel, self.bot.clock.now())
            self._wait(table, note)

    def _wait(self, table: Table, note: BoardNote) -> None:
        """Leaves the channel alone for a while; the table is shown then."""
        self.desk.breaker(table.channel).refused(self.bot.clock.now())
        self._has_news(note, table.id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(table.channel, guild_id=table.guild)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.bot.manager.abandon(channel=channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.bot.manager.abandon(channel=payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.bot.manager.abandon(guild=guild.id)


async def _honours(bot: YanivBot, table: Table, round_number: int) -> list[Honour]:
    """Achievements that the round brought, where the server wants to hear of them."""
    try:
        if not (await bot.manager.guild_settings(table.guild)).achievements:
            return []
        return await bot.statistics.honours(table.guild, table.id, round_number)
    except DatabaseError:
        return []  # the result is worth telling without them


def _is_untold(table: Table) -> bool:
    """Whether the result of the last round was not posted yet."""
    return table.last_round is not None and table.last_round.number > table.announced


def _nonce(table: Table) -> str:
    """The same for every attempt to send this message, at most 25 characters; another one for the next."""
    place = table.version if table.message is None else table.message
    return f"t{table.id}-{shown_round(table)}-{place % 10**9}"


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Board(bot))
