"""`manager.*`, `table.*` and `recovery.*`: tables at play on a SQLite file of their own."""

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.benchmarks.measure import Figure, milliseconds, per_second
from bot.engine.actions import Turn
from bot.manager.manager import Manager, Parts
from bot.manager.outcomes import Accepted
from bot.manager.requests import Join, Play, Start
from bot.opponents.levels import LEVELS
from bot.ports.store import Store
from bot.storage.engine import open_store

SUBMITS = 1_000
WARM_UP = 100
TABLES_IN_MEMORY = 200
TABLES_RECOVERED = 500
TURNS_BEFORE_RECOVERY = 8
RECOVERIES = 3
PEOPLE = 4


class _Clock:
    def now(self) -> float:
        return time.time()  # noqa: TID251 - a benchmark runs in real time


class _Nobody:
    def table_changed(self, table_id: int) -> None:
        """Nobody listens."""


def submit_milliseconds() -> Figure:
    """One move through lock, rules and a committed SQLite transaction."""
    return asyncio.run(_submit())


def table_bytes() -> Figure:
    """Memory of one running table of four people, as the interpreter counts it."""
    return asyncio.run(_memory())


def recovered_per_second() -> Figure:
    """Running tables brought back from the database, each some turns into its round."""
    return asyncio.run(_recovery())


def new_manager(store: Store) -> Manager:
    chance = random.Random(1)  # noqa: S311 - no secret hangs on it
    seeds = iter(range(1, 1 << 60))
    return Manager(Parts(store, _Clock(), _Nobody(), lambda: f"{next(seeds):064x}", LEVELS, chance))


@asynccontextmanager
async def store_on_disk() -> AsyncGenerator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite+aiosqlite:///{Path(folder) / 'benchmark.sqlite3'}")
        try:
            yield store
        finally:
            await store.close()


async def seat_table(manager: Manager, channel: int) -> int:
    """A started table of people; the id of the person at seat n is `channel * 10 + n`."""
    first = channel * 10
    opened = await manager.open_lobby(guild=channel, channel=channel, user=first, name="P0", language="en")
    if not isinstance(opened, Accepted):
        raise TypeError("the lobby was not opened")
    table = opened.table.id
    for seat in range(1, PEOPLE):
        await manager.submit(Join(table, first + seat, f"P{seat}"))
    await manager.submit(Start(table, first))
    return table


async def take_turn(manager: Manager, table_id: int) -> None:
    """The person to move lays his first card and draws from the stock."""
    table = manager.table(table_id)
    if table is None or table.view is None or table.view.to_move is None:
        raise RuntimeError("nobody is to move")
    user = table.members[table.view.to_move].user or 0
    hand = manager.hand(table_id, user)
    if hand is None:
        raise RuntimeError("the person to move holds no hand")
    outcome = await manager.submit(Play(table_id, user, Turn(hand.view.legal.discards[0]), hand.stamp))
    if not isinstance(outcome, Accepted):
        raise TypeError("the move was not accepted")


async def _submit() -> Figure:
    samples: list[float] = []
    async with store_on_disk() as store:
        manager = new_manager(store)
        table = await seat_table(manager, 1)
        for _ in range(WARM_UP + SUBMITS):
            start = time.perf_counter()
            await take_turn(manager, table)
            samples.append(time.perf_counter() - start)
    return milliseconds(samples[WARM_UP:])


async def _memory() -> Figure:
    async with store_on_disk() as store:
        manager = new_manager(store)
        await take_turn(manager, await seat_table(manager, 1))
        gc.collect()
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            for channel in range(2, TABLES_IN_MEMORY + 2):
                table = await seat_table(manager, channel)
                for _ in range(TURNS_BEFORE_RECOVERY):
                    await take_turn(manager, table)
            gc.collect()
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    size = (after - before) / TABLES_IN_MEMORY
    return Figure(size, "bytes", TABLES_IN_MEMORY, size, size)


async def _recovery() -> Figure:
    rates: list[float] = []
    async with store_on_disk() as store:
        manager = new_manager(store)
        for channel in range(1, TABLES_RECOVERED + 1):
            table = await seat_table(manager, channel)
            for _ in range(TURNS_BEFORE_RECOVERY):
                await take_turn(manager, table)
        for _ in range(RECOVERIES):
            start = time.perf_counter()
            tables = await new_manager(store).recover()
            rates.append(len(tables) / (time.perf_counter() - start))
    return per_second(rates, "tables/s")
