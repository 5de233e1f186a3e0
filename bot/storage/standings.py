"""Queries for the record of people on one server. Computers are in the results, but never here."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    FromClause,
    Row,
    Select,
    Subquery,
    and_,
    case,
    cast,
    distinct,
    func,
    literal,
    or_,
    select,
)

from bot.ports.store import PlayerStats
from bot.storage.schema import WIN_PARTS, people, seat_matches, seat_rounds


def ranking(guild: int, offset: int, limit: int) -> Select[Any]:
    """A page of those who finished a match: by wins, then fewer matches, then fewer points a round."""
    matches, rounds = _matches(guild), _rounds(guild)
    average = cast(rounds.c.points, Double) / rounds.c.rounds
    return (
        _figures(matches.c.user_id, matches, rounds)
        .select_from(_joined(guild, matches, matches.c.user_id, rounds))
        .order_by(matches.c.win_parts.desc(), matches.c.matches, average.nulls_last(), matches.c.user_id)
        .offset(offset)
        .limit(limit)
    )


def ranking_size(guild: int) -> Select[int]:
    """How many people `ranking` lists in all."""
    of = seat_matches.c
    return select(func.count(distinct(of.user_id))).where(of.guild_id == guild, _whose(of.user_id, None))


def record(guild: int, user: int) -> Select[Any]:
    """One person's figures; no row if no round or match of his ever ended on this server."""
    somebody = select(literal(user).label("user_id")).subquery()
    matches, rounds = _matches(guild, user), _rounds(guild, user)
    return (
        _figures(somebody.c.user_id, matches, rounds)
        .select_from(
            _joined(
                guild,
                somebody.outerjoin(matches, matches.c.user_id == somebody.c.user_id),
                somebody.c.user_id,
                rounds,
            )
        )
        .where(or_(matches.c.user_id.is_not(None), rounds.c.user_id.is_not(None)))
    )


def player_stats(row: Row[Any]) -> PlayerStats:
    return PlayerStats(
        user=row.user_id,
        name=row.name,
        matches=row.matches,
        wins=row.win_parts / WIN_PARTS,
        rounds=row.rounds,
        points=row.points,
        calls=row.calls,
        yanivs=row.yanivs,
        assafs_given=row.assafs_given,
        assafs_taken=row.assafs_taken,
    )


def _matches(guild: int, user: int | None = None) -> Subquery:
    of = seat_matches.c
    return (
        select(of.user_id, func.count().label("matches"), _sum(of.win_parts, "win_parts"))
        .where(of.guild_id == guild, _whose(of.user_id, user))
        .group_by(of.user_id)
        .subquery()
    )


def _rounds(guild: int, user: int | None = None) -> Subquery:
    of = seat_rounds.c
    return (
        select(
            of.user_id,
            func.count().label("rounds"),
            _sum(of.points, "points"),
            _sum(case((of.called, 1), else_=0), "calls"),
            _sum(case((and_(of.called, ~of.assafed), 1), else_=0), "yanivs"),
            _sum(of.assafs, "assafs_given"),
            _sum(case((of.assafed, 1), else_=0), "assafs_taken"),
        )
        .where(of.guild_id == guild, _whose(of.user_id, user))
        .group_by(of.user_id)
        .subquery()
    )


def _whose(column: ColumnElement[int], user: int | None) -> ColumnElement[bool]:
    """One person, or everybody: no computer and nobody who was forgotten."""
    return column > 0 if user is None else column == user


def _sum(of: ColumnElement[Any], name: str) -> ColumnElement[int]:
    return cast(func.sum(of), BigInteger).label(name)


def _figures(user: ColumnElement[int], matches: Subquery, rounds: Subquery) -> Select[Any]:
    figures = [column for column in (*matches.c, *rounds.c) if column.name != "user_id"]
    return select(
        user.label("user_id"),
        func.coalesce(people.c.name, "").label("name"),
        *(func.coalesce(figure, 0).label(figure.name) for figure in figures),
    )


def _joined(guild: int, left: FromClause, user: ColumnElement[int], rounds: Subquery) -> FromClause:
    """Everybody on the left with his rounds and his name, where there are any."""
    named = and_(people.c.guild_id == guild, people.c.user_id == user)
    return left.outerjoin(rounds, rounds.c.user_id == user).outerjoin(people, named)
