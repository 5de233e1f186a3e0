"""Leaving as soon as the round has ended, which can be taken back until then."""

import random
from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.errors import Code
from bot.engine.events import Left, RoundEnded, RoundStarted
from bot.engine.replay import replay_transcript
from bot.manager.outcomes import Refused, Stale, Why
from bot.manager.requests import Join, LeaveTable, Play, Stay, Stop, TakeBack
from bot.ports.store import DatabaseError
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, DAN, GUILD, House, accepted

SHORT = {"preset": "classic", "call_limit": 50, "exact_hits": "off", "limit": 500}


@pytest.fixture
def house() -> House:
    return House(seed=6)


async def at_play(house: House, *people: int, computers: int = 0, **rules) -> int:
    await house.settle(rules=SHORT | rules)
    return await house.match(*people, computers=computers)


async def later(house: House, table_id: int, user: int):
    return await house.manager.submit(LeaveTable(table_id, user, after_round=True))


async def call(house: House, table_id: int):
    """The person to move calls, which ends the round."""
    return accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))


async def test_who_leaves_after_the_round_plays_it_to_its_end(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    mover, before = house.user_to_move(table_id), house.table(table_id)
    outcome = accepted(await later(house, table_id, mover))
    assert house.member(table_id, mover).leaving
    assert not house.member(table_id, mover).gone
    assert outcome.hand is not None
    assert (outcome.table.deadline, house.user_to_move(table_id)) == (before.deadline, mover)
    ended = await call(house, table_id)
    seat = before.seat_of(mover)
    assert ended.table.members[seat].gone
    assert not ended.table.members[seat].leaving
    assert ended.table.view.places[seat].out
    assert ended.table.last_round.points[seat] is not None
    assert [type(event) for event in ended.events[-3:]] == [RoundEnded, Left, RoundStarted]
    assert house.manager.hand(table_id, mover) is None
    (record,) = house.store.commits[-1].rounds
    assert len(record.seats) == 3
    assert len((await call(house, table_id)).table.last_round.points) == 3


async def test_it_can_be_taken_back(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await later(house, table_id, BEN))
    assert isinstance(await later(house, table_id, BEN), Stale)
    accepted(await house.manager.submit(Stay(table_id, BEN)))
    assert isinstance(await house.manager.submit(Stay(table_id, BEN)), Stale)
    await call(house, table_id)
    assert not house.member(table_id, BEN).gone


async def test_who_wanted_to_wait_may_leave_at_once(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await later(house, table_id, BEN))
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    assert house.member(table_id, BEN).gone
    assert not house.member(table_id, BEN).leaving
    for request in (Stay(table_id, BEN), LeaveTable(table_id, BEN, after_round=True)):
        outcome = await house.manager.submit(request)
        assert isinstance(outcome, Refused)
        assert outcome.why is Why.LEFT_FOR_GOOD
    await call(house, table_id)
    assert sum(move.action == {"leave": True} for move in await house.store.all_moves(table_id)) == 1


async def test_in_the_lobby_there_is_no_round_to_wait_for(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    accepted(await later(house, table_id, BEN))
    assert [member.user for member in house.table(table_id).members] == [ANN]
    for user, why in ((ANN, Why.NOT_STARTED), (DAN, Why.NOT_SEATED)):
        outcome = await house.manager.submit(Stay(table_id, user))
        assert isinstance(outcome, Refused)
        assert outcome.why is why


async def test_the_last_one_who_stays_wins(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await later(house, table_id, ANN))
    accepted(await later(house, table_id, CEM))
    over = (await call(house, table_id)).table
    assert (over.status, over.view.result.winners) == (Status.OVER, (1,))
    (record,) = [commit.match for commit in house.store.commits if commit.match]
    assert [seat.left for seat in record.seats] == [True, False, True]
    assert [member.leaving for member in over.members] == [False] * 3
    found = await house.manager.find(table_id)
    house.clock.advance(1e6)
    await house.restart()
    assert await house.manager.find(table_id) == found == over


async def test_with_computers_alone_the_match_stops_and_does_not_count(house: House) -> None:
    for computers in (1, 2):
        await house.settle(rules=SHORT)
        table_id = await house.match(ANN, computers=computers, channel=30 + computers)
        accepted(await later(house, table_id, ANN))
        while house.table(table_id).status is Status.PLAYING:
            await house.one_step(table_id)
        assert house.table(table_id).status is Status.STOPPED
        assert house.member(table_id, ANN).gone
    assert not [commit for commit in house.store.commits if commit.match]


async def test_the_host_hands_over_when_he_is_gone(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await later(house, table_id, ANN))
    assert house.table(table_id).host == ANN
    await call(house, table_id)
    assert house.table(table_id).host == BEN
    accepted(await house.manager.submit(Stop(table_id, BEN)))


async def test_whom_the_round_puts_out_has_nothing_to_leave(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, DAN, limit=30, assaf_on="lower")
    for user in (ANN, BEN, CEM, DAN):
        accepted(await later(house, table_id, user))
    ended = (await call(house, table_id)).table
    assert ended.last_round.out
    assert not any(ended.members[seat].gone for seat in ended.last_round.out)
    assert not any(member.leaving for member in ended.members)


async def test_who_is_out_cannot_leave_later(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, limit=40)
    while all(not place.out for place in house.table(table_id).view.places):
        await call(house, table_id)
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    out = next(table.members[place.seat].user for place in table.view.places if place.out)
    outcome = await later(house, table_id, out)
    assert isinstance(outcome, Refused)
    assert outcome.why is Code.SEAT_IS_OUT


async def test_who_sleeps_leaves_all_the_same(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, call_limit=0, round_turn_cap=30)
    await house.settle(rules=SHORT, turn_seconds=30)
    accepted(await later(house, table_id, BEN))
    while not house.member(table_id, BEN).is_away:
        await house.wait(130)
    assert house.member(table_id, BEN).leaving
    accepted(await house.manager.submit(TakeBack(table_id, BEN)))
    assert house.member(table_id, BEN).leaving


async def test_a_database_that_fails_leaves_everybody_where_he_was(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await later(house, table_id, BEN))
    before = house.table(table_id)
    house.store.failures.append(DatabaseError("No room."))
    outcome = await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call()))
    assert isinstance(outcome, Refused)
    assert house.table(table_id) == before
    await call(house, table_id)
    assert house.member(table_id, BEN).gone


