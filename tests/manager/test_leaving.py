"""Leaving for good (rule 7.11), hosts who go, and tables with nobody left."""

import pytest

from bot.engine.actions import Call, Pass
from bot.engine.errors import Code
from bot.engine.events import Left
from bot.manager.outcomes import Refused, Stale, Why
from bot.manager.requests import Join, LeaveTable, Play, Start, Stop, TakeBack
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, GUILD, QUICK, House, accepted


@pytest.fixture
def house() -> House:
    return House(seed=7)


async def test_whoever_leaves_in_his_turn_passes_it_on(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    leaver = house.user_to_move(table_id)
    seat = house.table(table_id).seat_of(leaver)
    outcome = accepted(await house.manager.submit(LeaveTable(table_id, leaver)))
    assert outcome.events == (Left(seat),)
    assert outcome.hand is None
    assert house.user_to_move(table_id) not in (leaver, None)
    table = house.table(table_id)
    assert table.members[seat].gone
    assert table.view.places[seat].out
    assert table.view.places[seat].cards == 0
    assert table.view.stock + table.view.buried.bit_count() + len(table.view.open) == 54 - 10
    await house.move(table_id)


async def test_whoever_leaves_out_of_turn_does_not_move_anybodys_clock(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    mover, before = house.user_to_move(table_id), house.table(table_id)
    house.clock.advance(30)
    leaver = next(user for user in (ANN, BEN, CEM) if user != mover)
    accepted(await house.manager.submit(LeaveTable(table_id, leaver)))
    assert house.user_to_move(table_id) == mover
    assert house.table(table_id).deadline == before.deadline


async def test_leaving_is_for_good(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    before = house.table(table_id)
    for request in (
        Join(table_id, BEN, "Ben"),
        LeaveTable(table_id, BEN),
        Play(table_id, BEN, Call()),
        TakeBack(table_id, BEN),
        Stop(table_id, BEN),
        Start(table_id, BEN),
    ):
        outcome = await house.manager.submit(request)
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.LEFT_FOR_GOOD
        assert outcome.hand is None
    assert house.table(table_id) == before
    assert house.manager.hand(table_id, BEN) is None


async def test_two_clicks_on_leave_leave_once(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    version = house.table(table_id).version
    await house.manager.submit(LeaveTable(table_id, BEN))
    assert house.table(table_id).version == version
    assert len((await house.stored(table_id)).moves) == 1


async def test_the_last_one_who_stays_wins(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    outcome = accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert outcome.table.status is Status.OVER
    assert outcome.table.view.result.winners == (1,)
    (record,) = [commit.match for commit in house.store.commits if commit.match]
    assert [(seat.share, seat.left, seat.rank) for seat in record.seats] == [(0.0, True, 2), (1.0, False, 1)]
    (match,) = (await house.manager.personal_data(ANN))["matches"]
    assert (match["share_of_win"], match["has_left"]) == (0, True)


async def test_the_next_person_still_in_becomes_host(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM, computers=1)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    assert house.table(table_id).host == ANN
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert house.table(table_id).host == CEM
    accepted(await house.manager.submit(Stop(table_id, CEM)))


async def test_with_computers_alone_the_match_stops_and_does_not_count(house: House) -> None:
    for computers in (1, 2):
        channel = CHANNEL + computers
        table_id = await house.match(ANN, BEN, computers=computers, channel=channel)
        accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
        assert house.table(table_id).status is Status.PLAYING
        outcome = accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
        assert outcome.table.status is Status.STOPPED
        assert outcome.table.deadline is None
        assert house.manager.table_in_channel(channel) is None
        version = house.table(table_id).version
        await house.wait(60)
        assert house.table(table_id).version == version
    assert not [commit for commit in house.store.commits if commit.match]


async def test_a_caller_who_leaves_in_the_final_lap_is_still_scored(house: House) -> None:
    await house.settle(rules={"preset": "yanef", "call_limit": 50})
    table_id = await house.match(ANN, BEN, CEM)
    caller = house.user_to_move(table_id)
    accepted(await house.manager.submit(Play(table_id, caller, Call())))
    accepted(await house.manager.submit(LeaveTable(table_id, caller)))
    seat = house.table(table_id).seat_of(caller)
    for _ in range(2):
        user = house.user_to_move(table_id)
        assert user != caller
        accepted(await house.manager.submit(Play(table_id, user, Pass())))
    table = house.table(table_id)
    assert table.last_round.points[seat] is not None
    assert table.view.places[seat].out
    (record,) = house.store.commits[-1].rounds
    assert len(record.seats) == 3


async def test_a_leaver_has_no_part_in_the_round_he_left(house: House) -> None:
    await house.settle(rules=QUICK | {"call_limit": 50, "limit": 200})
    table_id = await house.match(ANN, BEN, CEM)
    leaver = next(user for user in (ANN, BEN, CEM) if user != house.user_to_move(table_id))
    accepted(await house.manager.submit(LeaveTable(table_id, leaver)))
    accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
    (record,) = house.store.commits[-1].rounds
    assert leaver not in [seat.user for seat in record.seats]
    assert len(record.seats) == 2


async def test_whoever_is_out_has_nothing_to_leave_and_keeps_his_place(house: House) -> None:
    await house.settle(rules={"preset": "classic", "limit": 50, "call_limit": 50, "exact_hits": "off"})
    table_id = await house.match(ANN, BEN, CEM, DAN)
    out: list[int] = []
    while not out and house.table(table_id).status is Status.PLAYING:
        accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
        table = house.table(table_id)
        out = [table.members[place.seat].user for place in table.view.places if place.out]
    assert table.status is Status.PLAYING
    outcome = await house.manager.submit(LeaveTable(table_id, out[0]))
    assert isinstance(outcome, Refused)
    assert outcome.why is Code.SEAT_IS_OUT
    assert house.manager.hand(table_id, out[0]) is None
    played = await house.manager.submit(Play(table_id, out[0], Call()))
    assert isinstance(played, Refused)
    assert played.why is Code.SEAT_IS_OUT
    assert not house.member(table_id, out[0]).gone


async def test_a_channel_that_is_gone_stops_its_table_alone(house: House) -> None:
    here = await house.match(ANN, BEN)
    there = await house.match(ANN, BEN, channel=99)
    stopped = await house.manager.abandon(channel=CHANNEL)
    assert [table.id for table in stopped] == [here]
    assert house.table(here).status is Status.STOPPED
    assert house.table(there).status is Status.PLAYING
    assert await house.manager.abandon(channel=CHANNEL) == []


async def test_a_server_that_is_gone_stops_all_its_tables(house: House) -> None:
    tables = [await house.lobby(ANN), await house.match(ANN, BEN, channel=99)]
    assert await house.manager.abandon(guild=GUILD + 1) == []
    assert [table.id for table in await house.manager.abandon(guild=GUILD)] == tables
    assert house.manager.tables_of(ANN) == []


async def test_a_stopped_match_counts_for_nobody_but_its_rounds_stay(house: House) -> None:
    await house.settle(rules={"preset": "classic", "call_limit": 50})
    table_id = await house.match(ANN, BEN)
    accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    data = await house.manager.personal_data(BEN)
    assert (len(data["rounds"]), data["matches"]) == (1, [])
    assert isinstance(await house.manager.submit(Join(table_id, CEM, "Cem")), Refused)
    assert not isinstance(await house.manager.submit(Stop(table_id, ANN)), Stale)
