"""Leaderboards, profiles and honours as they stand after matches that were stored."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.ports.statistics import Champion, Criterion
from bot.ports.store import Commit
from bot.ports.tables import Member, Status
from bot.ratings.ladder import Rating, rated
from bot.ratings.periods import ALL_TIME
from bot.storage.schema import rating_changes, ratings, tables
from bot.storage.statistics import SqlStatistics
from bot.storage.store import SqlStore
from tests.storage.builders import (
    ANN,
    BEN,
    CEM,
    GUILD,
    NOVEMBER,
    OCTOBER,
    following,
    lobby,
    match_record,
    members,
    move,
    play,
    played,
    playing,
    ranked,
    round_record,
    seat_round,
)

DAN = CEM + 1


@pytest.fixture
def statistics(sql_store: SqlStore) -> SqlStatistics:
    return SqlStatistics(sql_store)


async def board(
    statistics: SqlStatistics, by: Criterion, period: str = ALL_TIME, *, page=0, own=ANN, guild=GUILD
):
    return await statistics.board(guild, by, period, page=page, asked_by=own)


async def places(statistics: SqlStatistics, by: Criterion, period: str = ALL_TIME, guild: int = GUILD):
    found = await board(statistics, by, period, guild=guild)
    return [(row.rank, row.user) for row in found.rows]


# --- Leaderboards ---------------------------------------------------------------------------------


async def test_nobody_has_played(statistics: SqlStatistics) -> None:
    for by in Criterion:
        found = await board(statistics, by)
        assert (found.rows, found.size, found.own) == ((), 0, None)


async def test_by_wins_and_level_people_share_a_place(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN)
    await play(sql_store, CEM, DAN)
    assert await places(statistics, Criterion.WINS) == [(1, ANN), (1, CEM), (3, BEN), (3, DAN)]
    await play(sql_store, CEM, ANN)
    assert await places(statistics, Criterion.WINS) == [(1, CEM), (2, ANN), (3, BEN), (3, DAN)]


async def test_fewer_matches_for_as_many_wins_are_better(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN)
    await play(sql_store, BEN, ANN)
    await play(sql_store, CEM, BEN)
    assert await places(statistics, Criterion.WINS) == [(1, CEM), (2, ANN), (3, BEN)]


async def test_shares_take_five_matches(sql_store, statistics) -> None:
    for _ in range(4):
        await play(sql_store, ANN, BEN)
    assert await places(statistics, Criterion.SHARE) == []
    await play(sql_store, BEN, ANN)
    assert await places(statistics, Criterion.SHARE) == [(1, ANN), (2, BEN)]
    own = (await board(statistics, Criterion.SHARE, own=BEN)).own
    assert (own.rank, own.tally.wins, own.tally.matches) == (2, 1.0, 5)


async def test_yanivs_assafs_and_streaks(sql_store, statistics) -> None:
    beaten = [
        round_record(1, seat_round(ANN, 0, called=True), seat_round(BEN, 5)),
        round_record(2, seat_round(ANN, 35, called=True, assafed=True), seat_round(BEN, 0, assafs=1)),
    ]
    await play(sql_store, ANN, BEN, rounds=beaten)
    await play(sql_store, ANN, BEN)
    await play(sql_store, BEN, ANN)
    await play(sql_store, ANN, BEN)
    assert await places(statistics, Criterion.YANIVS) == [(1, ANN), (2, BEN)]
    assert await places(statistics, Criterion.ASSAFS) == [(1, BEN)]
    assert await places(statistics, Criterion.STREAK) == [(1, ANN), (2, BEN)]
    first = (await board(statistics, Criterion.STREAK)).rows[0].tally
    assert (first.longest_streak, first.wins, first.yanivs, first.assafs_taken) == (2, 3.0, 3, 1)


async def test_fewest_points_a_round_take_ten_rounds(sql_store, statistics) -> None:
    many = [round_record(n, seat_round(ANN, 9), seat_round(BEN, 4)) for n in range(1, 10)]
    await play(sql_store, ANN, BEN, rounds=many)
    assert await places(statistics, Criterion.AVERAGE) == []
    await play(sql_store, ANN, BEN)
    assert await places(statistics, Criterion.AVERAGE) == [(1, BEN), (2, ANN)]


async def test_periods_hold_what_happened_in_them(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN, at=OCTOBER)
    await play(sql_store, ANN, BEN, at=OCTOBER)
    await play(sql_store, BEN, ANN, at=NOVEMBER)
    assert await places(statistics, Criterion.WINS, "2026-11") == [(1, BEN), (2, ANN)]
    assert await places(statistics, Criterion.WINS, "2026-10") == [(1, ANN), (2, BEN)]
    assert await places(statistics, Criterion.WINS, "2026-Q4") == [(1, ANN), (2, BEN)]
    assert await places(statistics, Criterion.WINS, "2026-09") == []
    streak = (await board(statistics, Criterion.STREAK, "2026-10")).rows[0]
    assert (streak.user, streak.tally.longest_streak) == (ANN, 2)


async def test_pages_and_the_own_row_wherever_it_is(sql_store, statistics) -> None:
    for user in range(100, 112):
        await play(sql_store, user, BEN)
    first = await board(statistics, Criterion.WINS, own=BEN)
    assert first.size == 13
    assert [row.user for row in first.rows] == list(range(100, 110))
    assert (first.own.user, first.own.rank, first.own.name) == (BEN, 13, f"name{BEN}")
    second = await board(statistics, Criterion.WINS, page=1, own=ANN)
    assert [row.user for row in second.rows] == [110, 111, BEN]
    assert second.own is None


async def test_who_has_too_few_matches_sees_his_row_without_a_place(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN)
    found = await board(statistics, Criterion.RATING)
    assert (found.rows, found.size) == ((), 0)
    assert (found.own.rank, found.own.rated.matches, found.own.rated.is_provisional) == (None, 1, True)


async def test_no_server_sees_anothers_people(sql_store, statistics) -> None:
    for _ in range(6):
        await play(sql_store, ANN, BEN)
        await play(sql_store, CEM, ANN, guild=GUILD + 1)
    for by in Criterion:
        at_home = {row.user for row in (await board(statistics, by)).rows}
        abroad = {row.user for row in (await board(statistics, by, guild=GUILD + 1)).rows}
        assert CEM not in at_home
        assert BEN not in abroad
        assert (await board(statistics, by, own=CEM)).own is None
    at_home, abroad = [await statistics.profile(guild, ANN) for guild in (GUILD, GUILD + 1)]
    assert (at_home.tally.wins, abroad.tally.wins) == (6, 0)
    assert at_home.people.shown > 1000 > abroad.people.shown
    assert ([each.name for each in at_home.company], [each.name for each in abroad.company]) == (
        [f"name{BEN}"],
        [f"name{CEM}"],
    )
    assert await statistics.profile(GUILD, CEM) is None
    assert await statistics.head_to_head(GUILD, ANN, CEM) is None
    assert await statistics.head_to_head(GUILD + 1, ANN, BEN) is None
    champions, _ = await statistics.champions(GUILD + 1, "monthly", "2027-01", page=0)
    assert [champion.user for champion in champions] == [CEM]


@pytest.mark.parametrize("winners", [2, 3, 7, 10])
async def test_shared_wins_add_up_exactly(sql_store, statistics, winners: int) -> None:
    """n times one n-th is one win, no hair less: it ties with a lone win and goes by matches."""
    together = range(100, 100 + winners)
    for _ in range(winners):
        await played(sql_store, [], match_record(*((user, 1 / winners) for user in together)))
    await played(sql_store, [], match_record((ANN, 1.0)))
    first, *others = (await board(statistics, Criterion.WINS)).rows
    assert (first.user, first.tally.wins, first.tally.matches) == (ANN, 1.0, 1)
    assert {(row.tally.wins, row.tally.matches) for row in others} == {(1.0, winners)}


async def test_computers_are_on_no_leaderboard(sql_store, statistics) -> None:
    await played(
        sql_store,
        [round_record(1, seat_round(ANN, 3), seat_round(None, 1, called=True), seat_round(None, 2))],
        match_record((ANN, 0.0), (None, 0.5), (None, 0.5)),
        members=(*members(ANN), Member("Robo", level="easy"), Member("Robi", level="easy")),
    )
    assert [row.user for row in (await board(statistics, Criterion.WINS)).rows] == [ANN]


async def test_rounds_of_a_stopped_match_count_for_its_people_but_rank_nobody(sql_store, statistics) -> None:
    await played(sql_store, [round_record(1, seat_round(ANN, 5, called=True))], None)
    assert (await board(statistics, Criterion.WINS)).rows == ()
    profile = await statistics.profile(GUILD, ANN)
    assert profile is not None
    tally = profile.tally
    assert (tally.matches, tally.wins, tally.rounds, tally.points, tally.yanivs) == (0, 0.0, 1, 5, 1)


async def test_somebody_who_only_sat_in_a_lobby_has_no_record(sql_store, statistics) -> None:
    await playing(sql_store, members=members(ANN, BEN))
    assert await statistics.profile(GUILD, ANN) is None


async def test_the_name_is_the_one_last_seen_at_a_table(sql_store, statistics) -> None:
    old = await playing(sql_store, members=(Member("Ann", ANN), Member("Ben", BEN)))
    await played(sql_store, [], match_record((ANN, 1.0)), members=(Member("Anna", ANN),))
    # The old table goes on under the old name, which is no news.
    over = following(
        old, status=Status.OVER, members=(Member("Ann", ANN, missed=1), Member("Ben", BEN, missed=2))
    )
    await sql_store.commit(Commit(over, match=match_record((ANN, 0.0), (BEN, 1.0))))
    rows = (await board(statistics, Criterion.WINS)).rows
    assert {row.user: row.name for row in rows} == {ANN: "Anna", BEN: "Ben"}


# --- Seasons --------------------------------------------------------------------------------------


async def test_champions_of_the_seasons_that_are_over(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN, at=OCTOBER)
    await play(sql_store, BEN, CEM, at=NOVEMBER)
    await play(sql_store, CEM, BEN, at=NOVEMBER)
    await play(sql_store, CEM, BEN, at=NOVEMBER)
    won_in_october = Champion("2026-10", ANN, f"name{ANN}", 1.0, 1)
    won_in_november = Champion("2026-11", CEM, f"name{CEM}", 2.0, 3)
    monthly = await statistics.champions(GUILD, "monthly", "2026-12", page=0)
    assert monthly == ([won_in_november, won_in_october], 2)
    assert await statistics.champions(GUILD, "monthly", "2026-11", page=0) == ([won_in_october], 1)
    assert await statistics.champions(GUILD, "quarterly", "2026-Q4", page=0) == ([], 0)
    ((quarter,), _) = await statistics.champions(GUILD, "quarterly", "2027-Q1", page=0)
    assert (quarter.period, quarter.user) == ("2026-Q4", CEM)


async def test_level_champions_share_a_season(sql_store, statistics) -> None:
    await play(sql_store, ANN, BEN, at=OCTOBER)
    await play(sql_store, CEM, DAN, at=OCTOBER)
    found, _ = await statistics.champions(GUILD, "monthly", "2026-11", page=0)
    assert [champion.user for champion in found] == [ANN, CEM]


# --- Ratings --------------------------------------------------------------------------------------


async def stored_ratings(
    store: SqlStore, ladder: str = "people", period: str = ALL_TIME
) -> dict[int, Rating]:
    async def look(connection):
        query = select(ratings).where(ratings.c.ladder == ladder, ratings.c.period == period)
        return {row.user_id: Rating(row.mu, row.sigma) for row in await connection.execute(query)}

    return await store.read(look)


async def test_ratings_are_those_of_the_matches_in_their_order(sql_store, statistics) -> None:
    matches = [(ANN, BEN, CEM), (CEM, ANN), (DAN, BEN, ANN, CEM), (ANN, DAN)]
    expected: dict[int, Rating] = {}
    for users in matches:
        await play(sql_store, *users)
        expected |= rated(ranked(*users).seats, expected)
    assert await stored_ratings(sql_store) == expected
    profile = await statistics.profile(GUILD, ANN)
    assert profile.people.shown == expected[ANN].shown == profile.curve[-1]
    assert (len(profile.curve), profile.people.matches) == (4, 4)


async def test_matches_with_computers_have_a_ladder_of_their_own(sql_store, statistics) -> None:
    await play(sql_store, ANN, None, BEN)
    assert await stored_ratings(sql_store) == {}
    assert set(await stored_ratings(sql_store, "computers")) == {ANN, BEN}
    profile = await statistics.profile(GUILD, ANN)
    assert profile.people is None
    assert profile.computers.matches == 1


async def test_a_season_keeps_the_ratings_of_its_end(sql_store) -> None:
    await play(sql_store, ANN, BEN, at=OCTOBER)
    october = await stored_ratings(sql_store)
    await play(sql_store, BEN, ANN, at=NOVEMBER)
    assert await stored_ratings(sql_store, period="2026-10") == october
    assert await stored_ratings(sql_store, period="2026-11") == await stored_ratings(sql_store) != october


async def test_whoever_leaves_a_match_with_computers_is_behind_them(sql_store, statistics) -> None:
    table = await playing(sql_store, members=(*members(ANN), Member("Robo", None, "normal")))
    gone = (replace(table.members[0], gone=True), table.members[1])
    stopped = following(table, status=Status.STOPPED, members=gone, deadline=None)
    await sql_store.commit(Commit(stopped, moves=(move(1, leave=True),)))
    assert (await stored_ratings(sql_store, "computers"))[ANN].mu < 25
    assert await places(statistics, Criterion.WINS) == []


async def test_a_match_that_was_stopped_changes_no_rating(sql_store) -> None:
    table = await playing(sql_store, members=(*members(ANN), Member("Robo", None, "normal")))
    await sql_store.commit(Commit(following(table, status=Status.STOPPED, deadline=None)))
    lobby_left = await sql_store.create_table(lobby())
    await sql_store.commit(Commit(following(lobby_left, status=Status.STOPPED, members=())))
    assert await stored_ratings(sql_store, "computers") == {}


async def test_matches_that_end_at_once_lose_nothing(sql_store) -> None:
    """Every match is rated from the ratings that the match before it left."""
    users = [ANN, BEN, CEM, DAN]
    open_tables = [await playing(sql_store, members=members(*users)) for _ in range(12)]
    await asyncio.gather(
        *(
            sql_store.commit(
                Commit(
                    following(table, status=Status.OVER, deadline=None),
                    rounds=(round_record(1, *(seat_round(user) for user in reversed(users))),),
                    match=ranked(*users[n % 4 :], *users[: n % 4]),
                )
            )
            for n, table in enumerate(open_tables)
        )
    )

    async def look(connection):
        query = select(tables.c.id, tables.c.match_number).order_by(tables.c.match_number)
        return (await connection.execute(query)).all()

    order = await sql_store.read(look)
    assert [row.match_number for row in order] == list(range(1, 13))
    expected: dict[int, Rating] = {}
    places_of = {table.id: n % 4 for n, table in enumerate(open_tables)}
    for row in order:
        first = places_of[row.id]
        expected |= rated(ranked(*users[first:], *users[:first]).seats, expected)
    assert await stored_ratings(sql_store) == expected

    async def count(connection):
        return len((await connection.execute(select(rating_changes))).all())

    assert await sql_store.read(count) == 48
