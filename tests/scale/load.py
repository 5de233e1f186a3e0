"""Many tables at play: how long a press waits for its answer, while people play at their usual pace.

`python -m tests.scale.load --tables 300 --seconds 120`. The bot runs in a process of its own; people and
Discord live in this one, whose own delays are measured beside.
"""

import argparse
import asyncio
import gc
import json
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.cli.benchmarks.measure import percentile
from tests.discord_server.app import Exchange
from tests.discord_server.client import LocalDiscord
from tests.network.people import CALL, DRAW, Player
from tests.scale.bot_process import BotProcess, bot_process
from tests.scale.prepare import Place, fill

CHANNEL = "/channels/{channel_id}/messages"
THINKING = (0.5, 1.5)
"""Seconds between the choice of a card and its discard."""
PROBE_SECONDS = 0.02


@dataclass
class Report:
    tables: int
    turns: int = 0
    """Calls, and discards with their draws."""
    waits: int = 0
    """Times at which nobody's hand said that it was his turn."""
    failed: int = 0
    lags: list[float] = field(default_factory=list)
    """Seconds by which this process woke up late."""
    megabytes: list[float] = field(default_factory=list)
    """Of the bot, six times over the run and at its end."""


def spread(seconds: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    if not seconds:
        return {}
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p999": 0.999, "max": 1.0}
    return {name: round(percentile(seconds, share) * 1000, 1) for name, share in shares.items()}


class Crowd:
    """Everybody at all tables."""

    def __init__(self, here: LocalDiscord, places: list[Place], gap: float) -> None:
        self.here = here
        self.gap = gap
        self.report = Report(len(places))
        self.chance = random.Random(0)
        self.ends = float("inf")
        self.tables = [
            (place, [Player(here, user, random.Random(user.id)) for user in place.users]) for place in places
        ]

    async def look_at_hands(self) -> None:
        """Everybody opens his private message, a few at a time."""
        slots = asyncio.Semaphore(8)

        async def look(player: Player, place: Place) -> None:
            async with slots:
                await player.look(place.board)

        await asyncio.gather(*(look(player, place) for place, players in self.tables for player in players))

    async def play(self, seconds: float) -> None:
        self.ends = asyncio.get_running_loop().time() + seconds
        probe = asyncio.ensure_future(self._probe())
        await asyncio.gather(*(self._at_table(*table) for table in self.tables))
        probe.cancel()

    async def _at_table(self, place: Place, players: list[Player]) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + self.chance.random() * self.gap
        while at < self.ends:
            await asyncio.sleep(max(0.0, at - loop.time()))
            mover = next((player for player in players if player.is_to_move), None)
            if mover is None:
                self.report.waits += 1
                at = loop.time() + 0.5
                continue
            await self._turn(mover)
            at = max(at + self.gap, loop.time())

    async def _turn(self, player: Player) -> None:
        """A call where one is allowed; else some cards, a moment's thought, and a draw."""
        if not player._presses(CALL):
            await player.choose_cards()
            await asyncio.sleep(self.chance.uniform(*THINKING))
        presses = player._presses(CALL) or player._presses(DRAW)
        if presses:
            asked = await self.here.click(player.user, player.hand, self.chance.choice(presses))
            self.report.failed += asked.has_failed
            self.report.turns += not asked.has_failed

    async def _probe(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(PROBE_SECONDS)
            self.report.lags.append(loop.time() - began - PROBE_SECONDS)


def most_edits_in_a_second(log: list[Exchange]) -> int:
    """Requests about channel messages, in the busiest second."""
    times = sorted(done.began for done in log if done.template.startswith(CHANNEL))
    first, most = 0, 0
    for last, moment in enumerate(times):
        while moment - times[first] >= 1.0:
            first += 1
        most = max(most, last - first + 1)
    return most


async def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Samples in seconds, and what went on meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with LocalDiscord.running() as here:
            here.server.schema = None  # what the requests look like is told by other tests
            database = f"sqlite+aiosqlite:///{folder / 'load.sqlite3'}"
            levels = tuple(filter(None, options.computers.split(",")))
            places = await fill(here.world, database, options.tables, computers=levels, pace=options.pace)
            crowd = Crowd(here, places, options.gap)
            async with bot_process(here.server, database, folder, profile=options.profile) as bot:
                await crowd.look_at_hands()
                await asyncio.sleep(options.warm_up)
                found = await _play(crowd, bot, options.seconds)
            print_faults(folder / "log.txt")
            return found


async def _play(crowd: Crowd, bot: BotProcess, seconds: float) -> dict[str, Any]:
    server = crowd.here.server
    server.log.clear()
    server.interactions.ages.clear()
    before, refused = bot.spent(), sum(server.limits.refused.values())
    gc.collect()
    gc.disable()  # this process's pauses would count as the bot's
    began = time.monotonic()
    memory = asyncio.ensure_future(_weigh(bot, crowd.report, seconds / 6))
    await crowd.play(seconds)
    memory.cancel()
    lasted = time.monotonic() - began
    report = crowd.report
    return {
        "samples": server.interactions.ages,
        "tables": report.tables,
        "turns": report.turns,
        "waits": report.waits,
        "failed": report.failed,
        "answers": spread(server.interactions.ages),
        "own_lags": spread(report.lags),
        "processor": round((bot.spent() - before) / lasted, 3),
        "megabytes": crowd.report.megabytes,
        "requests": dict(Counter(f"{done.method} {done.template}" for done in server.log)),
        "most_edits_in_a_second": most_edits_in_a_second(server.log),
        "refused": sum(server.limits.refused.values()) - refused,
    }


async def _weigh(bot: BotProcess, report: Report, interval: float) -> None:
    while True:
        report.megabytes.append(round(bot.memory() / 2**20, 1))
        await asyncio.sleep(interval)


def print_faults(log: Path) -> None:
    sys.stderr.write(log.read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--gap", type=float, default=6.0, help="seconds between two turns at a table")
    parser.add_argument("--computers", default="normal", help="levels at every table, besides three people")
    parser.add_argument("--pace", type=float, default=1.0, help="of computers, as a server sets it")
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds between the hands and the play")
    parser.add_argument("--profile", default="", help="a file for the profile of the bot")
    parser.add_argument("--json", action="store_true", help="with every sample")
    options = parser.parse_args()
    found = asyncio.run(measure(options))
    if not options.json:
        del found["samples"]
    sys.stdout.write(json.dumps(found, indent=None if options.json else 2) + "\n")


if __name__ == "__main__":
    main()
