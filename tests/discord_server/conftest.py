import pytest

from tests.discord_server.client import LocalDiscord
from tests.discord_server.connect import connected
from tests.discord_server.probe import Probe


@pytest.fixture
async def discord_here():
    async with LocalDiscord.running() as here:
        yield here
        assert here.server.complaints == []


@pytest.fixture
async def probe(discord_here):
    async with connected(Probe(), discord_here.server) as client:
        yield client
