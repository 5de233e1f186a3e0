"""Before the first deal: who sits down, who gets up, who may start."""

import asyncio

import pytest

from bot.engine.actions import Call
from bot.manager.deadlines import LOBBY_SECONDS
from bot.manager.lobby import COMPUTER_NAMES
from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import (
    AddComputer,
    Join,
    LeaveTable,
    Play,
    RemoveComputer,
    Start,
    Stop,
    TakeBack,
)
from bot.ports.tables import Member, Status
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, GUILD, House, accepted


@pytest.fixture
def house() -> House:
    return House()


async def opened(house: House, channel: int = CHANNEL):
    return await house.manager.open_lobby(guild=GUILD, channel=channel, user=ANN, name="Ann", language="nl")


async def why(house: House, request) -> Why:
    outcome = await house.manager.submit(request)
    assert isinstance(outcome, Refused), outcome
    return outcome.why


async def test_a_lobby_opens_with_its_host_seated_and_the_rules_of_the_server(house: House) -> None:
    await house.settle(rules={"preset": "yanef", "call_limit": 3})
    table = accepted(await opened(house)).table
    assert table.status is Status.LOBBY
    assert (table.guild, table.channel, table.language, table.host) == (GUILD, CHANNEL, "nl", ANN)
    assert table.members == (Member("Ann", ANN),)
    assert (table.rules.preset, table.rules.call_limit) == ("yanef", 3)
    assert table.view is None
    assert table.deadline == house.clock.now() + LOBBY_SECONDS
    assert house.manager.table(table.id) == table
    assert (await house.stored(table.id)).table.version == table.version


async def test_only_one_table_stands_in_a_channel(house: House) -> None:
    first = await house.lobby(ANN)
    refused = await opened(house)
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (Why.CHANNEL_BUSY, {"table": first})
    assert refused.table is not None
    assert isinstance(await opened(house, channel=99), Accepted)


async def test_of_two_openings_at_once_one_wins(house: House) -> None:
    outcomes = await asyncio.gather(*(opened(house) for _ in range(5)))
    assert [type(outcome) for outcome in outcomes].count(Accepted) == 1
    assert len(house.manager.tables_in(CHANNEL)) == 1


async def test_a_channel_is_free_again_after_the_end(house: House) -> None:
    table_id = await house.lobby(ANN)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    assert house.manager.table_in_channel(CHANNEL) is None
    assert isinstance(await opened(house), Accepted)


async def test_broken_rules_of_a_server_are_named_at_the_opening(house: House) -> None:
    await house.settle(rules={"preset": "classic", "call_limit": 99})
    outcome = await opened(house)
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.RULES_UNPLAYABLE
    assert "call_limit" in str(outcome.params["faults"])


async def test_people_join_once_until_the_table_is_full(house: House) -> None:
    await house.settle(rules={"preset": "classic", "players_max": 3})
    table_id = await house.lobby(ANN, BEN)
    before = house.table(table_id)
    assert isinstance(await house.manager.submit(Join(table_id, BEN, "Ben")), Stale)
    assert house.table(table_id) == before
    accepted(await house.manager.submit(Join(table_id, CEM, "Cem")))
    refused = await house.manager.submit(Join(table_id, DAN, "Dan"))
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (Why.TABLE_FULL, {"most": 3})
    assert [member.user for member in house.table(table_id).members] == [ANN, BEN, CEM]


async def test_of_two_people_the_last_seat_takes_one(house: House) -> None:
    await house.settle(rules={"preset": "classic", "players_max": 2})
    table_id = await house.lobby(ANN)
    both = (Join(table_id, BEN, "Ben"), Join(table_id, CEM, "Cem"))
    outcomes = await asyncio.gather(*map(house.manager.submit, both))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Accepted", "Refused"]
    assert len(house.table(table_id).members) == 2


