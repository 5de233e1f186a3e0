"""The leaderboard's numbers, on every store."""

import pytest

from bot.ports.store import Commit, PlayerStats, Store
from bot.ports.tables import Member, Status
from tests.storage.builders import (
    ANN,
    BEN,
    CEM,
    GUILD,
    following,
    match_record,
    members,
    played,
    playing,
    round_record,
    seat_round,
)

DAN = CEM + 1


async def leaderboard(store: Store, guild: int = GUILD) -> list[PlayerStats]:
    return await store.leaderboard(guild, offset=0, limit=100)


async def names(store: Store) -> list[int]:
    return [stats.user for stats in await leaderboard(store)]


async def test_all_figures_of_one_person(store: Store) -> None:
    await played(
        store,
        [
            round_record(1, seat_round(ANN, 0, called=True), seat_round(BEN, 12)),
            round_record(2, seat_round(ANN, 35, called=True, assafed=True), seat_round(BEN, 4, assafs=1)),
            round_record(3, seat_round(ANN, 7, assafs=1), seat_round(BEN, 31, called=True, assafed=True)),
            round_record(4, seat_round(ANN, 0, called=True, halved=True), seat_round(BEN, 3)),
        ],
        match_record((ANN, 1.0), (BEN, 0.0)),
        members=members(ANN, BEN),
    )
    ann = PlayerStats(
        user=ANN,
        name=f"name{ANN}",
        matches=1,
        wins=1.0,
        rounds=4,
        points=42,
        calls=3,
        yanivs=2,
        assafs_given=1,
        assafs_taken=1,
    )
    ben = PlayerStats(
        user=BEN,
        name=f"name{BEN}",
        matches=1,
        wins=0.0,
        rounds=4,
        points=50,
        calls=1,
        yanivs=0,
        assafs_given=1,
        assafs_taken=1,
    )
    assert await leaderboard(store) == [ann, ben]
    assert await store.player_stats(GUILD, ANN) == ann
    assert await store.player_stats(GUILD, BEN) == ben


async def test_wins_then_fewer_matches_then_fewer_points_a_round(store: Store) -> None:
    def one_round(*points: tuple[int, int]):
        return [round_record(1, *(seat_round(user, each) for user, each in points))]

    # Ann wins 2 of 3, Cem and Dan 1 of 2 (Dan with fewer points a round), Ben 1 of 3.
    for winner, loser in ((ANN, BEN), (ANN, CEM), (BEN, ANN), (CEM, DAN), (DAN, BEN)):
        points = {ANN: 5, BEN: 1, CEM: 30, DAN: 20}
        await played(
            store,
            one_round((winner, points[winner]), (loser, points[loser])),
            match_record((winner, 1.0), (loser, 0.0)),
        )
    assert await names(store) == [ANN, DAN, CEM, BEN]


async def test_complete_ties_keep_one_order_over_all_pages(store: Store) -> None:
    users = [DAN, ANN, CEM, BEN]
    for user in users:
        await played(store, [], match_record((user, 1.0)))
    pages = [
        [stats.user for stats in await store.leaderboard(GUILD, offset=offset, limit=2)]
        for offset in (0, 2, 4)
    ]
    assert pages == [[ANN, BEN], [CEM, DAN], []]
    assert await store.leaderboard_size(GUILD) == 4


async def test_a_person_without_a_finished_round_comes_after_those_with_one(store: Store) -> None:
    await played(store, [], match_record((ANN, 1.0)))
    await played(store, [round_record(1, seat_round(BEN, 99))], match_record((BEN, 1.0)))
    assert await names(store) == [BEN, ANN]


@pytest.mark.parametrize("winners", range(2, 11))
async def test_shared_wins_add_up_exactly(store: Store, winners: int) -> None:
    """n times one n-th is one win, no hair less: it ties with a lone win and goes by matches."""
    together = range(100, 100 + winners)
    for _ in range(winners):
        await played(store, [], match_record(*((user, 1 / winners) for user in together)))
    await played(store, [], match_record((ANN, 1.0)))
    first, *others = await leaderboard(store)
    assert (first.user, first.wins, first.matches) == (ANN, 1.0, 1)
    assert {(stats.wins, stats.matches) for stats in others} == {(1.0, winners)}


