"""Doing what the rules allow: a state and an action give the next state and what happened."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.engine.actions import STOCK, Action, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.cards import RANK, Card, card_set, cards_in
from bot.engine.chance import reshuffle_label, shuffled
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.events import (
    Called,
    Event,
    JokerSwapped,
    Left,
    MatchEnded,
    Passed,
    Reshuffled,
    RoundEnded,
    Slapped,
    TimedOut,
    TurnTaken,
)
from bot.engine.legal import must_call, points_of, values_of, why_not
from bot.engine.melds import Kind, Meld, book_for
from bot.engine.results import ExactHit, RoundResult
from bot.engine.scoring import Score, Show, score_call, score_without_call
from bot.engine.standings import book, leave
from bot.engine.state import MatchState, RoundState, Step, clockwise, put


def apply(state: MatchState, seat: int, action: Action) -> Step | Rejection:
    """The match after the action, or the reason why the rules refuse it. The given state stays as it is.

    Ends the round (and the match) where the action does: `state.round` is then `None`, and the next
    round waits for `match.deal_round`.
    """
    refusal = why_not(state, seat, action)
    return refusal or _DO[type(action)](state, seat, action)


def timeout_action(state: MatchState, seat: int) -> Action:
    """What the clock plays (rule 5.7): the dearest single that is no joker, a stock card; never a call."""
    now = _running(state)
    hand = now.hands[seat] or 0
    if must_call(now, hand):
        return Call()
    if now.caller is not None and why_not(state, seat, Pass()) is None:
        return Pass()
    values = values_of(state.rules.face_values)
    dearest = max(cards_in(hand), key=lambda card: (values[card], RANK[card], -card))
    for draw in (STOCK, *book_for(state.rules).drawable(now.open)):
        turn = Turn((dearest,), draw)
        if why_not(state, seat, turn) is None:
            return turn
    raise ValueError("the seat to move has no turn")


def _running(state: MatchState) -> RoundState:
    if state.round is None:
        raise ValueError("no round is running")
    return state.round


def _take_turn(state: MatchState, seat: int, turn: Turn) -> Step:
    now = _running(state)
    meld = book_for(state.rules).laid(turn.discard)
    if meld is None:
        raise IllegalActionError("not a meld")
    events: tuple[Event, ...] = ()
    stock, buried, shuffles = now.stock, now.buried, now.reshuffles
    still_open = card_set(now.open.cards)
    if turn.draw is None:
        if not stock and state.rules.stock_empty != "reshuffle":
            return _end_on_empty_stock(state, seat, turn.discard, meld)
        if not stock:
            label = reshuffle_label(now.number, shuffles)
            stock = tuple(shuffled(cards_in(buried), state.seed, label))
            events, buried, shuffles = (Reshuffled(len(stock)),), 0, shuffles + 1
        drawn, stock, taken = stock[-1], stock[:-1], 0
    else:
        drawn, taken = turn.draw, 1 << turn.draw
    shed = card_set(turn.discard)
    # What every round has stands in the order of the fields: names cost more here than anywhere else.
    after = RoundState(
        now.number,
        now.dealer,
        now.starter,
        _next_to_move(now, seat),
        put(now.hands, seat, (now.hands[seat] or 0) ^ shed | 1 << drawn),
        stock,
        meld,
        now.open.cards,
        buried | still_open & ~taken,
        put(now.known, seat, now.known[seat] & ~shed | taken),
        put(now.drawn, seat, drawn),
        put(now.turns, seat, now.turns[seat] + 1),
        last_mover=seat,
        drew_from_stock=not taken,
        caller=now.caller,
        lap=now.lap[1:],
        caller_left=now.caller_left,
        reshuffles=shuffles,
    )
    events = (*events, TurnTaken(seat, meld.cards, not taken, drawn))
    return _after_turn(state, after, events)


def _swap(state: MatchState, seat: int, swap: Swap) -> Step:
    """The natural card takes the joker's place in the open run (switch `joker_swap`)."""
    now = _running(state)
    cards = tuple(swap.card if card == swap.joker else card for card in now.open.cards)
    hand = (now.hands[seat] or 0) ^ 1 << swap.card | 1 << swap.joker
    after = replace(
        now,
        to_move=_next_to_move(now, seat),
        hands=put(now.hands, seat, hand),
        open=replace(now.open, cards=cards),
        known=put(now.known, seat, now.known[seat] & ~(1 << swap.card) | 1 << swap.joker),
        drawn=put(now.drawn, seat, swap.joker),
        turns=put(now.turns, seat, now.turns[seat] + 1),
        last_mover=seat,
        drew_from_stock=False,
        is_slap_closed=False,
        lap=now.lap[1:],
    )
    return _after_turn(state, after, (JokerSwapped(seat, swap.card, swap.joker),))


