"""What a computer opponent is: a function of what its seat may see.

It gets the view of the seat, what the seat may do and a source of chance, and returns one of the legal
actions. It knows no other hand, not the order of the stock and not the seed, because a `SeatView` does not.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.actions import Action
from bot.engine.options import Legal
from bot.engine.views import SeatView

Opponent = Callable[[SeatView, Legal, random.Random], Action]


@dataclass(frozen=True, slots=True)
class Character:
    """How a computer at a table behaves beside its strength."""

    pace: float = 1.0
    """Factor on the pause it thinks: below 1 quicker, above 1 slower."""
    daring: float = 0.0
    """Added to the risk of Assaf it accepts at a call; below 0 more careful."""
    talk: float = 0.0
    """Share of the occasions on which it says a word."""
