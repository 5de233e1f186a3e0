"""Queries about one person, or two of them, on one server. They read his own rows by index."""

from typing import Any

from sqlalchemy import Executable, and_, case, func, select

from bot.ports.statistics import CURVE_MATCHES
from bot.ratings.ladder import Ladder
from bot.ratings.periods import ALL_TIME
from bot.storage.schema import (
    achievements,
    people,
    rating_changes,
    ratings,
    seat_matches,
    seat_rounds,
    tallies,
)

COMPANY = 3
"""People named as favourite company."""


def tally(guild: int, user: int) -> Executable:
    named = and_(people.c.guild_id == guild, people.c.user_id == user)
    of = tallies.c
    return (
        select(tallies, func.coalesce(people.c.name, "").label("name"))
        .select_from(tallies.outerjoin(people, named))
        .where(of.guild_id == guild, of.period == ALL_TIME, of.user_id == user)
    )


def rated(guild: int, user: int) -> Executable:
    of = ratings.c
    return select(ratings).where(of.guild_id == guild, of.period == ALL_TIME, of.user_id == user)


def curve(guild: int, user: int, ladder: Ladder) -> Executable:
    """The newest ratings, newest first."""
    of = rating_changes.c
    whose = of.guild_id == guild, of.user_id == user, of.ladder == ladder
    return select(of.mu, of.sigma).where(*whose).order_by(of.match_number.desc()).limit(CURVE_MATCHES)


def company(guild: int, user: int) -> Executable:
    """With whom he finished most matches."""
    his, other = seat_matches.alias("his"), seat_matches.alias("other")
    together = and_(other.c.table_id == his.c.table_id, other.c.user_id > 0, other.c.user_id != user)
    count = func.count().label("matches")
    named = and_(people.c.guild_id == guild, people.c.user_id == other.c.user_id)
    return (
        select(other.c.user_id, people.c.name, count)
        .select_from(his.join(other, together).join(people, named))
        .where(his.c.guild_id == guild, his.c.user_id == user)
        .group_by(other.c.user_id, people.c.name)
        .order_by(count.desc(), other.c.user_id)
        .limit(COMPANY)
    )


def best_call(guild: int, user: int) -> Executable:
    """The call that stood and cost the others most, the oldest of several."""
    of = seat_rounds.c
    return _calls(guild, user, of.others_points).where(~of.assafed, of.others_points > 0)


def worst_call(guild: int, user: int) -> Executable:
    """The beaten call that cost him most."""
    return _calls(guild, user, seat_rounds.c.points).where(seat_rounds.c.assafed)


def earned(guild: int, user: int) -> Executable:
    of = achievements.c
    whose = of.guild_id == guild, of.user_id == user
    return select(of.key).where(*whose).order_by(of.at, of.table_id, of.round, of.key)


def honours(guild: int, table_id: int, round_number: int) -> Executable:
    of = achievements.c
    where = of.table_id == table_id, of.round == round_number, of.guild_id == guild, of.user_id > 0
    return select(of.user_id, of.key).where(*where).order_by(of.user_id, of.key)


def names(guild: int, *users: int) -> Executable:
    return select(people.c.user_id, people.c.name).where(
        people.c.guild_id == guild, people.c.user_id.in_(users)
    )


def matches_between(guild: int, a: int, b: int) -> Executable:
    """One row of sums over the matches that both finished."""
    of_a, of_b = seat_matches.alias("of_a"), seat_matches.alias("of_b")
    both = and_(of_b.c.table_id == of_a.c.table_id, of_b.c.user_id == b)
    return (
        select(
            func.count().label("matches"),
            _times(of_a.c.rank < of_b.c.rank, "a_ahead"),
            _times(of_b.c.rank < of_a.c.rank, "b_ahead"),
            func.coalesce(func.sum(of_a.c.win_parts), 0).label("a_win_parts"),
            func.coalesce(func.sum(of_b.c.win_parts), 0).label("b_win_parts"),
        )
        .select_from(of_a.join(of_b, both))
        .where(of_a.c.guild_id == guild, of_a.c.user_id == a)
    )


def rounds_between(guild: int, a: int, b: int) -> Executable:
    """The same over the rounds of these matches in which both held cards."""
    of_a, of_b = seat_rounds.alias("of_a"), seat_rounds.alias("of_b")
    both = and_(of_b.c.table_id == of_a.c.table_id, of_b.c.number == of_a.c.number, of_b.c.user_id == b)
    finished = select(seat_matches.c.table_id).where(
        seat_matches.c.guild_id == guild, seat_matches.c.user_id == a
    )
    return (
        select(
            func.count().label("rounds"),
            func.coalesce(func.sum(of_a.c.points), 0).label("a_points"),
            func.coalesce(func.sum(of_b.c.points), 0).label("b_points"),
            _times(and_(of_a.c.assafs > 0, of_b.c.assafed), "a_assafs"),
            _times(and_(of_b.c.assafs > 0, of_a.c.assafed), "b_assafs"),
        )
        .select_from(of_a.join(of_b, both))
        .where(of_a.c.guild_id == guild, of_a.c.user_id == a, of_a.c.table_id.in_(finished))
    )


def _calls(guild: int, user: int, cost: Any) -> Any:
    of = seat_rounds.c
    return (
        select(of.table_id, of.number, of.hand_count, cost.label("cost"))
        .where(of.guild_id == guild, of.user_id == user, of.called)
        .order_by(cost.desc(), of.at, of.table_id, of.number)
        .limit(1)
    )


def _times(condition: Any, name: str) -> Any:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0).label(name)
