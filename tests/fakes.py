"""Stand-ins that behave: a store in memory, a clock that stands still, a publisher that remembers."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.ports.store import (
    Commit,
    DatabaseError,
    GuildSettings,
    MatchRecord,
    MoveRecord,
    PlayerStats,
    RoundRecord,
    SeatMatch,
    SeatRound,
    StaleVersionError,
    StoredTable,
    TableRecord,
)
from bot.ports.tables import Member, Status

OPEN = (Status.LOBBY, Status.PLAYING)
WIN_PARTS = 2520
"""Shares of a win are added up in these parts, so that three thirds are one (1 to 10 divide it)."""


class FakeClock:
    """Implements `bot.ports.clock.Clock`."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds


class RecordingPublisher:
    """Implements `bot.ports.publisher.Publisher`; `changed` holds the table ids in order."""

    def __init__(self) -> None:
        self.changed: list[int] = []

    def table_changed(self, table_id: int) -> None:
        self.changed.append(table_id)


def _through_json(value: Any) -> Any:
    """What a database would give back: a copy, with text for every key."""
    return json.loads(json.dumps(value))


def _stored(table: TableRecord) -> TableRecord:
    return replace(table, rules=_through_json(table.rules), checkpoint=_through_json(table.checkpoint))


@dataclass
class _Row:
    table: TableRecord
    moves: list[MoveRecord] = field(default_factory=list)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    match: MatchRecord | None = None


class MemoryStore:
    """Implements `bot.ports.store.Store`; passes the same tests as the databases.

    Exceptions put into `failures` are raised, one each, by the next commits, which then write nothing.
    """

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.commits: list[Commit] = []
        """Every commit that was written, in order."""
        self._rows: dict[int, _Row] = {}
        self._settings: dict[int, GuildSettings] = {}
        self._names: dict[tuple[int, int], str] = {}
        self._last_id = 0

    async def create_table(self, table: TableRecord) -> TableRecord:
        await asyncio.sleep(0)
        self._last_id += 1
        stored = _stored(replace(table, id=self._last_id))
        self._rows[stored.id] = _Row(stored)
        self._remember_names(stored, before=())
        return replace(table, id=stored.id)

    async def commit(self, change: Commit) -> None:
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)
        new, row = change.table, self._rows.get(change.table.id)
        if row is None or row.table.version != new.version - 1:
            raise StaleVersionError(f"table {new.id} is not at version {new.version - 1}")
        _refuse_twins([move.number for move in (*row.moves, *change.moves)])
        _refuse_twins([*row.rounds, *(ended.number for ended in change.rounds)])
        old = row.table
        row.table = _stored(
            replace(
                new,
                guild=old.guild,
                created_at=old.created_at,
                channel=old.channel,
                message=old.message,
                announced=old.announced,
            )
        )
        row.moves += [replace(move, action=_through_json(move.action)) for move in change.moves]
        row.rounds |= {ended.number: ended for ended in change.rounds}
        row.match = change.match or row.match
        self._remember_names(row.table, before=old.members)
        self.commits.append(change)

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        await asyncio.sleep(0)
        if row := self._rows.get(table_id):
            row.table = replace(row.table, channel=channel, message=message)

    async def set_announced(self, table_id: int, round_number: int) -> None:
        await asyncio.sleep(0)
        if row := self._rows.get(table_id):
            row.table = replace(row.table, announced=round_number)

    async def open_tables(self, guilds: frozenset[int] | None = None) -> list[StoredTable]:
        await asyncio.sleep(0)
        return [
            _with_running_moves(row)
            for row in self._rows.values()
            if row.table.status in OPEN and (guilds is None or row.table.guild in guilds)
        ]

    async def load(self, table_id: int) -> StoredTable | None:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        return None if row is None else _with_running_moves(row)

    async def all_moves(self, table_id: int) -> list[MoveRecord]:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        return [] if row is None else _moves(row)

    async def guild_settings(self, guild: int) -> GuildSettings:
        await asyncio.sleep(0)
        settings = self._settings.get(guild, GuildSettings(guild))
        return replace(settings, rules=_through_json(settings.rules))

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        await asyncio.sleep(0)
        self._settings[settings.guild] = replace(settings, rules=_through_json(settings.rules))

    async def leaderboard(self, guild: int, *, offset: int, limit: int) -> list[PlayerStats]:
        await asyncio.sleep(0)
        return sorted(self._ranked(guild), key=_place)[offset : offset + limit]

    async def leaderboard_size(self, guild: int) -> int:
        await asyncio.sleep(0)
        return len(self._ranked(guild))

    async def player_stats(self, guild: int, user: int) -> PlayerStats | None:
        await asyncio.sleep(0)
        return next((stats for stats in self._all_stats(guild) if stats.user == user), None)

    def _remember_names(self, table: TableRecord, before: tuple[Member, ...]) -> None:
        known = {(member.user, member.name) for member in before}
        for member in table.members:
            if member.user is not None and (member.user, member.name) not in known:
                self._names[table.guild, member.user] = member.name

    def _ranked(self, guild: int) -> list[PlayerStats]:
        return [stats for stats in self._all_stats(guild) if stats.matches]

    def _all_stats(self, guild: int) -> list[PlayerStats]:
        rounds: dict[int, list[SeatRound]] = defaultdict(list)
        matches: dict[int, list[SeatMatch]] = defaultdict(list)
        for row in self._rows.values():
            if row.table.guild != guild:
                continue
            for ended in row.rounds.values():
                for seat in ended.seats:
                    if seat.user is not None:
                        rounds[seat.user].append(seat)
            for place in row.match.seats if row.match else ():
                if place.user is not None:
                    matches[place.user].append(place)
        return [
            _stats(user, self._names.get((guild, user), ""), matches[user], rounds[user])
            for user in {*rounds, *matches}
        ]


def _refuse_twins(numbers: Iterable[int]) -> None:
    numbers = list(numbers)
    if len(set(numbers)) != len(numbers):
        raise DatabaseError(f"A number is used twice: {numbers}.")


def _with_running_moves(row: _Row) -> StoredTable:
    running = [move for move in _moves(row) if move.round == row.table.round]
    return StoredTable(_stored(row.table), tuple(running))


def _moves(row: _Row) -> list[MoveRecord]:
    copies = [replace(move, action=_through_json(move.action)) for move in row.moves]
    return sorted(copies, key=lambda move: move.number)


def _place(stats: PlayerStats) -> tuple[float, int, float, int]:
    average = stats.points / stats.rounds if stats.rounds else float("inf")
    return -stats.wins, stats.matches, average, stats.user


def _stats(user: int, name: str, matches: list[SeatMatch], rounds: list[SeatRound]) -> PlayerStats:
    return PlayerStats(
        user=user,
        name=name,
        matches=len(matches),
        wins=sum(round(match.share * WIN_PARTS) for match in matches) / WIN_PARTS,
        rounds=len(rounds),
        points=sum(seat.points for seat in rounds),
        calls=sum(seat.called for seat in rounds),
        yanivs=sum(seat.called and not seat.assafed for seat in rounds),
        assafs_given=sum(seat.assafs for seat in rounds),
        assafs_taken=sum(seat.assafed for seat in rounds),
    )
