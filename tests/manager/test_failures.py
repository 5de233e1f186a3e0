"""A database that fails, a process that dies, a caller who goes away: nothing is lost or done twice."""

import asyncio

import pytest

from bot.engine.actions import Turn
from bot.engine.cards import cards_in
from bot.manager.outcomes import Refused, Stale, Why
from bot.manager.requests import Join, Play, Start
from bot.ports.store import DatabaseError
from bot.ports.tables import Status
from tests.fakes import MemoryStore
from tests.house import ANN, BEN, CHANNEL, GUILD, House, accepted


@pytest.fixture
def house() -> House:
    return House()


def highest_single(house: House, table_id: int, user: int) -> Play:
    hand = house.hand(table_id, user)
    return Play(table_id, user, Turn((cards_in(hand.view.hand)[-1],)), hand.stamp)


async def test_a_failing_database_changes_nothing(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = highest_single(house, table_id, house.user_to_move(table_id))
    before, told = house.table(table_id), len(house.publisher.changed)
    house.store.failures.append(DatabaseError("the disk is full"))
    outcome = await house.manager.submit(press)
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NOT_SAVED
    assert outcome.hand == house.hand(table_id, press.user)
    assert house.table(table_id) == before
    assert house.publisher.changed[told:] == []
    accepted(await house.manager.submit(press))


async def test_a_failing_start_leaves_the_lobby(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    house.store.failures.append(DatabaseError("gone"))
    outcome = await house.manager.submit(Start(table_id, ANN))
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NOT_SAVED
    assert house.table(table_id).status is Status.LOBBY
    accepted(await house.manager.submit(Start(table_id, ANN)))


class DeadStore(MemoryStore):
    """Answers nothing any more."""

    async def load(self, table_id):
        raise DatabaseError("gone")

    async def guild_settings(self, guild):
        raise DatabaseError("gone")


async def test_without_a_database_nothing_opens_and_old_tables_cannot_be_seen(house: House) -> None:
    house.store = DeadStore()
    await house.restart()
    opening = await house.manager.open_lobby(
        guild=GUILD, channel=CHANNEL, user=ANN, name="Ann", language="en"
    )
    joining = await house.manager.submit(Join(5, ANN, "Ann"))
    for outcome in (opening, joining):
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.NOT_SAVED
    with pytest.raises(DatabaseError):
        await house.manager.find(5)


async def test_a_defect_in_the_database_layer_is_not_hidden(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    house.store.failures.append(KeyError("column"))
    before = house.table(table_id)
    with pytest.raises(KeyError):
        await house.move(table_id)
    assert house.table(table_id) == before


async def test_behind_the_database_the_table_is_loaded_anew(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    other = House()
    other.store, other.clock = house.store, house.clock
    await other.restart()
    moved = await other.move(table_id)
    told = len(house.publisher.changed)
    mover = house.user_to_move(table_id)
    outcome = await house.manager.submit(house.any_move(table_id, mover))
    assert isinstance(outcome, Stale)
    assert outcome.table.version == moved.table.version
    assert outcome.hand.view == moved.hand.view
    assert house.hands(table_id) == other.hands(table_id)
    assert house.publisher.changed[told:] == [table_id]
    await house.move(table_id)


async def test_a_commit_whose_answer_got_lost_heals(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = highest_single(house, table_id, house.user_to_move(table_id))
    write = house.store.commit

    async def written_but_unheard(change):
        await write(change)
        house.store.commit = write
        raise DatabaseError("the connection broke")

    house.store.commit = written_but_unheard
    outcome = await house.manager.submit(press)
    assert isinstance(outcome, Refused)
    assert outcome.why is Why.NOT_SAVED
    healed = await house.manager.submit(press)
    assert isinstance(healed, Stale)
    assert len((await house.stored(table_id)).moves) == 1
    assert healed.table.version == (await house.stored(table_id)).table.version
    await house.move(table_id)


async def test_a_cancelled_press_is_finished_unheard(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = highest_single(house, table_id, house.user_to_move(table_id))
    before, entered, may_write = house.table(table_id), asyncio.Event(), asyncio.Event()
    write = house.store.commit

    async def slow(change):
        entered.set()
        await may_write.wait()
        await write(change)

    house.store.commit = slow
    waiting = asyncio.create_task(house.manager.submit(press))
    await entered.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    may_write.set()
    await house.manager.stop_accepting()
    assert house.table(table_id).version == before.version + 1
    assert house.publisher.changed[-1] == table_id


async def test_a_crash_between_commit_and_publishing_loses_nothing(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    press = highest_single(house, table_id, house.user_to_move(table_id))

    def crash(table_id):
        raise SystemError("killed")

    house.publisher.table_changed = crash
    with pytest.raises(SystemError):
        await house.manager.submit(press)
    (table,) = await house.restart()
    assert len(table.recent) == 2
    assert isinstance(await house.manager.submit(press), Stale)


async def test_a_message_that_was_sent_is_remembered_even_if_it_cannot_be_saved(house: House) -> None:
    table_id = await house.match(ANN, BEN)

    async def broken(*_):
        raise DatabaseError("gone")

    house.store.set_message = house.store.set_announced = broken
    await house.manager.set_message(table_id, CHANNEL, 666)
    await house.manager.set_announced(table_id, 1)
    assert (house.table(table_id).message, house.table(table_id).announced) == (666, 1)
