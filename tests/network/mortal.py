"""A bot that dies: the process that starts such bots, and a Discord whose people do not wait for the dead."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.discord_server.app import Server
from tests.discord_server.client import LocalDiscord
from tests.discord_server.interactions import Interaction

ROOT = Path(__file__).resolve().parents[2]


class MortalDiscord(LocalDiscord):
    """Nobody waits for the answer of a dead bot."""

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self.death: asyncio.Future[dict[str, Any]] | None = None

    async def answered(self, asked: Interaction, *, within: float | None = None) -> Interaction:
        settled = asyncio.ensure_future(asked.settled.wait())
        waiting = [settled] if self.death is None else [settled, self.death]
        await asyncio.wait(waiting, timeout=within or 10.0, return_when=asyncio.FIRST_COMPLETED)
        settled.cancel()
        return asked

    @property
    def is_dead(self) -> bool:
        return self.death is None or self.death.done()


class Runner:
    """The process that forks the mortal ones."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._pid = 0

    @classmethod
    @asynccontextmanager
    async def started(cls) -> AsyncIterator["Runner"]:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-W", "ignore", "-m", "tests.network.crash_runner")
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)
        runner = cls(process)
        try:
            assert (await runner._heard())["ready"]
            yield runner
        finally:
            runner.kill()
            process.stdin.close()
            await process.wait()

    async def warm_up(self, order: dict[str, Any]) -> None:
        """Lets the forking process run a bot once to its connection, so that its children start at once."""
        self._say(order | {"only_warm_up": True})
        assert (await self._heard())["warm"]

    async def start(self, order: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        """A new bot: the end that it will come to."""
        self._say(order)
        self._pid = (await self._heard())["pid"]
        return asyncio.ensure_future(self._heard())

    def kill(self) -> None:
        """Kills the bot of this moment, if there is one."""
        if self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def _say(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def _heard(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        assert line, "the runner has ended"
        return json.loads(line)
