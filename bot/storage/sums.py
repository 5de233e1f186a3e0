"""Sums, ratings and achievements, written by the transaction that ends a round or a match.

Two matches of a server that end at once wait for one another at its row in `match_counts`, so that no
rating is reckoned from one that is being changed, and matches have one order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, case, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.achievements import rules as achievement_rules
from bot.achievements.rules import TOTALS_AFTER_MATCH, TOTALS_AFTER_ROUND, Match, Round, Totals, TotalsRule
from bot.ports.store import Commit, MatchRecord, RoundRecord, SeatMatch, SeatRound, TableRecord
from bot.ports.tables import Status
from bot.ratings.ladder import Rating, ladder_of, rated
from bot.ratings.periods import ALL_TIME, periods_of
from bot.storage import history, rows
from bot.storage.rows import Values
from bot.storage.schema import (
    WIN_PARTS,
    achievements,
    match_counts,
    moves,
    rating_changes,
    ratings,
    tables,
    tallies,
)
from bot.storage.upsert import insert_into

Earned = Iterable[tuple[int, str]]


async def record(connection: AsyncConnection, change: Commit) -> None:
    """Add what a commit has ended. Its moves, rounds and places are written already."""
    table, match = change.table, change.match
    given_up = None if match else abandoned(table)
    if not change.rounds and match is None and given_up is None:
        return
    number = await _next_number(connection, table.guild, is_match=bool(match or given_up))
    for ended in change.rounds:
        await add_round(connection, table, ended)
    if match is not None:
        await add_match(connection, table, match, number)
    elif given_up is not None:
        at = change.moves[-1].at if change.moves else change.rounds[-1].at
        await add_abandoned(connection, table, given_up, at, number)


def abandoned(table: TableRecord) -> tuple[SeatMatch, ...] | None:
    """The places in a match that all its people left, where computers were left over; else `None`.

    Nobody has won it and it is no match of the leaderboard, but who left is behind the computers.
    """
    people = [member for member in table.members if not member.is_computer]
    has_computers = len(people) < len(table.members)
    is_left = bool(people) and all(member.gone for member in people)
    if table.status is not Status.STOPPED or table.round == 0 or not has_computers or not is_left:
        return None
    return tuple(
        SeatMatch(
            seat=seat,
            user=member.user,
            level=member.level if member.is_computer else None,
            rank=1 if member.is_computer else 2,
            share=0.0,
            total=0,
            left=member.gone,
        )
        for seat, member in enumerate(table.members)
    )


async def add_round(connection: AsyncConnection, table: TableRecord, ended: RoundRecord) -> None:
    """Add a finished round to the sums of its people, and note what it was the first to bring them."""
    people = [seat for seat in ended.seats if is_person(seat.user)]
    if not people:
        return
    await _add(connection, table.guild, periods_of(ended.at), {seat.user: _of_round(seat) for seat in people})
    query = select(moves).where(moves.c.table_id == table.id, moves.c.round == ended.number)
    played = await connection.execute(query.order_by(moves.c.number))
    story = Round(ended, [rows.move_record(row) for row in played])
    earned = [
        *achievement_rules.earned_in_round(story),
        *await _reached(connection, table.guild, [seat.user for seat in people], TOTALS_AFTER_ROUND),
    ]
    await _note(connection, table, ended.number, ended.at, earned)


async def add_match(connection: AsyncConnection, table: TableRecord, match: MatchRecord, number: int) -> None:
    """Add a finished match, the `number`-th of its server: sums, ratings, achievements."""
    await connection.execute(update(tables).where(tables.c.id == table.id).values(match_number=number))
    people = [seat for seat in match.seats if is_person(seat.user)]
    await _add(connection, table.guild, periods_of(match.at), {seat.user: _of_match(seat) for seat in people})
    await _rate(connection, table, match.seats, match.at, number)
    story = Match(match, await history.rounds_of(connection, table.id))
    earned = [
        *achievement_rules.earned_in_match(story),
        *await _reached(connection, table.guild, [seat.user for seat in people], TOTALS_AFTER_MATCH),
    ]
    await _note(connection, table, match.rounds, match.at, earned)


async def add_abandoned(
    connection: AsyncConnection, table: TableRecord, seats: Sequence[SeatMatch], at: float, number: int
) -> None:
    """Rate a match that all its people left, and nothing else."""
    await connection.execute(update(tables).where(tables.c.id == table.id).values(match_number=number))
    await _rate(connection, table, seats, at, number)


def is_person(user: int | None) -> bool:
    """Whether sums are kept for a user: not for computers, and not for who was forgotten."""
    return user is not None and user > 0


async def _next_number(connection: AsyncConnection, guild: int, *, is_match: bool) -> int:
    """Take the server's turn until the transaction ends; the number of the match that ends in it."""
    new = insert_into(connection, match_counts).values(guild_id=guild, ended=int(is_match))
    counted = new.on_conflict_do_update(
        index_elements=[match_counts.c.guild_id], set_={"ended": match_counts.c.ended + new.excluded.ended}
    )
    return (await connection.execute(counted.returning(match_counts.c.ended))).scalar_one()


