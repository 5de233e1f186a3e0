"""What somebody has done on a server, against whom, and what it brought him."""

import pytest

from bot.ports.statistics import HeadToHead, Honour, NotableCall
from bot.ports.store import Commit
from bot.storage.statistics import SqlStatistics
from bot.storage.store import SqlStore
from tests.storage.builders import (
    ANN,
    BEN,
    CEM,
    GUILD,
    following,
    move,
    play,
    playing,
    round_record,
    seat_round,
)

DAN = CEM + 1


@pytest.fixture
def statistics(sql_store: SqlStore) -> SqlStatistics:
    return SqlStatistics(sql_store)


async def test_a_profile(sql_store, statistics) -> None:
    stood, beaten = {"points": 0, "called": True}, {"called": True, "assafed": True}
    first = [
        round_record(1, seat_round(ANN, **stood, count=4), seat_round(BEN, 30), seat_round(CEM, 25)),
        round_record(
            2, seat_round(ANN, 36, **beaten, count=6), seat_round(BEN, 6), seat_round(CEM, 0, assafs=1)
        ),
        round_record(3, seat_round(ANN, **stood, count=2), seat_round(BEN, 60), seat_round(CEM, 5)),
        round_record(4, seat_round(ANN, 14, halved=True), seat_round(BEN, **stood), seat_round(CEM, 5)),
    ]
    table = await play(sql_store, ANN, BEN, CEM, rounds=first)
    await play(sql_store, CEM, ANN)
    profile = await statistics.profile(GUILD, ANN)
    assert (profile.user, profile.name) == (ANN, f"name{ANN}")
    tally = profile.tally
    assert (tally.matches, tally.wins, tally.rounds, tally.points) == (2, 1.0, 5, 60)
    assert (tally.calls, tally.yanivs, tally.assafs_taken, tally.halvings, tally.call_points) == (
        3,
        2,
        1,
        1,
        12,
    )
    assert [(each.name, each.matches) for each in profile.company] == [(f"name{CEM}", 2), (f"name{BEN}", 1)]
    assert profile.best_call == NotableCall(table.id, 3, 2, 65)
    assert profile.worst_call == NotableCall(table.id, 2, 6, 36)


async def test_two_people_against_each_other(sql_store, statistics) -> None:
    beaten = [
        round_record(1, seat_round(ANN, 35, called=True, assafed=True), seat_round(BEN, 2, assafs=1)),
        round_record(2, seat_round(ANN, 1), seat_round(BEN, 8)),
    ]
    await play(sql_store, BEN, ANN, rounds=beaten)
    await play(sql_store, ANN, BEN, CEM)
    await play(sql_store, CEM, BEN)
    between = await statistics.head_to_head(GUILD, ANN, BEN)
    assert between == HeadToHead(
        a=f"name{ANN}",
        b=f"name{BEN}",
        matches=2,
        a_ahead=1,
        b_ahead=1,
        a_wins=1.0,
        b_wins=1.0,
        a_points=36,
        b_points=20,
        rounds=3,
        b_assafs=1,
    )
    assert await statistics.head_to_head(GUILD, ANN, ANN) is None
    assert await statistics.head_to_head(GUILD, ANN, DAN) is None


async def test_achievements_are_noted_once(sql_store, statistics) -> None:
    ended = [
        round_record(1, seat_round(ANN, 0, called=True, count=0), seat_round(BEN, 5)),
        round_record(2, seat_round(ANN, 0, called=True, count=0), seat_round(BEN, 50)),
    ]
    table = await play(sql_store, ANN, BEN, rounds=ended)
    first = await statistics.honours(GUILD, table.id, 1)
    assert set(first) >= {Honour(ANN, "first_yaniv"), Honour(ANN, "called_with_0"), Honour(ANN, "first_win")}
    assert await statistics.honours(GUILD, table.id, 2) == [Honour(BEN, "heavy_hand")]
    assert await statistics.honours(GUILD + 1, table.id, 1) == []
    earned = (await statistics.profile(GUILD, ANN)).achievements
    assert set(earned) >= {"first_yaniv", "called_with_0", "first_win"}
    assert len(set(earned)) == len(earned)


async def test_the_moves_of_the_round_count(sql_store, statistics) -> None:
    table = await playing(sql_store)
    table = following(table)
    await sql_store.commit(
        Commit(table, moves=(move(1, discard=["3H", "4H", "5H", "6H", "7H"], draw="stock"),))
    )
    await sql_store.commit(
        Commit(
            following(table, round=2),
            moves=(move(2, seat=1, call=True),),
            rounds=(round_record(1, seat_round(ANN, 9), seat_round(BEN, 0, called=True)),),
        )
    )
    honours = await statistics.honours(GUILD, table.id, 1)
    assert {Honour(ANN, "five_cards"), Honour(ANN, "long_run"), Honour(BEN, "called_at_once")} <= set(honours)


async def test_three_wins_in_a_row(sql_store, statistics) -> None:
    for _ in range(2):
        await play(sql_store, ANN, BEN)
    await play(sql_store, BEN, ANN)
    for _ in range(2):
        await play(sql_store, ANN, BEN)
    assert "streak_3" not in (await statistics.profile(GUILD, ANN)).achievements
    await play(sql_store, ANN, BEN)
    assert "streak_3" in (await statistics.profile(GUILD, ANN)).achievements
