"""The house: the rules played here, what a server may set, and what a host may vary for one match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
import structlog
from discord.ext import commands

from bot.i18n.catalog import mark
from bot.manager.outcomes import Accepted, Refused, Why
from bot.manager.requests import VaryRules
from bot.ports.store import DatabaseError, GuildSettings
from bot.ports.tables import Status, Table
from bot.present import answers, tokens
from bot.present.notices import refusal_text
from bot.present.reader import Reader
from bot.present.rules import rules_screen
from bot.present.setting_tokens import SERVER
from bot.present.settings import lost_note, meanwhile_note, settings_screen
from bot.present.settings_forms import VALUE, settings_form
from bot.present.settings_json import (
    FILE_NAME,
    MOST_BYTES,
    export_screen,
    exported,
    faults_text,
    imported,
)
from bot.present.settings_values import (
    ALL,
    GROUP_FIELDS,
    IMPORT,
    Options,
    RulesError,
    is_known,
    match_options,
    page_of,
    reset_changes,
    rule_changes,
    server_options,
    with_choice,
    with_reset,
)
from cogs.ui import reply
from cogs.ui.find import table_for
from cogs.ui.forms import typed
from cogs.ui.group import add_command, add_file_command, remove_commands
from cogs.ui.press import all_chosen, answer_press, chosen
from cogs.ui.reply import Asked, Say
from cogs.ui.rules import show_rules

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

READ_SECONDS = 1.5
"""For a file to arrive, within the time Discord gives for an answer."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One change that somebody asks for, and how it is made on a server and in a match."""

    place: int
    field: str
    """The setting or group that it is about."""
    page: str
    seen: str | None
    """What stood there when he asked; `None` where he saw nothing of it."""
    on_server: Callable[[GuildSettings], GuildSettings]
    in_match: Callable[[Options], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Change:
    """What came of a wish: how things stand, and what to say first."""

    after: Options
    say: Say | None = None


class House(commands.Cog):
    def __init__(self, bot: YanivBot) -> None:
        self.bot = bot
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def cog_load(self) -> None:
        tree = self.bot.tree
        add_command(tree, "rules", mark("The rules played here"), self.rules)
        about = mark("Rules, clock and language of this server")
        add_file_command(tree, "settings", about, mark("Settings that were exported before"), self.settings)
        self.bot.on_presses(
            {
                tokens.Setting: self.choose,
                tokens.SettingsPage: self.turn_page,
                tokens.ResetRules: self.reset,
                tokens.AskValue: self.ask,
                tokens.FillValue: self.fill,
                tokens.ExportSettings: self.export,
            }
        )

    async def cog_unload(self) -> None:
        remove_commands(self.bot.tree, "rules", "settings")

    @commands.Cog.listener()
    async def on_interaction(self, asked: Asked) -> None:
        """What was typed into a form comes as an interaction that discord.py hands on unheard."""
        if asked.type is discord.InteractionType.modal_submit:
            await answer_press(asked)

    async def rules(self, asked: Asked) -> None:
        """`/yaniv rules`: those of the table here, or else of the server."""
        if table := table_for(asked):
            await show_rules(asked, table)
            return
        rules = server_options(await self._settings(asked)).rules
        await reply.send_private(asked, lambda reader: rules_screen(rules, reader))

    async def settings(self, asked: Asked, file: discord.Attachment | None = None) -> None:
        """`/yaniv settings`, with what a file says taken over at once."""
        options = await self._allowed(asked, SERVER)
        if options is None:
            return
        if file is None:
            await self._show(asked, options, ALL)
            return
        text = await _text_of(file)
        if text is None:
            await reply.send_notice(asked, answers.unreadable_file)
        else:
            await self._change(asked, _import_of(text, None))

    async def turn_page(self, asked: Asked, token: tokens.SettingsPage) -> None:
        page = token.group or chosen(asked) or ALL
        options = await self._allowed(asked, token.place)
        if options is not None:
            await self._show(asked, options, page if page in GROUP_FIELDS else ALL)

    async def choose(self, asked: Asked, token: tokens.Setting) -> None:
        """A choice in a menu, or a switch that was pressed."""
        value = token.value or ",".join(all_chosen(asked))
        if value:
            await self._choose(asked, token.place, token.field, token.seen, value)

    async def reset(self, asked: Asked, token: tokens.ResetRules) -> None:
        group = token.group
        if group not in GROUP_FIELDS:
            await reply.send_notice(asked, answers.outdated_button)
            return
        wish = Wish(
            token.place,
            group,
            group,
            token.seen,
            lambda settings: with_reset(settings, group),
            lambda options: reset_changes(group, options.rules),
        )
        await self._change(asked, wish)

    async def ask(self, asked: Asked, token: tokens.AskValue) -> None:
        """Opens the form for one value. The right is asked for now and again when it comes back."""
        options = await self._allowed(asked, token.place)
        if options is None:
            return
        if not (is_known(token.field, options) or (token.field == IMPORT and options.server is not None)):
            await reply.send_notice(asked, answers.outdated_button)
            return
        fresh = f"{asked.id:x}"
        await reply.send_form(asked, lambda reader: settings_form(options, token.field, reader, fresh))

    async def fill(self, asked: Asked, token: tokens.FillValue) -> None:
        """What was typed into a form."""
        text = typed(asked).get(VALUE, "")
        if token.field == IMPORT and token.place == SERVER:
            await self._change(asked, _import_of(text, token.seen))
        else:
            await self._choose(asked, token.place, token.field, token.seen, text)

    async def export(self, asked: Asked, _token: tokens.ExportSettings) -> None:
        options = await self._allowed(asked, SERVER)
        if options is None or options.server is None:
            return
        settings = options.server
        content = exported(settings).encode()
        await reply.send_private_file(
            asked, lambda reader: export_screen(settings, reader), FILE_NAME, content
        )

    async def _choose(self, asked: Asked, place: int, field: str, seen: str, value: str) -> None:
        wish = Wish(
            place,
            field,
            "",
            seen,
            lambda settings: with_choice(settings, field, value),
            lambda _: rule_changes(field, value),
        )
        await self._change(asked, wish)

    async def _change(self, asked: Asked, wish: Wish) -> None:
        """Looks at today's settings, changes them and stores them, one after another for each place."""
        async with self._lock(wish.place or asked.guild_id or 0):
            options = await self._allowed(asked, wish.place)
            if options is None:
                return
            if wish.field not in (*GROUP_FIELDS, IMPORT) and not is_known(wish.field, options):
                await reply.send_notice(asked, answers.outdated_button)
                return
            change = await self._changed(asked, wish, options)
        page = wish.page or page_of(wish.field)
        await self._show(asked, change.after, page, change.say)

    async def _changed(self, asked: Asked, wish: Wish, before: Options) -> Change:
        if wish.seen is not None and before.seen(wish.field) != wish.seen:
            return Change(before, lambda reader: meanwhile_note(wish.field, reader.words))
        try:
            change = await self._made(asked, wish, before)
        except DatabaseError as error:
            log.warning("settings_not_saved", fault=type(error).__name__)
            return Change(before, lambda reader: refusal_text(Why.NOT_SAVED, {}, reader))
        except RulesError as error:
            faults = error.faults
            return Change(before, lambda reader: faults_text(faults, reader.words))
        if change.say is not None:
            return change
        after = change.after
        return replace(change, say=lambda reader: lost_note(before.rules, after.rules, reader.words))

    async def _made(self, asked: Asked, wish: Wish, before: Options) -> Change:
        """Raises `RulesError` where the wish makes no sense, and `DatabaseError`."""
        if before.server is not None:
            settings = wish.on_server(before.server)
            if settings != before.server:
                await self.bot.manager.save_guild_settings(settings)
            return Change(self._server_options(asked, settings))
        outcome = await self.bot.manager.submit(VaryRules(wish.place, asked.user.id, wish.in_match(before)))
        if isinstance(outcome, Accepted):
            return Change(match_options(outcome.table))
        if isinstance(outcome, Refused):
            why, params = outcome.why, outcome.params
            return Change(before, lambda reader: refusal_text(why, params, reader))
        return Change(before, answers.outdated_button)

    async def _show(self, asked: Asked, options: Options, page: str, say: Say | None = None) -> None:
        # Five hexadecimal digits of the moment: no two screens of one person are alike.
        fresh = f"{asked.id >> 22 & 0xFFFFF:x}"

        def draw(reader: Reader) -> Any:
            return settings_screen(options, reader, page, note=say(reader) if say else "", fresh=fresh)

        await reply.send_private(asked, draw)

    async def _allowed(self, asked: Asked, place: int) -> Options | None:
        """What the person may set there, as it stands; `None` once he was told that he may not."""
        if place != SERVER:
            return await self._allowed_in_match(asked, place)
        if not asked.permissions.manage_guild:
            await reply.send_notice(asked, answers.only_for_managers)
            return None
        return self._server_options(asked, await self._settings(asked))

    async def _allowed_in_match(self, asked: Asked, table_id: int) -> Options | None:
        table = await self.bot.manager.find(table_id)
        settings = await self._settings(asked)
        if table is not None and table.guild != asked.guild_id:
            table = None
        why = _why_not_vary(table, asked.user.id, settings)
        if table is not None and why is None:
            return match_options(table)
        await reply.send_notice(asked, lambda reader: refusal_text(why or Why.NO_TABLE, {}, reader))
        return None

    async def _settings(self, asked: Asked) -> GuildSettings:
        return await self.bot.manager.guild_settings(asked.guild_id or 0)

    def _server_options(self, asked: Asked, settings: GuildSettings) -> Options:
        guild = asked.guild
        channels = frozenset(channel.id for channel in guild.channels) if guild is not None else None
        return replace(server_options(settings), existing=channels)

    def _lock(self, place: int) -> asyncio.Lock:
        lock = self._locks.get(place)
        if lock is None:
            lock = self._locks[place] = asyncio.Lock()
        return lock


def _why_not_vary(table: Table | None, user: int, settings: GuildSettings) -> Why | None:
    if table is None:
        return Why.NO_TABLE
    if table.status != Status.LOBBY:
        return Why.ALREADY_STARTED
    if table.host != user:
        return Why.NOT_HOST
    return None if settings.vary_rules else Why.RULES_FIXED


def _import_of(text: str, seen: str | None) -> Wish:
    return Wish(SERVER, IMPORT, ALL, seen, lambda settings: imported(settings, text), lambda _: {})


async def _text_of(file: discord.Attachment) -> str | None:
    """What a file says; `None` for one that is too long, no text, or does not arrive."""
    if file.size > MOST_BYTES:
        return None
    try:
        async with asyncio.timeout(READ_SECONDS):
            return (await file.read()).decode()
    except (TimeoutError, UnicodeDecodeError, discord.HTTPException) as error:
        log.info("file_unread", error=type(error).__name__)
        return None


async def setup(bot: YanivBot) -> None:
    await bot.add_cog(House(bot))