def _of_round(seat: SeatRound) -> Values:
    return {
        "rounds": 1,
        "points": seat.points,
        "calls": int(seat.called),
        "yanivs": int(seat.called and not seat.assafed),
        "assafs_given": seat.assafs,
        "assafs_taken": int(seat.assafed),
        "halvings": int(seat.halved),
        "call_points": seat.count if seat.called else 0,
    }


def _of_match(seat: SeatMatch) -> Values:
    parts = round(seat.share * WIN_PARTS)
    won = int(parts > 0)
    return {"matches": 1, "win_parts": parts, "streak": won, "longest_streak": won}


async def _add(
    connection: AsyncConnection, guild: int, periods: Sequence[str], parts: Mapping[int | None, Values]
) -> None:
    """Add to the sums of some people in some periods; all `parts` name the same columns."""
    if not parts:
        return
    new = insert_into(connection, tallies)
    columns = next(iter(parts.values()))
    changed: dict[str, ColumnElement[Any]] = {name: tallies.c[name] + new.excluded[name] for name in columns}
    if "streak" in columns:
        streak = case((new.excluded.win_parts > 0, tallies.c.streak + 1), else_=0)
        longest = tallies.c.longest_streak
        changed |= {"streak": streak, "longest_streak": case((streak > longest, streak), else_=longest)}
    keys = {"guild_id": guild}
    values = [
        keys | {"period": period, "user_id": user} | part
        for user, part in parts.items()
        for period in periods
    ]
    await connection.execute(
        new.on_conflict_do_update(index_elements=list(tallies.primary_key), set_=changed), values
    )


async def _rate(
    connection: AsyncConnection, table: TableRecord, seats: Sequence[SeatMatch], at: float, number: int
) -> None:
    ladder = ladder_of(seats)
    users = [seat.user for seat in seats if seat.user is not None]
    of = ratings.c
    query = select(of.user_id, of.mu, of.sigma, of.matches).where(
        of.guild_id == table.guild, of.period == ALL_TIME, of.ladder == ladder, of.user_id.in_(users)
    )
    stored = (await connection.execute(query)).all()
    before = {row.user_id: Rating(row.mu, row.sigma) for row in stored}
    matches = {row.user_id: row.matches for row in stored}
    after = rated(seats, before)
    if not after:
        return
    whose = [
        {"guild_id": table.guild, "ladder": ladder, "user_id": user, "mu": rating.mu, "sigma": rating.sigma}
        for user, rating in after.items()
    ]
    current = [each | {"matches": matches.get(each["user_id"], 0) + 1} for each in whose]
    await _write_ratings(
        connection, [each | {"period": period} for each in current for period in periods_of(at)]
    )
    fixed = {"table_id": table.id, "match_number": number, "at": at}
    await connection.execute(insert(rating_changes), [each | fixed for each in whose])


async def _write_ratings(connection: AsyncConnection, values: list[Values]) -> None:
    new = insert_into(connection, ratings)
    changed = {name: new.excluded[name] for name in ("mu", "sigma", "matches")}
    await connection.execute(
        new.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=changed), values
    )


async def _reached(
    connection: AsyncConnection, guild: int, users: Sequence[int | None], rules: Mapping[str, TotalsRule]
) -> Earned:
    of = tallies.c
    query = select(tallies).where(of.guild_id == guild, of.period == ALL_TIME, of.user_id.in_(users))
    return [
        (row.user_id, key)
        for row in await connection.execute(query)
        for key in achievement_rules.reached(_totals(row), rules)
    ]


def _totals(row: Any) -> Totals:
    return Totals(row.win_parts / WIN_PARTS, row.streak, row.rounds, row.yanivs, row.assafs_given)


async def _note(
    connection: AsyncConnection, table: TableRecord, round_number: int, at: float, earned: Earned
) -> None:
    """Note achievements, where they are the first of their kind on this server."""
    fixed = {"guild_id": table.guild, "table_id": table.id, "round": round_number, "at": at}
    values = [fixed | {"user_id": user, "key": key} for user, key in sorted(set(earned)) if is_person(user)]
    if values:
        new = insert_into(connection, achievements)
        await connection.execute(
            new.on_conflict_do_nothing(index_elements=list(achievements.primary_key)), values
        )
