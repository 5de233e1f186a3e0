"""Playing a transcript, and the result as JSON (format `yaniv-replay/1`)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.engine.actions import Action, Leave, Swap, Turn
from bot.engine.apply import apply
from bot.engine.cards import TEXT, Card, CardSet, card_set, cards_in, parse_card, texts
from bot.engine.chance import NO_SEED, commitment
from bot.engine.errors import Code, IllegalActionError, Rejection
from bot.engine.events import RoundEnded
from bot.engine.legal import legal_actions, points_of, why_not
from bot.engine.match import Deal, Opening, can_join_late, deal_round, join_late, new_match, pack_of
from bot.engine.results import RoundResult
from bot.engine.standings import ranks
from bot.engine.state import MatchState
from bot.engine.transcript import (
    Setup,
    TranscriptError,
    WrittenDeal,
    WrittenRound,
    action_from_json,
    read_transcript,
)
from bot.engine.views import table_view

FORMAT = "yaniv-replay/1"

_MESSAGES = {
    Code.NOT_YOUR_TURN: "it is another seat's turn",
    Code.NOT_IN_HAND: "{card} is not in the hand",
    Code.NOT_A_MELD: "{cards} is neither a set nor a run",
    Code.DRAW_NOT_OPEN: "{card} cannot be taken now",
    Code.STOCK_EMPTY: "the stock is empty and there is nothing to reshuffle",
    Code.OVER_CALL_LIMIT: "the hand counts {points}, a call needs {limit} or less",
    Code.CALL_NOT_ALLOWED: "a call is not allowed now",
    Code.MUST_CALL: "an empty hand must call",
    Code.SLAP_NOT_ALLOWED: "a slap is not allowed here",
    Code.SLAP_TOO_LATE: "the slap comes too late",
    Code.SLAP_NO_MATCH: "{card} does not match the open card",
    Code.PASS_NOT_ALLOWED: "passing is not allowed now",
    Code.SEAT_IS_OUT: "the seat is out",
    Code.ROUND_OVER: "the round is over",
    Code.MATCH_OVER: "the match is over",
}


def message_of(rejection: Rejection) -> str:
    """The refusal in English, for replays and logs; people read a translated text."""
    if rejection.code is Code.NOT_A_MELD and not rejection.params["cards"]:
        return "at least one card must be laid"
    return _MESSAGES[rejection.code].format(**rejection.params)


def replay_transcript(data: object) -> dict[str, Any]:
    """Play a transcript. The replay as a JSON object, with `ok` false and an `error` where it is refused."""
    player = _Player()
    try:
        player.play(read_transcript(data))
    except TranscriptError as error:
        fault = {"round": error.round, "action": error.action, "code": error.code.value}
        rule = _AFTER_THE_END if error.code is Code.MATCH_OVER else _SETUP_RULE
        fault |= {"rule": rule, "message": error.message}
        return {"format": FORMAT, "ok": False, "error": fault, "rounds": player.rounds}
    if player.error is not None:
        return {"format": FORMAT, "ok": False, "error": player.error, "rounds": player.rounds}
    return player.report()


_SETUP_RULE = "1.1"
_AFTER_THE_END = "7.6"


def round_to_json(result: RoundResult) -> dict[str, Any]:
    """A round's result as `replay --json` prints it and the database keeps it."""
    return {
        "number": result.number,
        "dealer": result.dealer,
        "starter": result.starter,
        "caller": result.caller,
        "outcome": result.outcome.value,
        "hands": [_hand_texts(hand) for hand in result.hands],
        "counts": list(result.counts),
        "points": list(result.points),
        "totals_before": list(result.totals_before),
        "totals": list(result.totals),
        "exact_hits": [{"seat": hit.seat, "from": hit.before, "to": hit.after} for hit in result.exact_hits],
        "out": list(result.out),
        "next_starter": result.next_starter,
    }


def _hand_texts(hand: CardSet | None) -> list[str] | None:
    return None if hand is None else texts(cards_in(hand))


