"""What happened, in the past tense. Secret parts are named here and blanked by `views.redact`."""

from dataclasses import dataclass

from bot.engine.cards import Card
from bot.engine.results import MatchResult, RoundResult


@dataclass(frozen=True, slots=True)
class RoundStarted:
    number: int
    dealer: int
    starter: int
    upcard: Card


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """`drawn` is `None` where it is a stock card that the reader may not know, or where nothing was drawn.

    `from_stock` tells the two apart from a card taken openly.
    """

    seat: int
    discard: tuple[Card, ...]
    from_stock: bool
    drawn: Card | None


@dataclass(frozen=True, slots=True)
class JokerSwapped:
    seat: int
    card: Card
    joker: Card


@dataclass(frozen=True, slots=True)
class Slapped:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class Called:
    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock played for this seat; the move itself follows as an event of its own."""

    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """`cards` discards became the new stock (rule 3.7)."""

    cards: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    result: RoundResult


@dataclass(frozen=True, slots=True)
class MatchEnded:
    result: MatchResult


Event = (
    RoundStarted
    | TurnTaken
    | JokerSwapped
    | Slapped
    | Passed
    | Called
    | TimedOut
    | Left
    | Reshuffled
    | RoundEnded
    | MatchEnded
)
