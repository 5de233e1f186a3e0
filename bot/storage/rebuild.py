"""All results, sums, ratings and achievements anew, from nothing but the tables and their moves."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row, delete, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.statistics import Rebuilt, Results, Retell
from bot.ports.store import MatchRecord, MoveRecord, TableRecord
from bot.storage import history, rows, sums
from bot.storage.schema import (
    achievements,
    match_counts,
    moves,
    rating_changes,
    ratings,
    rounds,
    seat_matches,
    seat_rounds,
    seats,
    tables,
    tallies,
)
from bot.storage.store import SqlStore


async def rebuild(store: SqlStore, retell: Retell) -> Rebuilt:
    """In one transaction, which lets no move be committed meanwhile: all of it, or nothing is changed.

    Rounds are added up in the order of time and matches in the order in which they were rated, by the
    same functions that did so when they ended.
    """
    return await store.write(lambda connection: _rebuild(connection, retell))


async def _rebuild(connection: AsyncConnection, retell: Retell) -> Rebuilt:
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE tables IN EXCLUSIVE MODE"))
    broken: list[int] = []
    played = (
        await connection.execute(select(tables.c.id).where(tables.c.round > 0).order_by(tables.c.id))
    ).all()
    for (table_id,) in played:
        table, results = await _retold(connection, table_id, retell)
        if results is None:
            broken.append(table_id)
        else:
            await _write_results(connection, table, results)
    for part in (tallies, ratings, rating_changes, achievements, match_counts):
        await connection.execute(delete(part))
    added_rounds = await _add_rounds(connection)
    added_matches = await _add_matches(connection)
    return Rebuilt(len(played), added_rounds, added_matches, tuple(broken))


async def _retold(
    connection: AsyncConnection, table_id: int, retell: Retell
) -> tuple[TableRecord, Results | None]:
    query = select(moves).where(moves.c.table_id == table_id).order_by(moves.c.number)
    done: Sequence[MoveRecord] = [rows.move_record(row) for row in await connection.execute(query)]
    table = await _table(connection, table_id)
    return table, retell(table, done)


async def _table(connection: AsyncConnection, table_id: int) -> TableRecord:
    header = (await connection.execute(select(tables).where(tables.c.id == table_id))).one()
    there = await connection.execute(select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat))
    return rows.table_record(header, there)


async def _write_results(connection: AsyncConnection, table: TableRecord, results: Results) -> None:
    await connection.execute(delete(rounds).where(rounds.c.table_id == table.id))  # and the seats' parts
    await connection.execute(delete(seat_matches).where(seat_matches.c.table_id == table.id))
    for ended in results.rounds:
        await connection.execute(insert(rounds).values(rows.round_values(table.id, ended)))
        taken = [rows.seat_round_values(table, ended, seat) for seat in ended.seats]
        if taken:
            await connection.execute(insert(seat_rounds), taken)
    match = results.match
    if match is not None:
        final = {"rounds_played": match.rounds, "ended_at": match.at}
        await connection.execute(update(tables).where(tables.c.id == table.id).values(final))
        places = [rows.seat_match_values(table, match, seat) for seat in match.seats]
        await connection.execute(insert(seat_matches), places)


async def _add_rounds(connection: AsyncConnection) -> int:
    order = select(rounds.c.table_id, rounds.c.number).order_by(
        rounds.c.at, rounds.c.table_id, rounds.c.number
    )
    found = (await connection.execute(order)).all()
    for table_id, number in found:
        table = await _table(connection, table_id)
        await sums.add_round(connection, table, await history.round_of(connection, table_id, number))
    return len(found)


async def _add_matches(connection: AsyncConnection) -> int:
    """Those that were never numbered, of before there were numbers, come first."""
    guilds = (await connection.execute(select(seat_rounds.c.guild_id).distinct())).scalars()
    numbers: dict[int, int] = defaultdict(int, dict.fromkeys(guilds, 0))
    found = (await connection.execute(_in_order())).all()
    matches = 0
    for header in found:
        table = await _table(connection, header.id)
        match = await _match(connection, header)
        given_up = None if match else sums.abandoned(table)
        if match is None and given_up is None:
            continue
        numbers[table.guild] += 1
        if match is not None:
            await sums.add_match(connection, table, match, numbers[table.guild])
            matches += 1
        elif given_up is not None:
            at = await _last_moment(connection, table.id)
            await sums.add_abandoned(connection, table, given_up, at, numbers[table.guild])
    counts = [{"guild_id": guild, "ended": ended} for guild, ended in numbers.items()]
    if counts:
        await connection.execute(insert(match_counts), counts)
    return matches


def _in_order() -> Executable:
    is_wanted = or_(tables.c.ended_at.is_not(None), tables.c.match_number.is_not(None))
    number = func.coalesce(tables.c.match_number, 0)
    columns = (tables.c.id, tables.c.ended_at, tables.c.rounds_played)
    return (
        select(*columns).where(is_wanted).order_by(tables.c.guild_id, number, tables.c.ended_at, tables.c.id)
    )


async def _match(connection: AsyncConnection, header: Row[Any]) -> MatchRecord | None:
    if header.ended_at is None:
        return None
    query = select(seat_matches).where(seat_matches.c.table_id == header.id).order_by(seat_matches.c.seat)
    places = tuple(rows.seat_match(row) for row in await connection.execute(query))
    return MatchRecord(places, header.rounds_played, header.ended_at)


async def _last_moment(connection: AsyncConnection, table_id: int) -> float:
    query = select(moves.c.at).where(moves.c.table_id == table_id).order_by(moves.c.number.desc()).limit(1)
    return (await connection.execute(query)).scalar_one()
