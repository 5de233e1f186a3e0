"""The moves of a turn as a player compares them: what stays in the hand and what comes to it."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.actions import Swap, Turn
from bot.engine.cards import Card, CardSet, card_set
from bot.engine.options import Legal


@dataclass(frozen=True, slots=True)
class Move:
    """One way to use a turn."""

    action: Turn | Swap
    kept: CardSet
    """The hand after the discard, before the draw."""
    drawn: Card | None
    """The card that comes to it; `None` for an unknown one."""
    discard: tuple[Card, ...]
    """Cards that leave the hand and lie open; a swapped one cannot be taken but lies there too."""

    @property
    def hand(self) -> CardSet:
        """The hand after the turn, without an unknown card."""
        return self.kept if self.drawn is None else self.kept | 1 << self.drawn


def moves_of(hand: CardSet, legal: Legal) -> Iterator[Move]:
    """Every turn and every swap that the seat may make."""
    for discard in legal.discards:
        kept = hand & ~card_set(discard)
        for draw in legal.draws_after(discard):
            yield Move(Turn(discard, draw), kept, draw, discard)
    for swap in legal.swaps:
        yield Move(swap, hand & ~(1 << swap.card), swap.joker, (swap.card,))
