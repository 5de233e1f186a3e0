"""The tokens of what people do for themselves: hints, options, lesson, invitations, coming and going."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AskLeave:
    """What `/yaniv leave` does, from the options of a hand: asks whether and when."""

    table: int


@dataclass(frozen=True, slots=True)
class LeaveLater:
    """Leave as soon as the running round has ended."""

    table: int


@dataclass(frozen=True, slots=True)
class StayHere:
    """Takes `LeaveLater` back."""

    table: int


@dataclass(frozen=True, slots=True)
class BringDown:
    """Sends the table's message anew, below all others."""

    table: int


@dataclass(frozen=True, slots=True)
class SureCall:
    """The second press where a person wants to be asked before a risky call."""

    table: int
    stamp: str


@dataclass(frozen=True, slots=True)
class AskHint:
    table: int
    stamp: str


@dataclass(frozen=True, slots=True)
class Options:
    """What a person may choose for himself. `table`: whose hand he comes from; 0 for none."""

    table: int


@dataclass(frozen=True, slots=True)
class Choose:
    """One of these choices. As a button it names the value; a menu's choice names it otherwise."""

    table: int
    field: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Learn:
    """A page of the lesson. The hands in it have ordinary tokens, of table 0 with the page as stamp."""

    page: int


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """The help."""

    page: int


@dataclass(frozen=True, slots=True)
class Accept:
    """An invited person sits down. `users`: those who were asked and have not come yet."""

    table: int
    users: tuple[int, ...]
