"""Asking somebody to the table: a command, and an entry in the menu of every member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Accepted, Refused, Why
from bot.manager.requests import Join
from bot.ports.tables import Status, Table
from bot.present import answers, tokens
from bot.present.invitation import accepted_screen, invitation_screen
from bot.present.notices import refusal_text
from bot.present.reader import Reader
from bot.present.screens import PublicScreen
from cogs.ui import reply
from cogs.ui.find import missing_permissions, table_for
from cogs.ui.group import add_made_command, remove_commands
from cogs.ui.hands import Say
from cogs.ui.press import guarded
from cogs.ui.refuse import refuse
from cogs.ui.reply import Asked
from cogs.ui.tables import message_link, reader_of_table

if TYPE_CHECKING:
    from bot.client import YanivBot

MENU = mark("Invite to Yaniv")
WAIT_SECONDS = 20
"""Between two invitations by one person."""
AGAIN_SECONDS = 10 * 60
"""Before the same person may be invited to the same table again."""


class Invite(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._sent: dict[tuple[int, int], float] = {}
        """When an invitation went out, by person and table: who asked has table 0."""

    async def cog_load(self) -> None:
        add_made_command(self.bot.tree, self._command())
        self.bot.tree.add_command(self._menu())
        self.bot.on_presses({tokens.Accept: self.accept})

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "invite")
        self.bot.tree.remove_command(MENU, type=discord.AppCommandType.user)

    def _command(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.describe(member=mark("Whom to ask"))
        async def invite(interaction: discord.Interaction[Any], member: discord.User) -> None:
            await guarded(interaction, self.invite(interaction, member))

        return app_commands.Command(
            name="invite", description=mark("Ask somebody to your table"), callback=invite
        )

    def _menu(self) -> app_commands.ContextMenu:
        async def invite(interaction: discord.Interaction[Any], member: discord.User) -> None:
            await guarded(interaction, self.invite(interaction, member))

        return app_commands.ContextMenu(
            name=MENU,
            callback=invite,
            type=discord.AppCommandType.user,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def invite(self, asked: Asked, member: discord.User | discord.Member) -> None:
        """One message that mentions him and nobody else."""
        table = table_for(asked)
        why = self._why_not(asked, table, member)
        if why is not None or table is None:
            await reply.send_notice(asked, why or answers.nothing_to_join)
            return
        now = self.bot.clock.now()
        self._forget(now)
        self._sent[asked.user.id, 0] = self._sent[member.id, table.id] = now
        name, link = asked.user.display_name, message_link(table)

        def draw(reader: Reader) -> PublicScreen:
            return invitation_screen(table, name, member.id, link, reader)

        only_him = discord.AllowedMentions(users=[member], everyone=False, roles=False)
        await reply.send_public(asked, draw, reader_of_table(self.bot, table), only_him)

    async def accept(self, asked: Asked, token: tokens.Accept) -> None:
        """He sits down; the invitation says so and loses its button."""
        table = await self.bot.manager.find(token.table)
        if table is None or asked.user.id != token.user:
            link = message_link(table) if table else ""
            await reply.send_notice(asked, lambda reader: answers.not_your_invitation(reader, link))
            return
        outcome = await self.bot.manager.submit(Join(table.id, asked.user.id, asked.user.display_name))
        if isinstance(outcome, Refused):
            await refuse(asked, outcome)
            return
        name, link = asked.user.display_name, message_link(table)
        await reply.update_public(
            asked, lambda reader: accepted_screen(name, link, reader), reader_of_table(self.bot, table)
        )
        if isinstance(outcome, Accepted):
            self.bot.dispatch("sat_down", asked)

    def _why_not(
        self, asked: Asked, table: Table | None, member: discord.User | discord.Member
    ) -> Say | None:
        """What is against this invitation, in the order in which a person can do something about it."""
        missing = missing_permissions(asked)
        if table is None or not _is_joinable(table):
            return answers.nothing_to_join
        if table.seat_of(asked.user.id) is None:
            return lambda reader: refusal_text(Why.NOT_SEATED, {}, reader)
        if member.bot:
            return answers.no_seat_for_programs
        if table.seat_of(member.id) is not None or any(one.user == member.id for one in table.waiting):
            return answers.sits_there_already
        if missing:
            return lambda reader: answers.missing_permissions(reader, missing)
        waits = max(
            self._wait((asked.user.id, 0), WAIT_SECONDS), self._wait((member.id, table.id), AGAIN_SECONDS)
        )
        return (lambda reader: answers.invited_just_now(reader, waits)) if waits > 0 else None

    def _wait(self, key: tuple[int, int], seconds: float) -> float:
        """The moment from which on this is possible again; 0 where it is now."""
        until = self._sent.get(key, 0.0) + seconds
        return until if until > self.bot.clock.now() else 0.0

    def _forget(self, now: float) -> None:
        for key in [key for key, at in self._sent.items() if now - at > AGAIN_SECONDS]:
            del self._sent[key]


def _is_joinable(table: Table) -> bool:
    is_late = table.status == Status.PLAYING and table.rules.late_join != "none"
    return table.status == Status.LOBBY or is_late


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Invite(bot))
