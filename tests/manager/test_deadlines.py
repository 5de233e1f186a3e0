"""Turn clocks: who is pressed, how much time he has, and what happens to people who stay away."""

import asyncio

import pytest

from bot.engine.actions import Call
from bot.engine.cards import RANK, cards_in
from bot.engine.errors import Code
from bot.engine.events import Passed, TimedOut, TurnTaken
from bot.manager.deadlines import IDLE_SECONDS, allowance
from bot.manager.outcomes import Accepted, Refused, Stale
from bot.manager.requests import LeaveTable, Play, TakeBack, TimeUp
from bot.ports.store import DatabaseError
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, House, accepted, random_opponent


@pytest.fixture
def house() -> House:
    return House(seed=11)


async def absent(house: House, user: int, table_id: int) -> None:
    """Time passes, the others play, until a computer holds this person's seat."""
    for _ in range(100):
        if house.member(table_id, user).is_away:
            return
        if house.user_to_move(table_id) == user:
            house.clock.advance(1000)
            await house.manager.tick()
        else:
            await house.one_step(table_id)
    raise AssertionError("he never was away")


@pytest.mark.parametrize(
    ("turn_seconds", "seconds"), [(120, [120, 60, 30, 30]), (40, [40, 20, 15, 15]), (15, [15, 15, 15, 15])]
)
def test_the_allowance_shrinks_with_every_missed_turn(turn_seconds: int, seconds: list[float]) -> None:
    assert [allowance(turn_seconds, missed) for missed in range(4)] == seconds


async def test_a_turn_has_the_time_that_the_server_gives(house: House) -> None:
    await house.settle(turn_seconds=50)
    table_id = await house.match(ANN, BEN)
    assert house.table(table_id).deadline == house.clock.now() + 50
    house.clock.advance(20)
    await house.move(table_id)
    assert house.table(table_id).deadline == house.clock.now() + 50


async def test_settings_count_from_the_next_match_on(house: House) -> None:
    await house.settle(turn_seconds=50)
    table_id = await house.match(ANN, BEN)
    await house.settle(turn_seconds=None)
    await house.move(table_id)
    assert house.table(table_id).deadline == house.clock.now() + 50
    await house.restart()
    await house.move(table_id)
    assert house.table(table_id).deadline == house.clock.now() + 50


async def test_without_a_clock_nobody_is_pressed(house: House) -> None:
    await house.settle(turn_seconds=None)
    table_id = await house.match(ANN, BEN)
    version = house.table(table_id).version
    assert house.table(table_id).deadline is None
    await house.wait(IDLE_SECONDS - 1)
    assert house.table(table_id).version == version


async def test_a_match_without_a_clock_that_everybody_forgot_is_stopped(house: House) -> None:
    await house.settle(turn_seconds=None)
    table_id = await house.match(ANN, BEN)
    await house.wait(IDLE_SECONDS - 1)
    await house.move(table_id)
    await house.wait(IDLE_SECONDS - 1)
    assert house.table(table_id).status is Status.PLAYING
    await house.wait(1)
    assert house.table(table_id).status is Status.STOPPED


