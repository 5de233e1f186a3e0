"""Statistics, ratings and achievements rebuilt from the stored moves are those that were written live."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select, text
from typer.testing import CliRunner

from bot.cli.app import app
from bot.manager.requests import LeaveTable
from bot.manager.retelling import results_of
from bot.ports.store import GuildSettings
from bot.ports.tables import Status
from bot.storage.engine import open_store
from bot.storage.rebuild import rebuild
from bot.storage.schema import metadata
from bot.storage.store import SqlStore
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, GUILD, QUICK, House, accepted
from tests.storage.conftest import new_database, postgresql

__all__ = ["postgresql"]
RESULTS = (
    "rounds",
    "seat_rounds",
    "seat_matches",
    "tallies",
    "ratings",
    "rating_changes",
    "achievements",
    "match_counts",
)
TEAMS = QUICK | {"teams": 2}


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request, tmp_path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3"
    return await new_database(request.getfixturevalue("postgresql"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[SqlStore]:
    opened = await open_store(address)
    yield opened
    await opened.close()


async def contents(store: SqlStore) -> dict[str, list[tuple]]:
    """Every row of every table, in an order of their own."""

    async def look(connection):
        found = {}
        for name, table in metadata.tables.items():
            rows = (await connection.execute(select(table))).all()
            found[name] = sorted((tuple(row) for row in rows), key=repr)
        return found

    return await store.read(look)


async def play_a_lot(store: SqlStore) -> None:
    """Matches of people, with computers, in teams, given up, stopped, and one that goes on."""
    house = House(seed=11)
    house.store = store
    house.manager = house._manager()

    async def rules(**chosen):
        await store.save_guild_settings(GuildSettings(GUILD, rules=chosen))

    await rules(**QUICK)
    for people in ((ANN, BEN, CEM), (CEM, ANN), (BEN, DAN, ANN), (DAN, CEM)):
        await house.play_out(await house.match(*people))
        house.clock.advance(20 * 24 * 60 * 60)
    for level in ("normal", "easy"):
        await house.play_out(await house.match(ANN, BEN, computers=1, level=level))
    await rules(**TEAMS)
    await house.play_out(await house.match(ANN, BEN, CEM, DAN))
    await rules(**QUICK)
    left = await house.match(ANN, BEN, CEM)
    accepted(await house.manager.submit(LeaveTable(left, BEN)))
    await house.play_out(left)
    given_up = await house.match(DAN, computers=1)
    accepted(await house.manager.submit(LeaveTable(given_up, DAN)))
    going_on = await house.match(ANN, DAN, channel=CHANNEL + 1)
    while house.table(going_on).view.round < 2:
        await house.move(going_on)
    assert house.table(given_up).status is Status.STOPPED


async def test_the_rebuilt_results_are_those_that_were_written_live(store: SqlStore) -> None:
    await play_a_lot(store)
    before = await contents(store)
    assert all(before[name] for name in RESULTS)
    done = await rebuild(store, results_of)
    after = await contents(store)
    assert {name: after[name] == before[name] for name in before} == dict.fromkeys(before, True)
    assert (done.tables, done.matches, done.broken) == (10, 8, ())
    assert done.rounds == len(before["rounds"])


async def test_whatever_was_spoilt_is_as_it_was(store: SqlStore) -> None:
    await play_a_lot(store)
    before = await contents(store)

    async def spoil(connection):
        for statement in (
            "DELETE FROM achievements WHERE user_id = 1",
            "DELETE FROM tallies WHERE user_id < 3",
            "UPDATE ratings SET mu = 99",
            "DELETE FROM rating_changes",
            "UPDATE seat_rounds SET points = points + 7, others_points = 0",
            "UPDATE seat_matches SET win_parts = 2520, team = NULL",
            "DELETE FROM rounds WHERE number = 1",
            "UPDATE match_counts SET ended = 1000",
        ):
            await connection.execute(text(statement))

    await store.write(spoil)
    assert await contents(store) != before
    await rebuild(store, results_of)
    assert await contents(store) == before


async def test_who_was_forgotten_stays_forgotten(store: SqlStore) -> None:
    await play_a_lot(store)
    await rebuild(store, results_of)

    async def end(connection):
        await connection.execute(text("UPDATE tables SET status = 'stopped' WHERE status = 'playing'"))

    await store.write(end)
    assert await store.forget_person(BEN, -77)
    before = await contents(store)
    await rebuild(store, results_of)
    assert await contents(store) == before
    assert not any(BEN in row[:3] for row in before["tallies"] + before["ratings"] + before["achievements"])


async def test_a_table_whose_moves_make_no_sense_keeps_its_results(store: SqlStore) -> None:
    await play_a_lot(store)
    before = await contents(store)

    async def spoil(connection):
        await connection.execute(text("DELETE FROM moves WHERE table_id = 1 AND number = 2"))

    await store.write(spoil)
    done = await rebuild(store, results_of)
    assert done.broken == (1,)
    after = await contents(store)
    for name in ("rounds", "seat_rounds", "seat_matches", "ratings", "rating_changes"):
        assert after[name] == before[name]


def test_the_command(tmp_path, monkeypatch) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path}/yaniv.sqlite3"
    monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.setenv("DISCORD_TOKEN", "x")

    async def prepare():
        store = await open_store(address)
        await play_a_lot(store)
        before = await contents(store)
        await store.close()
        return before

    async def look():
        store = await open_store(address)
        found = await contents(store)
        await store.close()
        return found

    before = asyncio.run(prepare())
    done = CliRunner().invoke(app, ["database", "rebuild"])
    assert done.exit_code == 0
    assert "8 matches at 10 tables" in done.stdout
    assert asyncio.run(look()) == before
