"""Points discord.py at a local Discord instead of the real one, and runs a client against it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from tests.discord_server.app import Server

RETRY_SECONDS = 0.05

Bot = TypeVar("Bot", bound=discord.Client)


@contextmanager
def aimed_at(base: str, gateway: str) -> Iterator[None]:
    """discord.py talks to these addresses, and loses no time between two attempts to connect."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, ExponentialBackoff.delay
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, yarl.URL(gateway)
    # A simulated Discord that ran before in this process may have left its own adapter in the context.
    async_context.set(AsyncWebhookAdapter())
    ExponentialBackoff.delay = lambda _self: RETRY_SECONDS  # type: ignore[method-assign]
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, ExponentialBackoff.delay = before  # type: ignore[method-assign]


async def identify_at_once(_shard: int | None, *, initial: bool = False) -> None:
    """Stands for `before_identify_hook`, which otherwise waits five seconds for each shard."""


@asynccontextmanager
async def connected(
    client: Bot, server: Server, *, hurry: bool = True, token: str | None = None
) -> AsyncIterator[Bot]:
    """Runs the client until the block ends; begins when every shard has identified."""
    if hurry:
        client.before_identify_hook = identify_at_once  # type: ignore[method-assign]
    with aimed_at(server.base, server.gateway_url):
        async with client:
            running = asyncio.ensure_future(client.start(token or server.token))
            try:
                await _identified(client, server, running)
                yield client
            finally:
                await client.close()
                await _ended(running)
                await _hearts_at_rest()


async def _identified(client: discord.Client, server: Server, running: asyncio.Future[None]) -> None:
    while len(server.gateway.live()) < (client.shard_count or 1) or client.user is None:
        if running.done():
            running.result()
        waiting = asyncio.ensure_future(server.gateway.identified.wait())
        await asyncio.wait([running, waiting], timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()


async def _hearts_at_rest() -> None:
    """A connection that broke off leaves discord.py's heart beating into a loop that is about to close."""
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()
            await asyncio.to_thread(thread.join, 5)


async def _ended(running: asyncio.Future[None]) -> None:
    try:
        await asyncio.wait_for(running, 10)
    except asyncio.CancelledError:
        return
