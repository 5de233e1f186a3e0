"""A match that is over, step by step with open hands."""

from dataclasses import dataclass

from bot.engine.cards import Card, CardSet
from bot.engine.events import Event


@dataclass(frozen=True, slots=True)
class Frame:
    """How things lay after one step. Tuples have one entry for each seat; a seat that is out has `None`."""

    round: int
    events: tuple[Event, ...]
    """What the step was, every card named. A deal begins a round."""
    hands: tuple[CardSet | None, ...]
    counts: tuple[int | None, ...]
    totals: tuple[int, ...]
    open: tuple[Card, ...]
    stock: int
    to_move: int | None
    """`None` when the round is over."""