async def test_5_7_the_clock_discards_the_highest_and_draws_from_the_stock(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    hand = house.hand(table_id, mover).view.hand
    seat = house.table(table_id).seat_of(mover)
    await house.wait(119)
    assert house.user_to_move(table_id) == mover
    await house.wait(1)
    timed_out, turn = house.table(table_id).recent[1:]
    assert timed_out == TimedOut(seat)
    assert isinstance(turn, TurnTaken)
    assert turn.from_stock
    assert turn.drawn is None
    assert RANK[turn.discard[0]] == max(RANK[card] for card in cards_in(hand))
    assert house.user_to_move(table_id) != mover
    assert house.member(table_id, mover).missed == 1
    assert [move.action for move in (await house.stored(table_id)).moves] == [{"timeout": True}]


async def test_5_7_in_a_final_lap_the_clock_passes(house: House) -> None:
    await house.settle(rules={"preset": "yanef", "call_limit": 50})
    table_id = await house.match(ANN, BEN, CEM)
    accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
    seat = house.table(table_id).view.to_move
    await house.wait(120)
    assert house.table(table_id).recent[-2:] == (TimedOut(seat), Passed(seat))


async def test_a_press_before_the_clock_wins_and_the_clock_comes_too_late(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = house.any_move(table_id, house.user_to_move(table_id))
    house.clock.advance(120)
    outcomes = await asyncio.gather(house.manager.submit(press), house.manager.submit(TimeUp(table_id)))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Stale]
    assert house.member(table_id, press.user).missed == 0


async def test_a_press_after_the_clock_is_stale(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = house.any_move(table_id, house.user_to_move(table_id))
    house.clock.advance(120)
    outcomes = await asyncio.gather(house.manager.tick(), house.manager.submit(press))
    assert isinstance(outcomes[1], Stale)
    assert len((await house.stored(table_id)).moves) == 1


async def test_a_move_of_ones_own_wipes_the_slate(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    await house.wait(120)
    await house.move(table_id)
    table = house.table(table_id)
    assert table.deadline == house.clock.now() + 60
    await house.move(table_id)
    assert house.member(table_id, mover).missed == 0
    await house.move(table_id)
    assert house.table(table_id).deadline == house.clock.now() + 120


async def test_a_refused_press_wipes_nothing(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    await house.wait(120)
    refused = await house.manager.submit(Play(table_id, mover, Call()))
    assert isinstance(refused, Refused)
    assert refused.why is Code.NOT_YOUR_TURN
    assert house.member(table_id, mover).missed == 1


async def test_after_three_missed_turns_a_computer_holds_the_seat(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    user = house.user_to_move(table_id)
    for missed in (1, 2):
        await house.wait(120)
        assert (house.member(table_id, user).missed, house.member(table_id, user).is_away) == (missed, False)
        await house.move(table_id)
    await house.wait(30)
    member = house.member(table_id, user)
    assert (member.missed, member.level, member.is_away) == (3, "normal", True)
    await house.move(table_id)
    version = house.table(table_id).version
    assert house.table(table_id).deadline is None
    await house.wait(3)
    assert house.table(table_id).version == version + 1
    assert house.user_to_move(table_id) != user
    move = (await house.stored(table_id)).moves[-1]
    assert "timeout" not in move.action


async def test_whatever_level_exists_holds_the_seat() -> None:
    house = House(opponents={"sage": random_opponent})
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    assert house.member(table_id, BEN).level == "sage"


async def test_without_computers_the_clock_goes_on_playing() -> None:
    house = House(opponents={})
    table_id = await house.match(ANN, BEN)
    for _ in range(9):
        await house.wait(120)
    assert not house.member(table_id, ANN).is_away
    assert house.member(table_id, ANN).missed > 3


async def test_the_owner_takes_his_seat_back_with_one_click(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    outcome = accepted(await house.manager.submit(TakeBack(table_id, BEN)))
    assert outcome.hand is not None
    member = house.member(table_id, BEN)
    assert (member.level, member.missed) == (None, 1)
    assert isinstance(await house.manager.submit(TakeBack(table_id, BEN)), Stale)


async def test_who_takes_his_turn_back_has_time_for_it(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    while house.user_to_move(table_id) != BEN:
        await house.move(table_id)
    assert house.table(table_id).deadline is None
    table = accepted(await house.manager.submit(TakeBack(table_id, BEN))).table
    assert table.deadline == house.clock.now() + 60
    await house.wait(3)
    assert house.user_to_move(table_id) == BEN


async def test_a_move_takes_the_seat_back_and_counts(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    while house.user_to_move(table_id) != BEN:
        await house.move(table_id)
    commits = len(house.store.commits)
    accepted(await house.manager.submit(house.any_move(table_id, BEN)))
    assert len(house.store.commits) == commits + 1
    member = house.member(table_id, BEN)
    assert (member.level, member.missed) == (None, 0)


async def test_a_press_too_late_or_out_of_turn_takes_the_seat_back_all_the_same(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    stale = await house.manager.submit(Play(table_id, BEN, Call(), stamp="zzzzzz"))
    assert isinstance(stale, Stale)
    assert stale.hand == house.hand(table_id, BEN)
    assert not stale.table.members[1].is_away
    await absent(house, BEN, table_id)
    refused = await house.manager.submit(Play(table_id, BEN, Call()))
    assert isinstance(refused, Refused)
    assert refused.table == house.table(table_id)
    assert not house.member(table_id, BEN).is_away
    assert (await house.stored(table_id)).table.members == house.table(table_id).members


async def test_the_person_who_is_back_misses_two_turns_until_he_is_away_again(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await absent(house, BEN, table_id)
    accepted(await house.manager.submit(TakeBack(table_id, BEN)))
    before = len((await house.stored(table_id)).moves)
    await absent(house, BEN, table_id)
    moves = (await house.stored(table_id)).moves[before:]
    assert sum("timeout" in move.action for move in moves) == 2


async def test_an_absent_person_may_still_leave(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    await absent(house, BEN, table_id)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    member = house.member(table_id, BEN)
    assert (member.gone, member.level) == (True, None)


async def test_a_match_in_which_everybody_is_away_for_two_rounds_is_stopped(house: House) -> None:
    await house.settle(rules={"preset": "classic", "round_turn_cap": 20})
    table_id = await house.match(ANN, BEN, computers=1)
    seen_away = None
    for _ in range(500):
        if house.table(table_id).status is not Status.PLAYING:
            break
        await house.wait(120)
        table = house.table(table_id)
        if seen_away is None and all(member.level for member in table.members):
            seen_away = table.view.round
    assert house.table(table_id).status is Status.STOPPED
    assert house.table(table_id).view.round == seen_away + 1
    assert not [commit for commit in house.store.commits if commit.match]


async def test_a_deadline_that_cannot_be_saved_is_tried_again_later(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover, version = house.user_to_move(table_id), house.table(table_id).version
    house.store.failures += [DatabaseError("full")] * 2
    await house.wait(120)
    assert len(house.store.failures) == 1
    await house.wait(1)
    assert len(house.store.failures) == 1
    await house.wait(5)
    assert house.store.failures == []
    await house.wait(9)
    assert house.table(table_id).version == version
    await house.wait(1)
    assert house.table(table_id).version == version + 1
    assert house.member(table_id, mover).missed == 1


async def test_one_tick_serves_every_table(house: House) -> None:
    tables = [await house.match(ANN, BEN, channel=channel) for channel in range(5)]
    versions = [house.table(table_id).version for table_id in tables]
    await house.wait(120)
    assert [house.table(table_id).version for table_id in tables] == [version + 1 for version in versions]
