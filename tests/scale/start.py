"""Seconds from the start of a process to its first answered command. `python -m tests.scale.start`."""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.discord_server.client import LocalDiscord
from tests.scale.bot_process import BotProcess, connected
from tests.scale.prepare import fill

STARTS = 4
TABLES = 10
"""At play when the bot starts."""


async def measure() -> list[float]:
    samples: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite+aiosqlite:///{folder / 'start.sqlite3'}"
        async with LocalDiscord.running() as here:
            here.server.schema = None
            await fill(here.world, database, TABLES)
            person = here.person("Ann")
            for number in range(STARTS):
                own = folder / str(number)  # no process waits until it may identify after the last one
                own.mkdir()
                began = time.perf_counter()
                bot = await BotProcess.started(here.server, database, own)
                try:
                    await connected(here.server, bot, {0})
                    asked = await here.slash(person, "yaniv rules")
                    assert not asked.has_failed
                    samples.append(time.perf_counter() - began)
                finally:
                    await bot.end()
    return samples[1:]  # the first one registered the commands


def main() -> None:
    sys.stdout.write(json.dumps(asyncio.run(measure())) + "\n")


if __name__ == "__main__":
    main()
