"""People who come while a match is at play (switch `late_join`, rule 7.12)."""

import asyncio
from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.house_rules import parse_rules
from bot.engine.replay import replay_transcript
from bot.manager.latecomers import MOST_SEATS, seated
from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import Join, LeaveTable, Play, Rematch, Stop
from bot.manager.table_state import running_of
from bot.ports.store import DatabaseError
from bot.ports.tables import Member, Status
from tests.house import ANN, BEN, CEM, DAN, GUILD, House, accepted

LATE = {"preset": "classic", "late_join": "highest", "call_limit": 50, "exact_hits": "off", "limit": 500}
"""Everybody may call at once, so that a round is one move."""


@pytest.fixture
def house() -> House:
    return House(seed=4)


async def at_play(house: House, *people: int, computers: int = 0, **rules) -> int:
    await house.settle(rules=LATE | rules)
    return await house.match(*(people or (ANN, BEN)), computers=computers)


async def end_round(house: House, table_id: int):
    """The person to move calls; a computer is waited for."""
    number = house.table(table_id).view.round
    while house.table(table_id).status is Status.PLAYING and house.table(table_id).view.round == number:
        if house.is_persons_turn(table_id):
            call = Play(table_id, house.user_to_move(table_id), Call())
            accepted(await house.manager.submit(call))
        else:
            await house.wait(4)
    return house.table(table_id)


async def join(house: House, table_id: int, user: int = CEM):
    return await house.manager.submit(Join(table_id, user, f"P{user}"))


async def why(house: House, table_id: int, user: int = CEM) -> Why:
    outcome = await join(house, table_id, user)
    assert isinstance(outcome, Refused), outcome
    return outcome.why


async def test_7_12_a_latecomer_waits_for_the_next_deal_and_has_the_highest_total(house: House) -> None:
    table_id = await at_play(house)
    before = house.table(table_id)
    outcome = accepted(await join(house, table_id))
    assert outcome.table.waiting == (Member("P3", CEM),)
    assert outcome.hand is None
    assert (outcome.table.members, outcome.table.deadline) == (before.members, before.deadline)
    assert house.manager.hand(table_id, CEM) is None
    table = await end_round(house, table_id)
    assert table.waiting == ()
    assert table.members[2] == Member("P3", CEM, since=2)
    totals = [place.total for place in table.view.places]
    assert totals[2] == max(totals[:2])
    assert house.hand(table_id, CEM).view.hand.bit_count() == 5
    rounds = [await end_round(house, table_id) for _ in range(3)]
    assert all(len(table.last_round.points) == 3 for table in rounds)


async def test_ten_points_more_where_the_rules_say_so(house: House) -> None:
    table_id = await at_play(house, late_join="highest_plus_10")
    await join(house, table_id)
    totals = [place.total for place in (await end_round(house, table_id)).view.places]
    assert totals[2] == max(totals[:2]) + 10


async def test_without_the_switch_nobody_comes_late(house: House) -> None:
    table_id = await at_play(house, late_join="none")
    assert await why(house, table_id) is Why.ALREADY_STARTED


