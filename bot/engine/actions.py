"""What a seat can do. A turn (discard and draw) is one action, so there is no half-turn to save."""

from bot.engine.cards import Card
from bot.engine.values import value

STOCK = None
"""As a draw: the top card of the stock."""


@value
class Turn:
    """Lay `discard` in this order, then draw: `STOCK`, or a card that lies open (rules 1.3, 3.1)."""

    discard: tuple[Card, ...]
    draw: Card | None = STOCK


@value
class Call:
    """Say the call word instead of taking a turn (rules 1.3, 5.1)."""


@value
class Pass:
    """Give up the one turn of a final lap (rule 5.4)."""


@value
class Slap:
    """Lay a matching card at once, without a turn (rule 4.1)."""

    card: Card


@value
class Swap:
    """Put the natural card into the open run and take its joker, as the whole turn (rule 3.6)."""

    card: Card
    joker: Card


@value
class Timeout:
    """The clock plays for the seat to move (rule 5.7)."""


@value
class Leave:
    """Leave the match for good (rule 7.11)."""


Action = Turn | Call | Pass | Slap | Swap | Timeout | Leave
