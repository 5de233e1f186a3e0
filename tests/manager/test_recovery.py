"""After a restart every table is where its last commit left it."""

from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.house_rules import PRESETS
from bot.manager.deadlines import LOBBY_SECONDS
from bot.manager.ledger import UNTOLD_SECONDS
from bot.manager.outcomes import Refused, Stale, Why
from bot.manager.recovery import BrokenTableError, revive
from bot.manager.registry import KEPT_SECONDS, UNANNOUNCED_SECONDS
from bot.manager.requests import Join, LeaveTable, Play, Stop
from bot.ports.tables import Status, Table
from tests.house import ANN, BEN, CEM, QUICK, House, accepted


def known(table: Table) -> Table:
    """A table without its clock, which a restart sets anew."""
    return replace(table, deadline=None, turn_started=None, host_until=None, stopped_by=None)


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_a_restart_after_every_move_of_a_match_changes_nothing(preset: str) -> None:
    house = House(seed=9)
    rules = {"preset": preset, "limit": 40, "exact_hits": "off", "slap": "both", "round_turn_cap": 200}
    await house.settle(rules=rules)
    table_id = await house.match(ANN, BEN, computers=1)
    steps = 0

    async def restart() -> None:
        nonlocal steps
        table, hands = house.table(table_id), house.hands(table_id)
        if table.status is not Status.PLAYING:
            return
        (back,) = await house.restart()
        assert known(back) == known(table)
        assert [hand and (hand.view, hand.stamp) for hand in house.hands(table_id)] == [
            hand and (hand.view, hand.stamp) for hand in hands
        ]
        steps += 1

    table = await house.play_out(table_id, restart)
    assert table.view.round >= 2
    assert steps > 20
    assert table.view.result is not None
    numbers = [move.number for move in await house.store.all_moves(table_id)]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_leavers_and_absent_people_come_back_as_such() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    for _ in range(9):
        await house.wait(120)
    before, hands = house.table(table_id), house.hands(table_id)
    assert before.host == BEN
    assert before.members[1].is_away
    (back,) = await house.restart()
    assert known(back) == known(before)
    assert [hand and hand.stamp for hand in house.hands(table_id)] == [hand and hand.stamp for hand in hands]


async def test_an_old_hand_goes_on_working() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN)
    press = house.any_move(table_id, house.user_to_move(table_id))
    house.clock.advance(60)
    await house.restart()
    accepted(await house.manager.submit(press))
    await house.restart()
    assert isinstance(await house.manager.submit(press), Stale)


async def test_a_click_before_the_recovery_finds_its_table() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN)
    press = house.any_move(table_id, house.user_to_move(table_id))
    house.manager = house._manager()
    assert house.manager.table(table_id) is None
    moved = accepted(await house.manager.submit(press)).table
    (back,) = await house.manager.recover()
    assert back == moved


async def test_a_clock_that_ran_out_meanwhile_starts_anew() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    house.clock.advance(3600)
    (back,) = await house.restart()
    assert back.deadline == house.clock.now() + 120
    await house.wait(119)
    assert house.user_to_move(table_id) == mover
    await house.wait(1)
    assert house.member(table_id, mover).missed == 1


async def test_a_clock_that_still_ran_gets_a_whole_turn_too() -> None:
    house = House(seed=9)
    await house.match(ANN, BEN)
    house.clock.advance(100)
    (back,) = await house.restart()
    assert back.deadline == house.clock.now() + 120


async def test_a_lobby_comes_back_and_waits_again() -> None:
    house = House(seed=9)
    table_id = await house.lobby(ANN, BEN, computers=1)
    before = house.table(table_id)
    house.clock.advance(LOBBY_SECONDS + 5)
    (back,) = await house.restart()
    assert known(back) == known(before)
    assert back.deadline == house.clock.now() + LOBBY_SECONDS
    accepted(await house.manager.submit(Join(table_id, CEM, "Cem")))


async def test_a_round_that_ended_unannounced_comes_back_with_its_result() -> None:
    house = House(seed=9)
    await house.settle(rules={"preset": "classic", "call_limit": 50})
    table_id = await house.match(ANN, BEN)
    for _ in range(3):
        accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
    before = house.table(table_id)
    assert before.last_round.number == 3
    (back,) = await house.restart()
    assert back.last_round == before.last_round
    await house.manager.set_announced(table_id, 3)
    (back,) = await house.restart()
    assert back.last_round is None


