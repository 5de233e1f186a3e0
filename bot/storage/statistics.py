"""Implements `bot.ports.statistics.Statistics` beside the store, in its transactions."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ports.statistics import (
    PAGE_SEASONS,
    Board,
    Champion,
    Company,
    Criterion,
    HeadToHead,
    Honour,
    NotableCall,
    Profile,
    Rated,
    SeasonKind,
    Standing,
    Tally,
)
from bot.ratings.ladder import PROVISIONAL_MATCHES, Ladder, Rating
from bot.storage import boards, profiles
from bot.storage.schema import WIN_PARTS
from bot.storage.store import SqlStore


class SqlStatistics:
    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def board(self, guild: int, by: Criterion, period: str, *, page: int, asked_by: int) -> Board:
        async def look(connection: AsyncConnection) -> Board:
            (counted,) = await _rows(connection, boards.size(guild, by, period))
            rows = await _rows(connection, boards.page(guild, by, period, page))
            own = await _rows(connection, boards.own(guild, by, period, asked_by))
            return Board(tuple(map(_standing, rows)), counted[0], _standing(own[0]) if own else None)

        return await self._store.read(look)

    async def champions(
        self, guild: int, kind: SeasonKind, before: str, *, page: int
    ) -> tuple[list[Champion], int]:
        async def look(connection: AsyncConnection) -> tuple[list[Champion], int]:
            seasons = [row.period for row in await _rows(connection, boards.seasons(guild, kind, before))]
            shown = set(seasons[page * PAGE_SEASONS : (page + 1) * PAGE_SEASONS])
            found = await _rows(connection, boards.champions(guild, kind, before))
            return [_champion(row) for row in found if row.period in shown], len(seasons)

        return await self._store.read(look)

    async def profile(self, guild: int, user: int) -> Profile | None:
        return await self._store.read(lambda connection: _profile(connection, guild, user))

    async def head_to_head(self, guild: int, a: int, b: int) -> HeadToHead | None:
        return await self._store.read(lambda connection: _head_to_head(connection, guild, a, b))

    async def honours(self, guild: int, table_id: int, round_number: int) -> list[Honour]:
        query = profiles.honours(guild, table_id, round_number)
        found = await self._store.read(lambda connection: _rows(connection, query))
        return [Honour(row.user_id, row.key) for row in found]


async def _rows(connection: AsyncConnection, query: Executable) -> Sequence[Row[Any]]:
    return (await connection.execute(query)).all()


async def _profile(connection: AsyncConnection, guild: int, user: int) -> Profile | None:
    async def found(query: Executable) -> Sequence[Row[Any]]:
        return await _rows(connection, query)

    sums = await found(profiles.tally(guild, user))
    if not sums:
        return None
    ladders = {
        row.ladder: _rated(row.mu, row.sigma, row.matches) for row in await found(profiles.rated(guild, user))
    }
    ladder = Ladder.PEOPLE if Ladder.PEOPLE in ladders else Ladder.COMPUTERS
    curve = [Rating(row.mu, row.sigma).shown for row in await found(profiles.curve(guild, user, ladder))]
    return Profile(
        user=user,
        name=sums[0].name,
        tally=_tally(sums[0]),
        people=ladders.get(Ladder.PEOPLE),
        computers=ladders.get(Ladder.COMPUTERS),
        curve=tuple(reversed(curve)),
        company=tuple(Company(row.name, row.matches) for row in await found(profiles.company(guild, user))),
        best_call=_call(await found(profiles.best_call(guild, user))),
        worst_call=_call(await found(profiles.worst_call(guild, user))),
        achievements=tuple(row.key for row in await found(profiles.earned(guild, user))),
    )


async def _head_to_head(connection: AsyncConnection, guild: int, a: int, b: int) -> HeadToHead | None:
    if a <= 0 or b <= 0 or a == b:
        return None
    (matches,) = await _rows(connection, profiles.matches_between(guild, a, b))
    if not matches.matches:
        return None
    (rounds,) = await _rows(connection, profiles.rounds_between(guild, a, b))
    names = {row.user_id: row.name for row in await _rows(connection, profiles.names(guild, a, b))}
    return HeadToHead(
        a=names.get(a, ""),
        b=names.get(b, ""),
        matches=matches.matches,
        a_ahead=matches.a_ahead,
        b_ahead=matches.b_ahead,
        a_wins=matches.a_win_parts / WIN_PARTS,
        b_wins=matches.b_win_parts / WIN_PARTS,
        a_points=rounds.a_points,
        b_points=rounds.b_points,
        rounds=rounds.rounds,
        a_assafs=rounds.a_assafs,
        b_assafs=rounds.b_assafs,
    )


def _standing(row: Row[Any]) -> Standing:
    rated = None if row.mu is None else _rated(row.mu, row.sigma, row.rated_matches)
    return Standing(row.rank, row.user_id, row.name, _tally(row), rated)


def _tally(row: Row[Any]) -> Tally:
    return Tally(
        matches=row.matches,
        wins=row.win_parts / WIN_PARTS,
        longest_streak=row.longest_streak,
        rounds=row.rounds,
        points=row.points,
        calls=row.calls,
        yanivs=row.yanivs,
        assafs_given=row.assafs_given,
        assafs_taken=row.assafs_taken,
        halvings=row.halvings,
        call_points=row.call_points,
    )


def _rated(mu: float, sigma: float, matches: int) -> Rated:
    rating = Rating(mu, sigma)
    return Rated(rating.shown, rating.uncertainty, matches, matches < PROVISIONAL_MATCHES)


def _champion(row: Row[Any]) -> Champion:
    return Champion(row.period, row.user_id, row.name, row.win_parts / WIN_PARTS, row.matches)


def _call(found: Sequence[Row[Any]]) -> NotableCall | None:
    return (
        NotableCall(found[0].table_id, found[0].number, found[0].hand_count, found[0].cost) if found else None
    )
