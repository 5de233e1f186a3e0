"""Past matches: lists of them, their rounds, and results that nobody has been told yet."""

from dataclasses import replace

from bot.ports.store import Commit, FinishedTable, Store
from bot.ports.tables import Member
from tests.storage.builders import (
    ANN,
    BEN,
    CEM,
    GUILD,
    following,
    lobby,
    match_record,
    members,
    played,
    playing,
    round_record,
    seat_round,
)


async def over(store: Store, *people: int, at: float = 1_000_003.0, **changes) -> int:
    """A match of these people that has ended then; the first of them won."""
    places = [(user, float(number == 0)) for number, user in enumerate(people)]
    ended = replace(match_record(*places), at=at)
    return (await played(store, [], ended, members=members(*people), **changes)).id


async def test_finished_matches_are_listed_from_the_newest(store: Store) -> None:
    ids = [await over(store, ANN, BEN, at=at) for at in (30.0, 10.0, 20.0, 30.0)]
    listed = await store.finished_tables(GUILD, offset=0, limit=10)
    assert [table.id for table in listed] == [ids[3], ids[0], ids[2], ids[1]]
    assert listed[0] == FinishedTable(
        id=ids[3], ended_at=30.0, members=members(ANN, BEN), ranks=(1, 2), totals=(9, 9), rounds=1
    )
    assert await store.finished_tables(GUILD, offset=1, limit=2) == listed[1:3]
    assert await store.finished_tables(GUILD, offset=4, limit=2) == []
    assert await store.finished_count(GUILD) == 4


async def test_a_person_finds_his_own_matches(store: Store) -> None:
    await over(store, ANN, BEN)
    his = await over(store, ANN, CEM)
    (listed,) = await store.finished_tables(GUILD, user=CEM, offset=0, limit=10)
    assert (listed.id, [member.user for member in listed.members]) == (his, [ANN, CEM])
    assert [await store.finished_count(GUILD, user) for user in (ANN, BEN, CEM, 7)] == [2, 1, 1, 0]


async def test_nobody_sees_the_matches_of_another_server(store: Store) -> None:
    await over(store, ANN, BEN, guild=GUILD + 1)
    for user in (None, ANN):
        assert await store.finished_tables(GUILD, user=user, offset=0, limit=10) == []
        assert await store.finished_count(GUILD, user) == 0


async def test_what_was_not_played_to_its_end_is_not_listed(store: Store) -> None:
    await store.create_table(lobby())
    await playing(store)
    await played(store, [round_record(1, seat_round(ANN))], None)
    assert await store.finished_tables(GUILD, offset=0, limit=10) == []


async def test_a_list_names_computers_leavers_and_latecomers(store: Store) -> None:
    there = (
        Member("Ann", ANN),
        Member("Robo", level="easy"),
        Member("Ben", BEN, gone=True),
        Member("Cem", CEM, since=3),
    )
    await played(
        store, [], match_record((ANN, 1.0), (None, 0.0), (BEN, 0.0), (CEM, 0.0)), members=there, message=4
    )
    (listed,) = await store.finished_tables(GUILD, offset=0, limit=10)
    assert listed.members == there


async def test_the_rounds_of_a_match_come_back_in_order(store: Store) -> None:
    first = round_record(1, seat_round(ANN, 0, called=True, assafs=1), seat_round(None, 12, halved=True))
    second = replace(round_record(2, seat_round(ANN, 30, assafed=True), seat_round(None, 0)), at=5.0)
    table = await played(store, [second, first], None)
    await played(store, [round_record(1, seat_round(BEN))], None)
    assert await store.rounds_of(table.id) == [first, second]
    for unknown in (0, -1, 999, 2**63):
        assert await store.rounds_of(unknown) == []


async def test_results_that_were_never_told_are_recovered_for_a_while(store: Store) -> None:
    ended = replace(match_record((ANN, 1.0), (BEN, 0.0)), at=1000.0)
    untold, told = [await played(store, [], ended, channel=channel) for channel in (1, 2)]
    stopped = await played(store, [], None, channel=3)
    running = await playing(store, channel=4)
    await store.set_announced(told.id, told.round)

    async def recovered(**asked) -> list[int]:
        return [stored.table.id for stored in await store.open_tables(**asked)]

    assert stopped.announced < stopped.round
    assert await recovered() == [running.id]
    assert await recovered(ended_since=1000.0) == [untold.id, running.id]
    assert await recovered(ended_since=1000.5) == [running.id]
    assert await recovered(ended_since=0.0, guilds=frozenset({GUILD})) == [untold.id, running.id]
    assert await recovered(ended_since=0.0, guilds=frozenset({GUILD + 1})) == []


async def test_who_waits_and_who_wants_to_leave_comes_back(store: Store) -> None:
    table = await playing(store)
    waiting = (Member("Cem", CEM), Member("Dan", 4))
    leaving = (Member("Ann", ANN, leaving=True), *members(BEN))
    table = following(table, members=leaving, waiting=waiting)
    await store.commit(Commit(table))
    (stored,) = await store.open_tables()
    assert stored.table == table
    seated = (*leaving, Member("Cem", CEM, since=2))
    table = following(table, members=seated, waiting=waiting[1:], round=2)
    await store.commit(Commit(table))
    (stored,) = await store.open_tables()
    assert stored.table == table
    await store.commit(Commit(following(table, waiting=())))
    (stored,) = await store.open_tables()
    assert (stored.table.members, stored.table.waiting) == (seated, ())
