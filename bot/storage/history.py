"""Matches of the past: lists of them, and their rounds."""

from collections import defaultdict
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.store import FinishedTable, RoundRecord
from bot.ports.tables import Status
from bot.storage import rows
from bot.storage.schema import rounds, seat_matches, seat_rounds, seats, tables

OPEN = (Status.LOBBY.value, Status.PLAYING.value)


def finished(guild: int, user: int | None) -> Select[Any]:
    """A server's matches that were played to their end, newest first; with `user` only his."""
    columns: list[Column[Any]] = [tables.c.id, tables.c.ended_at, tables.c.rounds_played]
    return _narrowed(select(*columns), guild, user).order_by(tables.c.ended_at.desc(), tables.c.id.desc())


def finished_count(guild: int, user: int | None) -> Select[Any]:
    return _narrowed(select(func.count()).select_from(tables), guild, user)


async def finished_tables(connection: AsyncConnection, page: Select[Any]) -> list[FinishedTable]:
    """The matches of a page, with everybody who sat there: two queries, however many there are."""
    headers = (await connection.execute(page)).all()
    places: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in await connection.execute(_places([header.id for header in headers])):
        places[row.table_id].append(row)
    return [
        FinishedTable(
            id=header.id,
            ended_at=header.ended_at,
            members=tuple(rows.member(place) for place in places[header.id]),
            ranks=tuple(place.rank for place in places[header.id]),
            totals=tuple(place.total for place in places[header.id]),
            rounds=header.rounds_played,
        )
        for header in headers
    ]


async def rounds_of(connection: AsyncConnection, table_id: int) -> list[RoundRecord]:
    """The finished rounds of a table, in order."""
    return await _rounds(connection, rounds.c.table_id == table_id, seat_rounds.c.table_id == table_id)


async def round_of(connection: AsyncConnection, table_id: int, number: int) -> RoundRecord:
    """One finished round of a table, counted from 1."""
    of_rounds, of_seats = (
        and_(part.c.table_id == table_id, part.c.number == number) for part in (rounds, seat_rounds)
    )
    (found,) = await _rounds(connection, of_rounds, of_seats)
    return found


async def _rounds(
    connection: AsyncConnection, of_rounds: ColumnElement[bool], of_seats: ColumnElement[bool]
) -> list[RoundRecord]:
    in_rounds = select(seat_rounds).where(of_seats).order_by(seat_rounds.c.number, seat_rounds.c.seat)
    taken: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in await connection.execute(in_rounds):
        taken[row.number].append(row)
    query = select(rounds).where(of_rounds).order_by(rounds.c.number)
    return [rows.round_record(row, taken[row.number]) for row in await connection.execute(query)]


def _narrowed(query: Select[Any], guild: int, user: int | None) -> Select[Any]:
    query = query.where(tables.c.guild_id == guild, tables.c.ended_at.is_not(None))
    if user is None:
        return query
    his = and_(seat_matches.c.table_id == tables.c.id, seat_matches.c.guild_id == guild)
    return query.join(seat_matches, his).where(seat_matches.c.user_id == user)


def _places(table_ids: list[int]) -> Select[Any]:
    same = and_(seat_matches.c.table_id == seats.c.table_id, seat_matches.c.seat == seats.c.seat)
    return (
        select(seats, seat_matches.c.rank, seat_matches.c.total)
        .join(seat_matches, same)
        .where(seats.c.table_id.in_(table_ids))
        .order_by(seats.c.table_id, seats.c.seat)
    )
