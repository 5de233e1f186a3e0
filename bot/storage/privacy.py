"""What is stored about a person or a server, and how it is forgotten."""

from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Update, and_, delete, func, select, true, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.store import Json
from bot.ratings.periods import ALL_TIME
from bot.storage.history import OPEN
from bot.storage.schema import (
    WIN_PARTS,
    achievements,
    guild_settings,
    match_counts,
    moves,
    people,
    player_settings,
    rating_changes,
    ratings,
    removed_guilds,
    seat_matches,
    seat_rounds,
    seats,
    tables,
    tallies,
)
from bot.storage.upsert import insert_into

_TABLES_AT_ONCE = 200
"""Deleted in one transaction, so that moves elsewhere need not wait for long."""


async def personal_data(connection: AsyncConnection, user: int) -> Json:
    """See `bot.ports.store.Store.personal_data`."""

    async def found(query: Select[Any]) -> list[Row[Any]]:
        return list((await connection.execute(query)).all())

    chosen = await found(select(player_settings).where(player_settings.c.user_id == user))
    names = select(people).where(people.c.user_id == user).order_by(people.c.guild_id)
    return {
        "user": str(user),
        "settings": chosen[0].options if chosen else None,
        "names": [{"guild": str(row.guild_id), "name": row.name} for row in await found(names)],
        "tables": [_seat_data(row) for row in await found(_seats_of(user))],
        "rounds": [_round_data(row) for row in await found(_rounds_of(user))],
        "matches": [_match_data(row) for row in await found(_matches_of(user))],
        "ratings": [_rating_data(row) for row in await found(_ratings_of(user))],
        "rating_changes": [_change_data(row) for row in await found(_changes_of(user))],
        "achievements": [_achievement_data(row) for row in await found(_achievements_of(user))],
    }


async def forget_person(
    connection: AsyncConnection, user: int, alias: int, guild: int | None = None
) -> int | None:
    """See `bot.ports.store.Store.forget_person`."""
    here = true() if guild is None else tables.c.guild_id == guild
    at_open = select(seats.c.table_id).join(tables)
    at_open = at_open.where(seats.c.user_id == user, tables.c.status.in_(OPEN), here)
    if (await connection.execute(at_open.limit(1))).first() is not None:
        return None
    # The rows of the seats lead to all others, so they come last.
    changes = [_renamed(part, user, alias, here) for part in (seat_rounds, seat_matches)]
    in_guilds = _guilds_of(user) if guild is None else [guild]
    hosted = and_(tables.c.guild_id.in_(in_guilds), tables.c.host_id == user, tables.c.status.not_in(OPEN))
    changes.append(update(tables).where(hosted).values(host_id=alias))
    changes.append(_renamed(seats, user, alias, here).values(name=""))
    # Others were rated against him, so his ratings stay under the alias.
    for part in (ratings, rating_changes):
        his = and_(part.c.guild_id.in_(in_guilds), part.c.user_id == user)
        changes.append(update(part).where(his).values(user_id=alias))
    removals = [
        delete(part).where(part.c.guild_id.in_(in_guilds), part.c.user_id == user)
        for part in (tallies, achievements, people)
    ]
    if guild is None:
        removals.append(delete(player_settings).where(player_settings.c.user_id == user))
    return sum([(await connection.execute(change)).rowcount for change in (*changes, *removals)])


async def set_guild_removed(connection: AsyncConnection, guild: int, at: float | None) -> None:
    if at is None:
        await connection.execute(delete(removed_guilds).where(removed_guilds.c.guild_id == guild))
        return
    new = insert_into(connection, removed_guilds).values(guild_id=guild, at=at)
    await connection.execute(new.on_conflict_do_nothing(index_elements=[removed_guilds.c.guild_id]))


def guilds_removed_before(moment: float) -> Select[Any]:
    by_age = (removed_guilds.c.at, removed_guilds.c.guild_id)
    return select(removed_guilds.c.guild_id).where(removed_guilds.c.at < moment).order_by(*by_age)


def known_guilds() -> Select[Any]:
    """Whoever sat at a table anywhere left his name there, so that `tables` need not be searched."""
    known = union(select(people.c.guild_id), select(guild_settings.c.guild_id)).subquery()
    marked = select(removed_guilds.c.guild_id)
    return select(known.c.guild_id).where(known.c.guild_id.not_in(marked)).order_by(known.c.guild_id)


