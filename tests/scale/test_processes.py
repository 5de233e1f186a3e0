"""Two processes of the bot on one PostgreSQL server, with four shards: one of them dies and comes back."""

import asyncio
import random
from contextlib import asynccontextmanager

import pytest

from tests.discord_server.client import LocalDiscord
from tests.network.people import CALL, DRAW, TAP, Player
from tests.scale.bot_process import BotProcess, connected
from tests.scale.prepare import fill
from tests.storage.conftest import new_database

SHARDS = 4
FIRST, SECOND = "0-1/4", "2-3/4"
TABLES = 8
TURNS = 3
UPLOAD = ("POST", "/applications/{application_id}/emojis")
QUIET = {"turn_seconds": None, "pace": 0.0}


class Table:
    """One table and its people."""

    def __init__(self, here, place):
        self.here = here
        self.place = place
        self.players = [Player(here, user, random_of(user)) for user in place.users]
        self.shard = (place.guild.id >> 22) % SHARDS

    async def look(self):
        for player in self.players:
            asked = await player.look(self.place.board)
            assert not asked.has_failed
            assert player.hand is not None

    async def press_old_buttons(self):
        """The private messages from before still work, and show today's cards."""
        for player in self.players:
            asked = await self.here.click(player.user, player.hand, player._presses(TAP)[0])
            assert not asked.has_failed
            assert asked.shown is player.hand

    async def turn(self):
        """One whole turn by whoever is to move, answered."""
        await self.here.until(self.mover)
        player = self.mover()
        if not player._presses(CALL):
            assert not (await player.choose_cards()).has_failed
        button = (player._presses(CALL) or player._presses(DRAW))[0]
        assert not (await self.here.click(player.user, player.hand, button)).has_failed

    def mover(self):
        return next((player for player in self.players if player.is_to_move), None)


def random_of(user):
    return random.Random(user.id)


async def play(tables):
    """A few turns at each of them, all at the same time."""

    async def some_turns(table):
        for _ in range(TURNS):
            await table.turn()

    await asyncio.gather(*(some_turns(table) for table in tables))


@asynccontextmanager
async def processes(here, database, folder):
    """Both, started at the same moment on a database without a table in it."""
    bots = {}

    async def start(shards):
        own = folder / shards.replace("/", " of ")
        own.mkdir(exist_ok=True)
        bots[shards] = bot = await BotProcess.started(here.server, database, own, shards=shards)
        return bot

    try:
        await asyncio.gather(start(FIRST), start(SECOND))
        yield bots, start
    finally:
        await asyncio.gather(*(bot.end() for bot in bots.values()))


@pytest.fixture
async def here():
    async with LocalDiscord.running() as local:
        local.server.routes.shards = SHARDS
        local.server.routes.max_concurrency = 16
        yield local


async def test_one_process_dies_and_the_other_never_notices(here, postgresql, tmp_path):
    database = await new_database(postgresql)
    places = await fill(here.world, database, TABLES, shards=SHARDS, **QUIET)
    del here.world.emojis[next(iter(here.world.emojis))]
    tables = [Table(here, place) for place in places]
    lower = [table for table in tables if table.shard < 2]
    upper = [table for table in tables if table.shard >= 2]
    assert len(lower) == len(upper) == TABLES / 2
    async with processes(here, database, tmp_path) as (bots, start):
        await connected(here.server, bots[FIRST], {0, 1})
        await connected(here.server, bots[SECOND], {2, 3})
        for table in tables:
            await table.look()
        await play(tables)
        assert here.world.counts["commands written"] == 1
        await here.until(lambda: uploads(here) == 1)

        bots[SECOND].kill()
        await bots[SECOND].process.wait()
        sessions = [session.id for session in here.server.gateway.live()]
        await asyncio.gather(play(lower), start(SECOND))
        await connected(here.server, bots[SECOND], {2, 3})
        for table in upper:
            await table.press_old_buttons()
        await play(tables)
        alive = {session.id for session in here.server.gateway.live()}
        assert alive >= {session for session in sessions if shard_of(here, session) < 2}
        assert here.world.counts["commands written"] == 1
        assert uploads(here) == 1
        assert here.server.gateway.counts["resume"] == 0
        assert [bot.process.returncode for bot in bots.values()] == [None, None]
    assert here.server.complaints == []


def shard_of(here, session):
    return here.server.gateway.sessions[session].shard[0]


def uploads(here):
    return sum((done.method, done.template) == UPLOAD for done in here.server.log)


async def test_two_processes_that_start_at_once_make_one_schema(here, postgresql, tmp_path):
    database = await new_database(postgresql)
    async with processes(here, database, tmp_path) as (bots, _):
        await connected(here.server, bots[FIRST], {0, 1})
        await connected(here.server, bots[SECOND], {2, 3})
    assert [bot.process.returncode for bot in bots.values()] == [0, 0]
