"""Pictures beside the event loop: an answer waits for one only a moment, and goes without it otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

import structlog

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

PATIENCE_SECONDS = 0.7
P = ParamSpec("P")


async def drawn(bot: YanivBot, draw: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes | None:
    """The picture that `draw` makes in a thread; `None` if that takes too long or goes wrong."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await asyncio.to_thread(draw, *args, **kwargs)
    except TimeoutError:
        bot.counts["slow_picture"] += 1
    except Exception:
        bot.counts["faults"] += 1
        log.exception("picture_failed", picture=draw.__name__)
    return None
