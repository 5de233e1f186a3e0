"""What the screens of a forfeit send back: see `tokens`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenForfeits:
    """The winner's way to the list, on the public message of a match that is over."""

    table: int


@dataclass(frozen=True, slots=True)
class PickForfeit:
    """A menu; the choice is the place in the list."""

    table: int


@dataclass(frozen=True, slots=True)
class AskDare:
    """Opens the form for a forfeit in the winner's own words."""

    table: int


@dataclass(frozen=True, slots=True)
class Dare:
    """That form. `fresh` keeps a client from showing what was typed into an earlier one."""

    table: int
    fresh: str
