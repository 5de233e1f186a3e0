"""Stand-ins that behave: a store in memory, a clock that stands still, a publisher that remembers."""

import asyncio
from collections.abc import Iterable
from dataclasses import asdict, replace

from bot.ports.store import (
    Commit,
    DatabaseError,
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
from bot.ports.tables import Member
from tests.memory_rows import Row, stored, through_json

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


class MemoryStore:
    """Implements `bot.ports.store.Store`; passes the same tests as the databases.

    Exceptions put into `failures` are raised, one each, by the next commits, which then write nothing.
    """

    is_shared = True

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.commits: list[Commit] = []
        """Every commit that was written, in order."""
        self._rows: dict[int, Row] = {}
        self._settings: dict[int, GuildSettings] = {}
        self._players: dict[int, PlayerSettings] = {}
        self._names: dict[tuple[int, int], str] = {}
        self._removed: dict[int, float] = {}
        self._last_id = 0

    async def create_table(self, table: TableRecord) -> TableRecord:
        await asyncio.sleep(0)
        self._last_id += 1
        row = Row(stored(replace(table, id=self._last_id)))
        self._rows[row.table.id] = row
        self._remember_names(row.table)
        return replace(table, id=row.table.id)

    async def commit(self, change: Commit) -> None:
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)
        new, row = change.table, self._rows.get(change.table.id)
        if row is None or row.table.version != new.version - 1:
            raise StaleVersionError(f"table {new.id} is not at version {new.version - 1}")
        _refuse_twins([move.number for move in (*row.moves, *change.moves)])
        _refuse_twins([*row.rounds, *(ended.number for ended in change.rounds)])
        old, before = row.table, row.people
        row.table = stored(
            replace(
                new,
                guild=old.guild,
                created_at=old.created_at,
                channel=old.channel,
                message=old.message,
                announced=old.announced,
            )
        )
        row.moves += [replace(move, action=through_json(move.action)) for move in change.moves]
        row.rounds |= {ended.number: ended for ended in change.rounds}
        row.match = change.match or row.match
        self._remember_names(row.table, before=before)
        self.commits.append(change)

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        await asyncio.sleep(0)
        if row := self._rows.get(table_id):
            row.table = replace(row.table, channel=channel, message=message)

    async def set_announced(self, table_id: int, round_number: int) -> None:
        await asyncio.sleep(0)
        if row := self._rows.get(table_id):
            row.table = replace(row.table, announced=round_number)

    async def claim_forfeit(self, table_id: int) -> bool:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        if row is None or row.forfeited:
            return False
        row.forfeited = True
        return True

    async def open_tables(
        self, guilds: frozenset[int] | None = None, *, ended_since: float | None = None
    ) -> list[StoredTable]:
        await asyncio.sleep(0)
        return [
            row.with_running_moves()
            for row in self._rows.values()
            if guilds is None or row.table.guild in guilds
            if row.is_open or row.is_untold_since(ended_since)
        ]

    async def load(self, table_id: int) -> StoredTable | None:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        return None if row is None else row.with_running_moves()

    async def all_moves(self, table_id: int) -> list[MoveRecord]:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        return [] if row is None else row.all_moves()

    async def guild_settings(self, guild: int) -> GuildSettings:
        await asyncio.sleep(0)
        settings = self._settings.get(guild, GuildSettings(guild))
        return replace(settings, rules=through_json(settings.rules))

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        await asyncio.sleep(0)
        self._settings[settings.guild] = replace(settings, rules=through_json(settings.rules))

    async def player_settings(self, user: int) -> PlayerSettings:
        await asyncio.sleep(0)
        return self._players.get(user, PlayerSettings(user))

    async def save_player_settings(self, settings: PlayerSettings) -> None:
        await asyncio.sleep(0)
        self._players[settings.user] = settings

    async def finished_tables(
        self, guild: int, *, user: int | None = None, offset: int, limit: int
    ) -> list[FinishedTable]:
        await asyncio.sleep(0)
        found = [row.finished() for row in self._finished(guild, user)]
        found.sort(key=lambda table: (table.ended_at, table.id), reverse=True)
        return found[offset : offset + limit]

    async def finished_count(self, guild: int, user: int | None = None) -> int:
        await asyncio.sleep(0)
        return len(self._finished(guild, user))

    async def rounds_of(self, table_id: int) -> list[RoundRecord]:
        await asyncio.sleep(0)
        row = self._rows.get(table_id)
        return [] if row is None else [row.rounds[number] for number in sorted(row.rounds)]

    async def personal_data(self, user: int) -> Json:
        await asyncio.sleep(0)
        chosen = self._players.get(user)
        rows = self._rows.values()
        return through_json(
            {
                "user": str(user),
                "settings": chosen and {k: v for k, v in asdict(chosen).items() if k != "user"},
                "names": [
                    {"guild": str(guild), "name": name}
                    for (guild, whose), name in sorted(self._names.items())
                    if whose == user
                ],
                "tables": [data for row in rows for data in row.seat_data(user)],
                "rounds": [data for row in rows for data in row.round_data(user)],
                "matches": [data for row in rows for data in row.match_data(user)],
                "ratings": [],
                "rating_changes": [],  # nobody is rated here
                "achievements": [],
            }
        )

    async def forget_person(self, user: int, alias: int, guild: int | None = None) -> int | None:
        await asyncio.sleep(0)
        rows = [row for row in self._rows.values() if guild in (None, row.table.guild)]
        if any(member.user == user for row in rows if row.is_open for member in row.people):
            return None
        changed = sum(row.forget(user, alias) for row in rows if not row.is_open)
        gone = [key for key in self._names if key[1] == user and guild in (None, key[0])]
        for key in gone:
            del self._names[key]
        has_settings = guild is None and self._players.pop(user, None) is not None
        return changed + len(gone) + has_settings

    async def set_guild_removed(self, guild: int, at: float | None) -> None:
        await asyncio.sleep(0)
        if at is None:
            self._removed.pop(guild, None)
        else:
            self._removed.setdefault(guild, at)

    async def guilds_removed_before(self, moment: float) -> list[int]:
        await asyncio.sleep(0)
        return [
            guild for at, guild in sorted((at, guild) for guild, at in self._removed.items()) if at < moment
        ]

    async def known_guilds(self) -> list[int]:
        await asyncio.sleep(0)
        known = {guild for guild, _ in self._names} | self._settings.keys()
        return sorted(known - self._removed.keys())

    async def forget_guild(self, guild: int) -> int:
        await asyncio.sleep(0)
        doomed = [table_id for table_id, row in self._rows.items() if row.table.guild == guild]
        for table_id in doomed:
            del self._rows[table_id]
        for key in [key for key in self._names if key[0] == guild]:
            del self._names[key]
        self._settings.pop(guild, None)
        self._removed.pop(guild, None)
        return len(doomed)

    def _finished(self, guild: int, user: int | None) -> list[Row]:
        return [
            row
            for row in self._rows.values()
            if row.table.guild == guild and row.match is not None
            if user is None or any(seat.user == user for seat in row.match.seats)
        ]

    def _remember_names(self, table: TableRecord, before: tuple[Member, ...] = ()) -> None:
        known = {(member.user, member.name) for member in before}
        for member in (*table.members, *table.waiting):
            if member.user is not None and (member.user, member.name) not in known:
                self._names[table.guild, member.user] = member.name


def _refuse_twins(numbers: Iterable[int]) -> None:
    numbers = list(numbers)
    if len(set(numbers)) != len(numbers):
        raise DatabaseError(f"A number is used twice: {numbers}.")
