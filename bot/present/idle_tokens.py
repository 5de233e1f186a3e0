"""The tokens about somebody who keeps the table waiting."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TooSlow:
    """The table's button: what can be done about who is to move?"""

    table: int


@dataclass(frozen=True, slots=True)
class GoOn:
    """Without this person. `push` is a `bot.ports.tables.Push`."""

    table: int
    user: int
    push: str


@dataclass(frozen=True, slots=True)
class GiveTime:
    """More time for who is to move."""

    table: int


IdleToken = TooSlow | GoOn | GiveTime
