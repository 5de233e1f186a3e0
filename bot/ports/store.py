"""What the manager needs of a database, and the plain values the two speak.

Rules, actions and results travel as JSON-able values, so storage knows no rule of the game. A match is
its house rules, its seed and its moves; `checkpoint` only saves the replay of finished rounds.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bot.ports.tables import Member, Status

Json = dict[str, Any]
Pings = Literal["off", "late", "always"]
"""Whether somebody is told that it is his turn: never, at half time, or at once."""

Absent = Literal["hold", "skip", "remove"]
"""After some missed turns in a row: a computer holds the seat, the clock goes on playing it, or it is out."""

MOST_TURN_SECONDS = 7 * 24 * 60 * 60
"""The slowest turn clock that a server may choose."""


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
    waiting: tuple[Member, ...] = ()
    """People who sit down at the next deal, in this order."""
    starts_with: int | None = None
    """So many players are wanted, and with them the match starts by itself; `None`: the host starts it."""
    clock: int | None = None
    """The turn clock that the host has chosen, in seconds; 0 for none, `None` for the server's."""


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
    """`bot.engine.results.RoundResult` in its replay form (`replay.round_to_json`)."""
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
    before: TableRecord | None = None
    """The row as its last version left it: what has not changed since is not written again.
    `None` where the caller does not know it."""


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
    """Turn clock, up to `MOST_TURN_SECONDS`; `None` for off."""
    pace: float = 1.0
    """Factor on the computers' thinking pause."""
    longest_clock: int | None = 600
    """The slowest turn clock that the host of a lobby may choose for his match; 0: he may not choose,
    `None`: any, or no clock."""
    pings: Pings = "late"
    absent: Absent = "hold"
    vary_rules: bool = False
    """Whether the host of a lobby may set the house rules for his match."""
    hints: bool = False
    threads: bool = False
    """Whether every match gets a thread of its own."""
    channels: tuple[int, ...] = ()
    """Where tables may open, threads below included; empty: everywhere."""
    closed_channels: tuple[int, ...] = ()
    """Where none may, threads below included."""
    tables_max: int = 10
    """Open tables at a time."""
    auto_start: bool = False
    """Whether a new lobby starts by itself once all its seats are taken; its host may choose otherwise."""
    forfeits: tuple[str, ...] | None = None
    """What the loser may be asked to do; `None`: nothing."""
    achievements: bool = True
    season: Literal["off", "monthly", "quarterly"] = "off"
    computer_talk: bool = True
    """Whether computers say a word now and then at the show of a round."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """What a person has chosen, for all servers."""

    user: int
    language: str | None = None
    """`None`: as his client."""
    card_order: Literal["rank", "suit"] = "rank"
    text_cards: bool = False
    """Cards as texts without pictures."""
    confirm_risky: bool = False
    """Ask again before a call that may well be beaten."""
    pings: Pings | None = None
    """`None`: as the server."""
    learned: bool = False
    """He has finished the lesson ..."""
    lesson_offered: bool = False
    """... or was offered it, which happens once."""


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A match that was played to its end, as a list of them shows it. Index = seat."""

    id: int
    ended_at: float
    members: tuple[Member, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    rounds: int


class Store(Protocol):
    """Implemented by `bot.storage`; every method is one transaction."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        ...

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

    async def claim_forfeit(self, table_id: int) -> bool:
        """Remember that a match's forfeit was chosen. `False` where that was so already."""
        ...

    async def open_tables(
        self, guilds: frozenset[int] | None = None, *, ended_since: float | None = None
    ) -> list[StoredTable]:
        """All tables in the lobby or at play, for recovery.

        With `ended_since` (epoch seconds) also the matches that were played to their end since then and
        whose last result was not announced.
        """
        ...

    async def load(self, table_id: int) -> StoredTable | None: ...

    async def all_moves(self, table_id: int) -> list[MoveRecord]:
        """Every move of the match in order, for its transcript."""
        ...

    async def guild_settings(self, guild: int) -> GuildSettings:
        """The server's settings, or the defaults if it never changed any."""
        ...

    async def save_guild_settings(self, settings: GuildSettings) -> None: ...

    async def player_settings(self, user: int) -> PlayerSettings:
        """The person's settings, or the defaults if he never changed any."""
        ...

    async def save_player_settings(self, settings: PlayerSettings) -> None: ...

    async def finished_tables(
        self, guild: int, *, user: int | None = None, offset: int, limit: int
    ) -> list[FinishedTable]:
        """The server's matches that were played to their end, newest first; with `user` only his."""
        ...

    async def finished_count(self, guild: int, user: int | None = None) -> int: ...

    async def rounds_of(self, table_id: int) -> list[RoundRecord]:
        """The finished rounds of a match in order."""
        ...

    async def personal_data(self, user: int) -> Json:
        """Everything that is stored about a person, JSON-able. Discord's ids are texts, times epoch seconds.

        Of his moves only the number: no hand of a match at play may leave the database.
        """
        ...

    async def forget_person(self, user: int, alias: int, guild: int | None = None) -> int | None:
        """Delete a person's name, id and settings; the number of rows changed.

        In results `alias`, a negative number that is nobody's, stands for him from now on, so that the
        others' results stay as they are. `None`, and nothing changed, while he is at an open table. With
        `guild` all of this on that server alone; his settings, which hold everywhere, stay.
        """
        ...

    async def set_guild_removed(self, guild: int, at: float | None) -> None:
        """Remember since when a server is without the bot; an earlier time stays. `None`: it is back."""
        ...

    async def guilds_removed_before(self, moment: float) -> list[int]: ...

    async def known_guilds(self) -> list[int]:
        """All servers of which anything is stored and that are not marked as removed."""
        ...

    async def forget_guild(self, guild: int) -> int:
        """Delete everything about a server; the number of tables deleted. In several transactions."""
        ...
