"""Matches from the first deal to the winner, and what they leave for the statistics."""

import random

import pytest

from bot.engine.actions import Call
from bot.engine.events import MatchEnded, RoundEnded, RoundStarted
from bot.engine.house_rules import PRESETS
from bot.engine.results import Outcome
from bot.manager.records import match_record
from bot.manager.requests import Play
from bot.ports.store import SeatMatch, SeatRound
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, DAN, QUICK, House, accepted

CALL_AT_ONCE = {"preset": "classic", "call_limit": 50}


@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_one_person_and_computers_play_to_a_winner(preset: str) -> None:
    house = House(seed=3)
    await house.settle(rules={"preset": preset, "limit": 40, "exact_hits": "off", "round_turn_cap": 200})
    table_id = await house.match(ANN, computers=2)
    table = await house.play_out(table_id)
    assert table.status is Status.OVER
    assert table.deadline is None
    assert table.view.result.winners
    assert isinstance(table.recent[-1], MatchEnded)
    (commit,) = [commit for commit in house.store.commits if commit.match]
    assert sum(seat.share for seat in commit.match.seats) == pytest.approx(1)
    assert commit.table.status is Status.OVER
    assert commit is house.store.commits[-1]


async def test_a_round_that_ends_is_followed_by_the_next_in_the_same_commit() -> None:
    house = House(seed=1)
    await house.settle(rules=CALL_AT_ONCE)
    table_id = await house.match(ANN, BEN)
    mover = house.user_to_move(table_id)
    commits = len(house.store.commits)
    outcome = accepted(await house.manager.submit(Play(table_id, mover, Call())))
    assert len(house.store.commits) == commits + 1
    assert [type(event) for event in outcome.events][1:] == [RoundEnded, RoundStarted]
    assert [type(event) for event in outcome.table.recent] == [RoundStarted]
    assert outcome.table.last_round == outcome.events[1].result
    assert outcome.table.last_round.number == 1
    assert outcome.table.view.round == 2
    assert (await house.stored(table_id)).table.round == 2


async def called_round(seed: int, *, wanted: Outcome):
    """The first deal from this seed on whose opening call ends as wanted; three people at the table."""
    for number in range(seed, seed + 200):
        house = House(seed=number)
        await house.settle(rules=CALL_AT_ONCE)
        table_id = await house.match(ANN, BEN, CEM)
        points = [hand.view.points for hand in house.hands(table_id)]
        caller = house.table(table_id).view.to_move
        outcome = accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
        if outcome.table.last_round.outcome is wanted and len(set(points)) == 3:
            return house, caller, points
    raise AssertionError("no such deal")


async def test_a_call_that_stands_is_counted_for_everybody_dealt_in() -> None:
    house, caller, points = await called_round(0, wanted=Outcome.YANIV)
    (record,) = house.store.commits[-1].rounds
    assert record.number == 1
    assert record.result["outcome"] == "yaniv"
    assert record.result["counts"] == points
    users = (ANN, BEN, CEM)
    assert record.seats == tuple(
        SeatRound(
            seat=seat,
            user=users[seat],
            points=0 if seat == caller else points[seat],
            count=points[seat],
            called=seat == caller,
            assafed=False,
            assafs=0,
            halved=False,
        )
        for seat in range(3)
    )


async def test_an_assaf_counts_for_the_lowest_hand_alone() -> None:
    house, caller, points = await called_round(0, wanted=Outcome.ASSAF)
    (record,) = house.store.commits[-1].rounds
    lowest = points.index(min(points))
    assert [seat.assafs for seat in record.seats] == [int(seat == lowest) for seat in range(3)]
    assert [seat.assafed for seat in record.seats] == [seat == caller for seat in range(3)]
    assert record.seats[caller].points == points[caller] + 30
    data = await house.manager.personal_data((ANN, BEN, CEM)[lowest])
    (ended,) = data["rounds"]
    assert (ended["points"], ended["assafs"], data["matches"]) == (0, 1, [])
    (ended,) = (await house.manager.personal_data((ANN, BEN, CEM)[caller]))["rounds"]
    assert (ended["called"], ended["assafed"], ended["assafs"]) == (True, True, 0)