async def test_the_host_adds_and_removes_computers_with_names_of_their_own(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    for level in ("normal", "easy"):
        accepted(await house.manager.submit(AddComputer(table_id, ANN, level)))
    added = house.table(table_id).members[2:]
    assert [member.level for member in added] == ["normal", "easy"]
    assert len({member.name for member in added}) == 2
    assert all(member.is_computer for member in added)
    accepted(await house.manager.submit(RemoveComputer(table_id, ANN)))
    assert [member.level for member in house.table(table_id).members[2:]] == ["normal"]
    accepted(await house.manager.submit(RemoveComputer(table_id, ANN)))
    assert await why(house, RemoveComputer(table_id, ANN)) is Why.NO_COMPUTER


async def test_a_computer_does_not_take_a_persons_name(house: House) -> None:
    table_id = await house.lobby(ANN)
    accepted(await house.manager.submit(Join(table_id, BEN, COMPUTER_NAMES[0])))
    accepted(await house.manager.submit(AddComputer(table_id, ANN, "normal")))
    names = [member.name for member in house.table(table_id).members]
    assert len(set(names)) == 3


async def test_a_double_click_adds_one_computer(house: House) -> None:
    table_id = await house.lobby(ANN)
    press = AddComputer(table_id, ANN, "normal", version=house.table(table_id).version)
    outcomes = await asyncio.gather(house.manager.submit(press), house.manager.submit(press))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Accepted", "Stale"]
    assert len(house.table(table_id).members) == 2


async def test_computers_are_the_hosts_business(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    assert await why(house, AddComputer(table_id, BEN, "normal")) is Why.NOT_HOST
    assert await why(house, AddComputer(table_id, CEM, "normal")) is Why.NOT_SEATED
    assert await why(house, RemoveComputer(table_id, BEN)) is Why.NOT_HOST
    assert await why(house, AddComputer(table_id, ANN, "godlike")) is Why.UNKNOWN_LEVEL
    assert len(house.table(table_id).members) == 2


async def test_the_table_is_full_for_computers_too(house: House) -> None:
    await house.settle(rules={"preset": "classic", "players_max": 2})
    table_id = await house.lobby(ANN, BEN)
    assert await why(house, AddComputer(table_id, ANN, "normal")) is Why.TABLE_FULL


async def test_a_leaving_host_hands_over_to_the_next_person(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert house.table(table_id).host == BEN
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    assert house.table(table_id).host == BEN
    assert [member.user for member in house.table(table_id).members] == [BEN]


async def test_whoever_left_a_lobby_may_come_back(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    assert await why(house, LeaveTable(table_id, BEN)) is Why.NOT_SEATED
    accepted(await house.manager.submit(Join(table_id, BEN, "Ben")))
    assert len(house.table(table_id).members) == 2


async def test_the_last_person_leaving_closes_the_lobby(house: House) -> None:
    table_id = await house.lobby(ANN, computers=2)
    left = accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert left.table.status is Status.STOPPED
    assert left.table.deadline is None
    assert await why(house, Join(table_id, BEN, "Ben")) is Why.FINISHED
    assert await why(house, Start(table_id, ANN)) is Why.NOT_SEATED


async def test_a_lobby_expires_when_nothing_happens(house: House) -> None:
    table_id = await house.lobby(ANN)
    await house.wait(LOBBY_SECONDS - 1)
    accepted(await house.manager.submit(Join(table_id, BEN, "Ben")))
    await house.wait(LOBBY_SECONDS - 1)
    assert house.table(table_id).status is Status.LOBBY
    await house.wait(1)
    assert house.table(table_id).status is Status.STOPPED
    assert house.publisher.changed[-1] == table_id


async def test_a_start_needs_players_enough_and_says_how_many(house: House) -> None:
    table_id = await house.lobby(ANN)
    refused = await house.manager.submit(Start(table_id, ANN))
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (Why.TOO_FEW_PLAYERS, {"seated": 1, "needed": 2})
    await house.settle(rules={"preset": "classic", "teams": 2})
    teams = await house.lobby(BEN, CEM, computers=1, channel=99)
    refused = await house.manager.submit(Start(teams, BEN))
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (Why.TOO_FEW_PLAYERS, {"seated": 3, "needed": 4})


async def test_a_start_that_the_rules_do_not_allow_names_the_fault(house: House) -> None:
    await house.settle(rules={"preset": "classic", "teams": 2})
    table_id = await house.lobby(ANN, computers=4)
    refused = await house.manager.submit(Start(table_id, ANN))
    assert isinstance(refused, Refused)
    assert (refused.why, refused.params) == (Why.TEAMS_UNEVEN, {"seated": 5})
    assert house.table(table_id).status is Status.LOBBY
    accepted(await house.manager.submit(RemoveComputer(table_id, ANN)))
    accepted(await house.manager.submit(Start(table_id, ANN)))


async def test_only_computers_cannot_play(house: House) -> None:
    table_id = await house.lobby(ANN, computers=3)
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert await why(house, Start(table_id, ANN)) is Why.NOT_SEATED
    assert house.table(table_id).status is Status.STOPPED


async def test_a_start_deals_once(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    outcomes = await asyncio.gather(*(house.manager.submit(Start(table_id, ANN)) for _ in range(3)))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Stale, Stale]
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    assert table.view is not None
    assert table.view.round == 1
    assert [hand and hand.view.hand.bit_count() for hand in house.hands(table_id)] == [5, 5]


async def test_nobody_slips_in_after_the_start(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    assert await why(house, Join(table_id, CEM, "Cem")) is Why.ALREADY_STARTED
    assert isinstance(await house.manager.submit(Join(table_id, BEN, "Ben")), Stale)
    assert isinstance(await house.manager.submit(AddComputer(table_id, ANN, "normal")), Stale)
    assert len(house.table(table_id).members) == 2


async def test_the_host_starts_where_the_rules_say_so_even_after_a_hand_over(house: House) -> None:
    await house.settle(rules={"preset": "classic", "first_starter": "host"})
    table_id = await house.lobby(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    accepted(await house.manager.submit(Join(table_id, ANN, "Ann")))
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    accepted(await house.manager.submit(Join(table_id, BEN, "Ben")))
    assert house.table(table_id).host == CEM
    accepted(await house.manager.submit(AddComputer(table_id, CEM, "normal")))
    accepted(await house.manager.submit(Start(table_id, CEM)))
    assert house.user_to_move(table_id) == CEM


async def test_play_in_the_lobby_is_too_early(house: House) -> None:
    table_id = await house.lobby(ANN)
    assert await why(house, Play(table_id, ANN, Call())) is Why.NOT_STARTED
    assert await why(house, TakeBack(table_id, ANN)) is Why.NOT_STARTED
    assert house.manager.hand(table_id, ANN) is None


async def test_stop_is_for_the_host_and_for_moderators(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    assert await why(house, Stop(table_id, BEN)) is Why.NOT_HOST
    assert await why(house, Stop(table_id, CEM)) is Why.NOT_SEATED
    stopped = accepted(await house.manager.submit(Stop(table_id, DAN, is_moderator=True)))
    assert stopped.table.status is Status.STOPPED
    assert await why(house, Stop(table_id, ANN)) is Why.FINISHED
    assert await why(house, Stop(table_id, DAN, is_moderator=True)) is Why.FINISHED


async def test_tables_are_found_by_channel_and_by_person(house: House) -> None:
    here = await house.lobby(ANN, BEN)
    there = await house.match(BEN, CEM, channel=99)
    assert [table.id for table in house.manager.tables_in(CHANNEL)] == [here]
    assert [table.id for table in house.manager.tables_of(BEN)] == [here, there]
    assert [table.id for table in house.manager.tables_of(CEM)] == [there]
    accepted(await house.manager.submit(LeaveTable(there, BEN)))
    assert [table.id for table in house.manager.tables_of(BEN)] == [here]
    assert house.manager.tables_of(DAN) == []
