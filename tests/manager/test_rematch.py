"""A new table for those who want another match."""

import asyncio

import pytest

from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import Join, LeaveTable, Rematch, Start, Stop
from bot.ports.store import DatabaseError
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, House, accepted


@pytest.fixture
def house() -> House:
    return House(seed=3)


async def finished(house: House) -> int:
    await house.settle(rules={"preset": "yanef", "call_limit": 9})
    table_id = await house.match(ANN, BEN, CEM, computers=1)
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    return table_id


async def test_a_former_player_opens_a_lobby_with_the_same_rules_and_computers(house: House) -> None:
    old = await finished(house)
    await house.settle(rules={"preset": "classic"})
    table = accepted(await house.manager.submit(Rematch(old, BEN))).table
    assert table.id != old
    assert (table.status, table.channel, table.language, table.host) == (Status.LOBBY, CHANNEL, "en", BEN)
    assert [(member.user, member.level) for member in table.members] == [(BEN, None), (None, "normal")]
    assert (table.rules.preset, table.rules.call_limit) == ("yanef", 9)
    assert table.commitment != house.table(old).commitment
    accepted(await house.manager.submit(Join(table.id, ANN, "Ann")))
    accepted(await house.manager.submit(Start(table.id, BEN)))


async def test_nobody_is_seated_without_his_consent(house: House) -> None:
    old = await finished(house)
    table = accepted(await house.manager.submit(Rematch(old, ANN))).table
    assert [member.user for member in table.members if member.user] == [ANN]


async def test_whoever_left_may_play_the_next_match(house: House) -> None:
    old = await finished(house)
    table = accepted(await house.manager.submit(Rematch(old, CEM))).table
    assert not table.members[0].gone


async def test_strangers_open_no_rematch(house: House) -> None:
    old = await finished(house)
    outcome = await house.manager.submit(Rematch(old, DAN))
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NOT_SEATED
    assert house.manager.table_in_channel(CHANNEL) is None


async def test_two_presses_open_one_lobby(house: House) -> None:
    old = await finished(house)
    outcomes = await asyncio.gather(*(house.manager.submit(Rematch(old, user)) for user in (ANN, BEN)))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Refused]
    assert outcomes[1].why is Why.CHANNEL_BUSY
    assert outcomes[1].params == {"table": outcomes[0].table.id}


async def test_a_match_that_still_runs_has_no_rematch(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    assert isinstance(await house.manager.submit(Rematch(table_id, ANN)), Stale)


async def test_a_rematch_works_long_after_and_after_a_restart(house: House) -> None:
    old = await finished(house)
    await house.restart()
    house.clock.advance(86_400)
    assert accepted(await house.manager.submit(Rematch(old, ANN))).table.rules.preset == "yanef"


async def test_a_rematch_that_cannot_be_saved_leaves_the_channel_free(house: House) -> None:
    old = await finished(house)

    async def broken(table):
        raise DatabaseError("full")

    house.store.create_table, create = broken, house.store.create_table
    outcome = await house.manager.submit(Rematch(old, ANN))
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NOT_SAVED
    house.store.create_table = create
    accepted(await house.manager.submit(Rematch(old, ANN)))
