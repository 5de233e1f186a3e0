"""A process of the bot on a local Discord, as `run` starts it, and what it looks like from outside."""

import asyncio
import contextlib
import cProfile
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.run import run_bot
from tests.discord_server.app import Server
from tests.discord_server.connect import aimed_at

ROOT = Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 60


class BotProcess:
    """One of them, seen from outside."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def started(
        cls, server: Server, database: str, folder: Path, *, shards: str = "", profile: str = ""
    ) -> "BotProcess":
        """`shards` as `IDS/COUNT`; `profile` and `folder` are where it leaves what it wrote."""
        ids, _, count = shards.partition("/")
        environment = {
            **os.environ,
            "DISCORD_TOKEN": server.token,
            "DATABASE_URL": database,
            "SHARD_IDS": ids,
            "SHARD_COUNT": count,
            "LOG_LEVEL": "WARNING",
            "TMPDIR": str(folder),  # where shards take turns to identify
        }
        command = (sys.executable, "-W", "ignore", "-m", "tests.scale.bot_process")
        arguments = (server.base, server.gateway_url, profile)
        with (folder / "log.txt").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *command, *arguments, cwd=ROOT, env=environment, stdout=log, stderr=log
            )
        return cls(process)

    def spent(self) -> float:
        """Seconds of the processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Bytes that are really in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)

    async def end(self) -> None:
        """As a supervisor ends it."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), 15)
        except TimeoutError:
            self.kill()
            await self.process.wait()


@asynccontextmanager
async def bot_process(
    server: Server, database: str, folder: Path, *, profile: str = ""
) -> AsyncIterator[BotProcess]:
    """A process that serves everything, from its connection on."""
    bot = await BotProcess.started(server, database, folder, profile=profile)
    try:
        await connected(server, bot, {0})
        yield bot
    finally:
        await bot.end()


async def connected(server: Server, bot: BotProcess, shards: set[int]) -> None:
    """Waits until these shards have a connection. Fails if the process ends instead."""
    async with asyncio.timeout(START_SECONDS):
        while not shards <= {session.shard[0] for session in server.gateway.live()}:
            assert bot.process.returncode is None, "the bot has ended"
            await asyncio.sleep(0.005)


def main() -> None:
    base, gateway, profile = sys.argv[1:]
    with aimed_at(base, gateway):
        if not profile:
            run_bot()
            return
        with cProfile.Profile() as profiler:
            run_bot()
        profiler.dump_stats(profile)


if __name__ == "__main__":
    main()
