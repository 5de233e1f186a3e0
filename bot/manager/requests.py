"""What people, computers and the clock ask of a table. One door for all: `Manager.submit`."""

from dataclasses import dataclass, field
from typing import Any

from bot.engine.actions import Action
from bot.ports.tables import Push


@dataclass(frozen=True, slots=True)
class Open:
    """A new table with the server's house rules; who opens it is its host."""

    guild: int
    channel: int
    user: int
    name: str
    language: str
    parent: int | None = None
    """Where `channel` is a thread: the channel above it, which counts for the server's allowed channels."""


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down in the lobby, or from the next deal on where the house rules let latecomers in."""

    table: int
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Leave the lobby or the line of latecomers, or the match for good."""

    table: int
    user: int
    after_round: bool = False
    """Only when the running round has ended; `Stay` takes that back."""


@dataclass(frozen=True, slots=True)
class Stay:
    """Somebody who was to leave after the round stays."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class AddComputer:
    """`version` makes a double click harmless: another version of the lobby is stale."""

    table: int
    user: int
    level: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    table: int
    user: int
    version: int | None = None


@dataclass(frozen=True, slots=True)
class VaryRules:
    """The host of a lobby sets house rules for this one match, where the server lets him.

    `changes`: switches by name; with a `preset` among them everything else starts from that preset.
    """

    table: int
    user: int
    changes: dict[str, Any]
    version: int | None = None


@dataclass(frozen=True, slots=True)
class StartWith:
    """The host of a lobby wants so many players, and then a start by itself; `None`: he starts the match."""

    table: int
    user: int
    players: int | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class SetClock:
    """The host of a lobby wants this turn clock for the match, as far as the server lets him.

    `seconds`: 0 for none, `None` for the server's.
    """

    table: int
    user: int
    seconds: int | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """The host starts the match. Where he has been away, each of the others votes for that."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class Play:
    """`stamp`: the hand the button was made for; `None` skips that check (the table's own buttons)."""

    table: int
    user: int
    action: Action = field(repr=False)
    stamp: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """A person takes his seat back from the computer that held it."""

    table: int
    user: int


@dataclass(frozen=True, slots=True)
class Stop:
    table: int
    user: int
    is_moderator: bool = False
    name: str = ""
    """How the table names who stopped it, where it does not know him."""


@dataclass(frozen=True, slots=True)
class MoreTime:
    """The running turn or the lobby lasts longer."""

    table: int
    user: int
    is_moderator: bool = False


@dataclass(frozen=True, slots=True)
class GoOnWithout:
    """Somebody keeps the table waiting. Host and moderators decide at once, others cast a vote."""

    table: int
    user: int
    whom: int
    push: Push
    is_moderator: bool = False


@dataclass(frozen=True, slots=True)
class Rematch:
    """A new lobby with the same seats and rules, opened by somebody who played."""

    table: int
    user: int
    parent: int | None = None
    """As in `Open`."""


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """What a computer does at a seat it holds. `version`: the table it thought about."""

    table: int
    seat: int
    action: Action = field(repr=False)
    version: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock asks for its due: a turn, a lobby, or a match that everybody has forgotten."""

    table: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """The place where the table stood is gone."""

    table: int


TableRequest = (
    Join
    | LeaveTable
    | Stay
    | AddComputer
    | RemoveComputer
    | VaryRules
    | StartWith
    | SetClock
    | Start
    | Play
    | TakeBack
    | Stop
    | MoreTime
    | GoOnWithout
)
"""What a person asks of one table."""
PersonRequest = TableRequest | Rematch
Request = PersonRequest | ComputerMove | TimeUp | Abandon
