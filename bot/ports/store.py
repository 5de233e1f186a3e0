"""What the manager needs of a database, and the plain values the two speak.

Rules, actions and results travel as JSON-able values, so storage knows no rule of the game. A match is
its house rules, its seed and its moves; `checkpoint` only saves the replay of finished rounds.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.ports.tables import Member, Status

Json = dict[str, Any]


class StaleVersionError(Exception):
    """Somebody else committed this version of the table first. Nothing was written."""


class DatabaseError(Exception):
    """The database failed; its text is one sentence for the operator.

    Nothing was written, except when the connection broke during the very commit: then the next commit
    of that table is stale and the table has to be loaded anew.
    """


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One row of `tables` with its seats. Times are epoch seconds."""

    id: int
    guild: int
    channel: int
    message: int | None
    language: str
    host: int
    status: Status
    rules: Json
    seed: str = field(repr=False)
    """64 hexadecimal digits. Secret until the match is over."""
    members: tuple[Member, ...]
    version: int
    created_at: float
    deadline: float | None = None
    checkpoint: Json | None = field(default=None, repr=False)
    """The match before the running round was dealt; `None` in the lobby."""
    round: int = 0
    """Number of the running (or last) round, counting from 1; 0 before the first deal."""
    announced: int = 0


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One action that the rules accepted. `action` is its transcript form, without the seat."""

    number: int
    """Counts from 1 over the whole match."""
    round: int
    seat: int
    action: Json = field(repr=False)
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class SeatRound:
    """One seat's part in a finished round, as statistics need it."""

    seat: int
    user: int | None
    points: int
    count: int
    called: bool
    assafed: bool
    """Its call was beaten."""
    assafs: int
    """1 if this seat beat the call with the hand that counts as the Assaf, else 0."""
    halved: bool


@dataclass(frozen=True, slots=True)
class RoundRecord:
    number: int
    result: Json
    """`bot.engine.results.RoundResult` in its replay form (contract: `replay --json`)."""
    seats: tuple[SeatRound, ...]
    """Only seats that were dealt in."""
    at: float


@dataclass(frozen=True, slots=True)
class SeatMatch:
    """One seat's part in a finished match."""

    seat: int
    user: int | None
    level: str | None
    rank: int
    share: float
    """Part of the win: 1 for a lone winner, 1/n for one of n joint winners, else 0."""
    total: int
    left: bool
    team: int | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    seats: tuple[SeatMatch, ...]
    rounds: int
    at: float


@dataclass(frozen=True, slots=True)
class Commit:
    """Everything one accepted request writes, in one transaction."""

    table: TableRecord
    """The new state of the row; its version is the expected one plus one.

    `channel`, `message` and `announced` stay as they are stored: they have setters of their own, and a
    move must not undo what was sent meanwhile. `guild` and `created_at` never change.
    """
    moves: tuple[MoveRecord, ...] = ()
    rounds: tuple[RoundRecord, ...] = ()
    match: MatchRecord | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    table: TableRecord
    moves: tuple[MoveRecord, ...]
    """The moves of the running round only, in order."""


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What a server has chosen. `rules` is a preset with overrides, as in a transcript."""

    guild: int
    rules: Json = field(default_factory=lambda: {"preset": "classic"})
    language: str | None = None
    turn_seconds: int | None = 120
    """Turn clock; `None` for off."""
    pace: float = 1.0
    """Factor on the computers' thinking pause."""


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """One person's record on one server. Averages are left to the reader."""

    user: int
    name: str
    """The name last seen at a table."""
    matches: int
    wins: float
    """Shared wins count in parts."""
    rounds: int
    points: int
    """Points over all rounds."""
    calls: int
    yanivs: int
    """Calls that stood."""
    assafs_given: int
    assafs_taken: int


class Store(Protocol):
    """Implemented by `bot.storage`; every method is one transaction."""

    async def create_table(self, table: TableRecord) -> TableRecord:
        """Store a new table; the given `id` is ignored and the answer carries the new one."""
        ...

    async def commit(self, change: Commit) -> None:
        """Write all of `change` or nothing. Raises `StaleVersionError` if the version moved on."""
        ...

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        """Remember where the table message stands. Leaves the version alone."""
        ...

    async def set_announced(self, table_id: int, round_number: int) -> None:
        """Remember that a round's result was posted. Leaves the version alone."""
        ...

    async def open_tables(self, guilds: frozenset[int] | None = None) -> list[StoredTable]:
        """All tables in the lobby or at play, for recovery."""
        ...

    async def load(self, table_id: int) -> StoredTable | None: ...

    async def all_moves(self, table_id: int) -> list[MoveRecord]:
        """Every move of the match in order, for its transcript."""
        ...

    async def guild_settings(self, guild: int) -> GuildSettings:
        """The server's settings, or the defaults if it never changed any."""
        ...

    async def save_guild_settings(self, settings: GuildSettings) -> None: ...

    async def leaderboard(self, guild: int, *, offset: int, limit: int) -> list[PlayerStats]:
        """People by wins, then matches (fewer first), then average points (fewer first)."""
        ...

    async def leaderboard_size(self, guild: int) -> int: ...

    async def player_stats(self, guild: int, user: int) -> PlayerStats | None: ...