def _call(state: MatchState, seat: int, _: Call) -> Step:
    now = _running(state)
    called: tuple[Event, ...] = (Called(seat),)
    if state.rules.final_lap == "none":
        return _show(state, now, seat, called)
    lap = tuple(
        other for other in clockwise(len(now.hands), seat) if other != seat and now.hands[other] is not None
    )
    after = replace(now, caller=seat, lap=lap, to_move=lap[0], is_slap_closed=True)
    return Step(replace(state, round=after), called)


def _pass(state: MatchState, seat: int, _: Pass) -> Step:
    now = _running(state)
    after = replace(now, to_move=_next_to_move(now, seat), lap=now.lap[1:])
    return _after_turn(state, after, (Passed(seat),))


def _slap(state: MatchState, seat: int, slap: Slap) -> Step:
    """The card joins the open discard as its last card, or extends the run; no turn passes (rule 4.7)."""
    now = _running(state)
    hand = (now.hands[seat] or 0) ^ 1 << slap.card
    after = replace(
        now,
        hands=put(now.hands, seat, hand),
        open=_with_slapped(state, now, slap.card),
        known=put(now.known, seat, now.known[seat] & ~(1 << slap.card)),
        drawn=put(now.drawn, seat, None) if now.drawn[seat] == slap.card else now.drawn,
    )
    slapped: tuple[Event, ...] = (Slapped(seat, slap.card),)
    if not hand and state.rules.slap_last_card == "wins_round" and now.caller is None:
        return _show(state, after, seat, slapped, cannot_be_beaten=True)
    return Step(replace(state, round=after), slapped)


def _with_slapped(state: MatchState, now: RoundState, card: Card) -> Meld:
    laid = now.open
    if RANK[laid.top] == RANK[card] or laid.kind is not Kind.RUN:
        # A run with another card of its top rank on it is still taken from like a run.
        return Meld((*laid.cards, card), Kind.RUN if laid.kind is Kind.RUN else Kind.SET)
    longer = book_for(state.rules).extended(laid, card)
    if longer is None:
        raise IllegalActionError("the card does not extend the run")
    return longer


def _time_out(state: MatchState, seat: int, _: Timeout) -> Step:
    step = apply(state, seat, timeout_action(state, seat))
    if isinstance(step, Rejection):
        raise IllegalActionError(f"the clock's move was refused: {step.code}")
    return Step(step.state, (TimedOut(seat), *step.events))


def _leave(state: MatchState, seat: int, _: Leave) -> Step:
    """The seat goes out with its total, its hand under the stock unseen, the turn moves on (rule 7.11)."""
    now = state.round
    left: tuple[Event, ...] = (Left(seat),)
    if now is None:
        return _ended_by_leaving(leave(state, seat), left)
    if seat == now.caller:
        # A caller is still scored: he goes out after the show.
        return Step(replace(state, round=replace(now, caller_left=True)), left)
    gone = leave(state, seat)
    after = replace(
        now,
        hands=put(now.hands, seat, None),
        stock=cards_in(now.hands[seat] or 0) + now.stock,
        known=put(now.known, seat, 0),
        drawn=put(now.drawn, seat, None),
        lap=tuple(other for other in now.lap if other != seat),
    )
    if gone.is_over:
        # The round ends before its show, so a call that was made counts for nothing.
        score = score_without_call(_counts(state, after), counted=False)
        result = _round_result(state, gone, after, score)
        return _ended_by_leaving(gone, (*left, RoundEnded(result)))
    if now.to_move == seat:
        after = replace(after, to_move=_next_to_move(now, seat))
    return _after_turn(gone, after, left)


