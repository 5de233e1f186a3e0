"""What every store does, the one in memory included: saving, guarding, finding again."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.store import (
    Commit,
    DatabaseError,
    GuildSettings,
    StaleVersionError,
    Store,
    StoredTable,
)
from bot.ports.tables import Member, Status
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
    playing,
    round_record,
    seat_round,
)


async def found(store: Store, table_id: int) -> StoredTable:
    stored = await store.load(table_id)
    assert stored is not None
    return stored


async def test_a_new_table_gets_an_id_of_its_own_and_is_found_as_it_was(store: Store) -> None:
    first = await store.create_table(lobby())
    second = await store.create_table(lobby(channel=1002, members=()))
    assert first.id != second.id
    assert replace(first, id=0) == lobby()
    assert await store.load(first.id) == StoredTable(first, ())
    assert await store.load(second.id) == StoredTable(second, ())


async def test_an_unknown_table_is_none(store: Store) -> None:
    await store.create_table(lobby())
    for table_id in (0, -1, 999, 2**63, 10**40):
        assert await store.load(table_id) is None
        assert await store.all_moves(table_id) == []


async def test_a_commit_changes_the_table_and_keeps_its_moves(store: Store) -> None:
    table = await playing(store)
    turn = following(
        table,
        host=BEN,
        language="de",
        deadline=None,
        starts_with=4,
        clock=0,
        checkpoint={"totals": [3, 4], "dealer": 1},
        members=(Member("Ann", ANN, "easy", missed=2), Member("Ben", BEN, gone=True)),
    )
    await store.commit(Commit(turn, moves=(move(1), move(2, seat=1, call=True))))
    assert await store.load(table.id) == StoredTable(turn, (move(1), move(2, seat=1, call=True)))


async def test_members_come_and_go(store: Store) -> None:
    table = await store.create_table(lobby(members=members(ANN)))
    for seated in (
        (*members(ANN), Member("Robo", level="easy")),
        (*members(BEN, CEM), Member("Robo", level="hard")),
        members(CEM),
        (),
        members(ANN, CEM),
    ):
        table = following(table, members=seated)
        await store.commit(Commit(table))
        assert (await found(store, table.id)).table.members == seated


async def test_only_the_running_rounds_moves_come_with_a_table_but_all_are_kept(store: Store) -> None:
    table = await playing(store)
    await store.commit(Commit(table := following(table), moves=(move(1), move(2))))
    table = following(table, round=2, checkpoint={"totals": [0, 12]})
    await store.commit(Commit(table, moves=(move(3, call=True),), rounds=(round_record(1),)))
    assert (await found(store, table.id)).moves == ()
    await store.commit(Commit(table := following(table), moves=(move(4, 2), move(5, 2))))
    assert (await found(store, table.id)).moves == (move(4, 2), move(5, 2))
    assert [each.number for each in await store.all_moves(table.id)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("version", [0, 1, 3, 40])
async def test_another_version_is_stale_and_writes_nothing(store: Store, version: int) -> None:
    table = await playing(store)
    before = await found(store, table.id)
    late = replace(table, version=version, status=Status.OVER, members=members(CEM))
    change = Commit(
        late,
        moves=(move(1),),
        rounds=(round_record(1, seat_round(ANN)),),
        match=match_record((ANN, 1.0), (BEN, 0.0)),
    )
    with pytest.raises(StaleVersionError):
        await store.commit(change)
    assert await found(store, table.id) == before
    assert await store.all_moves(table.id) == []
    data = await store.personal_data(ANN)
    assert data["rounds"] == data["matches"] == []


async def test_a_table_that_was_never_stored_is_stale(store: Store) -> None:
    with pytest.raises(StaleVersionError):
        await store.commit(Commit(lobby(id=7, version=1)))


async def test_of_commits_at_once_exactly_one_wins(store: Store) -> None:
    table = await playing(store)
    changes = [Commit(following(table, host=host), moves=(move(1, seat=host),)) for host in range(20)]
    results = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    won = [host for host, result in enumerate(results) if result is None]
    assert len(won) == 1
    assert [type(result) for result in results if result is not None] == [StaleVersionError] * 19
    stored = await found(store, table.id)
    assert stored.table.host == won[0]
    assert [each.seat for each in stored.moves] == won


async def test_tables_do_not_disturb_each_other(store: Store) -> None:
    first, second = [await playing(store, channel=channel) for channel in range(2)]

    async def play(table_number: int) -> None:
        table = (first, second)[table_number]
        for number in range(1, 11):
            table = following(table)
            await store.commit(Commit(table, moves=(move(number, seat=table_number),)))

    await asyncio.gather(play(0), play(1))
    assert [each.seat for each in await store.all_moves(first.id)] == [0] * 10
    assert [each.seat for each in await store.all_moves(second.id)] == [1] * 10


async def test_a_reader_sees_one_moment(store: Store) -> None:
    """A table and its moves come from the same commit, though they are separate queries."""
    table = await playing(store)

    async def write() -> None:
        nonlocal table
        for number in range(1, 30):
            table = following(table)
            await store.commit(Commit(table, moves=(move(number),)))

    writing = asyncio.create_task(write())
    while not writing.done():
        stored = await store.load(table.id)
        assert stored is not None
        assert stored.table.version - 1 == len(stored.moves)
    await writing


async def test_a_row_that_fails_in_the_middle_leaves_nothing(store: Store) -> None:
    table = await playing(store)
    await store.commit(Commit(table := following(table), moves=(move(1),)))
    before = await found(store, table.id)
    broken = Commit(
        following(table, status=Status.OVER, members=members(CEM, ANN)),
        moves=(move(2), move(1)),
        rounds=(round_record(1, seat_round(ANN)),),
        match=match_record((ANN, 1.0), (BEN, 0.0)),
    )
    with pytest.raises(DatabaseError):
        await store.commit(broken)
    assert await found(store, table.id) == before
    assert await store.all_moves(table.id) == [move(1)]
    assert (await store.personal_data(ANN))["rounds"] == []
    await store.commit(Commit(following(table), moves=(move(2),)))


async def test_a_round_recorded_twice_leaves_nothing(store: Store) -> None:
    table = await playing(store)
    once = round_record(1, seat_round(ANN, points=5))
    await store.commit(Commit(table := following(table), rounds=(once,)))
    with pytest.raises(DatabaseError):
        await store.commit(Commit(following(table), moves=(move(1),), rounds=(once,)))
    assert await store.all_moves(table.id) == []
    assert [ended["points"] for ended in (await store.personal_data(ANN))["rounds"]] == [5]


async def test_message_and_announcement_leave_the_version_alone(store: Store) -> None:
    table = await playing(store)
    await store.set_message(table.id, 2002, 3003)
    await store.set_announced(table.id, 4)
    moved = replace(table, channel=2002, message=3003, announced=4)
    assert (await found(store, table.id)).table == moved
    await store.set_message(table.id, 2002, None)
    assert (await found(store, table.id)).table == replace(moved, message=None)


async def test_a_commit_does_not_undo_what_was_sent_meanwhile(store: Store) -> None:
    table = await playing(store)
    await store.set_message(table.id, 2002, 3003)
    await store.set_announced(table.id, 1)
    await store.commit(Commit(following(table, message=None, channel=1, announced=0)))
    stored = (await found(store, table.id)).table
    assert (stored.version, stored.channel, stored.message, stored.announced) == (2, 2002, 3003, 1)


async def test_a_message_of_an_unknown_table_is_nothing(store: Store) -> None:
    await store.set_message(77, 1, 2)
    await store.set_announced(77, 1)
    assert await store.load(77) is None


async def test_open_tables_are_those_in_the_lobby_and_at_play(store: Store) -> None:
    in_lobby = await store.create_table(lobby(members=()))
    at_play = await playing(store)
    await store.commit(Commit(at_play := following(at_play), moves=(move(1), move(2))))
    for ended in (Status.OVER, Status.STOPPED):
        await store.commit(Commit(following(await playing(store), status=ended), moves=(move(1),)))
    assert await store.open_tables() == [
        StoredTable(in_lobby, ()),
        StoredTable(at_play, (move(1), move(2))),
    ]


async def test_open_tables_of_some_servers_only(store: Store) -> None:
    ids = {guild: (await playing(store, guild=guild)).id for guild in (11, 12, 13)}

    async def listed(guilds: frozenset[int] | None) -> list[int]:
        return [stored.table.id for stored in await store.open_tables(guilds)]

    assert await listed(None) == [ids[11], ids[12], ids[13]]
    assert await listed(frozenset({13, 11, 99})) == [ids[11], ids[13]]
    assert await listed(frozenset()) == []
    assert await listed(frozenset(range(40_000))) == [ids[11], ids[12], ids[13]]


async def test_a_finished_table_can_still_be_loaded(store: Store) -> None:
    table = await playing(store)
    over = following(table, status=Status.OVER)
    await store.commit(Commit(over, moves=(move(1),), match=match_record((ANN, 1.0), (BEN, 0.0))))
    assert await store.load(table.id) == StoredTable(over, (move(1),))


async def test_a_server_that_never_set_anything_has_the_defaults(store: Store) -> None:
    assert await store.guild_settings(GUILD) == GuildSettings(GUILD)


async def test_settings_come_back_and_can_be_changed(store: Store) -> None:
    first = GuildSettings(
        GUILD, {"preset": "quick", "call_limit": 5, "teams": None}, "de", turn_seconds=None, pace=0.5
    )
    second = GuildSettings(GUILD, {"preset": "yanef"}, turn_seconds=30)
    for settings in (first, second):
        await store.save_guild_settings(settings)
        assert await store.guild_settings(GUILD) == settings
    assert await store.guild_settings(GUILD + 1) == GuildSettings(GUILD + 1)


async def test_what_was_stored_is_a_copy(store: Store) -> None:
    rules = {"preset": "classic"}
    table = await store.create_table(lobby(rules=rules))
    await store.save_guild_settings(GuildSettings(GUILD, rules))
    rules["preset"] = "quick"
    for _ in range(2):
        stored, settings = (await found(store, table.id)).table, await store.guild_settings(GUILD)
        assert stored.rules == settings.rules == {"preset": "classic"}
        stored.rules["preset"] = settings.rules["preset"] = "yanef"


@pytest.mark.parametrize(
    "name", ["", "**Ann**", "@everyone", "\u202egnirts", "'; DROP TABLE seats; --", "🃏" * 32, "名前"]
)
async def test_any_name_comes_back_unchanged(store: Store, name: str) -> None:
    table = await store.create_table(lobby(members=(Member(name, ANN),)))
    assert (await found(store, table.id)).table.members == (Member(name, ANN),)


async def test_json_keeps_every_text(store: Store) -> None:
    odd = {"nul": "\0", "quote": "'\"", "deep": [{"a": [None, True, 1.5, -3]}], "surrogate": "\ud800"}
    table = await store.create_table(lobby(rules=odd))
    assert (await found(store, table.id)).table.rules == odd


async def test_only_a_server_is_shared_with_other_processes(sql_store: SqlStore) -> None:
    assert sql_store.is_shared == ("postgresql" in sql_store._where)


async def test_a_crowd_of_readers_leaves_room_for_a_writer(sql_store: SqlStore) -> None:
    """However many ask at once, and however long they take, a move is written."""
    table = await playing(sql_store)
    go_on = asyncio.Event()

    async def read_for_long(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("SELECT 1")
        await go_on.wait()

    crowd = [asyncio.create_task(sql_store.read(read_for_long)) for _ in range(40)]
    await asyncio.sleep(0)
    await sql_store.commit(Commit(following(table), moves=(move(1),)))
    assert not any(reader.done() for reader in crowd)
    go_on.set()
    await asyncio.gather(*crowd)
