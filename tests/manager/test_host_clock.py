"""The turn clock that the host of a lobby chooses for his match, as far as his server lets him."""

import pytest

from bot.manager.outcomes import Refused, Stale, Why
from bot.manager.requests import Join, Rematch, SetClock, Start, Stop
from bot.ports.store import MOST_TURN_SECONDS
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, House, accepted

LONG = {"preset": "classic", "call_limit": 1}


@pytest.fixture
def house() -> House:
    return House()


async def wanted(house: House, table_id: int, seconds: int | None) -> int | None:
    """What the host then has."""
    return accepted(await house.manager.submit(SetClock(table_id, ANN, seconds))).table.clock


async def turn_time(house: House, table_id: int) -> float | None:
    """Seconds that a turn of the match has, once it begins."""
    accepted(await house.manager.submit(Start(table_id, ANN)))
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    return None if table.deadline is None else table.deadline - house.clock.now()


@pytest.mark.parametrize(("chosen", "seconds"), [(None, 120), (30, 30), (3600, 3600), (0, None)])
async def test_the_match_has_the_hosts_clock(house: House, chosen: int | None, seconds: float | None) -> None:
    await house.settle(rules=LONG, longest_clock=None)
    table_id = await house.lobby(ANN, BEN)
    assert await wanted(house, table_id, chosen) == chosen
    assert await turn_time(house, table_id) == seconds


async def test_the_servers_clock_counts_again_when_the_host_wants_it(house: House) -> None:
    await house.settle(rules=LONG)
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 300)
    await wanted(house, table_id, None)
    await house.settle(rules=LONG, turn_seconds=90)
    assert await turn_time(house, table_id) == 90


async def test_a_restart_forgets_neither_the_choice_nor_the_clock_at_play(house: House) -> None:
    await house.settle(rules=LONG)
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 300)
    await house.restart()
    assert house.table(table_id).clock == 300
    assert await turn_time(house, table_id) == 300
    await house.restart()
    assert house.table(table_id).deadline == house.clock.now() + 300


@pytest.mark.parametrize(
    ("longest", "seconds", "why"),
    [
        (0, 30, Why.CLOCK_FIXED),
        (0, 0, Why.CLOCK_FIXED),
        (300, 301, Why.CLOCK_TOO_LONG),
        (300, 0, Why.CLOCK_TOO_LONG),
    ],
)
async def test_a_server_bounds_what_its_hosts_choose(
    house: House, longest: int, seconds: int, why: Why
) -> None:
    await house.settle(rules=LONG, longest_clock=longest)
    table_id = await house.lobby(ANN, BEN)
    refused = await house.manager.submit(SetClock(table_id, ANN, seconds))
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (why, {"longest": longest} if longest else {})
    assert house.table(table_id).clock is None
    # The server's own is always there, and so is the bound itself.
    assert await wanted(house, table_id, None) is None
    if longest:
        assert await wanted(house, table_id, longest) == longest


@pytest.mark.parametrize("seconds", [-5, 1, 14, MOST_TURN_SECONDS + 1])
async def test_no_clock_is_shorter_than_a_turn_or_longer_than_a_week(house: House, seconds: int) -> None:
    await house.settle(rules=LONG, longest_clock=None)
    table_id = await house.lobby(ANN, BEN)
    assert isinstance(await house.manager.submit(SetClock(table_id, ANN, seconds)), Stale)
    assert house.table(table_id).clock is None


async def test_the_clock_is_the_hosts_business_until_the_deal(house: House) -> None:
    await house.settle(rules=LONG)
    table_id = await house.lobby(ANN, BEN)
    for user, why in ((BEN, Why.NOT_HOST), (CEM, Why.NOT_SEATED)):
        refused = await house.manager.submit(SetClock(table_id, user, 30))
        assert isinstance(refused, Refused)
        assert refused.why is why
    # Others who sit down meanwhile do not spoil the host's choice.
    accepted(await house.manager.submit(Join(table_id, CEM, "Cem")))
    assert await wanted(house, table_id, 60) == 60
    accepted(await house.manager.submit(Start(table_id, ANN)))
    assert isinstance(await house.manager.submit(SetClock(table_id, ANN, 30)), Stale)
    assert house.table(table_id).clock == 60


async def test_the_next_match_has_the_same_clock_while_the_server_allows_it(house: House) -> None:
    await house.settle(rules=LONG)
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 300)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    again = accepted(await house.manager.submit(Rematch(table_id, ANN))).table
    assert again.clock == 300
    await house.settle(rules=LONG, longest_clock=60)
    accepted(await house.manager.submit(Stop(again.id, ANN)))
    assert accepted(await house.manager.submit(Rematch(again.id, ANN))).table.clock is None