async def test_a_double_click_waits_once(house: House) -> None:
    table_id = await at_play(house)
    outcomes = await asyncio.gather(*(join(house, table_id) for _ in range(3)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Accepted", "Stale", "Stale"]
    await end_round(house, table_id)
    assert isinstance(await join(house, table_id), Stale)
    assert len(house.table(table_id).members) == 3


async def test_who_waits_may_go_again(house: House) -> None:
    table_id = await at_play(house)
    await join(house, table_id)
    await join(house, table_id, DAN)
    assert [table.id for table in house.manager.tables_of(CEM)] == [table_id]
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    assert house.table(table_id).waiting == (Member("P4", DAN),)
    assert house.manager.tables_of(CEM) == []
    table = await end_round(house, table_id)
    assert [member.user for member in table.members] == [ANN, BEN, DAN]


async def test_the_line_is_as_long_as_there_are_seats(house: House) -> None:
    table_id = await at_play(house, players_max=3)
    accepted(await join(house, table_id))
    outcome = await join(house, table_id, DAN)
    assert isinstance(outcome, Refused)
    assert (outcome.why, outcome.params) == (Why.TABLE_FULL, {"most": 3})
    assert [member.user for member in (await end_round(house, table_id)).members] == [ANN, BEN, CEM]
    assert await why(house, table_id, DAN) is Why.TABLE_FULL


async def test_the_seat_of_somebody_who_leaves_after_the_round_is_free(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, DAN, players_max=3)
    assert await why(house, table_id) is Why.TABLE_FULL
    accepted(await house.manager.submit(LeaveTable(table_id, BEN, after_round=True)))
    accepted(await join(house, table_id))
    table = await end_round(house, table_id)
    assert [(member.user, member.gone) for member in table.members] == [
        (ANN, False),
        (BEN, True),
        (DAN, False),
        (CEM, False),
    ]


async def test_a_second_pack_is_not_fetched_for_a_latecomer(house: House) -> None:
    table_id = await at_play(house, ANN, computers=4, packs="auto")
    assert await why(house, table_id) is Why.TABLE_FULL


async def test_beyond_the_limit_nobody_starts(house: House) -> None:
    table_id = await at_play(house, limit=40, late_join="highest_plus_10", game_end="rounds", rounds=50)
    for _ in range(30):
        if max(place.total for place in house.table(table_id).view.places) > 30:
            break
        await end_round(house, table_id)
    assert await why(house, table_id) is Why.TOO_LATE_TO_JOIN


async def test_whom_the_round_carries_beyond_the_limit_waits_on(house: House) -> None:
    table_id = await at_play(house, limit=20, late_join="highest_plus_10", game_end="rounds", rounds=50)
    accepted(await join(house, table_id))
    table = await end_round(house, table_id)
    assert max(place.total for place in table.view.places) > 10
    assert (len(table.members), table.waiting) == (2, (Member("P3", CEM),))


async def test_who_left_for_good_does_not_come_back(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    assert await why(house, table_id) is Why.LEFT_FOR_GOOD
    await end_round(house, table_id)
    assert await why(house, table_id) is Why.LEFT_FOR_GOOD


async def test_who_is_out_does_not_sit_down_a_second_time(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, limit=40)
    while all(not place.out for place in house.table(table_id).view.places):
        await end_round(house, table_id)
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    out = next(table.members[place.seat].user for place in table.view.places if place.out)
    assert isinstance(await join(house, table_id, out), Stale)


async def test_a_table_never_has_more_than_ten_seats(house: House) -> None:
    table_id = await at_play(house, players_max=8)
    for user in range(10, 30):
        outcome = await join(house, table_id, user)
        if isinstance(outcome, Accepted):
            await end_round(house, table_id)
            leaver = house.table(table_id).members[-1].user
            accepted(await house.manager.submit(LeaveTable(table_id, leaver)))
    assert outcome.params == {"most": MOST_SEATS}
    assert len(house.table(table_id).members) == MOST_SEATS


async def test_the_end_of_the_match_sends_the_line_away(house: House) -> None:
    for end in ("stop", "leave"):
        channel = 100 + len(end)
        await house.settle(rules=LATE)
        table_id = await house.match(ANN, BEN, channel=channel)
        accepted(await join(house, table_id))
        accepted(
            await house.manager.submit(Stop(table_id, ANN) if end == "stop" else LeaveTable(table_id, ANN))
        )
        table = house.table(table_id)
        assert (table.status is Status.PLAYING, table.waiting) == (False, ())
        assert (await house.stored(table_id)).table.waiting == ()
        assert isinstance(await house.manager.submit(Rematch(table_id, CEM)), Refused)


async def test_a_latecomer_keeps_a_match_alive_that_its_last_person_leaves(house: House) -> None:
    table_id = await at_play(house, ANN, computers=2)
    accepted(await join(house, table_id))
    accepted(await house.manager.submit(LeaveTable(table_id, ANN, after_round=True)))
    table = await end_round(house, table_id)
    assert table.status is Status.PLAYING
    assert [member.gone for member in table.members] == [True, False, False, False]
    assert table.host == CEM
    accepted(await house.manager.submit(Stop(table_id, CEM)))


async def test_a_latecomer_wakes_a_match_at_which_everybody_sleeps(house: House) -> None:
    await house.settle(rules=LATE | {"round_turn_cap": 3}, turn_seconds=15)
    table_id = await house.match(ANN, BEN)
    while house.table(table_id).status is Status.PLAYING and house.table(table_id).view.round < 3:
        await house.wait(15)
    accepted(await join(house, table_id))
    number = house.table(table_id).view.round
    while house.table(table_id).view.round == number and house.table(table_id).status is Status.PLAYING:
        await house.wait(15)
    assert len(house.table(table_id).members) == 3


async def test_a_database_that_fails_seats_nobody(house: House) -> None:
    table_id = await at_play(house)
    house.store.failures.append(DatabaseError("No room."))
    assert await why(house, table_id) is Why.NOT_SAVED
    assert house.table(table_id).waiting == ()
    accepted(await join(house, table_id))


async def test_the_line_and_the_latecomers_outlive_restarts_and_are_in_the_transcript(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, computers=1, limit=120, players_max=5)
    comers = [CEM, DAN]

    async def come_and_restart() -> None:
        table = house.table(table_id)
        if table.status is not Status.PLAYING:
            return
        if comers and table.view.round == 4 - len(comers) and not table.waiting:
            accepted(await join(house, table_id, comers.pop()))
        before, hands = house.table(table_id), house.hands(table_id)
        (back,) = await house.restart()
        assert replace(back, deadline=None, turn_started=None) == replace(
            before, deadline=None, turn_started=None
        )
        assert [hand and hand.stamp for hand in house.hands(table_id)] == [
            hand and hand.stamp for hand in hands
        ]

    over = await house.play_out(table_id, come_and_restart)
    assert [member.since for member in over.members] == [1, 1, 1, 3, 4]
    transcript = await house.manager.transcript(table_id, GUILD)
    assert transcript["players"] == ["Ann", "Ben", over.members[2].name]
    assert [entry.get("joins") for entry in transcript["rounds"][:4]] == [None, None, ["P4"], ["P3"]]
    result = replay_transcript(transcript)
    assert result["ok"], result
    assert result["fair"] == {"seed": True, "deals": True}
    assert result["match"]["ranks"] == list(over.view.result.ranks)
    assert result["rounds"] == [ended.result for ended in await house.manager.rounds_of(table_id, GUILD)]


async def test_whoever_finds_no_seat_at_the_deal_stays_in_line(house: House) -> None:
    """The rules may have let fewer in than were waiting: nobody is lost."""
    table_id = await at_play(house)
    state = house.manager._tables.get(table_id)
    match = replace(running_of(state).match, round=None)
    narrow = replace(match, rules=parse_rules(LATE | {"players_max": 3}))
    line = (Member("Cem", CEM), Member("Dan", DAN))
    crowded = replace(
        state,
        record=replace(state.record, waiting=line),
        running=replace(running_of(state), match=narrow),
    )
    after = seated(crowded)
    assert [member.user for member in after.members] == [ANN, BEN, CEM]
    assert after.waiting == line[1:]


@pytest.mark.parametrize("leavers", [(BEN,), (ANN, BEN)])
async def test_who_waits_takes_over_from_the_last_opponent_who_leaves_after_the_round(
    house: House, leavers: tuple[int, ...]
) -> None:
    table_id = await at_play(house)
    for user in (CEM, DAN):
        accepted(await join(house, table_id, user))
    for user in leavers:
        accepted(await house.manager.submit(LeaveTable(table_id, user, after_round=True)))
    table = await end_round(house, table_id)
    assert table.status is Status.PLAYING
    assert {member.user for member in table.members if member.gone} == set(leavers)
    assert table.host not in leavers
    assert table.view.round == 2
    assert [place.out for place in table.view.places] == [ANN in leavers, True, False, False]
    before = await house.stored(table_id)
    await house.restart()
    assert (await house.stored(table_id)) == before
    table = await house.play_out(table_id)
    transcript = await house.manager.transcript(table_id, GUILD)
    assert replay_transcript(transcript)["match"]["winners"] == list(table.view.result.winners)


async def test_if_all_others_leave_who_waited_has_nobody_to_play_against(house: House) -> None:
    table_id = await at_play(house)
    accepted(await join(house, table_id))
    for user in (ANN, BEN):
        accepted(await house.manager.submit(LeaveTable(table_id, user, after_round=True)))
    assert (await end_round(house, table_id)).status is Status.OVER
