"""`leaderboard.*` and `profile.*`: answers of a database that holds a million rounds of one server."""

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

from bot.cli.benchmarks.measure import Figure, milliseconds
from bot.ports.statistics import Criterion
from bot.ratings.periods import periods_of
from bot.storage.engine import open_store
from bot.storage.migrate import upgrade
from bot.storage.sample import GUILD, Sample, fill
from bot.storage.statistics import SqlStatistics

PAGES = (0, 1, 50)
ASKED_BY = (7, 1234)
TIMES = 3
PROFILES = 100
STEP = 17
"""People whose profiles are asked for lie so far apart."""


def leaderboard_milliseconds() -> Figure:
    """A page of a leaderboard with the asking person's own row: every order, period and some pages."""
    return asyncio.run(_measured(_boards))


def profile_milliseconds() -> Figure:
    """Everything that a profile shows of one person."""
    return asyncio.run(_measured(_profiles))


async def _measured(samples: Callable[[SqlStatistics, Sample], Awaitable[list[float]]]) -> Figure:
    sample = Sample()
    async with _filled(sample) as statistics:
        return milliseconds(await samples(statistics, sample))


@asynccontextmanager
async def _filled(sample: Sample) -> AsyncGenerator[SqlStatistics]:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "benchmark.sqlite3"
        address = f"sqlite+aiosqlite:///{database}"
        await upgrade(address)
        fill(database, sample)
        store = await open_store(address)
        try:
            yield SqlStatistics(store)
        finally:
            await store.close()


async def _boards(statistics: SqlStatistics, sample: Sample) -> list[float]:
    samples: list[float] = []
    wanted = list(product(Criterion, periods_of(sample.last_moment), PAGES, ASKED_BY))
    for by, period, page, user in wanted * TIMES:
        start = time.perf_counter()
        await statistics.board(GUILD, by, period, page=page, asked_by=user)
        samples.append(time.perf_counter() - start)
    return samples


async def _profiles(statistics: SqlStatistics, sample: Sample) -> list[float]:
    samples: list[float] = []
    for number in range(PROFILES):
        user = 1 + number * STEP % sample.people
        start = time.perf_counter()
        await statistics.profile(GUILD, user)
        samples.append(time.perf_counter() - start)
    return samples
