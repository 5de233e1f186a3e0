"""Matches of the past: who played, how it went, and once more step by step. Private to who looks at them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Refused, Why
from bot.pictures.charts import Line, labels_for, score_chart
from bot.ports.replays import Frame
from bot.ports.store import RoundRecord
from bot.ports.tables import Status, Table
from bot.present import past_tokens as tokens
from bot.present.history import (
    EVERYBODY,
    PAGE_MATCHES,
    Listed,
    chart_meaning,
    first_step,
    match_screen,
    nothing_played,
    past_screen,
    replay_screen,
    rounds_screen,
    transcript_text,
)
from bot.present.notices import notice_screen, refusal_text
from bot.present.reader import Reader
from bot.present.screens import PrivateScreen
from cogs.ui import reply
from cogs.ui.group import add_command, remove_commands
from cogs.ui.pictures import drawn
from cogs.ui.press import chosen
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot

REPLAYS_KEPT = 16
"""Matches whose steps are kept for the next press: to play a long one again takes a while."""


class History(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._replays: dict[int, tuple[Frame, ...]] = {}

    async def cog_load(self) -> None:
        add_command(self.bot.tree, "history", mark("Matches played here"), self.history)
        add_command(
            self.bot.tree, "export", mark("The last match here as a file that anybody can check"), self.export
        )
        self.bot.on_presses(
            {
                tokens.HistoryPage: self.turn_page,
                tokens.PastMatch: self.open_match,
                tokens.MatchRounds: self.show_rounds,
                tokens.WatchAgain: self.watch,
                tokens.ReplayStep: self.step,
                tokens.ReplayRound: self.go_to_round,
                tokens.SaveMatch: self.save,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "history", "export")

    async def history(self, asked: Asked) -> None:
        """`/yaniv history`"""
        await self._list(asked, EVERYBODY, 0)

    async def export(self, asked: Asked) -> None:
        """`/yaniv export`: the newest match that was played to its end here."""
        found = await self.bot.manager.finished_tables(asked.guild_id or 0, offset=0, limit=1)
        if not found:
            await reply.send_notice(asked, nothing_played)
            return
        await self._save(asked, found[0].id)

    async def turn_page(self, asked: Asked, token: tokens.HistoryPage) -> None:
        await self._list(asked, EVERYBODY if token.user == EVERYBODY else asked.user.id, token.page)

    async def open_match(self, asked: Asked, _: tokens.PastMatch) -> None:
        """The match that was chosen, with its chart, as a message of its own: edits carry no pictures."""
        number = chosen(asked) or ""
        table = await self._past(asked, int(number) if number.isascii() and number.isdecimal() else 0)
        if table is None:
            return
        rounds = await self.bot.manager.rounds_of(table.id, table.guild)
        labels = labels_for([member.name for member in table.members])
        picture = await drawn(self.bot, _chart, table, rounds, labels) if rounds else None
        await reply.send_private_picture(
            asked,
            lambda reader: match_screen(table, rounds, reader, labels if picture else ()),
            picture,
            chart_meaning(table, rounds, reply.reader_of(asked)) if rounds else "",
        )

    async def show_rounds(self, asked: Asked, token: tokens.MatchRounds) -> None:
        if table := await self._past(asked, token.table):
            rounds = await self.bot.manager.rounds_of(table.id, table.guild)

            def draw(reader: Reader) -> PrivateScreen:
                return rounds_screen(table, rounds, reader, token.page)

            if asked.message is not None and asked.message.attachments:
                await reply.send_private_picture(asked, draw, None, "")  # the chart stays in sight
            else:
                await reply.send_private(asked, draw)

    async def watch(self, asked: Asked, token: tokens.WatchAgain) -> None:
        """The first step, as a message of its own: the standings stay in sight."""
        if (table := await self._past(asked, token.table)) and (frames := await self._frames(asked, table)):
            await reply.send_private_picture(
                asked, lambda reader: replay_screen(table, frames, 0, reader), None, ""
            )

    async def step(self, asked: Asked, token: tokens.ReplayStep) -> None:
        if (table := await self._past(asked, token.table)) and (frames := await self._frames(asked, table)):
            await reply.send_private(asked, lambda reader: replay_screen(table, frames, token.step, reader))

    async def go_to_round(self, asked: Asked, token: tokens.ReplayRound) -> None:
        if (table := await self._past(asked, token.table)) and (frames := await self._frames(asked, table)):
            step = first_step(frames, token.round)
            await reply.send_private(asked, lambda reader: replay_screen(table, frames, step, reader))

    async def save(self, asked: Asked, token: tokens.SaveMatch) -> None:
        await self._save(asked, token.table)

    async def _list(self, asked: Asked, user: int, page: int) -> None:
        manager, guild = self.bot.manager, asked.guild_id or 0
        whose = None if user == EVERYBODY else user
        pages = max(1, -(-await manager.finished_count(guild, whose) // PAGE_MATCHES))
        page = min(page, pages - 1)
        found = await manager.finished_tables(
            guild, user=whose, offset=page * PAGE_MATCHES, limit=PAGE_MATCHES
        )
        listed = Listed(user, asked.user.id, page, pages)
        await reply.send_private(asked, lambda reader: past_screen(found, listed, reader))

    async def _past(self, asked: Asked, table_id: int) -> Table | None:
        """A match of this server that was played to its end; who asks for anything else is told so."""
        table = await self.bot.manager.find(table_id)
        if table is None or table.guild != asked.guild_id or table.status != Status.OVER:
            await self._missing(asked)
            return None
        return table

    async def _missing(self, asked: Asked) -> None:
        await reply.send_notice(asked, lambda reader: refusal_text(Why.NO_TABLE, {}, reader))

    async def _frames(self, asked: Asked, table: Table) -> Sequence[Frame]:
        frames = self._replays.pop(table.id, ()) or await self.bot.manager.replay(table.id, table.guild)
        if not frames:
            await self._missing(asked)
            return ()
        self._replays[table.id] = frames
        while len(self._replays) > REPLAYS_KEPT:
            self._replays.pop(next(iter(self._replays)))
        return frames

    async def _save(self, asked: Asked, table_id: int) -> None:
        made = await self.bot.manager.transcript(table_id, asked.guild_id or 0)
        if isinstance(made, Refused):
            await reply.send_notice(asked, lambda reader: refusal_text(made.why, made.params, reader))
            return
        text = json.dumps(made, ensure_ascii=False, indent=1).encode()
        await reply.send_private_file(
            asked,
            lambda reader: notice_screen(transcript_text(reader)),
            f"yaniv-{table_id}.json",
            text,
        )


def _chart(table: Table, rounds: Sequence[RoundRecord], labels: Sequence[str]) -> bytes:
    """Totals after each round, as long as a seat was in."""
    lines: list[Line] = []
    for seat, label in enumerate(labels):
        own = [ended.result for ended in rounds if _was_in(ended, seat)]
        if own:
            first = own[0]["number"] - 1
            lines.append(
                Line(label, [own[0]["totals_before"][seat], *(one["totals"][seat] for one in own)], first)
            )
    return score_chart(lines, table.rules.limit)


def _was_in(ended: RoundRecord, seat: int) -> bool:
    counts = ended.result["counts"]
    return seat < len(counts) and counts[seat] is not None


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(History(bot))
