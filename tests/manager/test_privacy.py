"""People and servers that want to be forgotten."""

import json

import pytest

from bot.manager.archive import REMOVED_SECONDS
from bot.manager.outcomes import Refused, Why
from bot.manager.requests import Join, LeaveTable, Stop
from bot.ports.store import DatabaseError, PlayerSettings
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, CHANNEL, GUILD, NAMES, QUICK, House, accepted


@pytest.fixture
def house() -> House:
    return House(seed=9)


async def played(house: House, *people: int) -> int:
    await house.settle(rules=QUICK)
    table_id = await house.match(*people)
    await house.play_out(table_id)
    return table_id


async def test_a_person_gets_what_is_stored_about_him(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    await house.manager.save_player_settings(PlayerSettings(ANN, "he"))
    data = json.loads(json.dumps(await house.manager.personal_data(ANN)))
    assert [seat["table"] for seat in data["tables"]] == [table_id]
    assert len(data["rounds"]) == len(await house.store.rounds_of(table_id))
    assert data["settings"]["language"] == "he"
    assert NAMES[BEN] not in json.dumps(data)


async def test_who_is_forgotten_is_a_number_in_matches_and_transcripts(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    before = await house.manager.personal_data(BEN)
    assert house.manager.table(table_id) is not None
    assert await house.manager.forget_person(ANN) > 0
    table = await house.manager.find(table_id)
    assert table.seat_of(ANN) is None
    assert (table.members[0].name, table.members[0].is_forgotten) == ("", True)
    assert not table.members[0].is_computer
    assert table.host != ANN
    assert (await house.manager.transcript(table_id, GUILD))["players"] == ["Player 1", "Ben"]
    assert await house.manager.personal_data(BEN) == before
    assert (await house.manager.personal_data(ANN))["tables"] == []


async def test_the_same_person_has_one_number_and_two_people_have_two(house: House) -> None:
    tables = [await played(house, ANN, BEN) for _ in range(2)]
    await house.manager.forget_person(ANN)
    await house.manager.forget_person(BEN)
    seated = [[m.user for m in (await house.manager.find(table_id)).members] for table_id in tables]
    assert seated[0] == seated[1]
    assert len(set(seated[0])) == 2
    assert all(user < 0 for user in seated[0])


@pytest.mark.parametrize("how", ["lobby", "match", "left", "waiting"])
async def test_nobody_at_an_open_table_is_forgotten(house: House, how: str) -> None:
    await house.settle(rules={"preset": "classic", "late_join": "highest"})
    table_id = await (house.lobby(BEN, ANN) if how == "lobby" else house.match(BEN, CEM))
    if how in ("match", "left"):
        accepted(await house.manager.submit(Stop(table_id, BEN)))
        table_id = await house.match(BEN, CEM, ANN)
    if how == "left":
        accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    if how == "waiting":
        accepted(await house.manager.submit(Join(table_id, ANN, "Ann")))
    outcome = await house.manager.forget_person(ANN)
    assert isinstance(outcome, Refused)
    assert (outcome.why, outcome.params) == (Why.AT_A_TABLE, {"tables": [table_id]})
    accepted(await house.manager.submit(Stop(table_id, BEN)))
    assert await house.manager.forget_person(ANN)
    assert json.dumps(await house.manager.personal_data(ANN)).count("Ann") == 0


async def test_a_server_is_forgotten_thirty_days_after_the_bot_was_removed(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    await house.manager.guild_left(GUILD)
    house.clock.advance(REMOVED_SECONDS)
    await house.manager.tidy()
    assert await house.manager.find(table_id) is not None
    house.clock.advance(1)
    await house.manager.tidy()
    assert await house.manager.find(table_id) is None
    assert house.manager.table(table_id) is None
    assert await house.manager.finished_count(GUILD) == 0
    assert await house.manager.known_guilds() == []


async def test_a_second_removal_notice_does_not_prolong_it(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    await house.manager.guild_left(GUILD)
    house.clock.advance(REMOVED_SECONDS)
    await house.manager.guild_left(GUILD)
    house.clock.advance(1)
    await house.manager.tidy()
    assert await house.manager.find(table_id) is None


async def test_a_server_that_comes_back_in_time_keeps_everything(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    await house.manager.guild_left(GUILD)
    assert await house.manager.known_guilds() == []
    house.clock.advance(REMOVED_SECONDS - 1)
    await house.manager.guild_joined(GUILD)
    assert await house.manager.known_guilds() == [GUILD]
    house.clock.advance(REMOVED_SECONDS)
    await house.manager.tidy()
    assert await house.manager.find(table_id) is not None


async def test_a_server_can_be_forgotten_at_once_with_its_running_match(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    elsewhere = accepted(
        await house.manager.open_lobby(guild=GUILD + 1, channel=9, user=ANN, name="Ann", language="en")
    ).table.id
    assert await house.manager.forget_guild(GUILD) == 1
    assert house.manager.table_in_channel(CHANNEL) is None
    assert await house.manager.find(table_id) is None
    assert house.table(elsewhere).status is Status.LOBBY


async def test_a_database_that_fails_is_told_to_whoever_asks(house: House) -> None:
    async def fail(*_: object) -> None:
        raise DatabaseError("No room.")

    house.store.forget_person = house.store.forget_guild = fail
    table_id = await played(house, ANN, BEN)
    with pytest.raises(DatabaseError):
        await house.manager.forget_person(ANN)
    assert house.table(table_id).seat_of(ANN) == 0
