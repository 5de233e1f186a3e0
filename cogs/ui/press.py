"""Every press of a button and every choice of a menu comes through here.

One dynamic item takes all custom ids, so there is one pattern and no press without an answer; what a
token asks for is done by the cog that registered its type.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Self

import discord
import structlog

from bot.present import answers
from bot.present.tokens import Token, decode
from cogs.ui import reply
from cogs.ui.reply import Asked

log = structlog.get_logger(__name__)

ANSWER_SECONDS = 2.5
"""Discord waits 3 seconds for the first answer."""

Handler = Callable[[Asked, Any], Awaitable[None]]


class Pressed(discord.ui.DynamicItem[discord.ui.Item[Any]], template=re.compile(r".+", re.DOTALL)):
    """A press, whatever message it came from."""

    @classmethod
    async def from_custom_id(
        cls, _asked: discord.Interaction[Any], item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await answer_press(interaction)


async def answer_press(asked: Asked) -> None:
    """Checks, does what the token asks, and answers whatever happens. Raises nothing."""
    bot = asked.client
    if bot.desk.lateness.is_late(bot.clock.now() - asked.created_at.timestamp()):
        bot.counts["late"] += 1
        log.info("press_too_late", interaction=asked.id)
        return
    token = decode(custom_id(asked))
    handler = bot.press_handlers.get(type(token)) if token else None
    await guarded(asked, _answer(asked, token, handler))


def custom_id(asked: Asked) -> str:
    return str((asked.data or {}).get("custom_id", ""))


def chosen(asked: Asked) -> str | None:
    """What was chosen in a menu; `None` for a button, and where a client sends nothing."""
    values = all_chosen(asked)
    return values[0] if values else None


def all_chosen(asked: Asked) -> list[str]:
    """The same for a menu of several."""
    values: list[str] = (asked.data or {}).get("values") or []  # type: ignore[assignment]
    return values


@dataclass(frozen=True, slots=True)
class Chosen:
    """A member that was chosen in a menu."""

    id: int
    is_program: bool


def people_chosen(asked: Asked) -> list[Chosen]:
    """Whom a person has chosen in a menu of members."""
    resolved: dict[str, Any] = (asked.data or {}).get("resolved") or {}  # type: ignore[assignment]
    users: dict[str, Any] = resolved.get("users") or {}
    return [
        Chosen(int(value), bool((users.get(value) or {}).get("bot")))
        for value in all_chosen(asked)
        if value.isdecimal()
    ]


async def _answer(asked: Asked, token: Token | None, handler: Handler | None) -> None:
    if token is None or handler is None:
        asked.client.counts["unknown_press"] += 1
        await reply.send_notice(asked, answers.outdated_button)
        return
    table = getattr(token, "table", 0)
    async with asked.client.desk.one_at_a_time(table, asked.user.id):
        await handler(asked, token)
    if not asked.response.is_done():
        await reply.acknowledge(asked)


async def guarded(asked: Asked, work: Coroutine[Any, Any, None]) -> None:
    """Runs the work of one interaction within its time; tells the person if it goes wrong."""
    if task := asyncio.current_task():
        asked.client.let_finish(task)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await reply.prepare(asked)
            await work
    except TimeoutError:
        asked.client.counts["slow"] += 1
        log.warning("answer_too_slow", interaction=asked.id)
    except Exception as error:  # noqa: BLE001 - nothing may pass without an answer
        await report(asked, error)
    finally:
        # Where the time ran out before it was begun.
        work.close()
        asked.client.metrics.answered(asked.client.clock.now() - asked.created_at.timestamp())


async def report(asked: Asked, error: Exception) -> None:
    """Logs a fault of ours under a reference and tells it to the person, without its text."""
    reference = secrets.token_hex(4)
    asked.client.counts["faults"] += 1
    log.error("fault", reference=reference, interaction=asked.id, exc_info=error)
    try:
        if not asked.response.is_done():
            await reply.send_notice(asked, lambda reader: answers.fault(reader, reference))
    except Exception as second:  # noqa: BLE001 - the first fault is the one that counts
        log.info("fault_untold", reference=reference, error=type(second).__name__)
