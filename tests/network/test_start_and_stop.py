"""How a process begins and ends: shards take turns, a start too many is none, a stop signal loses nothing."""

import asyncio
import os
import random
import signal
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from discord.ext import commands

from bot import client
from bot.client import StartError, build_bot
from bot.discord_identify import SPACING_SECONDS, NotNowError, Turns
from tests.discord_server import payloads
from tests.discord_server.client import labels
from tests.discord_server.connect import connected
from tests.network.club import bot_on, settings_for
from tests.network.people import Player

ROOT = Path(__file__).resolve().parents[2]
STOP_SECONDS = 10
"""After this most supervisors kill."""


async def test_shards_identify_in_turn(here, tmp_path):
    seconds, slept = [0.0], []

    async def sleep(pause):
        slept.append(round(pause, 3))
        seconds[0] += pause

    here.server.routes.shards, here.server.routes.max_concurrency = 4, 2
    bot = build_bot(settings_for(tmp_path / "yaniv.db"))
    bot.turns = Turns(tmp_path, now=lambda: 1_000.0 + seconds[0], sleep=sleep)
    async with connected(bot, here.server, hurry=False):
        await here.until(lambda: len(here.server.gateway.live()) == 4)
        assert [shard for shard, _ in here.server.gateway.identify_log] == [0, 1, 2, 3]
        assert slept == [0, 0, SPACING_SECONDS, 0]
        assert bot.counts["identified"] == 4


async def test_every_shard_says_at_its_login_how_to_begin_and_nothing_more(here, tmp_path):
    here.server.routes.shards = 2
    bot = build_bot(settings_for(tmp_path / "yaniv.db"))
    async with connected(bot, here.server):
        await here.until(lambda: len(here.server.gateway.live()) == 2)
        for session in here.server.gateway.live():
            assert session.presence["status"] == "online"
            game = session.presence["game"]
            assert (game["name"], game["type"]) == ("/yaniv start", 0)
        await here.slash(here.person("Ann"), "yaniv start")
        assert [name for name in here.server.gateway.counts if name.startswith("op ")] == []


async def test_a_start_beyond_the_days_allowance_does_not_connect(here, tmp_path):
    here.server.routes.identifies_left = 5
    with pytest.raises(NotNowError, match="24 h 0 min"):
        async with bot_on(here, tmp_path / "yaniv.db"):
            pass
    assert here.server.gateway.counts["identify"] == 0


async def test_an_application_that_sends_its_presses_elsewhere_is_named(here, tmp_path, monkeypatch):
    usual = payloads.application
    elsewhere = {"interactions_endpoint_url": "https://example.com/presses"}
    monkeypatch.setattr(payloads, "application", lambda world: usual(world) | elsewhere)
    with pytest.raises(StartError, match="Interactions Endpoint URL"):
        async with bot_on(here, tmp_path / "yaniv.db"):
            pass


async def test_a_connection_that_does_not_end_is_given_up(here, tmp_path, monkeypatch):
    usual, is_hanging = commands.AutoShardedBot.close, asyncio.Event()

    async def hang(self):
        is_hanging.set()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            await usual(self)

    monkeypatch.setattr(client, "GOODBYE_SECONDS", 0.05)
    async with bot_on(here, tmp_path / "yaniv.db") as bot:
        monkeypatch.setattr(commands.AutoShardedBot, "close", hang)
        async with asyncio.timeout(STOP_SECONDS):
            await bot.close()
        assert is_hanging.is_set()
        monkeypatch.undo()


# --- A process of its own -------------------------------------------------------------------------


class Process:
    def __init__(self, running: asyncio.subprocess.Process) -> None:
        self.running = running

        self.log = ""

    async def stop(self) -> int:
        """Sends the signal, and returns its status."""
        await self.begin_to_stop()
        return await self.ended()

    async def begin_to_stop(self) -> None:
        """Sends the signal, and returns when it was heard."""
        self._began = time.monotonic()
        self.running.send_signal(signal.SIGTERM)
        while "stopping" not in self.log:
            line = await asyncio.wait_for(self.running.stderr.readline(), STOP_SECONDS)
            assert line, self.log
            self.log += line.decode()

    async def ended(self) -> int:
        out, err = await asyncio.wait_for(self.running.communicate(), STOP_SECONDS)
        assert out == b""
        assert time.monotonic() - self._began < STOP_SECONDS
        self.log += err.decode()
        return self.running.returncode


@asynccontextmanager
async def process_on(here, folder):
    """`yaniv run` with settings from the environment, connected."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": here.server.token,
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'yaniv.db'}",
        "LOG_LEVEL": "DEBUG",
        "LOG_FORMAT": "json",
        "TMPDIR": str(folder),
    }
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", "tests.network.run_aimed", here.server.base, here.server.gateway_url)
    # So that a second process finds its turn at once.
    for file in folder.glob("yaniv-identify-*"):
        file.unlink()
    running = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe
    )
    try:
        await here.until(lambda: here.server.gateway.live() or running.returncode is not None, within=60)
        yield Process(running)
    finally:
        if running.returncode is None:
            running.kill()
            await running.communicate()


async def table_of_two(here):
    """Two people whose match has begun, their hands open."""
    ann, ben = (Player(here, here.person(name), random.Random(1)) for name in ("Ann", "Ben"))
    lobby = (await here.slash(ann.user, "yaniv start")).shown
    await here.click(ben.user, lobby, "Join")
    await here.click(ann.user, lobby, "Start")
    for player in (ann, ben):
        await player.look(lobby)
    return lobby, ann, ben


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
async def test_a_stop_signal_ends_a_process_in_time_and_loses_nothing(here, tmp_path):
    async with process_on(here, tmp_path) as process:
        lobby, ann, ben = await table_of_two(here)
        mover, other = (ann, ben) if ann.is_to_move else (ben, ann)
        await mover.choose_cards()
        draw = next(label for label in labels(mover.hand) if label == "Draw")
        # The answer to this press is slow on its way; meanwhile the process is told to stop.
        here.server.faults.add("POST", r"/callback$", delay=0.8)
        slow = await here.start_click(mover.user, mover.hand, draw)
        await here.until(lambda: here.server.faults.injected["slow"] == 1)
        assert await process.stop() == 0
        assert not (await here.answered(slow)).has_failed
        assert "Traceback" not in process.log
        assert here.server.token not in process.log
    async with process_on(here, tmp_path) as process:
        assert not mover.is_to_move
        await other.look(lobby)
        assert other.is_to_move
        assert await process.stop() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
async def test_a_stopping_process_begins_nothing_new(here, tmp_path):
    async with process_on(here, tmp_path) as process:
        lobby, ann, ben = await table_of_two(here)
        mover, other = (ann, ben) if ann.is_to_move else (ben, ann)
        await mover.choose_cards()
        here.server.faults.add("POST", r"/callback$", delay=2.0)
        slow = await here.start_click(other.user, lobby, "Rules")
        await here.until(lambda: here.server.faults.injected["slow"] == 1)
        await process.begin_to_stop()
        refused = await here.click(mover.user, mover.hand, "Draw")
        assert "restarting" in refused.shown.text
        assert not (await here.answered(slow)).has_failed
        assert await process.ended() == 0
