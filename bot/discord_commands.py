"""Registers the slash commands, but only when they differ from what Discord already has.

Discord counts new commands (200 a day), so a start must not cost any.
"""

from collections.abc import Iterable
from typing import Any, cast

import discord
import structlog
from discord import app_commands
from discord.http import Route

log = structlog.get_logger(__name__)

Json = dict[str, Any]
Tree = app_commands.CommandTree[Any]

_DEFAULTS: Json = {
    "type": 1,
    "name": "",
    "description": "",
    "name_localizations": {},
    "description_localizations": {},
    "required": False,
    "autocomplete": False,
    "min_value": None,
    "max_value": None,
    "min_length": None,
    "max_length": None,
    "value": None,
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": [],
    "integration_types": [],
    "channel_types": [],
}


async def sync_commands(client: discord.Client, tree: Tree) -> bool:
    """Registers the tree's global commands if needed; says whether it was."""
    wanted = await _payload(tree)
    if _canonical_all(wanted) == _canonical_all(await _registered(client)):
        return False
    await tree.sync()
    log.info("commands_synced", commands=len(wanted))
    return True


async def _registered(client: discord.Client) -> list[Json]:
    # discord.py's own call leaves the translations out.
    route = Route("GET", "/applications/{application_id}/commands", application_id=client.application_id)
    return await client.http.request(route, params={"with_localizations": 1})


async def _payload(tree: Tree) -> list[Json]:
    translator = tree.translator
    commands = tree.get_commands(guild=None)
    if translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, translator) for command in commands]


def _canonical_all(commands: Iterable[Json]) -> dict[tuple[Any, str], Json]:
    found = [_canonical(command) for command in commands]
    return {(command["type"], command["name"]): command for command in found}


def _canonical(command: Json) -> Json:
    """The parts of a command or an option that we choose, with what Discord fills in."""
    plain = {name: _plain(command.get(name), default) for name, default in _DEFAULTS.items()}
    for nested in ("options", "choices"):
        plain[nested] = [_canonical(part) for part in cast(list[Json], command.get(nested) or [])]
    return plain


def _plain(value: Any, default: Any) -> Any:
    if value is None:
        return default
    if isinstance(default, list):
        return sorted(cast(list[int], value))
    # Discord writes bit sets as texts, discord.py as numbers.
    return str(value) if default is None else value
