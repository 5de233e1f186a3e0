import zlib

import pytest

from tests.discord_server.client import LocalDiscord
from tests.network.club import Club, bot_on, with_emojis


@pytest.fixture
def seed(request) -> int:
    """Another one for each test, the same every time."""
    return zlib.crc32(request.node.nodeid.encode())


@pytest.fixture
async def here():
    async with LocalDiscord.running() as local:
        yield with_emojis(local)
        assert local.server.complaints == []


@pytest.fixture
async def bot(here, tmp_path, seed):
    async with bot_on(here, tmp_path / "yaniv.db", seed=seed) as running:
        yield running
        assert running.counts["faults"] == 0


@pytest.fixture
async def club(here, bot, seed):
    club = Club(here, bot, seed)
    await club.settle()
    return club
