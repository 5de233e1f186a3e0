"""What a seat may do at one moment, as a value."""

from collections.abc import Iterator

from bot.engine.actions import Action, Call, Pass, Slap, Swap, Turn
from bot.engine.cards import Card
from bot.engine.values import value


@value
class Legal:
    """Everything a seat may do now (leaving and timing out aside): iterate, count, ask, or read the parts.

    `discards` holds one order of laying for each legal set of cards; the rules accept other orders
    where rules 2.4 and 2.9 do. `draws` starts with `STOCK` where the stock may be drawn from.
    """

    discards: tuple[tuple[Card, ...], ...] = ()
    draws: tuple[Card | None, ...] = ()
    single_draws: tuple[Card | None, ...] = ()
    """The draws after a discard of one card, fewer than `draws` under `discard_draw_needs`."""
    swaps: tuple[Swap, ...] = ()
    slaps: tuple[Card, ...] = ()
    may_call: bool = False
    may_pass: bool = False

    def draws_after(self, discard: tuple[Card, ...]) -> tuple[Card | None, ...]:
        return self.draws if len(discard) > 1 else self.single_draws

    def __iter__(self) -> Iterator[Action]:
        if self.may_call:
            yield Call()
        if self.may_pass:
            yield Pass()
        for discard in self.discards:
            for draw in self.draws_after(discard):
                yield Turn(discard, draw)
        yield from self.swaps
        for card in self.slaps:
            yield Slap(card)

    def __len__(self) -> int:
        singles = sum(len(discard) == 1 for discard in self.discards)
        turns = singles * len(self.single_draws) + (len(self.discards) - singles) * len(self.draws)
        return turns + len(self.swaps) + len(self.slaps) + self.may_call + self.may_pass

    @property
    def must_call(self) -> bool:
        return self.may_call and not self.discards
