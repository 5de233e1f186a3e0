import io
import logging
import zlib

import pytest
import structlog

from bot.logs import configure_logs
from tests.discord_server.client import LocalDiscord
from tests.discord_server.schema import WHY_NOT
from tests.discord_server.tally import TALLY
from tests.network.club import CARDS, Club, bot_on, with_emojis


def pytest_terminal_summary(terminalreporter):
    if TALLY:
        figures = ", ".join(f"{number:,} {what}" for what, number in sorted(TALLY.items()))
        terminalreporter.write_line(f"local Discord: {figures}")
        if WHY_NOT:
            terminalreporter.write_line(WHY_NOT)


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
def logs(here):
    """Everything that is logged, at every level; no secret may be in it."""
    stream = io.StringIO()
    configure_logs("DEBUG", "text", secrets=[here.server.token], stream=stream)
    yield stream
    for handler in list(logging.getLogger().handlers):
        logging.getLogger().removeHandler(handler)
    structlog.reset_defaults()
    told = stream.getvalue()
    assert CARDS.findall(told) == []
    assert here.server.token not in told
    assert not any(token in told for token in here.server.interactions.by_token)


@pytest.fixture
async def bot(here, tmp_path, seed, logs):
    async with bot_on(here, tmp_path / "yaniv.db", seed=seed) as running:
        yield running
        assert running.counts["faults"] == 0


@pytest.fixture
async def club(here, bot, seed):
    club = Club(here, bot, seed)
    await club.settle()
    return club