class _Player:
    """One replay under way."""

    def __init__(self) -> None:
        self.rounds: list[dict[str, Any]] = []
        self.error: dict[str, Any] | None = None
        self._state: MatchState | None = None
        self._commitment: str | None = None
        self._is_dealt_from_seed = True

    def play(self, setup: Setup) -> None:
        written = setup.written
        self._commitment = written.commitment
        self._state = new_match(
            setup.rules,
            len(written.players),
            written.seed or NO_SEED,
            teams=written.teams,
            totals=written.totals,
        )
        for number, entry in enumerate(written.rounds, start=1):
            self._play_round(self._state, entry, number, has_seed=written.seed is not None)
            if self.error is not None:
                return

    def report(self) -> dict[str, Any]:
        state = self._state
        if state is None:
            raise IllegalActionError("nothing was played")
        result = state.result
        report: dict[str, Any] = {
            "format": FORMAT,
            "ok": True,
            "rounds": self.rounds,
            "match": {
                "over": state.is_over,
                "winners": list(result.winners) if result else [],
                "ranks": list(result.ranks if result else ranks(state)),
            },
        }
        if state.round is not None or not self.rounds:
            report["position"] = _position(state)
        if self._commitment is not None:
            is_kept = commitment(state.seed) == self._commitment.lower()
            report["fair"] = {"seed": is_kept, "deals": self._is_dealt_from_seed}
        return report

    def _play_round(self, state: MatchState, entry: WrittenRound, number: int, *, has_seed: bool) -> None:
        if state.is_over or state.round is not None:
            code = Code.MATCH_OVER if state.is_over else Code.BAD_TRANSCRIPT
            message = "the match is over" if state.is_over else "the round before is unfinished"
            raise TranscriptError(code, message, round_=number, action=1 if entry.actions else None)
        for _ in entry.joins:
            if not can_join_late(state):
                message = "nobody may join before this round"
                raise TranscriptError(Code.BAD_TRANSCRIPT, message, round_=number)
            state = join_late(state)
        if entry.deal is None and not has_seed:
            message = "neither a deal nor a seed is given"
            raise TranscriptError(Code.BAD_DEAL, message, round_=number)
        opening = _opening(state, entry, number)
        dealt = deal_round(state, opening).state
        if opening.deal is not None and has_seed:
            from_seed = deal_round(state, replace(opening, deal=None)).state
            self._is_dealt_from_seed &= dealt == from_seed
        self._state = dealt
        for index, written in enumerate(entry.actions, start=1):
            self._act(written, number, index)
            if self.error is not None:
                return

    def _act(self, written: object, number: int, index: int) -> None:
        state = self._state
        if state is None:
            raise IllegalActionError("no round was dealt")
        try:
            seat, action = action_from_json(written)
        except ValueError as error:
            raise TranscriptError(Code.BAD_TRANSCRIPT, str(error), round_=number, action=index) from None
        if seat not in state.seats:
            message = f"seat: {seat} is not one of {len(state.seats)} players"
            raise TranscriptError(Code.BAD_TRANSCRIPT, message, round_=number, action=index)
        if state.is_over:
            step = Rejection(Code.MATCH_OVER, _AFTER_THE_END)
        elif state.round is None and not isinstance(action, Leave):
            step = Rejection(Code.ROUND_OVER, "1.5")
        else:
            step = apply(state, seat, _as_swap(state, seat, action))
        if isinstance(step, Rejection):
            self.error = {"round": number, "action": index, "code": step.code.value}
            self.error |= {"rule": step.rule, "message": message_of(step)}
            return
        self._state = step.state
        for event in step.events:
            if isinstance(event, RoundEnded):
                self.rounds.append(round_to_json(event.result))


def _as_swap(state: MatchState, seat: int, action: Action) -> Action:
    """A transcript may write a joker swap as a discard and a draw where the joker lies inside."""
    if not isinstance(action, Turn) or action.draw is None or len(action.discard) != 1:
        return action
    swap = Swap(action.discard[0], action.draw)
    is_swap = why_not(state, seat, action) is not None and why_not(state, seat, swap) is None
    return swap if is_swap else action


def _opening(state: MatchState, entry: WrittenRound, number: int) -> Opening:
    for name, seat in (("dealer", entry.dealer), ("starter", entry.starter)):
        if seat is not None and (seat not in state.seats or not state.is_in(seat)):
            message = f"{name}: {seat} is not a seat that is in"
            raise TranscriptError(Code.BAD_TRANSCRIPT, message, round_=number)
    deal = None if entry.deal is None else _deal(state, entry.deal, number)
    return Opening(entry.dealer, entry.starter, deal)


def _deal(state: MatchState, written: WrittenDeal, number: int) -> Deal:
    """The deal as written; cards named nowhere follow in the pack's own order."""

    def refuse(message: str) -> TranscriptError:
        return TranscriptError(Code.BAD_DEAL, message, round_=number)

    if len(written.hands) != len(state.totals):
        raise refuse(f"{len(written.hands)} hands for {len(state.totals)} seats")
    cards = pack_of(state)
    try:
        hands = [[parse_card(text) for text in hand or []] for hand in written.hands]
        upcard = [] if written.upcard is None else [parse_card(written.upcard)]
        stock = [parse_card(text) for text in written.stock]
    except ValueError as error:
        raise refuse(str(error)) from None
    named = [*(card for hand in hands for card in hand), *upcard, *stock]
    for fault in _deal_faults(state, hands, named, cards):
        raise refuse(fault)
    rest = [card for card in cards if card not in set(named)]
    stock += rest
    if not upcard:
        upcard, stock = stock[:1], stock[1:]
    if not upcard:
        raise IllegalActionError("a table keeps two cards back (1.1)")
    return Deal(tuple(map(card_set, hands)), upcard[0], tuple(stock))


def _deal_faults(
    state: MatchState, hands: list[list[Card]], named: list[Card], cards: tuple[Card, ...]
) -> Iterator[str]:
    if foreign := [card for card in named if card not in cards]:
        yield f"{TEXT[foreign[0]]} is not in the pack"
    if twice := [card for card in named if named.count(card) > 1]:
        yield f"{TEXT[twice[0]]} is named twice"
    for seat, hand in enumerate(hands):
        if hand and not state.is_in(seat):
            yield f"seat {seat} is out and holds no cards"
        if len(hand) > state.rules.hand_size:
            yield f"seat {seat} holds {len(hand)} cards, the hand size is {state.rules.hand_size}"


def _position(state: MatchState) -> dict[str, Any]:
    view, now = table_view(state), state.round
    hands = now.hands if now else (None,) * len(state.totals)
    slaps = [
        {"seat": seat, "card": TEXT[card]}
        for seat in state.seats
        for card in legal_actions(state, seat).slaps
    ]
    return {
        "to_move": view.to_move,
        "phase": view.phase.value,
        "hands": [_hand_texts(hand) for hand in hands],
        "counts": [None if hand is None else points_of(state.rules, hand) for hand in hands],
        "open": texts(view.open),
        "drawable": texts(view.drawable),
        "discard_pile": view.buried.bit_count() + len(view.open),
        "stock": view.stock,
        "may_call": now is not None and legal_actions(state, now.to_move).may_call,
        "slaps": slaps,
    }
