"""Processes of the bot that die at a chosen step. The crash tests start this file and write it lines of JSON.

Everything is imported once, and run once to fill the caches; then each line forks a child that runs the bot
until its n-th step and kills itself there with SIGKILL. A step is any moment between a press and the last
message about it.
"""

import asyncio
import json
import os
import random
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any

from discord.http import HTTPClient, Route
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter
from sqlalchemy import event
from sqlalchemy.engine import Engine

from bot import discord_desk
from bot.client import EXTENSIONS, YanivBot, build_bot
from bot.logs import configure_logs
from bot.settings import Settings
from bot.storage.store import SqlStore
from tests.discord_server.connect import aimed_at, identify_at_once

NEVER = 0


PRESS = "a press arrives"
CHANGED = "the table has changed"
WITHIN = "within a transaction"
WATCHED = (
    (SqlStore, "create_table", "a table is stored"),
    (SqlStore, "commit", "a change is stored"),
    (SqlStore, "set_message", "the message is noted"),
    (SqlStore, "set_announced", "the result is noted"),
    (AsyncWebhookAdapter, "request", "an answer"),
)
METHODS = ("POST", "PATCH", "DELETE")
"""Messages of a table are sent, changed and taken away by these."""
STEPS_BY_NAME = (
    PRESS,
    CHANGED,
    WITHIN,
    *(f"{when} {name}" for _, _, name in WATCHED for when in ("before", "after")),
    *(f"{when} {method}" for method in METHODS for when in ("before", "after")),
)


class Steps:
    """Counts the steps of one process and ends it at one of them."""

    def __init__(self) -> None:
        self.numbers = count(1)
        self.last = NEVER
        self.only = ""
        """Count steps of this name alone; empty for all of them."""
        self.is_counting = False
        """From the start of the process, or from its first press on."""
        self.channel = -1

    def step(self, name: str) -> None:
        self.is_counting = self.is_counting or name == PRESS
        if not self.is_counting or self.only not in ("", name):
            return
        if next(self.numbers) == self.last:
            os.write(self.channel, name.encode())
            os.kill(os.getpid(), signal.SIGKILL)


STEPS = Steps()


def watch(owner: type, method: str, name: str) -> None:
    """Puts a step before and one after every call of an asynchronous method."""
    real = getattr(owner, method)

    async def watched(self: Any, *args: Any, **more: Any) -> Any:
        STEPS.step(f"before {name}")
        result = await real(self, *args, **more)
        STEPS.step(f"after {name}")
        return result

    setattr(owner, method, watched)


def watch_requests() -> None:
    real = HTTPClient.request

    async def watched(self: HTTPClient, route: Route, **more: Any) -> Any:
        STEPS.step(f"before {route.method}")
        result = await real(self, route, **more)
        STEPS.step(f"after {route.method}")
        return result

    HTTPClient.request = watched  # type: ignore[method-assign]


def watch_start(owner: type, method: str, name: str) -> None:
    """Puts a step before every call of a plain method."""
    real = getattr(owner, method)

    def watched(self: Any, *args: Any) -> Any:
        STEPS.step(name)
        return real(self, *args)

    setattr(owner, method, watched)


def watch_everything() -> None:
    watch_start(ConnectionState, "parse_interaction_create", PRESS)
    watch_start(YanivBot, "table_changed", CHANGED)
    event.listen(Engine, "commit", lambda _connection: STEPS.step(WITHIN))
    for owner, method, name in WATCHED:
        watch(owner, method, name)
    watch_requests()


async def serve(order: dict[str, Any]) -> None:
    """Runs a bot, for ever or (to warm up) until it is connected."""
    settings = Settings(_env_file=None, discord_token="x", database_url=order["database"])
    bot = build_bot(settings)
    bot.chance = random.Random(order["seed"])
    bot.new_seed = lambda: bot.chance.randbytes(32).hex()  # type: ignore[method-assign]
    bot.before_identify_hook = identify_at_once  # type: ignore[method-assign]
    bot.sweeper.change_interval(seconds=0.05)
    with aimed_at(order["base"], order["gateway"]):
        async with bot:
            running = asyncio.ensure_future(bot.start(order["token"]))
            waiting = [running]
            if order.get("only_warm_up"):
                waiting.append(asyncio.ensure_future(bot.wait_for("shard_connect")))
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    running.cancel()
    await asyncio.gather(running, return_exceptions=not running.done())


def child(order: dict[str, Any], channel: int) -> None:
    STEPS.last, STEPS.only = order["last"], order["only"]
    STEPS.channel, STEPS.is_counting = channel, order["from_start"]
    try:
        asyncio.run(serve(order))
    except BaseException:  # noqa: BLE001 - whatever it was, the test has to hear of it
        os.write(channel, traceback.format_exc().encode())
    finally:
        os._exit(1)


def start(order: dict[str, Any]) -> tuple[int, int]:
    """Forks one process; returns its number and where it writes its last step."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        child(order, writing)
    os.close(writing)
    return pid, reading


def main(tell: Callable[[dict[str, Any]], None]) -> None:
    """Each line is answered with the number of the process, and with its end when that comes."""
    # Between presses a table waits 1.2 seconds for its next change; here there is no time for that.
    discord_desk.EDIT_SECONDS = 0.0
    for extension in EXTENSIONS:
        import_module(extension)
    watch_everything()
    configure_logs("WARNING", "text", stream=sys.stderr)
    tell({"ready": True})
    for line in sys.stdin:
        order = json.loads(line)
        if order.get("only_warm_up"):
            asyncio.run(serve(order))
            tell({"warm": True})
            continue
        pid, reading = start(order)
        tell({"pid": pid})
        _, status = os.waitpid(pid, 0)
        with os.fdopen(reading, "rb") as last:
            step = last.read().decode()
        tell({"status": status, "step": step})


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(say)
