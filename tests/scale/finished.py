"""Thousands of matches, one after another: what they leave behind. `python -m tests.scale.finished`."""

import argparse
import asyncio
import gc
import json
import random
import sys
from pathlib import Path

from bot.engine.actions import Call, Turn
from bot.engine.house_rules import PRESETS
from bot.manager.manager import Manager, Parts
from bot.manager.outcomes import Accepted
from bot.manager.registry import KEPT_SECONDS
from bot.manager.requests import AddComputer, Play, Start
from bot.opponents.levels import LEVELS
from bot.ports.store import Commit, GuildSettings
from bot.ports.tables import Status
from tests.fakes import FakeClock, MemoryStore
from tests.scale.bot_process import PAGE
from tests.scale.prepare import Nobody

GUILD = 1
PEOPLE = 50
"""So many people play in turn; every match is on the same server."""


class Forgetful(MemoryStore):
    """Forgets what was played, so that all that grows is the bot."""

    async def commit(self, change: Commit) -> None:
        await super().commit(change)
        self.commits.clear()
        row = self._rows[change.table.id]
        row.moves.clear()
        if change.table.status in (Status.OVER, Status.STOPPED):
            del self._rows[change.table.id]
            self._names.clear()


async def play(manager: Manager, number: int) -> None:
    """One match of a person and a computer, who both move at random speed."""
    user = 100 + number % PEOPLE
    opened = await manager.open_lobby(guild=GUILD, channel=number, user=user, name="Ann", language="en")
    assert isinstance(opened, Accepted), opened
    table = opened.table.id
    await manager.submit(AddComputer(table, user, "easy", opened.table.version))
    await manager.submit(Start(table, user))
    while manager.table(table).status is Status.PLAYING:
        hand = manager.hand(table, user)
        if hand is None or not len(hand.view.legal):
            await manager.tick()
            continue
        legal = hand.view.legal
        action = Call() if legal.may_call else Turn(legal.discards[0])
        await manager.submit(Play(table, user, action, hand.stamp))
    await manager.set_announced(table, manager.table(table).view.round)


async def measure(matches: int) -> list[list[float]]:
    """Matches played, and megabytes in memory then, ten times over the run."""
    clock, chance = FakeClock(), random.Random(1)
    store = Forgetful()
    parts = Parts(store, clock, Nobody(), lambda: chance.randbytes(32).hex(), LEVELS, random.Random(2))
    manager = Manager(parts)
    rules = PRESETS["quick"].model_copy(update={"limit": 20})
    await manager.save_guild_settings(
        GuildSettings(GUILD, rules=rules.model_dump(), turn_seconds=None, pace=0.0)
    )
    found: list[list[float]] = []
    for number in range(1, matches + 1):
        await play(manager, number)
        clock.advance(KEPT_SECONDS / 10)
        await manager.tick()
        if number % (matches // 10) == 0:
            gc.collect()
            found.append([number, round(memory() / 2**20, 2)])
    return found


def memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    found = asyncio.run(measure(parser.parse_args().matches))
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