async def test_a_share_is_a_part_of_a_win(store: Store) -> None:
    await played(store, [], match_record((ANN, 0.5), (BEN, 0.5), (CEM, 0.0)))
    await played(store, [], match_record((ANN, 1 / 3), (BEN, 1 / 3), (CEM, 1 / 3)))
    wins = {stats.user: stats.wins for stats in await leaderboard(store)}
    assert wins == {ANN: pytest.approx(5 / 6), BEN: pytest.approx(5 / 6), CEM: pytest.approx(1 / 3)}


async def test_computers_are_on_no_leaderboard(store: Store) -> None:
    await played(
        store,
        [round_record(1, seat_round(ANN, 3), seat_round(None, 1, called=True), seat_round(None, 2))],
        match_record((ANN, 0.0), (None, 0.5), (None, 0.5)),
        members=(*members(ANN), Member("Robo", level="easy"), Member("Robi", level="easy")),
    )
    assert await names(store) == [ANN]
    assert await store.leaderboard_size(GUILD) == 1


async def test_no_server_sees_anothers_results(store: Store) -> None:
    await played(
        store,
        [round_record(1, seat_round(ANN, 5, called=True))],
        match_record((ANN, 1.0), (BEN, 0.0)),
        members=(Member("Ann at home", ANN), Member("Ben", BEN)),
    )
    await played(
        store,
        [round_record(1, seat_round(ANN, 7)), round_record(2, seat_round(ANN, 8))],
        match_record((CEM, 1.0), (ANN, 0.0)),
        guild=GUILD + 1,
        members=(Member("Cem", CEM), Member("Ann abroad", ANN)),
    )
    at_home, abroad = [
        {stats.user: stats for stats in await leaderboard(store, guild)} for guild in (GUILD, GUILD + 1)
    ]
    assert set(at_home) == {ANN, BEN}
    assert set(abroad) == {ANN, CEM}
    assert (at_home[ANN].name, at_home[ANN].wins, at_home[ANN].points) == ("Ann at home", 1.0, 5)
    assert (abroad[ANN].name, abroad[ANN].wins, abroad[ANN].points) == ("Ann abroad", 0.0, 15)
    assert await store.player_stats(GUILD, CEM) is None
    assert await store.player_stats(GUILD + 1, BEN) is None
    assert await leaderboard(store, GUILD + 2) == []


async def test_rounds_of_a_stopped_match_count_for_its_people_but_rank_nobody(store: Store) -> None:
    await played(store, [round_record(1, seat_round(ANN, 5, called=True))], None)
    assert await leaderboard(store) == []
    assert await store.leaderboard_size(GUILD) == 0
    ann = await store.player_stats(GUILD, ANN)
    assert ann is not None
    assert (ann.matches, ann.wins, ann.rounds, ann.points, ann.yanivs) == (0, 0.0, 1, 5, 1)


async def test_somebody_who_only_sat_in_a_lobby_has_no_record(store: Store) -> None:
    await playing(store, members=members(ANN, BEN))
    assert await store.player_stats(GUILD, ANN) is None


async def test_the_name_is_the_one_last_seen_at_a_table(store: Store) -> None:
    old = await playing(store, members=(Member("Ann", ANN), Member("Ben", BEN)))
    await played(store, [], match_record((ANN, 1.0)), members=(Member("Anna", ANN),))
    # The old table goes on under the old name, which is no news.
    over = following(
        old, status=Status.OVER, members=(Member("Ann", ANN, missed=1), Member("Ben", BEN, missed=2))
    )
    await store.commit(Commit(over, match=match_record((ANN, 0.0), (BEN, 1.0))))
    shown = {stats.user: stats.name for stats in await leaderboard(store)}
    assert shown == {ANN: "Anna", BEN: "Ben"}
