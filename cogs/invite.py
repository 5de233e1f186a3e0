"""Asking somebody to the table: a command, an entry in the menu of every member, a button of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Accepted, Refused, Why
from bot.manager.requests import Join
from bot.ports.tables import Status, Table
from bot.present import answers, tokens
from bot.present.invitation import accepted_screen, guests_screen, invitation_screen
from bot.present.notices import notice_screen, refusal_text
from bot.present.reader import Reader
from bot.present.screens import PublicScreen
from cogs.ui import reply
from cogs.ui.find import missing_permissions, table_for
from cogs.ui.group import add_made_command, add_member_menu, remove_commands, remove_member_menu
from cogs.ui.hands import Say
from cogs.ui.press import Chosen, guarded, people_chosen
from cogs.ui.refuse import refuse
from cogs.ui.reply import Asked
from cogs.ui.tables import message_link, reader_of_table

if TYPE_CHECKING:
    from bot.client import YanivBot

MENU = mark("Invite to Yaniv")
WAIT_SECONDS = 20
"""Between two invitations by one person on one server: whom he asks elsewhere disturbs nobody here."""
AGAIN_SECONDS = 10 * 60
"""Before the same person may be invited to the same table again."""


class Invite(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._asked: dict[tuple[int, int], float] = {}
        """When somebody invited last, by server and person."""
        self._invited: dict[tuple[int, int], float] = {}
        """When somebody was invited last, by table and person."""

    async def cog_load(self) -> None:
        add_made_command(self.bot.tree, self._command())
        add_member_menu(self.bot.tree, MENU, self.invite)
        self.bot.on_presses(
            {
                tokens.AskGuests: self.ask,
                tokens.InviteGuests: self.choose,
                tokens.Accept: self.accept,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "invite")
        remove_member_menu(self.bot.tree, MENU)

    def _command(self) -> app_commands.Command[Any, ..., None]:
        @app_commands.describe(member=mark("Whom to ask"))
        async def invite(interaction: discord.Interaction[Any], member: discord.User) -> None:
            await guarded(interaction, self.invite(interaction, member))

        return app_commands.Command(
            name="invite", description=mark("Ask somebody to your table"), callback=invite
        )

    async def invite(self, asked: Asked, member: discord.User | discord.Member) -> None:
        """The command and the entry in a member's menu."""
        await self._invite(asked, table_for(asked), [Chosen(member.id, member.bot)])

    async def ask(self, asked: Asked, token: tokens.AskGuests) -> None:
        """The lobby's button: a private menu of the members."""
        table = await self.bot.manager.find(token.table)
        why = self._why_not(asked, table)
        if why is not None or table is None:
            await reply.send_notice(asked, why or answers.nothing_to_join)
            return
        fresh = f"{asked.id:x}"
        await reply.send_private(asked, lambda reader: guests_screen(table, fresh, reader))

    async def choose(self, asked: Asked, token: tokens.InviteGuests) -> None:
        """Those who were chosen there."""
        await self._invite(asked, await self.bot.manager.find(token.table), people_chosen(asked))

    async def _invite(self, asked: Asked, table: Table | None, members: Sequence[Chosen]) -> None:
        """One message that mentions them and nobody else; in private, who is not asked and why."""
        why = self._why_not(asked, table)
        if why is not None or table is None:
            await reply.send_notice(asked, why or answers.nothing_to_join)
            return
        refused = {member.id: why for member in members if (why := self._why_not_him(table, member))}
        guests = tuple(dict.fromkeys(member.id for member in members if member.id not in refused))
        if not guests:
            await reply.send_notice(asked, lambda reader: _reasons(refused, reader))
            return
        self._note(table, asked.user.id, guests)
        name, link = asked.user.display_name, message_link(table)

        def draw(reader: Reader) -> PublicScreen:
            return invitation_screen(table, name, guests, link, reader)

        only_them = discord.AllowedMentions(
            users=[discord.Object(guest) for guest in guests], everyone=False, roles=False
        )
        await reply.send_public(asked, draw, reader_of_table(self.bot, table), only_them)
        if refused:
            await reply.send_aside(asked, lambda reader: notice_screen(_not_invited(refused, reader)))

    async def accept(self, asked: Asked, token: tokens.Accept) -> None:
        """He sits down; the invitation says so, and loses its button with the last who was asked."""
        table = await self.bot.manager.find(token.table)
        if table is None or asked.user.id not in token.users:
            link = message_link(table) if table else ""
            await reply.send_notice(asked, lambda reader: answers.not_your_invitation(reader, link))
            return
        outcome = await self.bot.manager.submit(Join(table.id, asked.user.id, asked.user.display_name))
        if isinstance(outcome, Refused):
            await refuse(asked, outcome)
            return
        after, name = outcome.table, asked.user.display_name
        rest = tuple(user for user in token.users if not _sits_at(after, user))
        await reply.update_public(
            asked,
            lambda reader: accepted_screen(after, name, rest, message_link(after), reader),
            reader_of_table(self.bot, after),
        )
        if isinstance(outcome, Accepted):
            self.bot.dispatch("sat_down", asked)

    def _why_not(self, asked: Asked, table: Table | None) -> Say | None:
        """What keeps this person from inviting, in the order in which he can do something about it."""
        missing = missing_permissions(asked)
        if table is None or table.guild != asked.guild_id or not _is_joinable(table):
            return answers.nothing_to_join
        if table.seat_of(asked.user.id) is None:
            return lambda reader: refusal_text(Why.NOT_SEATED, {}, reader)
        if table.status == Status.LOBBY and len(table.members) >= table.seats:
            return answers.no_seat_to_offer
        if missing:
            return lambda reader: answers.missing_permissions(reader, missing)
        waits = self._wait(self._asked.get((table.guild, asked.user.id)), WAIT_SECONDS)
        return (lambda reader: answers.invited_just_now(reader, waits)) if waits else None

    def _why_not_him(self, table: Table, member: Chosen) -> Say | None:
        """Why somebody cannot be asked."""
        if member.is_program:
            return answers.no_seat_for_programs
        if _sits_at(table, member.id):
            return answers.sits_there_already
        waits = self._wait(self._invited.get((table.id, member.id)), AGAIN_SECONDS)
        return (lambda reader: answers.invited_just_now(reader, waits)) if waits else None

    def _wait(self, last: float | None, seconds: float) -> float:
        """The moment from which on this is possible again; 0 where it is now."""
        until = 0.0 if last is None else last + seconds
        return until if until > self.bot.clock.now() else 0.0

    def _note(self, table: Table, host: int, guests: Sequence[int]) -> None:
        """Remembers who asks whom now, and nothing that no longer matters."""
        now = self.bot.clock.now()
        self._asked = _since(self._asked, now - WAIT_SECONDS) | {(table.guild, host): now}
        again = {(table.id, guest): now for guest in guests}
        self._invited = _since(self._invited, now - AGAIN_SECONDS) | again


def _since(times: dict[tuple[int, int], float], moment: float) -> dict[tuple[int, int], float]:
    return {key: at for key, at in times.items() if at > moment}


def _reasons(refused: dict[int, Say], reader: Reader) -> str:
    """Why nobody was asked."""
    if len(refused) == 1:
        return next(iter(refused.values()))(reader)
    return _not_invited(refused, reader)


def _not_invited(refused: dict[int, Say], reader: Reader) -> str:
    return answers.not_invited(reader, {user: say(reader) for user, say in refused.items()})


def _sits_at(table: Table, user: int) -> bool:
    return table.seat_of(user) is not None or any(one.user == user for one in table.waiting)


def _is_joinable(table: Table) -> bool:
    is_late = table.status == Status.PLAYING and table.rules.late_join != "none"
    return table.status == Status.LOBBY or is_late


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(Invite(bot))