async def test_an_exact_hit_is_noted() -> None:
    for seed in range(200):
        house = House(seed=seed)
        await house.settle(rules=CALL_AT_ONCE | {"exact_hits": {str(n): n - 1 for n in range(20, 40)}})
        table_id = await house.match(ANN, BEN)
        accepted(await house.manager.submit(Play(table_id, house.user_to_move(table_id), Call())))
        (record,) = house.store.commits[-1].rounds
        hit = [entry["seat"] for entry in record.result["exact_hits"]]
        assert [seat.seat for seat in record.seats if seat.halved] == hit
        if hit:
            return
    raise AssertionError("no exact hit in 200 deals")


async def test_a_finished_match_is_stored_with_everybodys_part() -> None:
    house = House(seed=5)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, BEN, computers=1)
    table = await house.play_out(table_id)
    (record,) = [commit.match for commit in house.store.commits if commit.match]
    result = table.view.result
    assert record.rounds == table.view.round
    assert record.seats == tuple(
        SeatMatch(
            seat=seat,
            user=member.user,
            level=member.level,
            rank=result.ranks[seat],
            share=float(result.winners == (seat,)),
            total=table.view.places[seat].total,
            left=False,
        )
        for seat, member in enumerate(table.members)
    )


async def test_a_shared_win_counts_in_parts() -> None:
    """Level at the end (rule 7.7): `tie_at_end` is joint."""
    rules = {"preset": "classic", "game_end": "rounds", "rounds": 1, "round_turn_cap": 3}
    house = House()
    await house.settle(rules=rules)
    table_id = await house.match(ANN, BEN, CEM)
    for _ in range(3):
        await house.move(table_id)
    (record,) = [commit.match for commit in house.store.commits if commit.match]
    assert [seat.share for seat in record.seats] == [pytest.approx(1 / 3)] * 3
    assert {seat.rank for seat in record.seats} == {1}
    (match,) = (await house.manager.personal_data(BEN))["matches"]
    assert match["share_of_win"] == pytest.approx(1 / 3)


async def test_a_seat_that_is_out_has_no_part_in_later_rounds() -> None:
    house = House(seed=2)
    await house.settle(rules={"preset": "classic", "limit": 30, "call_limit": 50, "exact_hits": "off"})
    table_id = await house.match(ANN, BEN, CEM, DAN)
    await house.play_out(table_id)
    rounds = [record for commit in house.store.commits for record in commit.rounds]
    assert len(rounds[0].seats) == 4
    assert any(len(record.seats) < 4 for record in rounds)
    for record in rounds:
        dealt_in = [seat for seat, count in enumerate(record.result["counts"]) if count is not None]
        assert [seat.seat for seat in record.seats] == dealt_in


async def test_the_moves_of_a_match_are_its_transcript() -> None:
    house = House(seed=4)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, BEN, computers=1)
    table = await house.play_out(table_id)
    moves = await house.store.all_moves(table_id)
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))
    assert [move.round for move in moves] == sorted(move.round for move in moves)
    assert moves[-1].round == table.view.round
    assert all(set(move.action) & {"discard", "call"} for move in moves)
    times = [move.at for move in moves]
    assert times == sorted(times)


async def test_the_commitment_stands_from_the_first_deal_and_holds_to_the_end() -> None:
    house = House(seed=4)
    await house.settle(rules=QUICK)
    table_id = await house.match(ANN, computers=1)
    first = house.table(table_id).commitment
    table = await house.play_out(table_id)
    assert table.commitment == first
    assert len(first) == 64
    assert (await house.stored(table_id)).table.seed not in (first, "")


async def test_many_random_matches_keep_memory_and_database_level() -> None:
    for seed in range(8):
        chance = random.Random(seed)
        house = House(seed=seed)
        await house.settle(rules=QUICK | {"slap": chance.choice(["off", "own", "anyone", "both"])})
        table_id = await house.match(ANN, BEN, computers=chance.randint(0, 3))

        async def compare(house: House = house, table_id: int = table_id) -> None:
            stored = (await house.stored(table_id)).table
            table = house.table(table_id)
            assert (stored.version, stored.status, stored.deadline) == (
                table.version,
                table.status,
                table.deadline,
            )
            assert (stored.members, stored.round) == (table.members, table.view.round)

        await house.play_out(table_id, compare)


def test_a_lobby_has_no_result() -> None:
    from bot.engine.results import MatchResult
    from bot.manager.lobby import Opening, opened
    from bot.ports.tables import Member

    lobby = opened(Opening(1, 2, "en", (Member("Ann", ANN),)), PRESETS["classic"], "0" * 64, 0.0)
    with pytest.raises(ValueError, match="lobby"):
        match_record(lobby, MatchResult((0,), (1,)), 0.0)
