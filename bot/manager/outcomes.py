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
    RULES_UNPLAYABLE = "rules_unplayable"
    """params: faults (list of `bot.engine.house_rules.Fault`)"""
    RULES_FIXED = "rules_fixed"
    """This server does not let hosts vary the rules."""
    NO_COMPUTER = "no_computer"
    """There is no computer to remove."""
    CHANNEL_BUSY = "channel_busy"
    """params: table (the id of the table that stands there)"""
    CHANNEL_NOT_ALLOWED = "channel_not_allowed"
    """params: channels (ids of those that are)"""
    TOO_MANY_TABLES = "too_many_tables"
    """params: most (open tables in this server)"""
    AT_A_TABLE = "at_a_table"
    """Who sits at an open table cannot be forgotten. params: tables (ids)"""
    LEFT_FOR_GOOD = "left_for_good"
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
