"""What must not show in logs and errors, what an interruption must not break, and how many queries run."""

import asyncio
import logging
import traceback

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.store import Commit, DatabaseError, StaleVersionError
from bot.storage.engine import open_store
from bot.storage.store import SqlStore
from tests.storage.builders import following, lobby, move, playing, round_record

SECRET = "QH-KD-JK1"


async def test_no_card_and_no_seed_in_any_log_or_error(
    sql_store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    table = await playing(sql_store, seed="5eed" * 16, checkpoint={"hands": SECRET})
    hidden = move(1, discard=[SECRET])
    await sql_store.commit(Commit(table := following(table), moves=(hidden,)))
    with pytest.raises(DatabaseError) as failed:
        await sql_store.commit(Commit(following(table), moves=(hidden,)))
    with pytest.raises(StaleVersionError) as stale:
        await sql_store.commit(Commit(table, moves=(hidden,)))
    await sql_store.load(table.id)
    await sql_store.all_moves(table.id)
    errors = ["".join(traceback.format_exception(refused.value)) for refused in (failed, stale)]
    for shown in (caplog.text, *errors):
        assert SECRET not in shown
        assert "5eed5eed" not in shown


async def test_the_drivers_would_quote_cards_if_they_were_let(caplog: pytest.LogCaptureFixture) -> None:
    """So that the test above is known to hear a leak."""
    store = await open_store("sqlite+aiosqlite:///:memory:")
    table = await playing(store)
    with caplog.at_level(logging.DEBUG, "aiosqlite"):
        await store.commit(Commit(following(table), moves=(move(1, discard=[SECRET]),)))
    await store.close()
    assert SECRET in caplog.text


async def test_a_commit_whose_caller_is_gone_is_finished(sql_store: SqlStore) -> None:
    """Half-way it would keep the lock of the database from everybody else."""
    table = await playing(sql_store)
    for number in range(1, 40):
        table = following(table)
        task = asyncio.create_task(sql_store.commit(Commit(table, moves=(move(number), move(-number)))))
        await asyncio.wait([task], timeout=number / 10_000)
        task.cancel()
        await asyncio.wait([task, *sql_store._running])
    stored = await sql_store.load(table.id)
    assert stored is not None
    assert stored.table == table
    assert len(await sql_store.all_moves(table.id)) == 2 * 39


async def test_an_interrupted_reader_blocks_nobody(sql_store: SqlStore) -> None:
    table = await playing(sql_store)
    for patience in range(20):
        task = asyncio.create_task(sql_store.load(table.id))
        await asyncio.wait([task], timeout=patience / 10_000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    await sql_store.commit(Commit(following(table)))


@pytest.mark.parametrize("tables", [1, 40])
async def test_recovery_asks_as_little_for_many_tables_as_for_one(sql_store: SqlStore, tables: int) -> None:
    for channel in range(tables):
        table = await playing(sql_store, channel=channel)
        await sql_store.commit(Commit(following(table), moves=(move(1),)))
    statements: list[str] = []

    def count(_connection, _cursor, statement: str, *_: object) -> None:
        statements.append(statement)

    event.listen(sql_store._reader.sync_engine, "before_cursor_execute", count)
    recovered = await sql_store.open_tables()
    assert len(recovered) == tables
    assert all(stored.moves == (move(1),) for stored in recovered)
    assert sum(statement.startswith("SELECT") for statement in statements) == 3


async def test_readers_do_not_wait_for_a_writer(sql_store: SqlStore) -> None:
    table = await playing(sql_store)
    before = await sql_store.load(table.id)

    async def change_and_read(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("UPDATE tables SET version = version + 1")
        assert await sql_store.load(table.id) == before
        assert await sql_store.finished_count(table.guild) == 0

    await sql_store.write(change_and_read)


async def test_what_is_committed_meanwhile_does_not_reach_a_reader(sql_store: SqlStore) -> None:
    table = await playing(sql_store)
    count = text("SELECT count(*) FROM moves")

    async def read_twice(connection: AsyncConnection) -> list[int]:
        before = (await connection.execute(count)).scalar_one()
        await sql_store.commit(Commit(following(table), moves=(move(1),)))
        return [before, (await connection.execute(count)).scalar_one()]

    assert await sql_store.read(read_twice) == [0, 0]
    assert await sql_store.all_moves(table.id) == [move(1)]


async def test_ids_of_deleted_tables_are_not_given_out_again(sql_store: SqlStore) -> None:
    last = await sql_store.create_table(lobby())
    await sql_store.commit(Commit(following(last), moves=(move(1),), rounds=(round_record(1),)))
    await sql_store.write(lambda connection: connection.exec_driver_sql("DELETE FROM tables"))
    assert await sql_store.all_moves(last.id) == []
    assert (await sql_store.create_table(lobby())).id > last.id
