"""The tokens of a table before its first deal, and of the match after a match."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Join:
    table: int


@dataclass(frozen=True, slots=True)
class LeaveLobby:
    table: int


@dataclass(frozen=True, slots=True)
class AddComputer:
    """As a button it names the level; as a menu `level` is `None` and the choice names it."""

    table: int
    level: str | None
    version: int


@dataclass(frozen=True, slots=True)
class RemoveComputer:
    table: int
    version: int


@dataclass(frozen=True, slots=True)
class ShowRules:
    table: int


@dataclass(frozen=True, slots=True)
class Start:
    table: int


@dataclass(frozen=True, slots=True)
class Rematch:
    table: int


@dataclass(frozen=True, slots=True)
class StartWith:
    """With how many players the match starts by itself; a menu's choice names the number."""

    table: int
    version: int


@dataclass(frozen=True, slots=True)
class SetClock:
    """The turn clock of the match; a menu's choice names it. `fresh`: no two of these menus are alike."""

    table: int
    fresh: str


@dataclass(frozen=True, slots=True)
class AskGuests:
    """Whom to invite? `InviteGuests` is the menu that asks."""

    table: int


@dataclass(frozen=True, slots=True)
class InviteGuests:
    """The chosen members are asked to the table. `fresh`: no two of these menus are alike."""

    table: int
    fresh: str


LobbyToken = (
    Join
    | LeaveLobby
    | AddComputer
    | RemoveComputer
    | ShowRules
    | Start
    | Rematch
    | StartWith
    | SetClock
    | AskGuests
    | InviteGuests
)
