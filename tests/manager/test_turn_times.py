"""When a turn began, and when half of its time is used."""

import pytest

from bot.engine.actions import Call
from bot.manager.requests import LeaveTable, Play, Start, TakeBack
from bot.ports.store import MOST_TURN_SECONDS
from tests.house import ANN, BEN, CEM, House, accepted


@pytest.fixture
def house() -> House:
    return House(seed=12)


async def test_a_lobby_and_a_finished_match_have_no_turn(house: House) -> None:
    await house.settle(rules={"preset": "quick", "limit": 20, "call_limit": 50})
    table_id = await house.lobby(ANN, BEN)
    assert (house.table(table_id).turn_started, house.table(table_id).half_time) == (None, None)
    accepted(await house.manager.submit(Start(table_id, ANN)))
    over = await house.play_out(table_id)
    assert (over.turn_started, over.half_time) == (None, None)


async def test_a_turn_begins_with_the_move_before_it(house: House) -> None:
    await house.settle(turn_seconds=100)
    table_id = await house.match(ANN, BEN)
    for _ in range(3):
        house.clock.advance(10)
        await house.move(table_id)
        table = house.table(table_id)
        assert table.turn_started == house.clock.now()
        assert table.half_time == house.clock.now() + 50


async def test_what_others_do_does_not_begin_a_turn_anew(house: House) -> None:
    await house.settle(turn_seconds=100)
    table_id = await house.match(ANN, BEN, CEM)
    before, mover = house.table(table_id), house.user_to_move(table_id)
    leaver = next(user for user in (ANN, BEN, CEM) if user != mover)
    house.clock.advance(30)
    accepted(await house.manager.submit(LeaveTable(table_id, leaver)))
    table = house.table(table_id)
    assert (table.turn_started, table.half_time) == (before.turn_started, before.half_time)


async def test_half_time_is_half_of_what_a_person_really_has(house: House) -> None:
    await house.settle(turn_seconds=100)
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    await house.wait(100)
    await house.move(table_id)
    table = house.table(table_id)
    assert house.user_to_move(table_id) == mover
    assert table.half_time == house.clock.now() + 25


async def test_nobody_is_reminded_where_no_clock_runs(house: House) -> None:
    await house.settle(turn_seconds=None)
    table_id = await house.match(ANN, BEN)
    assert house.table(table_id).turn_started == house.clock.now()
    assert house.table(table_id).half_time is None


async def test_nobody_is_reminded_for_a_computer(house: House) -> None:
    table_id = await house.match(ANN, computers=1)
    while house.is_persons_turn(table_id):
        await house.move(table_id)
    assert house.table(table_id).half_time is None


async def test_who_takes_his_seat_back_has_a_turn_of_his_own(house: House) -> None:
    await house.settle(turn_seconds=40)
    table_id = await house.match(ANN, BEN)
    user = house.user_to_move(table_id)
    while not house.member(table_id, user).is_away:
        await house.wait(40) if house.user_to_move(table_id) == user else await house.move(table_id)
    while house.user_to_move(table_id) != user:
        await house.move(table_id)
    assert house.table(table_id).half_time is None
    house.clock.advance(0.5)
    accepted(await house.manager.submit(TakeBack(table_id, user)))
    assert house.table(table_id).turn_started == house.clock.now()
    assert house.table(table_id).half_time == house.clock.now() + 10


async def test_a_restart_begins_the_turn_anew(house: House) -> None:
    await house.settle(turn_seconds=100)
    await house.match(ANN, BEN)
    house.clock.advance(80)
    (back,) = await house.restart()
    assert (back.turn_started, back.half_time) == (house.clock.now(), house.clock.now() + 50)


async def test_the_slowest_clock_gives_a_week(house: House) -> None:
    await house.settle(rules={"preset": "classic", "call_limit": 50}, turn_seconds=MOST_TURN_SECONDS)
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    await house.wait(MOST_TURN_SECONDS - 1)
    assert house.user_to_move(table_id) == mover
    accepted(await house.manager.submit(Play(table_id, mover, Call())))
    assert house.table(table_id).deadline == house.clock.now() + MOST_TURN_SECONDS
