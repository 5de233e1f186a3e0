"""Somebody keeps the table waiting: more time for him, or a match that goes on without him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Accepted, Outcome, Stale, Why
from bot.manager.requests import GoOnWithout, MoreTime
from bot.ports.tables import Push, Status, Table
from bot.present import answers, idle, tokens
from bot.present.notices import refusal_text
from bot.present.reminder import person_to_move
from cogs.ui import reply
from cogs.ui.find import is_moderator, table_for
from cogs.ui.group import Person, add_command, add_member_menu, remove_commands, remove_member_menu
from cogs.ui.hands import Say, show_hand
from cogs.ui.refuse import refuse
from cogs.ui.reply import Asked

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

MENU = mark("Remove from Yaniv")


class Idle(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        about = mark("More time for the turn that runs, or for the lobby")
        add_command(self.bot.tree, "extend", about, self.extend)
        add_member_menu(self.bot.tree, MENU, self.ask_about)
        self.bot.on_presses(
            {
                tokens.TooSlow: self.ask_about_mover,
                tokens.GoOn: self.go_on,
                tokens.GiveTime: self.give_time,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "extend")
        remove_member_menu(self.bot.tree, MENU)

    async def ask_about(self, asked: Asked, member: Person) -> None:
        """The entry in a member's menu: the second press is on the screen that this shows."""
        table = table_for(asked)
        if table is None:
            await reply.send_notice(asked, answers.no_table_here)
        else:
            await self._show(asked, table, member.id)

    async def ask_about_mover(self, asked: Asked, token: tokens.TooSlow) -> None:
        """The table's button. Who is to move himself gets his cards."""
        table = self.bot.manager.table(token.table)
        user = person_to_move(table) if table is not None else None
        hand = self.bot.manager.hand(token.table, asked.user.id)
        if table is None or user is None:
            await reply.send_notice(asked, idle.nobody_is_slow)
        elif user == asked.user.id and hand is not None:
            await show_hand(asked, hand)
        else:
            await self._show(asked, table, user)

    async def go_on(self, asked: Asked, token: tokens.GoOn) -> None:
        """A turn is skipped, somebody removed, or a vote cast."""
        table = self.bot.manager.table(token.table)
        member = idle.person_at(table, token.user) if table is not None else None
        if token.push not in list(Push):
            await reply.send_notice(asked, answers.outdated_button)
            return
        push, is_allowed = Push(token.push), is_moderator(asked)
        request = GoOnWithout(token.table, asked.user.id, token.user, push, is_allowed)
        outcome = await self.bot.manager.submit(request)
        if not isinstance(outcome, Accepted):
            await self._refuse(asked, outcome)
            return
        log.info("gone_on_without", table=token.table, push=push.value, interaction=asked.id)
        name, after = member.name if member is not None else "?", outcome.table
        await reply.send_notice(asked, lambda reader: idle.pushed_text(after, name, token.user, push, reader))

    async def extend(self, asked: Asked) -> None:
        """`/yaniv extend`"""
        table = table_for(asked)
        if table is None:
            await reply.send_notice(asked, answers.no_table_here)
        else:
            await self._extend(asked, table.id)

    async def give_time(self, asked: Asked, token: tokens.GiveTime) -> None:
        await self._extend(asked, token.table)

    async def _extend(self, asked: Asked, table_id: int) -> None:
        """Who asks for his own turn from his hand goes on with it."""
        request = MoreTime(table_id, asked.user.id, is_moderator(asked))
        with self.bot.desk.holding(table_id):
            outcome = await self.bot.manager.submit(request)
            if not isinstance(outcome, Accepted):
                await self._refuse(asked, outcome)
                return
            table, hand = outcome.table, outcome.hand
            say = _longer(table)
            if hand is not None and person_to_move(table) == asked.user.id:
                await show_hand(asked, hand, say=say)
            else:
                await reply.send_notice(asked, say)

    async def _show(self, asked: Asked, table: Table, user: int) -> None:
        """What the person may do about another one."""
        member, why = idle.person_at(table, user), _why_not(asked, table, user)
        if member is None or why is not None:
            await reply.send_notice(asked, lambda reader: refusal_text(why or Why.NOT_THERE, {}, reader))
            return
        decides = _decides(asked, table)
        await reply.send_private(
            asked, lambda reader: idle.idle_screen(table, member, reader, decides=decides)
        )

    async def _refuse(self, asked: Asked, outcome: Outcome) -> None:
        if isinstance(outcome, Stale):
            await reply.send_notice(asked, idle.nothing_to_push)
        else:
            await refuse(asked, outcome)


def _longer(table: Table) -> Say:
    deadline = table.deadline or 0.0
    if table.status == Status.LOBBY:
        return lambda reader: idle.longer_lobby(reader, deadline)
    return lambda reader: idle.longer_turn(reader, deadline)


def _why_not(asked: Asked, table: Table, user: int) -> Why | None:
    if user == asked.user.id:
        return Why.YOURSELF
    if table.seat_of(asked.user.id) is None and not is_moderator(asked):
        return Why.NOT_SEATED
    if table.status is Status.LOBBY and not _decides(asked, table):
        return Why.NOT_HOST
    return None


def _decides(asked: Asked, table: Table) -> bool:
    return table.host == asked.user.id or is_moderator(asked)


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Idle(bot))
