"""Memory of a bot that is on many servers and plays on none. `python -m tests.scale.servers`.

What discord.py keeps of a server is mostly its channels and roles.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from tests.discord_server.client import LocalDiscord
from tests.scale.bot_process import BotProcess, connected
from tests.scale.prepare import fill

TABLES = 1
QUIET, LONGEST = 2.0, 120.0
"""Seconds."""


async def measure(servers: int, channels: int) -> float:
    """Megabytes of the process when it has seen them all and has answered a command."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = f"sqlite+aiosqlite:///{folder / 'servers.sqlite3'}"
        async with LocalDiscord.running() as here:
            here.server.schema = None
            await fill(here.world, database, TABLES)
            for number in range(servers):
                guild = here.world.add_guild(name=f"Server {number}")
                for _ in range(channels):
                    here.world.add_channel(guild)
            person = here.person("Ann")
            bot = await BotProcess.started(here.server, database, folder)
            try:
                await connected(here.server, bot, {0})
                asked = await here.slash(person, "yaniv rules")
                assert not asked.has_failed
                return await _at_rest(bot) / 2**20
            finally:
                await bot.end()


async def _at_rest(bot: BotProcess) -> int:
    """Bytes, when the process has stopped growing and does nothing: the servers arrive one after another."""
    async with asyncio.timeout(LONGEST):
        while True:
            before, spent = bot.memory(), bot.spent()
            await asyncio.sleep(QUIET)
            if bot.memory() <= before and bot.spent() - spent < QUIET / 20:
                return bot.memory()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=2_500)
    parser.add_argument("--channels", type=int, default=40)
    options = parser.parse_args()
    alone = asyncio.run(measure(1, options.channels))
    among = asyncio.run(measure(options.servers, options.channels))
    found = {"servers": options.servers, "channels": options.channels}
    megabytes = {"one": round(alone, 1), "all": round(among, 1), "cost": round(among - alone, 1)}
    sys.stdout.write(json.dumps(found | {"megabytes": megabytes}, indent=2) + "\n")


if __name__ == "__main__":
    main()
