"""The one door: races, doubles, strangers, and a database that fails."""

import asyncio
from dataclasses import replace

import pytest

from bot.engine.actions import Call, Leave, Timeout, Turn
from bot.engine.cards import card_set, cards_in
from bot.engine.errors import Code, IllegalActionError
from bot.engine.events import TurnTaken
from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import (
    AddComputer,
    Join,
    LeaveTable,
    Play,
    Rematch,
    RemoveComputer,
    Start,
    Stop,
    TakeBack,
)
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, GUILD, House, accepted


@pytest.fixture
def house() -> House:
    return House()


def highest_single(house: House, table_id: int, user: int) -> Play:
    hand = house.hand(table_id, user)
    return Play(table_id, user, Turn((cards_in(hand.view.hand)[-1],)), hand.stamp)


async def test_a_move_is_committed_then_seen_then_told(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    before, told = house.table(table_id), len(house.publisher.changed)
    outcome = accepted(await house.manager.submit(highest_single(house, table_id, mover)))
    assert outcome.table.version == before.version + 1
    assert outcome.table == house.table(table_id)
    assert house.publisher.changed[told:] == [table_id]
    stored = await house.stored(table_id)
    assert stored.table.version == outcome.table.version
    assert [move.number for move in stored.moves] == [1]
    assert outcome.hand == house.hand(table_id, mover)
    assert house.user_to_move(table_id) != mover


async def test_the_mover_sees_his_drawn_card_and_the_table_does_not(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    outcome = accepted(await house.manager.submit(highest_single(house, table_id, mover)))
    (own,) = outcome.events
    (public,) = outcome.table.recent[1:]
    assert isinstance(own, TurnTaken)
    assert own.drawn == outcome.hand.view.drawn
    assert own.drawn is not None
    assert public == replace(own, drawn=None)


async def test_a_double_click_moves_once(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = highest_single(house, table_id, house.user_to_move(table_id))
    outcomes = await asyncio.gather(*(house.manager.submit(press) for _ in range(4)))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Stale, Stale, Stale]
    assert outcomes[1].hand == outcomes[0].hand
    assert len((await house.stored(table_id)).moves) == 1


async def test_a_double_call_ends_one_round(house: House) -> None:
    await house.settle(rules={"preset": "classic", "call_limit": 50})
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    press = Play(table_id, mover, Call(), house.hand(table_id, mover).stamp)
    outcomes = await asyncio.gather(house.manager.submit(press), house.manager.submit(press))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Stale]
    assert house.table(table_id).view.round == 2


async def test_two_people_at_once_take_their_turns_in_order(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    other = ANN + BEN - mover
    presses = [highest_single(house, table_id, user) for user in (mover, other)]
    outcomes = await asyncio.gather(*map(house.manager.submit, presses))
    assert [type(outcome) for outcome in outcomes] == [Accepted, Accepted]
    assert [move.seat for move in (await house.stored(table_id)).moves] == [
        house.table(table_id).seat_of(user) for user in (mover, other)
    ]


async def test_out_of_turn_is_refused_by_the_rules_with_ones_own_hand(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    other = ANN + BEN - house.user_to_move(table_id)
    before = house.table(table_id)
    outcome = await house.manager.submit(highest_single(house, table_id, other))
    assert isinstance(outcome, Refused)
    assert outcome.why is Code.NOT_YOUR_TURN
    assert outcome.hand == house.hand(table_id, other)
    assert house.table(table_id) == before
    assert (await house.stored(table_id)).moves == ()


async def test_a_press_of_the_table_carries_no_stamp(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    press = replace(highest_single(house, table_id, mover), stamp=None)
    accepted(await house.manager.submit(press))


async def test_an_older_hand_is_stale_and_shows_todays(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    old = highest_single(house, table_id, house.user_to_move(table_id))
    await house.move(table_id)
    await house.move(table_id)
    outcome = await house.manager.submit(old)
    assert isinstance(outcome, Stale)
    assert outcome.hand == house.hand(table_id, old.user)


async def test_a_stamp_changes_with_the_hand_and_the_round_alone(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    for _ in range(30):
        before = [
            hand and (hand.view.hand, hand.view.table.round, hand.stamp) for hand in house.hands(table_id)
        ]
        await house.move(table_id)
        after = [
            hand and (hand.view.hand, hand.view.table.round, hand.stamp) for hand in house.hands(table_id)
        ]
        for old, new in zip(before, after, strict=True):
            assert (old[:2] == new[:2]) == (old[2] == new[2])
            assert len(new[2]) == 6


async def test_strangers_do_nothing(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    before = house.table(table_id)
    stamp = house.hand(table_id, ANN).stamp
    for request in (
        Play(table_id, DAN, Call(), stamp),
        LeaveTable(table_id, DAN),
        TakeBack(table_id, DAN),
        Stop(table_id, DAN),
        Start(table_id, DAN),
        AddComputer(table_id, DAN, "normal"),
        RemoveComputer(table_id, DAN),
        Rematch(table_id, DAN),
    ):
        outcome = await house.manager.submit(request)
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.NOT_SEATED
        assert outcome.hand is None
    assert house.manager.hand(table_id, DAN) is None
    assert house.table(table_id) == before


async def test_unknown_tables_are_named_as_such(house: House) -> None:
    for request in (Play(77, ANN, Call()), Join(77, ANN, "Ann"), Rematch(77, ANN), Stop(77, ANN)):
        outcome = await house.manager.submit(request)
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.NO_TABLE
    assert await house.manager.find(77) is None
    assert house.manager.table(77) is None
    assert house.manager.hand(77, ANN) is None


async def test_finished_tables_say_so(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    for request in (
        Play(table_id, ANN, Call()),
        Join(table_id, CEM, "Cem"),
        LeaveTable(table_id, ANN),
        Start(table_id, ANN),
        TakeBack(table_id, ANN),
    ):
        outcome = await house.manager.submit(request)
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.FINISHED
        assert outcome.table == house.table(table_id)


async def test_clocks_and_exits_are_no_buttons_of_a_hand(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    for action in (Timeout(), Leave()):
        with pytest.raises(IllegalActionError):
            await house.manager.submit(Play(table_id, house.user_to_move(table_id), action))
    assert (await house.stored(table_id)).moves == ()


async def test_after_the_last_call_for_work_everything_is_refused(house: House) -> None:
    table_id = await house.match(ANN, BEN, computers=1)
    press = house.any_move(table_id, house.user_to_move(table_id))
    under_way = asyncio.create_task(house.manager.submit(press))
    await asyncio.sleep(0)
    await house.manager.stop_accepting()
    assert isinstance(await under_way, Accepted)
    version = house.table(table_id).version
    opening = await house.manager.open_lobby(guild=GUILD, channel=9, user=ANN, name="Ann", language="en")
    for outcome in (opening, await house.manager.submit(LeaveTable(table_id, ANN))):
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.SHUTTING_DOWN
    await house.wait(10_000)
    assert house.table(table_id).version == version


async def test_tables_do_not_wait_for_one_another(house: House) -> None:
    first = await house.match(ANN, BEN)
    second = await house.match(ANN, BEN, channel=99)
    held, write = asyncio.Event(), house.store.commit

    async def slow_for_the_first(change):
        if change.table.id == first:
            await held.wait()
        await write(change)

    house.store.commit = slow_for_the_first
    stuck = asyncio.create_task(house.move(first))
    await house.move(second)
    assert not stuck.done()
    held.set()
    await stuck


async def test_the_place_of_a_message_survives_moves_and_restarts(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    version = house.table(table_id).version
    await house.manager.set_message(table_id, 555, 666)
    await house.manager.set_announced(table_id, 1)
    await house.move(table_id)
    for table in (house.table(table_id), *await house.restart()):
        assert (table.channel, table.message, table.announced) == (555, 666, 1)
        assert table.version == version + 1
    assert house.manager.table_in_channel(555) is not None
    assert house.manager.table_in_channel(CHANNEL) is None


async def test_no_repr_shows_a_card_or_the_seed(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    play = house.any_move(table_id, house.user_to_move(table_id))
    record = (await house.stored(table_id)).table
    assert "action" not in repr(play)
    assert record.seed not in repr(record)
    assert record.seed not in repr(house.manager.__dict__)
    assert "hands" not in repr(record)


async def test_the_table_shows_no_card_that_somebody_hides(house: House) -> None:
    table_id = await house.match(ANN, BEN, CEM)
    for _ in range(20):
        await house.move(table_id)
        table = house.table(table_id)
        assert table.view.round == 1
        shown = card_set(table.view.open) | table.view.buried
        for event in table.recent:
            if isinstance(event, TurnTaken):
                shown |= card_set(event.discard)
                shown |= 0 if event.drawn is None else 1 << event.drawn
        for place, hand in zip(table.view.places, house.hands(table_id), strict=True):
            assert not shown & hand.view.hand & ~place.known
            assert not place.known & ~hand.view.hand
