"""What one seat, or the whole room, may know. The only door through which a state leaves the engine.

These types have no place for another seat's hand, the order of the stock or the seed: what cannot be
written down cannot leak (A55).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.engine.actions import STOCK, Action, Call, Pass, Slap, Swap, Turn
from bot.engine.cards import Card, CardSet
from bot.engine.house_rules import HouseRules
from bot.engine.results import MatchResult


class Phase(StrEnum):
    TURN = "turn"
    FINAL_LAP = "final_lap"
    BETWEEN_ROUNDS = "between_rounds"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as everybody sees it."""

    seat: int
    cards: int
    """Number of cards held."""
    total: int
    team: int | None
    out: bool
    known: CardSet
    """Cards it took openly this round and still holds."""
    turns: int
    """Turns it has taken this round."""


@dataclass(frozen=True, slots=True)
class TableView:
    """The public state."""

    rules: HouseRules
    phase: Phase
    round: int
    dealer: int
    starter: int
    to_move: int | None
    caller: int | None
    """In a final lap: who called."""
    places: tuple[Place, ...]
    open: tuple[Card, ...]
    """The last discard in the order it lies."""
    drawable: tuple[Card, ...]
    """What the seat to move may take from it, leaving aside `discard_draw_needs`."""
    buried: CardSet
    """The discards beneath it since the last reshuffle: everybody has seen them."""
    stock: int
    """Cards left in the stock."""
    slap_open: bool
    """Whether the rules of this table let anybody slap on the open card now."""
    result: MatchResult | None
    """Present when the match is over."""


@dataclass(frozen=True, slots=True)
class Legal:
    """Everything a seat may do now (leaving and timing out aside): iterate, count, ask, or read the parts.

    `discards` holds one order of laying for each legal set of cards; the rules accept other orders
    where A22 to A25 do. `draws` starts with `STOCK` where the stock may be drawn from.
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


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public state and one seat's own secrets."""

    table: TableView
    seat: int
    hand: CardSet
    points: int
    drawn: Card | None
    """The card it drew last, while it still holds it."""
    legal: Legal


def holds_stock(draws: tuple[Card | None, ...]) -> bool:
    return bool(draws) and draws[0] is STOCK
