"""Messages of ours that a stopped process has left in a channel, found by a button that they carry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog

from bot.present.tokens import Token, encode

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

LOOKED_AT = 50
"""Messages among which one of ours is looked for."""


async def left_with(
    bot: YanivBot, channel: discord.PartialMessageable, token: Token, after: int | None = None
) -> list[discord.Message]:
    """Those with this button among the next messages `after` another one, or else among the newest.

    None without the right to look.
    """
    first = discord.Object(after) if after is not None else None
    try:
        looked = [old async for old in channel.history(after=first, limit=LOOKED_AT)]
    except discord.HTTPException as error:
        log.info("not_looked", channel=channel.id, status=error.status, code=error.code)
        return []
    except aiohttp.ClientConnectionError as error:
        log.info("not_looked", channel=channel.id, error=type(error).__name__)
        return []
    ours, wanted = bot.user.id if bot.user else 0, encode(token)
    return [old for old in looked if old.author.id == ours and wanted in _custom_ids(old.components)]


def _custom_ids(components: Iterable[Any]) -> set[str]:
    """The custom ids of all buttons, however deep they lie."""
    found: set[str] = set()
    for component in components:
        found |= {getattr(component, "custom_id", None) or ""}
        found |= _custom_ids(getattr(component, "children", ()))
    return found
