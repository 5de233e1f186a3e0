"""Migrations: from nothing, twice, at once, killed half-way; and always what the schema says."""

import asyncio
import signal

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import IntegrityError

from bot.paths import data_file
from bot.ports.store import Commit, GuildSettings
from bot.ports.tables import Member
from bot.storage.connections import WRITES, create_engine
from bot.storage.engine import open_store
from bot.storage.errors import DatabaseTooNewError
from bot.storage.migrate import ADVISORY_LOCK, upgrade
from bot.storage.schema import metadata
from tests.storage.builders import following, lobby, move, playing
from tests.storage.processes import finish, run, start


async def look(url: str, question):
    """Ask something of a database, whatever its state."""
    engine = create_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(question)
    finally:
        await engine.dispose()


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    return list(compare_metadata(context, metadata))


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


async def test_migrations_from_empty_give_the_schema(database_url: str) -> None:
    assert await look(database_url, table_names) == set()
    assert await look(database_url, differences)
    await upgrade(database_url)
    assert await look(database_url, table_names) == {*metadata.tables, "alembic_version"}
    assert await look(database_url, differences) == []


async def test_migrating_again_changes_nothing(database_url: str) -> None:
    store = await open_store(database_url)
    table = await playing(store)
    await store.commit(Commit(following(table), moves=(move(1),)))
    before = await store.load(table.id)
    await store.close()
    await upgrade(database_url)
    store = await open_store(database_url)
    assert await store.load(table.id) == before
    await store.close()


async def test_processes_that_migrate_at_once_all_succeed(database_url: str) -> None:
    processes = [start("migrate", database_url) for _ in range(3)]
    assert [finish(process) for process in processes] == [(0, "", "")] * 3
    assert await look(database_url, differences) == []


@pytest.mark.parametrize("statements", [4, 9, 14])
async def test_a_migration_that_is_killed_leaves_nothing(database_url: str, statements: int) -> None:
    assert run("die_migrating", database_url, statements)[0] == -signal.SIGKILL
    assert await look(database_url, table_names) == set()
    store = await open_store(database_url)
    await store.create_table(lobby())
    await store.close()
    assert await look(database_url, differences) == []


async def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    await upgrade(database_url)

    def pretend(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()

    await look(database_url, pretend)
    with pytest.raises(DatabaseTooNewError, match="newer version"):
        await open_store(database_url)


async def test_a_row_without_its_table_is_refused(database_url: str) -> None:
    await upgrade(database_url)

    def orphan(connection: Connection) -> None:
        connection.execute(text("INSERT INTO rounds VALUES (77, 1, '{}', 0.0)"))

    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await look(database_url, orphan)


async def test_a_migration_waits_while_another_process_migrates(database_url: str) -> None:
    engine = create_engine(database_url)
    async with engine.execution_options(**WRITES).begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
        waiting = asyncio.create_task(upgrade(database_url))
        done, _ = await asyncio.wait([waiting], timeout=0.2)
        assert not done
    await waiting
    await engine.dispose()
    assert await look(database_url, differences) == []


LOBBY = (
    "id, guild_id, channel_id, host_id, language, status, rules, seed, version, round, announced, created_at"
)


async def test_a_match_stored_by_the_first_version_goes_on(database_url: str) -> None:
    engine = create_engine(database_url, migrating=True)
    async with engine.begin() as connection:
        await connection.run_sync(to_revision, "0001")
        for statement in (
            f"INSERT INTO tables ({LOBBY}) VALUES (7, 1, 2, 3, 'en', 'lobby', '{{0}}', 'ab', 1, 0, 0, 5.0)",
            "INSERT INTO seats VALUES (7, 0, 'Ann', 3, NULL, 0, {1})",
            "INSERT INTO guild_settings VALUES (1, '{0}', NULL, 60, 1.0)",
        ):
            is_sqlite = engine.dialect.name == "sqlite"
            values = ('{"f":1,"v":{"preset":"quick"}}', "0" if is_sqlite else "false")
            await connection.exec_driver_sql(statement.format(*values))
    await engine.dispose()
    store = await open_store(database_url)
    (stored,) = await store.open_tables()
    assert stored.table.members == (Member("Ann", 3),)
    settings = await store.guild_settings(1)
    assert settings == GuildSettings(1, {"preset": "quick"}, turn_seconds=60)
    await store.commit(Commit(following(stored.table, waiting=(Member("Ben", 4),))))
    await store.close()


def to_revision(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(data_file("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
