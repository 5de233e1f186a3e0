"""Queries of the leaderboard. They read sums alone; people that were forgotten are in none."""

from typing import Any

from sqlalchemy import ColumnElement, Double, Select, Subquery, and_, case, cast, func, select

from bot.ports.statistics import (
    AVERAGE_ROUNDS,
    PAGE_ROWS,
    SHARE_MATCHES,
    Criterion,
    SeasonKind,
)
from bot.ratings.ladder import PROVISIONAL_MATCHES, SIGMAS_SHOWN, Ladder
from bot.ratings.periods import ALL_TIME
from bot.storage.schema import people, ratings, tallies

_BY_RATING = (Criterion.RATING, Criterion.COMPUTERS)


def page(guild: int, by: Criterion, period: str, number: int) -> Select[Any]:
    """A page of those who have a place, best first."""
    ranked = _ranked(guild, by, period)
    on_page = (
        select(ranked)
        .order_by(ranked.c.rank, ranked.c.user_id)
        .offset(number * PAGE_ROWS)
        .limit(PAGE_ROWS)
        .subquery()
    )
    query = _full(on_page.c.rank, on_page.c.user_id)
    joined = on_page.join(tallies, _same(guild, period, on_page.c.user_id))
    return query.select_from(_with_names(guild, by, period, joined)).order_by(
        on_page.c.rank, on_page.c.user_id
    )


def size(guild: int, by: Criterion, period: str) -> Select[Any]:
    return select(func.count()).select_from(_ranked(guild, by, period))


def own(guild: int, by: Criterion, period: str, user: int) -> Select[Any]:
    """Somebody's own row, with its place if he has one."""
    ranked = _ranked(guild, by, period)
    query = _full(ranked.c.rank, tallies.c.user_id)
    joined = tallies.outerjoin(ranked, ranked.c.user_id == tallies.c.user_id)
    return query.select_from(_with_names(guild, by, period, joined)).where(_same(guild, period, user))


def champions(guild: int, kind: SeasonKind, before: str) -> Select[Any]:
    """Who won most in each season before another one; the fewest matches decide, and then they share it."""
    won = _won(guild, kind, before)
    place = func.rank().over(partition_by=won.c.period, order_by=(won.c.win_parts.desc(), won.c.matches))
    best = select(won, place.label("place")).subquery()
    named = and_(people.c.guild_id == guild, people.c.user_id == best.c.user_id)
    return (
        select(best, func.coalesce(people.c.name, "").label("name"))
        .select_from(best.outerjoin(people, named))
        .where(best.c.place == 1)
        .order_by(best.c.period.desc(), best.c.user_id)
    )


def seasons(guild: int, kind: SeasonKind, before: str) -> Select[Any]:
    """The names of the seasons before another one in which anybody won, newest first."""
    won = _won(guild, kind, before)
    return select(won.c.period).distinct().order_by(won.c.period.desc())


def _won(guild: int, kind: SeasonKind, before: str) -> Subquery:
    of = tallies.c
    is_quarter = of.period.like("%Q%")
    return (
        select(of.period, of.user_id, of.win_parts, of.matches)
        .where(
            of.guild_id == guild,
            of.period != ALL_TIME,
            is_quarter if kind == "quarterly" else ~is_quarter,
            of.period < before,
            of.user_id > 0,
            of.win_parts > 0,
        )
        .subquery()
    )


def _ranked(guild: int, by: Criterion, period: str) -> Subquery:
    """Everybody with a place, and the place: level people share the better one."""
    of = tallies.c
    source: Any = tallies
    if by in _BY_RATING:
        source = tallies.join(ratings, _rating_of(guild, by, period))
    query = select(of.user_id, func.rank().over(order_by=_order(by)).label("rank")).select_from(source)
    return query.where(of.guild_id == guild, of.period == period, of.user_id > 0, _has_place(by)).subquery()


def _has_place(by: Criterion) -> ColumnElement[bool]:
    of = tallies.c
    match by:
        case Criterion.RATING | Criterion.COMPUTERS:
            return ratings.c.matches >= PROVISIONAL_MATCHES
        case Criterion.SHARE:
            return of.matches >= SHARE_MATCHES
        case Criterion.AVERAGE:
            return of.rounds >= AVERAGE_ROUNDS
        case Criterion.WINS:
            return of.matches > 0
        case Criterion.YANIVS:
            return of.yanivs > 0
        case Criterion.ASSAFS:
            return of.assafs_given > 0
        case Criterion.STREAK:
            return of.longest_streak > 0


def _order(by: Criterion) -> tuple[ColumnElement[Any], ...]:
    """The best first; who is level in all of it shares a place."""
    of = tallies.c
    match by:
        case Criterion.RATING | Criterion.COMPUTERS:
            return ((ratings.c.mu - SIGMAS_SHOWN * ratings.c.sigma).desc(),)
        case Criterion.SHARE:
            return ((cast(of.win_parts, Double) / of.matches).desc(),)
        case Criterion.AVERAGE:
            return (cast(of.points, Double) / of.rounds,)
        case Criterion.WINS:
            # Of two with as many wins the one who needed fewer matches, then the one with fewer points.
            average = case((of.rounds > 0, cast(of.points, Double) / of.rounds), else_=_NO_ROUNDS)
            return of.win_parts.desc(), of.matches, average
        case Criterion.YANIVS:
            return (of.yanivs.desc(),)
        case Criterion.ASSAFS:
            return (of.assafs_given.desc(),)
        case Criterion.STREAK:
            return (of.longest_streak.desc(),)


_NO_ROUNDS = 1e9
"""Points a round of somebody without a round: behind everybody."""


def _full(rank: ColumnElement[Any], user: ColumnElement[Any]) -> Select[Any]:
    sums = [column for column in tallies.c if column.name not in {"guild_id", "period", "user_id"}]
    return select(
        rank.label("rank"),
        user.label("user_id"),
        func.coalesce(people.c.name, "").label("name"),
        *sums,
        ratings.c.mu,
        ratings.c.sigma,
        ratings.c.matches.label("rated_matches"),
    )


def _with_names(guild: int, by: Criterion, period: str, joined: Any) -> Any:
    named = and_(people.c.guild_id == guild, people.c.user_id == tallies.c.user_id)
    return joined.outerjoin(people, named).outerjoin(ratings, _rating_of(guild, by, period))


def _rating_of(guild: int, by: Criterion, period: str) -> ColumnElement[bool]:
    ladder = Ladder.COMPUTERS if by is Criterion.COMPUTERS else Ladder.PEOPLE
    return and_(
        ratings.c.guild_id == guild,
        ratings.c.period == period,
        ratings.c.ladder == ladder,
        ratings.c.user_id == tallies.c.user_id,
    )


def _same(guild: int, period: str, user: Any) -> ColumnElement[bool]:
    of = tallies.c
    return and_(of.guild_id == guild, of.period == period, of.user_id == user)
