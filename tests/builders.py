"""Positions and moves of a match in a few words: `play(position(CLASSIC, "AS 4D", "KS QS"), "0: call")`."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine.actions import STOCK, Action, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.apply import apply
from bot.engine.cards import RANK, Card, CardSet, card_set, cards_in, parse_card, points_table, texts
from bot.engine.errors import Rejection
from bot.engine.events import Event, MatchEnded, RoundEnded
from bot.engine.house_rules import HouseRules, parse_rules
from bot.engine.match import Deal, Opening, deal_round, new_match, pack_of
from bot.engine.results import RoundResult
from bot.engine.state import MatchState, RoundState, Step

SEED = "5a" * 32
CLASSIC = parse_rules("classic")
YANEF = parse_rules("yanef")
JAPANESE = parse_rules("japanese")
PLAIN_WORDS: dict[str, Action] = {"call": Call(), "pass": Pass(), "timeout": Timeout(), "leave": Leave()}


def rules(preset: str = "classic", /, **switches: Any) -> HouseRules:
    return parse_rules({"preset": preset} | switches)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def hand(text: str) -> CardSet:
    return card_set(cards(text))


def shown(held: CardSet | None) -> str:
    return "-" if held is None else " ".join(texts(cards_in(held)))


def worth(*counts: int) -> list[str]:
    """Hands of different cards that count so much, at most five cards each."""
    values = points_table("10-10-10")
    free = [card for card in reversed(range(52)) if RANK[card]]
    hands: list[str] = []
    for count in counts:
        held: list[Card] = []
        while (missing := count - sum(values[card] for card in held)) > 0:
            best = max((card for card in free if values[card] <= missing), key=lambda card: values[card])
            free.remove(best)
            held.append(best)
        hands.append(" ".join(texts(held)))
    return hands


def match(house: HouseRules, players: int, **more: Any) -> MatchState:
    return new_match(house, players, SEED, **more)


def deal(
    state: MatchState,
    hands: Sequence[str],
    *,
    upcard: str | None = None,
    stock: str = "",
    dealer: int | None = None,
    starter: int | None = 0,
) -> MatchState:
    """The next round with these cards; cards of the pack that are named nowhere follow in its own order."""
    held = [hand(text) for text in hands]
    named = {card for mask in held for card in cards_in(mask)} | set(cards(f"{upcard or ''} {stock}"))
    rest = [card for card in pack_of(state) if card not in named]
    up = parse_card(upcard) if upcard else rest.pop()
    opening = Opening(dealer, starter, Deal(tuple(held), up, (*cards(stock), *rest)))
    return deal_round(state, opening).state


def position(house: HouseRules, *hands: str, totals: Sequence[int] | None = None, **more: Any) -> MatchState:
    """The first round, seat 0 to move unless `starter` says otherwise."""
    return deal(match(house, len(hands), totals=totals), hands, **more)


def move(text: str) -> tuple[int, Action]:
    """`0: KS > stock`, `1: 4C 5C 6C > 9D`, `2: slap 7D`, `0: swap 8S JK1`, `1: call`."""
    seat, _, what = text.partition(":")
    what = what.strip()
    if what in PLAIN_WORDS:
        return int(seat), PLAIN_WORDS[what]
    if what.startswith("slap "):
        return int(seat), Slap(*cards(what[5:]))
    if what.startswith("swap "):
        return int(seat), Swap(*cards(what[5:]))
    laid, _, draw = what.partition(">")
    return int(seat), Turn(cards(laid), STOCK if draw.strip() == "stock" else parse_card(draw.strip()))


def step(state: MatchState, text: str) -> Step:
    """One accepted move with its events."""
    done = apply(state, *move(text))
    assert isinstance(done, Step), f"{text} was refused: {done}"
    return done


def play(state: MatchState, *moves: str) -> MatchState:
    for text in moves:
        state = step(state, text).state
    return state


def refusal(state: MatchState, text: str) -> str:
    """The code with which a move is refused."""
    done = apply(state, *move(text))
    assert isinstance(done, Rejection), f"{text} was accepted"
    return done.code.value


def is_allowed(state: MatchState, text: str) -> bool:
    return isinstance(apply(state, *move(text)), Step)


def running(state: MatchState) -> RoundState:
    assert state.round is not None
    return state.round


def held(state: MatchState, seat: int) -> str:
    return shown(running(state).hands[seat])


def open_cards(state: MatchState) -> str:
    return " ".join(texts(running(state).open.cards))


def result_of(events: Iterable[Event]) -> RoundResult:
    return next(event.result for event in events if isinstance(event, RoundEnded))


def show(state: MatchState, *moves: str) -> tuple[MatchState, RoundResult]:
    """The last of the moves ends the round."""
    done = step(play(state, *moves[:-1]), moves[-1])
    return done.state, result_of(done.events)


def call_round(
    house: HouseRules,
    *hands: str,
    totals: Sequence[int] | None = None,
    caller: int = 0,
    teams: Sequence[int] | None = None,
) -> tuple[MatchState, RoundResult]:
    """A round in which `caller` calls at once, and nobody moves in a final lap."""
    state = deal(match(house, len(hands), totals=totals, teams=teams), hands, starter=caller)
    done = step(state, f"{caller}: call")
    while done.state.round is not None:
        done = step(done.state, f"{done.state.round.to_move}: pass")
    return done.state, result_of(done.events)


def points(house: HouseRules, *hands: str, **more: Any) -> tuple[int | None, ...]:
    """What everybody writes after seat 0 calls."""
    return call_round(house, *hands, **more)[1].points


def total_after(house: HouseRules, total: int, adds: int) -> int:
    """The new total of a seat whose round adds so many points."""
    if adds == 0:
        return call_round(house, *worth(1, 30), totals=[total, 0])[1].totals[0]
    return call_round(house, *worth(1, adds), totals=[0, total])[1].totals[1]


def match_result(events: Iterable[Event]) -> Any:
    return next(event.result for event in events if isinstance(event, MatchEnded))