async def forget_some_tables(connection: AsyncConnection, guild: int) -> int:
    """Deletes some of a server's tables with all that belongs to them; 0 when none is left."""
    some = select(tables.c.id).where(tables.c.guild_id == guild).limit(_TABLES_AT_ONCE)
    return (await connection.execute(delete(tables).where(tables.c.id.in_(some)))).rowcount


async def forget_rest_of_guild(connection: AsyncConnection, guild: int) -> None:
    for part in (people, guild_settings, removed_guilds, match_counts, tallies, ratings):
        await connection.execute(delete(part).where(part.c.guild_id == guild))


def _renamed(part: Any, user: int, alias: int, here: ColumnElement[bool]) -> Update:
    """A person's rows under another number; those of tables that are over, of which he is no host."""
    over = select(tables.c.id).where(tables.c.status.not_in(OPEN), here, tables.c.id.in_(_tables_of(user)))
    his = part.c.table_id.in_(over)
    return update(part).where(his, part.c.user_id == user).values(user_id=alias)


def _tables_of(user: int) -> Select[Any]:
    return select(seats.c.table_id).where(seats.c.user_id == user)


def _seats_of(user: int) -> Select[Any]:
    own_moves = and_(moves.c.table_id == seats.c.table_id, moves.c.seat == seats.c.seat)
    count = select(func.count()).select_from(moves).where(own_moves).scalar_subquery()
    return (
        select(seats, tables, count.label("moves"))
        .join(tables)
        .where(seats.c.user_id == user)
        .order_by(tables.c.id)
    )


def _rounds_of(user: int) -> Select[Any]:
    return _results_of(seat_rounds, user).order_by(seat_rounds.c.table_id, seat_rounds.c.number)


def _matches_of(user: int) -> Select[Any]:
    return _results_of(seat_matches, user).order_by(seat_matches.c.table_id)


def _ratings_of(user: int) -> Select[Any]:
    of = ratings.c
    return (
        select(ratings)
        .where(of.guild_id.in_(_guilds_of(user)), of.period == ALL_TIME, of.user_id == user)
        .order_by(of.guild_id, of.ladder)
    )


def _changes_of(user: int) -> Select[Any]:
    of = rating_changes.c
    whose = of.guild_id.in_(_guilds_of(user)), of.user_id == user
    return select(rating_changes).where(*whose).order_by(of.guild_id, of.match_number)


def _achievements_of(user: int) -> Select[Any]:
    of = achievements.c
    whose = of.guild_id.in_(_guilds_of(user)), of.user_id == user
    return select(achievements).where(*whose).order_by(of.guild_id, of.at, of.key)


def _guilds_of(user: int) -> Select[Any]:
    return select(people.c.guild_id).where(people.c.user_id == user)


def _results_of(part: Any, user: int) -> Select[Any]:
    whose: ColumnElement[bool] = and_(part.c.table_id.in_(_tables_of(user)), part.c.user_id == user)
    return select(part).where(whose)


def _seat_data(row: Row[Any]) -> Json:
    return {
        "table": row.table_id,
        "guild": str(row.guild_id),
        "channel": str(row.channel_id),
        "status": row.status,
        "opened_at": row.created_at,
        "ended_at": row.ended_at,
        "is_host": row.host_id == row.user_id,
        "seat": None if row.waiting else row.seat,
        "name": row.name,
        "has_left": row.gone,
        "first_round": row.since,
        "moves": row.moves,
    }


def _round_data(row: Row[Any]) -> Json:
    return {
        "table": row.table_id,
        "round": row.number,
        "points": row.points,
        "hand_count": row.hand_count,
        "called": row.called,
        "assafed": row.assafed,
        "assafs": row.assafs,
        "halved": row.halved,
        "at": row.at,
    }


def _match_data(row: Row[Any]) -> Json:
    return {
        "table": row.table_id,
        "rank": row.rank,
        "share_of_win": row.win_parts / WIN_PARTS,
        "total": row.total,
        "has_left": row.has_left,
        "at": row.at,
    }


def _rating_data(row: Row[Any]) -> Json:
    return {
        "guild": str(row.guild_id),
        "ladder": row.ladder,
        "mean": row.mu,
        "deviation": row.sigma,
        "matches": row.matches,
    }


def _change_data(row: Row[Any]) -> Json:
    return {
        "table": row.table_id,
        "ladder": row.ladder,
        "mean": row.mu,
        "deviation": row.sigma,
        "at": row.at,
    }


def _achievement_data(row: Row[Any]) -> Json:
    return {
        "guild": str(row.guild_id),
        "achievement": row.key,
        "table": row.table_id,
        "round": row.round,
        "at": row.at,
    }
