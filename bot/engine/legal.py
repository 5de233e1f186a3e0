"""What a seat may do: as a list, as a question and as a reason, from the same functions.

`why_not` refuses with a code of `errors.Code` and the number of the sentence in `RULES.md`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

from bot.engine.actions import STOCK, Action, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.cards import RANK, SAME_RANK, TEXT, Card, CardSet, cards_in, points_table, texts
from bot.engine.errors import Code, Rejection
from bot.engine.house_rules import HouseRules
from bot.engine.melds import Kind, book_for
from bot.engine.options import Legal
from bot.engine.state import MatchState, RoundState

_NOTHING = Legal()


def legal_actions(state: MatchState, seat: int) -> Legal:
    """All a seat may do now, leaving and timing out aside; empty where it may do nothing."""
    now = state.round
    if now is None or now.hands[seat] is None:
        return _NOTHING
    slaps = () if state.rules.slap == "off" else tuple(_slaps(state.rules, now, seat))
    if now.to_move != seat:
        return Legal(slaps=slaps) if slaps else _NOTHING
    hand = now.hands[seat] or 0
    rules = state.rules
    may_pass = now.caller is not None and _why_not_pass(rules, now) is None
    may_call = points_of(rules, hand) <= rules.call_limit and _why_not_call(rules, now, seat) is None
    if not hand:
        return Legal(slaps=slaps, may_call=may_call, may_pass=may_pass)
    book = book_for(rules)
    taken = book.drawable(now.open)
    draws = (STOCK, *taken) if _stock_can_be_drawn(rules, now) else taken
    needs_multi = rules.discard_draw_needs == "multi"
    singles = tuple(draw for draw in draws if draw is STOCK) if needs_multi else draws
    discards = book.discards(hand)
    if not singles:
        discards = tuple(discard for discard in discards if len(discard) > 1)
    swaps = tuple(_swaps(rules, now, hand)) if rules.joker_swap else ()
    return Legal(discards, draws, singles, swaps, slaps, may_call, may_pass)


def why_not(state: MatchState, seat: int, action: Action) -> Rejection | None:
    """Nothing if the rules allow the action, else the first reason against it."""
    if state.result is not None:
        return Rejection(Code.MATCH_OVER, "7.6")
    now = state.round
    if state.out_since[seat] is not None or (now is not None and now.hands[seat] is None):
        return Rejection(Code.SEAT_IS_OUT, "7.11" if state.left[seat] else "7.3")
    if isinstance(action, Leave):
        has_left = now is not None and now.caller_left and seat == now.caller
        return Rejection(Code.SEAT_IS_OUT, "7.11") if has_left else None
    if now is None:
        return Rejection(Code.ROUND_OVER, "1.5")
    if isinstance(action, Slap):
        return _why_not_slap(state.rules, now, seat, action.card)
    if now.to_move != seat:
        return Rejection(Code.NOT_YOUR_TURN, "1.2", {"seat": now.to_move})
    return _why_not_move(state.rules, now, seat, action)


def _why_not_move(
    rules: HouseRules, now: RoundState, seat: int, action: Turn | Call | Pass | Swap | Timeout
) -> Rejection | None:
    match action:
        case Turn():
            return _why_not_turn(rules, now, now.hands[seat] or 0, action)
        case Call():
            return _why_not_call(rules, now, seat)
        case Pass():
            return _why_not_pass(rules, now)
        case Swap():
            return _why_not_swap(rules, now, now.hands[seat] or 0, action)
        case Timeout():
            return None
    assert_never(action)


@lru_cache(8)
def values_of(face_values: str) -> tuple[int, ...]:
    """Points by card."""
    return points_table(face_values)


def points_of(rules: HouseRules, hand: CardSet) -> int:
    """The points of a hand (rule 1.6)."""
    values = values_of(rules.face_values)
    total = 0
    while hand:
        lowest = hand & -hand
        total += values[lowest.bit_length() - 1]
        hand ^= lowest
    return total


def must_call(now: RoundState, hand: CardSet) -> bool:
    """An emptied hand can only call; in a final lap it can only pass (rule 4.8)."""
    return not hand and now.caller is None


def _stock_can_be_drawn(rules: HouseRules, now: RoundState) -> bool:
    # Where an empty stock ends the round, choosing it is what ends the round (rule 3.8).
    return bool(now.stock or now.buried) or rules.stock_empty != "reshuffle"


def _why_not_turn(rules: HouseRules, now: RoundState, hand: CardSet, turn: Turn) -> Rejection | None:
    if must_call(now, hand):
        return Rejection(Code.MUST_CALL, "4.8")
    for card in turn.discard:
        if not hand >> card & 1:
            return Rejection(Code.NOT_IN_HAND, "2.1", {"card": TEXT[card]})
    book = book_for(rules)
    meld = book.laid(turn.discard)
    if meld is None:
        return Rejection(Code.NOT_A_MELD, "2.2", {"cards": " ".join(texts(turn.discard))})
    if turn.draw is None:
        if _stock_can_be_drawn(rules, now):
            return None
        return Rejection(Code.STOCK_EMPTY, "3.7")
    if turn.draw not in book.drawable(now.open):
        return Rejection(
            Code.DRAW_NOT_OPEN, _what_closes(rules, now, turn, turn.draw), {"card": TEXT[turn.draw]}
        )
    if len(meld.cards) < 2 and rules.discard_draw_needs == "multi":
        return Rejection(Code.DRAW_NOT_OPEN, "3.5", {"card": TEXT[turn.draw]})
    return None


def _what_closes(rules: HouseRules, now: RoundState, turn: Turn, card: Card) -> str:
    """The number of the sentence by which a card cannot be taken after this discard."""
    if card in turn.discard:
        return "3.1"
    if now.open.kind is Kind.UPCARD and card in now.open.cards:
        return "3.3"
    is_joker = card in now.open.cards and not RANK[card]
    return "3.4" if is_joker and not rules.end_joker_drawable else "3.2"


def _why_not_call(rules: HouseRules, now: RoundState, seat: int) -> Rejection | None:
    if now.caller is not None:
        return Rejection(Code.CALL_NOT_ALLOWED, "5.4")
    hand = now.hands[seat] or 0
    points = points_of(rules, hand)
    if points > rules.call_limit:
        return Rejection(Code.OVER_CALL_LIMIT, "5.1", {"points": points, "limit": rules.call_limit})
    # An emptied hand has nothing else to do, so it may call at once.
    if hand and rules.first_turn_call == "after_one_turn" and not now.turns[seat]:
        return Rejection(Code.CALL_NOT_ALLOWED, "5.2")
    return None


def _why_not_pass(rules: HouseRules, now: RoundState) -> Rejection | None:
    if now.caller is None:
        return Rejection(Code.PASS_NOT_ALLOWED, "1.3")
    if rules.final_lap == "compulsory" and now.hands[now.to_move]:
        return Rejection(Code.PASS_NOT_ALLOWED, "5.4")
    return None


def _swaps(rules: HouseRules, now: RoundState, hand: CardSet) -> Iterator[Swap]:
    for card, joker in book_for(rules).swaps(now.open, hand):
        yield Swap(card, joker)


def _why_not_swap(rules: HouseRules, now: RoundState, hand: CardSet, swap: Swap) -> Rejection | None:
    if must_call(now, hand):
        return Rejection(Code.MUST_CALL, "4.8")
    if not hand >> swap.card & 1:
        return Rejection(Code.NOT_IN_HAND, "2.1", {"card": TEXT[swap.card]})
    if not rules.joker_swap or swap not in _swaps(rules, now, hand):
        return Rejection(Code.DRAW_NOT_OPEN, "3.6", {"card": TEXT[swap.joker]})
    return None


def _slaps(rules: HouseRules, now: RoundState, seat: int) -> Iterator[Card]:
    for card in cards_in(now.hands[seat] or 0):
        if _why_not_slap(rules, now, seat, card) is None:
            yield card


def _why_not_slap(rules: HouseRules, now: RoundState, seat: int, card: Card) -> Rejection | None:
    hand = now.hands[seat] or 0
    if rules.slap == "off" or seat == now.caller:
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.1")
    if not hand >> card & 1:
        return Rejection(Code.NOT_IN_HAND, "2.1", {"card": TEXT[card]})
    if now.is_slap_closed:
        return Rejection(Code.SLAP_TOO_LATE, "4.5", {"card": TEXT[card]})
    own = _why_not_own_slap(rules, now, seat, card) if rules.slap in ("own", "both") else None
    anyone = _why_not_any_slap(now, card) if rules.slap in ("anyone", "both") else None
    refusals = {"own": (own,), "anyone": (anyone,), "both": (own, anyone)}[rules.slap]
    if None not in refusals:
        late = (refusal for refusal in refusals if refusal and refusal.code is Code.SLAP_TOO_LATE)
        return next(late, refusals[-1])
    if hand == 1 << card and rules.slap_last_card == "forbid":
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.8", {"card": TEXT[card]})
    return None


def _why_not_own_slap(rules: HouseRules, now: RoundState, seat: int, card: Card) -> Rejection | None:
    """The drawer's own slap: the card just drawn onto his own discard (rule 4.2)."""
    if now.last_mover != seat:
        if now.drawn[seat] == card:
            return Rejection(Code.SLAP_TOO_LATE, "4.5")
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.1")
    if now.drawn[seat] != card:
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.2", {"card": TEXT[card]})
    if not now.drew_from_stock and rules.slap_from == "stock":
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.3", {"card": TEXT[card]})
    laid = now.open
    if laid.kind is Kind.RUN:
        if rules.slap_run_extension and book_for(rules).extended(laid, card):
            return None
    elif RANK[card] and laid.rank == RANK[card]:
        if laid.kind is Kind.SINGLE or rules.slap_trigger == "single_or_set":
            return None
        return Rejection(Code.SLAP_NOT_ALLOWED, "4.2", {"card": TEXT[card]})
    return Rejection(Code.SLAP_NO_MATCH, "4.2", {"card": TEXT[card]})


def _why_not_any_slap(now: RoundState, card: Card) -> Rejection | None:
    """Anybody's slap: the rank of the top card counts, also after a run (rule 4.4)."""
    rank = RANK[card]
    if rank and SAME_RANK[rank] >> now.open.top & 1:
        return None
    if rank and now.covered and RANK[now.covered[-1]] == rank:
        return Rejection(Code.SLAP_TOO_LATE, "4.5", {"card": TEXT[card]})
    return Rejection(Code.SLAP_NO_MATCH, "4.4", {"card": TEXT[card]})
