"""The one slash command `/yaniv`, whose parts are spread over the cogs."""

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.i18n.catalog import mark
from cogs.ui.press import guarded
from cogs.ui.reply import Asked

Tree = app_commands.CommandTree[Any]
Work = Callable[[Asked], Coroutine[Any, Any, None]]
WorkOnFile = Callable[[Asked, discord.Attachment | None], Coroutine[Any, Any, None]]
Person = discord.User | discord.Member
WorkOnMember = Callable[[Asked, Person], Coroutine[Any, Any, None]]
WorkOnPeople = Callable[[Asked, Person | None, Person | None], Coroutine[Any, Any, None]]


def add_command(tree: Tree, name: str, description: str, work: Work) -> None:
    """Puts a command under `/yaniv`: on servers only, and only where the bot itself is a member."""

    async def run(interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, work(interaction))

    _group(tree).add_command(app_commands.Command(name=name, description=description, callback=run))


def add_file_command(tree: Tree, name: str, description: str, which: str, work: WorkOnFile) -> None:
    """The same for a command that takes a file if the person likes; `which` describes it."""

    @app_commands.describe(file=which)
    async def run(interaction: discord.Interaction[Any], file: discord.Attachment | None = None) -> None:
        await guarded(interaction, work(interaction, file))

    _group(tree).add_command(app_commands.Command(name=name, description=description, callback=run))


def add_people_command(
    tree: Tree, name: str, description: str, which: tuple[str, str], work: WorkOnPeople
) -> None:
    """The same for a command about one person or two of them; `which` describes the two."""

    @app_commands.describe(member=which[0], against=which[1])
    async def run(
        interaction: discord.Interaction[Any],
        member: discord.User | None = None,
        against: discord.User | None = None,
    ) -> None:
        await guarded(interaction, work(interaction, member, against))

    _group(tree).add_command(app_commands.Command(name=name, description=description, callback=run))


def add_made_command(tree: Tree, command: app_commands.Command[Any, ..., Any]) -> None:
    """The same for a command with options of its own; its callback has to go through `guarded`."""
    _group(tree).add_command(command)


def add_member_menu(tree: Tree, name: str, work: WorkOnMember) -> None:
    """An entry in the menu of every member: on servers only, like the commands."""

    async def run(interaction: discord.Interaction[Any], member: discord.User) -> None:
        await guarded(interaction, work(interaction, member))

    tree.add_command(
        app_commands.ContextMenu(
            name=name,
            callback=run,
            type=discord.AppCommandType.user,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
    )


def remove_member_menu(tree: Tree, name: str) -> None:
    tree.remove_command(name, type=discord.AppCommandType.user)


def _group(tree: Tree) -> app_commands.Group:
    group = tree.get_command("yaniv")
    if not isinstance(group, app_commands.Group):
        group = app_commands.Group(
            name="yaniv",
            description=mark("Yaniv, the card game"),
            guild_only=True,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        tree.add_command(group)
    return group


def remove_commands(tree: Tree, *names: str) -> None:
    """Takes commands away again, and `/yaniv` with the last one."""
    group = tree.get_command("yaniv")
    if not isinstance(group, app_commands.Group):
        return
    for name in names:
        group.remove_command(name)
    if not group.commands:
        tree.remove_command("yaniv")