async def meddled_match(seed: int) -> tuple[int, int]:
    """A whole match in which people come, announce to leave and stay after all, with a restart each time.

    How many came and how many left.
    """
    house, chance = House(seed=seed), random.Random(seed)
    rules = {"preset": "classic", "call_limit": 25, "limit": 150, "late_join": "highest", "slap": "both"}
    await house.settle(rules=rules | {"round_turn_cap": 60, "players_max": 6})
    table_id = await house.match(ANN, BEN, CEM, computers=1)

    async def meddle() -> None:
        user = chance.choice([ANN, BEN, CEM, DAN, 5, 6])
        if house.table(table_id).status is not Status.PLAYING or chance.random() < 0.8:
            return
        is_later = chance.random() < 0.9
        wishes = [
            Join(table_id, user, f"P{user}"),
            LeaveTable(table_id, user, is_later),
            Stay(table_id, user),
        ]
        await house.manager.submit(chance.choice(wishes))
        before = house.table(table_id)
        if before.status is Status.PLAYING:
            (back,) = await house.restart()
            clock = {"deadline": None, "turn_started": None}
            assert replace(back, **clock) == replace(before, **clock)

    table = await house.play_out(table_id, meddle)
    moves = await house.store.all_moves(table_id)
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))
    result = replay_transcript(await house.manager.transcript(table_id, GUILD))
    assert result["ok"], result
    assert result["fair"] == {"seed": True, "deals": True}
    assert result["rounds"] == [ended.result for ended in await house.store.rounds_of(table_id)]
    assert result["match"]["over"] == (table.view.result is not None)
    leavers = sum(move.action == {"leave": True} for move in moves)
    return sum(member.since > 1 for member in table.members), leavers


async def test_coming_and_going_outlives_restarts_and_stands_in_the_transcript() -> None:
    figures = [await meddled_match(seed) for seed in range(8)]
    assert sum(came for came, _ in figures) >= 5
    assert sum(left for _, left in figures) >= 3