def _ended_by_leaving(state: MatchState, events: tuple[Event, ...]) -> Step:
    if state.result is None:
        return Step(state, events)
    return Step(replace(state, round=None), (*events, MatchEnded(state.result)))


def _next_to_move(now: RoundState, seat: int) -> int:
    """The next seat clockwise that holds a hand; in a final lap the next that still has its turn."""
    if now.caller is not None:
        rest = [other for other in now.lap if other != seat]
        return rest[0] if rest else now.caller
    hands = now.hands
    seats = len(hands)
    following = (seat + 1) % seats
    while hands[following] is None:
        following = (following + 1) % seats
    return following


def _after_turn(state: MatchState, after: RoundState, events: tuple[Event, ...]) -> Step:
    """Go on, or show after the last turn of a final lap, or stop at the cap on turns."""
    if after.caller is not None and not after.lap:
        return _show(state, after, after.caller, events)
    cap = state.rules.round_turn_cap
    if cap and after.caller is None and sum(after.turns) >= cap:
        return _end_without_call(state, after, events, counted=False)
    # Written out because `replace` costs as much as the rest of a turn.
    return Step(
        MatchState(
            state.rules,
            state.seed,
            state.teams,
            state.totals,
            state.out_since,
            state.left,
            state.dealer,
            state.next_starter,
            state.round_number,
            state.is_extra,
            after,
            None,
        ),
        events,
    )


def _end_on_empty_stock(state: MatchState, seat: int, discard: tuple[Card, ...], meld: Meld) -> Step:
    """Nothing to draw and no reshuffle: the discard stands, the round is over (rule 3.8)."""
    now = _running(state)
    hand = (now.hands[seat] or 0) ^ card_set(discard)
    after = replace(now, hands=put(now.hands, seat, hand))
    turn = TurnTaken(seat, meld.cards, from_stock=True, drawn=None)
    if after.caller is not None:
        return _show(state, after, after.caller, (turn,))
    return _end_without_call(state, after, (turn,), counted=state.rules.stock_empty == "score_hands")


def _counts(state: MatchState, now: RoundState) -> tuple[int | None, ...]:
    return tuple(None if hand is None else points_of(state.rules, hand) for hand in now.hands)


def _end_without_call(
    state: MatchState, after: RoundState, events: tuple[Event, ...], *, counted: bool
) -> Step:
    score = score_without_call(_counts(state, after), counted=counted)
    return _write_down(state, after, score, events)


def _show(
    state: MatchState,
    now: RoundState,
    caller: int,
    events: tuple[Event, ...],
    *,
    cannot_be_beaten: bool = False,
) -> Step:
    """All hands are shown and counted (rule 6.1)."""
    score = score_call(state.rules, Show(_counts(state, now), caller, cannot_be_beaten))
    return _write_down(state, now, score, events)


def _write_down(state: MatchState, now: RoundState, score: Score, events: tuple[Event, ...]) -> Step:
    booking = book(state, score)
    after = booking.state
    if now.caller_left and now.caller is not None and not after.is_over and after.is_in(now.caller):
        after = leave(after, now.caller)
    events = (*events, RoundEnded(_round_result(state, after, now, score, booking.exact_hits)))
    if after.result is not None:
        events = (*events, MatchEnded(after.result))
    return Step(after, events)


def _round_result(
    before: MatchState,
    after: MatchState,
    now: RoundState,
    score: Score,
    exact_hits: tuple[ExactHit, ...] = (),
) -> RoundResult:
    return RoundResult(
        number=now.number,
        dealer=now.dealer,
        starter=now.starter,
        outcome=score.outcome,
        caller=score.caller,
        assafers=score.assafers,
        hands=now.hands,
        counts=score.counts,
        points=score.points,
        totals_before=before.totals,
        totals=after.totals,
        exact_hits=exact_hits,
        out=tuple(seat for seat in before.seats if before.is_in(seat) and not after.is_in(seat)),
        next_starter=None if after.is_over else after.next_starter,
    )


_DO: dict[type[Action], Callable[[MatchState, int, Any], Step]] = {
    Turn: _take_turn,
    Swap: _swap,
    Call: _call,
    Pass: _pass,
    Slap: _slap,
    Timeout: _time_out,
    Leave: _leave,
}
