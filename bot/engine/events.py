"""What happened, in the past tense. Secret parts are named here and blanked by `views.redact`."""

from bot.engine.cards import Card
from bot.engine.results import MatchResult, RoundResult
from bot.engine.values import value


@value
class RoundStarted:
    number: int
    dealer: int
    starter: int
    upcard: Card


@value
class TurnTaken:
    """`drawn` is `None` where it is a stock card that the reader may not know, or where nothing was drawn.

    `from_stock` tells the two apart from a card taken openly.
    """

    seat: int
    discard: tuple[Card, ...]
    from_stock: bool
    drawn: Card | None


@value
class JokerSwapped:
    seat: int
    card: Card
    joker: Card


@value
class Slapped:
    seat: int
    card: Card


@value
class Passed:
    seat: int


@value
class Called:
    seat: int


@value
class TimedOut:
    """The clock played for this seat; the move itself follows as an event of its own."""

    seat: int


@value
class Left:
    seat: int


@value
class Reshuffled:
    """`cards` discards became the new stock (rule 3.7)."""

    cards: int


@value
class RoundEnded:
    result: RoundResult


@value
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
