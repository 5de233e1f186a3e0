"""Killed at any step between a press and its last message, and back: nothing lost, nothing played twice."""

import logging
import os

import pytest

from bot.ports.store import GuildSettings
from bot.storage.engine import open_store
from tests.discord_server.app import Server
from tests.network.club import with_emojis
from tests.network.crash_runner import STEPS_BY_NAME
from tests.network.crashing import MOST_STEPS, MOST_STEPS_OF_A_START, Evening
from tests.network.mortal import MortalDiscord, Runner

log = logging.getLogger(__name__)

POINTS = int(os.environ.get("YANIV_CRASH_POINTS", "200"))
"""Deaths after a press; a fifth as many strike while the bot starts."""
BATCHES = 4
RULES = {"preset": "quick", "round_turn_cap": 200}


@pytest.fixture
async def runner():
    async with Runner.started() as started:
        yield started


@pytest.fixture
async def mortal():
    server = Server()
    # Every change of a table is sent at once; the limits have tests of their own.
    server.limits.is_on = False
    await server.start()
    try:
        yield with_emojis(MortalDiscord(server))
        assert server.complaints == []
    finally:
        await server.stop()


@pytest.mark.parametrize("batch", range(BATCHES))
async def test_no_death_loses_or_repeats_a_move(mortal, runner, tmp_path, batch):
    """At random steps, one in six in the middle of a start; every other evening with a computer."""
    evening = Evening(mortal, runner, tmp_path / "yaniv.db", seed=batch, computers=batch % 2)
    await quick_rules(evening)
    for number in range(POINTS // BATCHES):
        await one_life(evening, last=evening.chance.randint(1, MOST_STEPS))
        if number % 5 == 0:
            await one_life(evening, last=evening.chance.randint(1, MOST_STEPS_OF_A_START), from_start=True)
    await last_life(evening)
    log.info("%s", evening.report)
    assert sum(evening.report.killed.values()) >= POINTS // BATCHES
    assert evening.report.moves > POINTS // BATCHES / 2
    assert evening.report.orphans == 0


async def test_every_step_is_survived(mortal, runner, tmp_path):
    """At each kind of step by its name: also at those that come once a round."""
    evening = Evening(mortal, runner, tmp_path / "yaniv.db", seed=99)
    await quick_rules(evening)
    for name in STEPS_BY_NAME:
        await one_life(evening, last=evening.chance.randint(1, 2), only=name)
    await last_life(evening)
    log.info("%s", evening.report)
    assert set(evening.report.killed) == set(STEPS_BY_NAME)
    assert evening.report.orphans == 0


async def quick_rules(evening):
    """The server's settings, before the bot's first start: no clock, so that nobody moves but by a press."""
    store = await open_store(f"sqlite+aiosqlite:///{evening.book.path}")
    await store.save_guild_settings(
        GuildSettings(evening.here.guild.id, rules=RULES, turn_seconds=None, pace=0.0)
    )
    await store.close()
    await evening.warm_up()


async def one_life(evening, **death):
    before = evening.stored
    await evening.live(**death)
    await evening.assert_recovered(before)
    while not evening.here.is_dead:
        await evening.act()
    await evening.bury()


async def last_life(evening):
    """To the end of the match, undisturbed: whatever the deaths left is put right."""
    before = evening.stored
    await evening.live()
    await evening.assert_recovered(before)
    while evening.stored is None or evening.stored.status in {"lobby", "playing"}:
        await evening.act()
    await evening.assert_told()