async def test_a_finished_match_is_found_with_its_result() -> None:
    house = House(seed=9)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, BEN, computers=1)
    over = await house.play_out(table_id)
    await house.manager.set_announced(table_id, over.view.round)
    await house.restart()
    assert house.manager.table(table_id) is None
    found = await house.manager.find(table_id)
    assert found == replace(over, announced=over.view.round)
    outcome = await house.manager.submit(Play(table_id, ANN, Call()))
    assert isinstance(outcome, Refused)
    assert (outcome.why, outcome.table) == (Why.FINISHED, found)


async def test_an_end_that_a_crash_kept_from_being_announced_comes_back_at_the_next_start() -> None:
    house = House(seed=9)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, BEN, computers=1)
    over = await house.play_out(table_id)
    house.clock.advance(UNTOLD_SECONDS)
    assert await house.restart() == [over]
    assert house.manager.table(table_id) == over
    assert over.last_round.number > over.announced
    await house.manager.set_announced(table_id, over.view.round)
    assert await house.restart() == []


async def test_an_end_that_nobody_was_told_for_a_day_is_told_at_the_next_click() -> None:
    house = House(seed=9)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, BEN, computers=1)
    over = await house.play_out(table_id)
    house.clock.advance(UNTOLD_SECONDS + 1)
    assert await house.restart() == []
    told = len(house.publisher.changed)
    assert await house.manager.find(table_id) == over
    assert house.publisher.changed[told:] == [table_id]
    assert house.manager.table(table_id) == over
    await house.manager.set_announced(table_id, over.view.round)
    await house.restart()
    await house.manager.find(table_id)
    assert house.publisher.changed[told:] == [table_id]


async def test_a_stopped_match_is_found_where_it_stopped() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN)
    await house.move(table_id)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    before = house.table(table_id)
    assert await house.restart() == []
    found = await house.manager.find(table_id)
    assert found is not None
    assert known(found) == known(before)


async def test_finished_tables_leave_memory_once_they_are_announced() -> None:
    house = House(seed=9)
    await house.settle(rules=QUICK)
    told, untold, stopped = [
        await house.match(ANN, BEN, channel=channel, computers=1) for channel in (1, 2, 3)
    ]
    await house.play_out(untold)
    await house.play_out(told)
    if house.table(stopped).status is Status.PLAYING:
        accepted(await house.manager.submit(Stop(stopped, ANN)))
    await house.manager.set_announced(told, house.table(told).view.round)
    await house.wait(KEPT_SECONDS)
    assert [house.manager.table(table_id) is None for table_id in (told, untold, stopped)] == [
        True,
        False,
        True,
    ]
    await house.wait(UNANNOUNCED_SECONDS)
    assert house.manager.table(untold) is None


@pytest.mark.parametrize(
    "damage",
    [
        {"rules": {"preset": "whist"}},
        {"checkpoint": {}},
        {"checkpoint": {"match": None}},
        {"seed": "not a seed"},
    ],
)
async def test_a_table_that_cannot_be_read_does_not_keep_the_others_away(damage: dict) -> None:
    house = House(seed=9)
    broken = await house.match(ANN, BEN)
    good = await house.match(ANN, BEN, channel=99)
    row = house.store._rows[broken]
    row.table = replace(row.table, **damage)
    assert [table.id for table in await house.restart()] == [good]
    outcome = await house.manager.submit(Play(broken, ANN, Call()))
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NO_TABLE
    assert await house.manager.find(broken) is None


async def test_a_broken_table_tells_no_card() -> None:
    house = House(seed=9)
    table_id = await house.match(ANN, BEN)
    await house.move(table_id)
    stored = await house.stored(table_id)
    (move,) = stored.moves
    for action in ({"discard": ["JK1"], "draw": "stock"}, {"discard": ["KING"]}, {}):
        with pytest.raises(BrokenTableError) as caught:
            revive(replace(stored, moves=(replace(move, action=action), move)))
        assert str(caught.value) == f"table {table_id} cannot be played on: ValueError"
        assert caught.value.__suppress_context__


async def test_a_shard_recovers_its_own_servers() -> None:
    house = House(seed=9)
    await house.match(ANN, BEN)
    house.manager = house._manager()
    assert await house.manager.recover(frozenset({999})) == []
