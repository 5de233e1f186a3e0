"""The store on SQLite or PostgreSQL: every method is one transaction, all of it or nothing."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Row, Select, and_, delete, false, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.ports.store import (
    Commit,
    FinishedTable,
    GuildSettings,
    Json,
    MoveRecord,
    PlayerSettings,
    RoundRecord,
    StaleVersionError,
    StoredTable,
    TableRecord,
)
from bot.ports.tables import Status
from bot.storage import history, privacy, rows, sums
from bot.storage.checkpoints import Checkpoints
from bot.storage.connections import WRITES, Address
from bot.storage.errors import translated
from bot.storage.schema import (
    guild_settings,
    moves,
    people,
    player_settings,
    rounds,
    seat_matches,
    seat_rounds,
    seats,
    tables,
)
from bot.storage.upsert import insert_into

_GUILDS_AT_ONCE = 5_000
"""In one query: both databases take some 32,000 parameters."""
_LARGEST_ID = 2**63 - 1
_READERS = {"sqlite": 3, "postgresql": 10}
"""At once, so that connections are left for moves. Those of SQLite have a thread each, and all together do
hardly more than one."""

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""What to do inside a transaction."""


class SqlStore:
    """Implements `bot.ports.store.Store`. Every method may raise `DatabaseError`.

    A method whose caller is cancelled goes on to its end: a transaction that is left alone half-way would
    keep SQLite's only write lock.
    """

    def __init__(self, engine: AsyncEngine, on_close: Callable[[], None] = lambda: None) -> None:
        """`on_close` is called when all connections are closed."""
        self._on_close = on_close
        self._where = str(Address(engine.url))
        self._running: set[asyncio.Task[Any]] = set()
        self._writer = engine.execution_options(**WRITES)
        self._reader = engine
        self._write_turn: AbstractAsyncContextManager[object] = nullcontext()
        self._read_turn: AbstractAsyncContextManager[object] = asyncio.Semaphore(
            _READERS[engine.dialect.name]
        )
        self._checkpoints: Checkpoints | None = None
        if engine.dialect.name == "postgresql":
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ")
        else:
            # SQLite has one writer at a time and waits for its turn by polling: a queue of our own is fair
            # and faster. In memory there is but one connection, which readers have to share as well.
            self._write_turn = asyncio.Lock()
            if Address(engine.url).file is None:
                self._read_turn = self._write_turn
            else:
                self._checkpoints = Checkpoints(engine, self._write_turn)

    @property
    def is_shared(self) -> bool:
        return self._reader.dialect.name == "postgresql"  # a SQLite file is locked against others

    async def close(self) -> None:
        """Finish what is running and close all connections; the store cannot be used afterwards."""
        if self._running:
            await asyncio.wait(self._running)
        await self._reader.dispose()
        self._on_close()

    async def create_table(self, table: TableRecord) -> TableRecord:
        return await self.write(lambda connection: _create(connection, table))

    async def commit(self, change: Commit) -> None:
        await self.write(lambda connection: _commit(connection, change))

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        await self._change(table_id, channel_id=channel, message_id=message)

    async def set_announced(self, table_id: int, round_number: int) -> None:
        await self._change(table_id, announced=round_number)

    async def claim_forfeit(self, table_id: int) -> bool:
        if not 0 < table_id <= _LARGEST_ID:
            return False
        claim = update(tables).where(tables.c.id == table_id, tables.c.forfeited.is_(false()))

        async def write(connection: AsyncConnection) -> bool:
            return (await connection.execute(claim.values(forfeited=True))).rowcount == 1

        return await self.write(write)

    async def open_tables(
        self, guilds: frozenset[int] | None = None, *, ended_since: float | None = None
    ) -> list[StoredTable]:
        wanted = _is_to_be_recovered(ended_since)
        return await self.read(lambda connection: _recovered(connection, wanted, guilds))

    async def load(self, table_id: int) -> StoredTable | None:
        if not 0 < table_id <= _LARGEST_ID:
            return None
        found = await self.read(lambda connection: _stored(connection, tables.c.id == table_id))
        return found[0] if found else None

    async def all_moves(self, table_id: int) -> list[MoveRecord]:
        if not 0 < table_id <= _LARGEST_ID:
            return []
        query = select(moves).where(moves.c.table_id == table_id).order_by(moves.c.number)
        return [rows.move_record(row) for row in await self._rows(query)]

    async def guild_settings(self, guild: int) -> GuildSettings:
        found = await self._rows(select(guild_settings).where(guild_settings.c.guild_id == guild))
        return rows.settings_record(found[0]) if found else GuildSettings(guild)

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        values = rows.settings_values(settings)
        await self.write(lambda connection: _save(connection, guild_settings.c.guild_id, values))

    async def player_settings(self, user: int) -> PlayerSettings:
        found = await self._rows(select(player_settings).where(player_settings.c.user_id == user))
        return rows.player_settings(found[0]) if found else PlayerSettings(user)

    async def save_player_settings(self, settings: PlayerSettings) -> None:
        values = rows.player_values(settings)
        await self.write(lambda connection: _save(connection, player_settings.c.user_id, values))

    async def finished_tables(
        self, guild: int, *, user: int | None = None, offset: int, limit: int
    ) -> list[FinishedTable]:
        page = history.finished(guild, user).offset(offset).limit(limit)
        return await self.read(lambda connection: history.finished_tables(connection, page))

    async def finished_count(self, guild: int, user: int | None = None) -> int:
        ((count,),) = await self._rows(history.finished_count(guild, user))
        return count

    async def rounds_of(self, table_id: int) -> list[RoundRecord]:
        if not 0 < table_id <= _LARGEST_ID:
            return []
        return await self.read(lambda connection: history.rounds_of(connection, table_id))

    async def personal_data(self, user: int) -> Json:
        return await self.read(lambda connection: privacy.personal_data(connection, user))

    async def forget_person(self, user: int, alias: int, guild: int | None = None) -> int | None:
        return await self.write(lambda connection: privacy.forget_person(connection, user, alias, guild))

    async def set_guild_removed(self, guild: int, at: float | None) -> None:
        await self.write(lambda connection: privacy.set_guild_removed(connection, guild, at))

    async def guilds_removed_before(self, moment: float) -> list[int]:
        return [guild for (guild,) in await self._rows(privacy.guilds_removed_before(moment))]

    async def known_guilds(self) -> list[int]:
        return [guild for (guild,) in await self._rows(privacy.known_guilds())]

    async def forget_guild(self, guild: int) -> int:
        deleted = 0
        while some := await self.write(lambda connection: privacy.forget_some_tables(connection, guild)):
            deleted += some
        await self.write(lambda connection: privacy.forget_rest_of_guild(connection, guild))
        return deleted

    async def _change(self, table_id: int, **values: int | None) -> None:
        change = update(tables).where(tables.c.id == table_id).values(values)
        await self.write(lambda connection: connection.execute(change))

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async def fetch(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await self.read(fetch)

    async def write(self, work: Work[T]) -> T:
        done = await self._undisturbed(self._transaction(self._write_turn, self._writer, work))
        if self._checkpoints and self._checkpoints.are_due():
            self._start(self._checkpoints.carry_over())
        return done

    async def read(self, work: Work[T]) -> T:
        return await self._undisturbed(self._transaction(self._read_turn, self._reader, work))

    async def _transaction(
        self, turn: AbstractAsyncContextManager[object], engine: AsyncEngine, work: Work[T]
    ) -> T:
        async with turn:
            with translated(self._where):
                async with engine.begin() as connection:
                    return await work(connection)

    async def _undisturbed(self, transaction: Coroutine[Any, Any, T]) -> T:
        return await asyncio.shield(self._start(transaction))

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


async def _create(connection: AsyncConnection, table: TableRecord) -> TableRecord:
    new = insert(tables).values(rows.new_values(table)).returning(tables.c.id)
    stored = replace(table, id=(await connection.execute(new)).scalar_one())
    await _write_people(connection, stored, before=[])
    return stored


async def _commit(connection: AsyncConnection, change: Commit) -> None:
    table, before = change.table, change.before
    guarded = update(tables).where(tables.c.id == table.id, tables.c.version == table.version - 1)
    changed = guarded.values(rows.changed_values(table, before))
    if (await connection.execute(changed)).rowcount == 0:
        raise StaleVersionError(f"table {table.id} is not at version {table.version - 1}")
    if before is None:
        await _write_people(connection, table, before=await _people_at(connection, table.id))
    elif (table.members, table.waiting) != (before.members, before.waiting):
        await _write_people(connection, table, before=rows.seat_values(before))
    await _write_results(connection, change)


def _is_to_be_recovered(ended_since: float | None) -> ColumnElement[bool]:
    is_open = tables.c.status.in_(history.OPEN)
    if ended_since is None:
        return is_open
    is_untold = and_(
        tables.c.ended_at >= ended_since,
        tables.c.status == Status.OVER.value,
        tables.c.announced < tables.c.round,
    )
    return or_(is_open, is_untold)


async def _recovered(
    connection: AsyncConnection, wanted: ColumnElement[bool], guilds: frozenset[int] | None
) -> list[StoredTable]:
    if guilds is None:
        return await _stored(connection, wanted)
    found: list[StoredTable] = []
    in_order = sorted(guilds)
    for start in range(0, len(in_order), _GUILDS_AT_ONCE):
        some = in_order[start : start + _GUILDS_AT_ONCE]
        found += await _stored(connection, and_(wanted, tables.c.guild_id.in_(some)))
    return sorted(found, key=lambda stored: stored.table.id)


async def _save(connection: AsyncConnection, key: Column[int], values: rows.Values) -> None:
    """Write a whole row, over the one with the same key."""
    new = insert_into(connection, key.table).values(values)
    await connection.execute(new.on_conflict_do_update(index_elements=[key], set_=values))


async def _stored(connection: AsyncConnection, which: ColumnElement[bool]) -> list[StoredTable]:
    """The tables of a condition with their seats and running moves: three queries, however many there are."""
    headers = (await connection.execute(select(tables).where(which).order_by(tables.c.id))).all()
    there: dict[int, list[Row[Any]]] = defaultdict(list)
    in_seats = select(seats).join(tables).where(which).order_by(seats.c.table_id, seats.c.seat)
    for row in await connection.execute(in_seats):
        there[row.table_id].append(row)
    running: dict[int, list[MoveRecord]] = defaultdict(list)
    in_round = (
        select(moves)
        .join(tables)
        .where(which, moves.c.round == tables.c.round)
        .order_by(moves.c.table_id, moves.c.number)
    )
    for row in await connection.execute(in_round):
        running[row.table_id].append(rows.move_record(row))
    return [StoredTable(rows.table_record(row, there[row.id]), tuple(running[row.id])) for row in headers]


async def _people_at(connection: AsyncConnection, table_id: int) -> list[rows.Values]:
    query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _write_people(
    connection: AsyncConnection, table: TableRecord, *, before: list[rows.Values]
) -> None:
    """Write the seats if they differ from those `before`, and the names that were not seen there yet."""
    there = rows.seat_values(table)
    if there == before:
        return
    if before:
        await connection.execute(delete(seats).where(seats.c.table_id == table.id))
    if there:
        await connection.execute(insert(seats), there)
    known = {(row["user_id"], row["name"]) for row in before}
    seen = {row["user_id"]: row["name"] for row in there if (row["user_id"], row["name"]) not in known}
    # In the order of the ids, or two transactions could wait for each other.
    names = [
        {"guild_id": table.guild, "user_id": user, "name": seen[user]}
        for user in sorted(user for user in seen if user is not None)
    ]
    if names:
        new = insert_into(connection, people)
        keys = [people.c.guild_id, people.c.user_id]
        await connection.execute(
            new.on_conflict_do_update(index_elements=keys, set_={"name": new.excluded.name}), names
        )


async def _write_results(connection: AsyncConnection, change: Commit) -> None:
    table, match = change.table, change.match
    if change.moves:
        await connection.execute(insert(moves), [rows.move_values(table.id, move) for move in change.moves])
    for ended in change.rounds:
        await connection.execute(insert(rounds).values(rows.round_values(table.id, ended)))
        if ended.seats:
            taken = [rows.seat_round_values(table, ended, seat) for seat in ended.seats]
            await connection.execute(insert(seat_rounds), taken)
    if match is not None:
        final = {"rounds_played": match.rounds, "ended_at": match.at}
        await connection.execute(update(tables).where(tables.c.id == table.id).values(final))
        if match.seats:
            places = [rows.seat_match_values(table, match, seat) for seat in match.seats]
            await connection.execute(insert(seat_matches), places)
    await sums.record(connection, change)
