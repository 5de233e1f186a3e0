"""What the manager answers. A refusal carries a code and plain values; the words are the screen's."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.engine.errors import Code
from bot.engine.events import Event
from bot.ports.tables import Hand, Table


class Why(StrEnum):
    """Why the manager (not the rules of the game) says no."""

    NO_TABLE = "no_table"
    """Unknown or long finished."""
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    HOST_STARTS = "host_starts"
    """params: when (epoch seconds from which on the others may vote to start)"""
    STARTS_BY_ITSELF = "starts_by_itself"
    """params: when (epoch seconds)"""
    TABLE_FULL = "table_full"
    """params: most"""
    ALREADY_STARTED = "already_started"
    """The house rules let nobody in late."""
    TOO_LATE_TO_JOIN = "too_late_to_join"
    """Latecomers would start beyond the limit, or the match is at its end."""
    NOT_STARTED = "not_started"
    NOT_FINISHED = "not_finished"
    """The cards of a match are open only when it is over."""
    TOO_FEW_PLAYERS = "too_few_players"
    """params: seated, needed"""
    TEAMS_UNEVEN = "teams_uneven"
    """params: seated"""
    RULES_UNPLAYABLE = "rules_unplayable"
    """params: faults (list of `bot.engine.house_rules.Fault`)"""
    RULES_FIXED = "rules_fixed"
    """This server does not let hosts vary the rules."""
    CLOCK_FIXED = "clock_fixed"
    """This server does not let hosts choose the turn clock."""
    CLOCK_TOO_LONG = "clock_too_long"
    """params: longest (seconds)"""
    NO_COMPUTER = "no_computer"
    """There is no computer to remove."""
    CHANNEL_BUSY = "channel_busy"
    """params: table (the id of the table that stands there)"""
    CHANNEL_NOT_ALLOWED = "channel_not_allowed"
    """params: channels (ids of those that are)"""
    CHANNEL_CLOSED = "channel_closed"
    TOO_MANY_TABLES = "too_many_tables"
    """params: most (open tables in this server)"""
    AT_A_TABLE = "at_a_table"
    """Who sits at an open table cannot be forgotten. params: tables (ids)"""
    LEFT_FOR_GOOD = "left_for_good"
    NO_CLOCK = "no_clock"
    """There is no running clock that could be given more time."""
    EXTENDED_ALREADY = "extended_already"
    """Everybody has more time once."""
    NOT_THERE = "not_there"
    """The person that a press is about has no seat at this table, or not any more."""
    NOT_TO_MOVE = "not_to_move"
    """The person whose turn was to be skipped is not to move."""
    YOURSELF = "yourself"
    """Nobody skips or removes himself."""
    TOO_SOON = "too_soon"
    """params: when (epoch seconds from which on he may be skipped)"""
    NOT_IDLE = "not_idle"
    """Who has missed no turn is removed by moderators alone."""
    FINISHED = "finished"
    UNKNOWN_LEVEL = "unknown_level"
    NOT_SAVED = "not_saved"
    """The database failed; nothing has changed."""
    SHUTTING_DOWN = "shutting_down"


@dataclass(frozen=True, slots=True)
class Accepted:
    """Committed. `hand` is the asking person's own, if he holds one; `events` are redacted for him."""

    table: Table
    hand: Hand | None = None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """The button was made for an older hand or lobby. Nothing has changed; here is today's."""

    table: Table
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing has changed. `table` and `hand` are there where the asker may see them."""

    why: Why | Code
    params: dict[str, object] = field(default_factory=dict[str, object])
    table: Table | None = None
    hand: Hand | None = None


Outcome = Accepted | Stale | Refused
