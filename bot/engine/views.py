"""What one seat, or the whole room, may know. The only door through which a state leaves the engine.

These types have no place for another seat's hand, the order of the stock or the seed: what cannot be
written down cannot leak (rule 1.4).
"""

from enum import StrEnum

from bot.engine.cards import Card, CardSet
from bot.engine.events import Event, TurnTaken
from bot.engine.house_rules import HouseRules
from bot.engine.legal import legal_actions, points_of
from bot.engine.melds import book_for
from bot.engine.options import Legal
from bot.engine.results import MatchResult
from bot.engine.state import MatchState
from bot.engine.values import value


class Phase(StrEnum):
    TURN = "turn"
    FINAL_LAP = "final_lap"
    BETWEEN_ROUNDS = "between_rounds"
    OVER = "over"


@value
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


@value
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
    result: MatchResult | None
    """Present when the match is over."""


@value
class SeatView:
    """The public state and one seat's own secrets."""

    table: TableView
    seat: int
    hand: CardSet
    points: int
    drawn: Card | None
    """The card it drew last, while it still holds it."""
    legal: Legal


def table_view(state: MatchState) -> TableView:
    """The public state of a match."""
    now = state.round
    meld = now.open if now else None
    return TableView(
        rules=state.rules,
        phase=_phase(state),
        round=state.round_number,
        dealer=state.dealer,
        starter=now.starter if now else (state.next_starter or 0),
        to_move=now.to_move if now else None,
        caller=now.caller if now else None,
        places=tuple(_place(state, seat) for seat in state.seats),
        open=meld.cards if meld else (),
        drawable=book_for(state.rules).drawable(meld) if meld else (),
        buried=now.buried if now else 0,
        stock=len(now.stock) if now else 0,
        result=state.result,
    )


def view_for(state: MatchState, seat: int) -> SeatView:
    """What one seat may know: the public state, its own hand and what it may do."""
    now = state.round
    hand = now.hands[seat] or 0 if now else 0
    return SeatView(
        table=table_view(state),
        seat=seat,
        hand=hand,
        points=points_of(state.rules, hand),
        drawn=now.drawn[seat] if now else None,
        legal=legal_actions(state, seat),
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event as one seat (`None`: the room) may know it: a stock card is its drawer's secret."""
    if isinstance(event, TurnTaken) and event.from_stock and event.seat != seat:
        return TurnTaken(event.seat, event.discard, from_stock=True, drawn=None)
    return event


def _phase(state: MatchState) -> Phase:
    if state.is_over:
        return Phase.OVER
    if state.round is None:
        return Phase.BETWEEN_ROUNDS
    return Phase.TURN if state.round.caller is None else Phase.FINAL_LAP


def _place(state: MatchState, seat: int) -> Place:
    now = state.round
    hand = now.hands[seat] or 0 if now else 0
    return Place(
        seat,
        hand.bit_count(),
        state.totals[seat],
        state.teams[seat] if state.teams else None,
        not state.is_in(seat),
        now.known[seat] if now else 0,
        now.turns[seat] if now else 0,
    )
