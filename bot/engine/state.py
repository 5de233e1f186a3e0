"""The whole truth about a match, as frozen values. Never leaves the manager; see `views` for what does.

Everything that dies with a round sits in one `RoundState`, which is replaced whole.
"""

from dataclasses import field
from typing import Any

from bot.engine.cards import Card, CardSet
from bot.engine.events import Event
from bot.engine.house_rules import HouseRules
from bot.engine.melds import Meld
from bot.engine.results import MatchResult
from bot.engine.values import value


@value
class RoundState:
    """One round at play. Tuples have one entry for each seat."""

    number: int
    dealer: int
    starter: int
    to_move: int
    hands: tuple[CardSet | None, ...] = field(repr=False)
    """`None` for a seat that is out."""
    stock: tuple[Card, ...] = field(repr=False)
    """Face down; the top card is the last."""
    open: Meld
    """The last discard: the only cards of the pile that can still be taken."""
    covered: tuple[Card, ...]
    """The discard beneath it."""
    buried: CardSet
    """All discards beneath the open one since the last reshuffle, the covered one included."""
    known: tuple[CardSet, ...]
    """Cards taken openly and still held."""
    drawn: tuple[Card | None, ...] = field(repr=False)
    """The card each seat drew last, while it still holds it."""
    turns: tuple[int, ...]
    """Turns taken, passes of a final lap not counted."""
    last_mover: int | None = None
    """Whose discard lies open; `None` for the up-card."""
    drew_from_stock: bool = False
    """Whether the last mover drew from the stock: the own slap hangs on it (rule 4.3)."""
    is_slap_closed: bool = False
    """A call closed the window of the discard that lies open (rule 4.5)."""
    caller: int | None = None
    """In a final lap: who called."""
    lap: tuple[int, ...] = ()
    """The seats that still have their turn of the final lap, in order."""
    caller_left: bool = False
    reshuffles: int = 0


@value
class MatchState:
    """A match between or in rounds. `seed` is secret until the match is over."""

    rules: HouseRules
    seed: str = field(repr=False)
    teams: tuple[int, ...] | None
    totals: tuple[int, ...]
    out_since: tuple[int | None, ...]
    """The round in which each seat went out; `None` while it is in."""
    left: tuple[bool, ...]
    """Seats whose player left: they rank behind everybody who went out later or not at all."""
    dealer: int
    next_starter: int | None
    """`None` before the first round: the switch `first_starter` decides."""
    round_number: int = 0
    """The running round, or the last one that was dealt."""
    is_extra: bool = False
    """An extra round among level leaders is due or running (switch `tie_at_end`)."""
    round: RoundState | None = None
    result: MatchResult | None = None

    @property
    def seats(self) -> range:
        return range(len(self.totals))

    @property
    def is_over(self) -> bool:
        return self.result is not None

    def is_in(self, seat: int) -> bool:
        return self.out_since[seat] is None

    def seats_in(self) -> list[int]:
        return [seat for seat in self.seats if self.out_since[seat] is None]

    def checkpoint(self) -> dict[str, Any]:
        """The match between two rounds, JSON-able: `match.from_checkpoint` reads it back."""
        return {
            "teams": self.teams and list(self.teams),
            "totals": list(self.totals),
            "out_since": list(self.out_since),
            "left": list(self.left),
            "dealer": self.dealer,
            "next_starter": self.next_starter,
            "round_number": self.round_number,
            "is_extra": self.is_extra,
        }


@value
class Step:
    """The state after an action and what happened on the way."""

    state: MatchState
    events: tuple[Event, ...]


def next_in(state: MatchState, seat: int) -> int:
    """The next seat clockwise that is still in."""
    return next(other for other in clockwise(len(state.totals), seat) if state.is_in(other))


def clockwise(seats: int, after: int) -> list[int]:
    """All seats in turn order, beginning after one and ending with it."""
    return [(after + step) % seats for step in range(1, seats + 1)]


def put(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """The same tuple with one entry changed."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)
