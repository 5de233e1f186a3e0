"""What is stored about somebody, and that it is gone when it is to be forgotten."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import select, text

from bot.ports.statistics import Criterion
from bot.ports.store import Commit, GuildSettings, PlayerSettings, Store
from bot.ports.tables import Member, Status
from bot.ratings.periods import ALL_TIME
from bot.storage.schema import metadata, rating_changes
from bot.storage.statistics import SqlStatistics
from bot.storage.store import SqlStore
from tests.storage.builders import (
    ANN,
    BEN,
    CEM,
    GUILD,
    following,
    lobby,
    match_record,
    members,
    move,
    play,
    playing,
    round_record,
    seat_round,
)

ALIAS = -(2**61)


async def a_match(store: Store, guild: int = GUILD) -> int:
    """Ann has beaten Ben in two rounds."""
    table = await playing(store, guild=guild, channel=guild)
    await store.commit(Commit(table := following(table), moves=(move(1), move(2, seat=1), move(3))))
    rounds = (
        round_record(1, seat_round(ANN, 0, called=True), seat_round(BEN, 30)),
        round_record(2, seat_round(ANN, 7), seat_round(BEN, 0, called=True, assafed=True)),
    )
    ended = match_record((ANN, 1.0), (BEN, 0.0))
    await store.commit(Commit(following(table, status=Status.OVER, round=2), rounds=rounds, match=ended))
    return table.id


async def test_a_person_gets_everything_that_is_stored_about_him(store: Store) -> None:
    table_id = await a_match(store)
    await store.save_player_settings(PlayerSettings(ANN, "he", text_cards=True))
    data = await store.personal_data(ANN)
    assert json.loads(json.dumps(data)) == data
    assert (data["user"], data["settings"]["language"]) == (str(ANN), "he")
    assert data["names"] == [{"guild": str(GUILD), "name": f"name{ANN}"}]
    (seat,) = data["tables"]
    assert seat == {
        "table": table_id,
        "guild": str(GUILD),
        "channel": str(GUILD),
        "status": "over",
        "opened_at": 1_000_000.25,
        "ended_at": 1_000_003.0,
        "is_host": True,
        "seat": 0,
        "name": f"name{ANN}",
        "has_left": False,
        "first_round": 1,
        "moves": 2,
    }
    assert [(ended["round"], ended["points"], ended["called"]) for ended in data["rounds"]] == [
        (1, 0, True),
        (2, 7, False),
    ]
    (match,) = data["matches"]
    assert (match["table"], match["rank"], match["share_of_win"]) == (table_id, 1, 1.0)


async def test_a_person_gets_the_course_of_his_rating(sql_store: SqlStore) -> None:
    first, second = await a_match(sql_store), await a_match(sql_store)
    data = await sql_store.personal_data(ANN)
    assert [change["table"] for change in data["rating_changes"]] == [first, second]
    assert data["rating_changes"][-1]["mean"] == data["ratings"][0]["mean"]


async def test_nobody_is_told_about_others(store: Store) -> None:
    await a_match(store)
    assert str(BEN) not in json.dumps(await store.personal_data(ANN))
    assert await store.personal_data(CEM) == {
        "user": str(CEM),
        "settings": None,
        "names": [],
        "tables": [],
        "rounds": [],
        "matches": [],
        "ratings": [],
        "rating_changes": [],
        "achievements": [],
    }


async def test_somebody_who_waits_for_a_seat_is_told_so(store: Store) -> None:
    await store.create_table(lobby(waiting=(Member("Cem", CEM),)))
    (seat,) = (await store.personal_data(CEM))["tables"]
    assert (seat["seat"], seat["name"], seat["is_host"]) == (None, "Cem", False)


async def test_who_is_forgotten_leaves_no_trace(store: Store) -> None:
    table_id = await a_match(store)
    await store.save_player_settings(PlayerSettings(ANN, "he"))
    changed = await store.forget_person(ANN, ALIAS)
    assert changed is not None
    assert changed >= 7
    assert await store.personal_data(ANN) == await store.personal_data(5) | {"user": str(ANN)}
    assert await store.player_settings(ANN) == PlayerSettings(ANN)
    stored = await store.load(table_id)
    assert stored is not None
    assert stored.table.members == (Member("", ALIAS), *members(BEN))
    assert stored.table.host == ALIAS
    assert stored.table.members[0].is_forgotten
    assert [seat.user for ended in await store.rounds_of(table_id) for seat in ended.seats] == [
        ALIAS,
        BEN,
    ] * 2
    assert await store.forget_person(ANN, ALIAS - 1) == 0


async def test_a_record_begins_anew_on_one_server_alone(store: Store) -> None:
    table_id, elsewhere = await a_match(store), await a_match(store, guild=GUILD + 1)
    await store.save_player_settings(PlayerSettings(ANN, "he"))
    before = await store.personal_data(ANN)
    assert await store.forget_person(ANN, ALIAS, GUILD)
    here, there = await store.load(table_id), await store.load(elsewhere)
    assert here is not None
    assert there is not None
    assert (here.table.members, here.table.host) == ((Member("", ALIAS), *members(BEN)), ALIAS)
    assert there.table.members == members(ANN, BEN)
    after = await store.personal_data(ANN)
    assert {row["guild"] for row in (*after["names"], *after["tables"])} == {str(GUILD + 1)}
    assert len(after["rounds"]) * 2 == len(before["rounds"])
    assert after["settings"] == before["settings"]
    assert await store.forget_person(ANN, ALIAS, GUILD) == 0


async def test_only_an_open_table_on_that_server_is_in_the_way_of_a_new_beginning(store: Store) -> None:
    await a_match(store)
    await playing(store, guild=GUILD + 1)
    assert await store.forget_person(ANN, ALIAS, GUILD + 1) is None
    assert await store.forget_person(ANN, ALIAS, GUILD)


async def test_no_table_of_the_database_names_the_forgotten(sql_store: SqlStore) -> None:
    await a_match(sql_store)
    await sql_store.save_player_settings(PlayerSettings(ANN))
    await sql_store.forget_person(ANN, ALIAS)
    for name in metadata.tables:
        rows = await sql_store._rows(text(f"SELECT * FROM {name}"))
        assert str(ANN) not in str(rows), name


async def test_the_others_results_stay_as_they_are(store: Store) -> None:
    table_id = await a_match(store)
    before = await store.personal_data(BEN)
    (listed,) = await store.finished_tables(GUILD, offset=0, limit=5)
    await store.forget_person(ANN, ALIAS)
    assert await store.personal_data(BEN) == before
    forgotten = replace(listed, members=(Member("", ALIAS), *members(BEN)))
    assert await store.finished_tables(GUILD, user=BEN, offset=0, limit=5) == [forgotten]
    assert len(await store.all_moves(table_id)) == 3


@pytest.mark.parametrize("waits", [False, True])
async def test_somebody_at_an_open_table_cannot_be_forgotten(store: Store, *, waits: bool) -> None:
    await a_match(store)
    there = {"waiting": (Member("Ann", ANN),)} if waits else {"members": (Member("Ann", ANN, gone=True),)}
    table = await playing(store, host=BEN, **there)
    before = await store.personal_data(ANN)
    assert await store.forget_person(ANN, ALIAS) is None
    assert await store.personal_data(ANN) == before
    await store.commit(Commit(following(table, status=Status.STOPPED)))
    assert await store.forget_person(ANN, ALIAS)


async def test_the_host_of_a_lobby_that_nobody_joined_is_forgotten_too(store: Store) -> None:
    table = await store.create_table(lobby(members=members(ANN)))
    await store.commit(Commit(following(table, status=Status.STOPPED, members=())))
    assert await store.forget_person(ANN, ALIAS) == 2
    stored = await store.load(table.id)
    assert stored is not None
    assert stored.table.host == ALIAS


async def test_a_server_that_removed_the_bot_is_marked_until_it_is_back(store: Store) -> None:
    await store.set_guild_removed(11, 100.0)
    await store.set_guild_removed(12, 50.0)
    await store.set_guild_removed(11, 900.0)
    assert await store.guilds_removed_before(100.0) == [12]
    assert await store.guilds_removed_before(100.5) == [12, 11]
    await store.set_guild_removed(12, None)
    await store.set_guild_removed(13, None)
    assert await store.guilds_removed_before(1e12) == [11]


async def test_a_server_is_forgotten_with_all_that_belongs_to_it(store: Store) -> None:
    here = [await a_match(store) for _ in range(3)]
    there = await a_match(store, GUILD + 1)
    for guild in (GUILD, GUILD + 1):
        await store.save_guild_settings(GuildSettings(guild, pace=2.0))
    await store.set_guild_removed(GUILD, 5.0)
    assert await store.forget_guild(GUILD) == 3
    assert [await store.load(table_id) for table_id in here] == [None] * 3
    assert await store.rounds_of(here[0]) == await store.all_moves(here[0]) == []
    assert await store.guild_settings(GUILD) == GuildSettings(GUILD)
    assert await store.finished_count(GUILD) == 0
    assert await store.guilds_removed_before(1e12) == []
    assert len(await store.all_moves(there)) == 3
    assert (await store.guild_settings(GUILD + 1)).pace == 2.0
    assert await store.finished_count(GUILD + 1) == 1
    assert await store.known_guilds() == [GUILD + 1]
    assert await store.forget_guild(GUILD) == 0


async def test_no_row_of_a_forgotten_server_is_left(sql_store: SqlStore) -> None:
    await a_match(sql_store)
    await sql_store.save_guild_settings(GuildSettings(GUILD))
    await sql_store.set_guild_removed(GUILD, 5.0)
    await sql_store.forget_guild(GUILD)
    left = {name: await sql_store._rows(text(f"SELECT * FROM {name}")) for name in metadata.tables}
    assert {name: rows for name, rows in left.items() if rows} == {}


async def test_servers_are_known_by_their_people_and_their_settings(store: Store) -> None:
    await store.create_table(lobby(guild=12))
    await store.save_guild_settings(GuildSettings(11))
    assert await store.known_guilds() == [11, 12]
    await store.set_guild_removed(12, 5.0)
    assert await store.known_guilds() == [11]


async def test_sums_are_forgotten_and_ratings_stay_nameless(sql_store: SqlStore) -> None:
    """Others were rated against him: their ratings must still follow from what is stored."""
    statistics = SqlStatistics(sql_store)
    for _ in range(2):
        await play(sql_store, ANN, BEN)
    before = await statistics.profile(GUILD, BEN)
    data = await sql_store.personal_data(ANN)
    assert [rating["matches"] for rating in data["ratings"]] == [2]
    assert "first_win" in {each["achievement"] for each in data["achievements"]}
    await sql_store.forget_person(ANN, ALIAS)
    assert await statistics.profile(GUILD, ANN) is None
    assert await statistics.profile(GUILD, ALIAS) is None
    after = await statistics.profile(GUILD, BEN)
    assert before is not None
    assert after == replace(before, company=())
    left = await statistics.board(GUILD, Criterion.WINS, ALL_TIME, page=0, asked_by=ALIAS)
    assert [row.user for row in left.rows] == [BEN]
    users = await sql_store.read(lambda connection: connection.execute(select(rating_changes.c.user_id)))
    assert set(users.scalars()) == {ALIAS, BEN}


async def test_a_forgotten_server_leaves_no_sums(sql_store: SqlStore) -> None:
    await play(sql_store, ANN, BEN)
    await play(sql_store, ANN, BEN, guild=GUILD + 1)
    await sql_store.forget_guild(GUILD)
    statistics = SqlStatistics(sql_store)
    assert await statistics.profile(GUILD, ANN) is None
    assert await statistics.profile(GUILD + 1, ANN) is not None
