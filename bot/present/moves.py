"""The last moves at a table, a line each."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from bot.engine.events import (
    Called,
    Event,
    JokerSwapped,
    Left,
    MatchEnded,
    Passed,
    Reshuffled,
    RoundEnded,
    RoundStarted,
    Slapped,
    TimedOut,
    TurnTaken,
)
from bot.i18n.catalog import Words
from bot.ports.tables import Table
from bot.present.people import seat_name
from bot.present.reader import card_text
from bot.present.wording import call_word, labels

SHOWN = 4


def move_lines(table: Table, words: Words, shown: int = SHOWN) -> list[str]:
    """The last `shown` moves of the round, oldest first."""
    return list(_lines(table, table.recent, words))[-shown:]


def _lines(table: Table, events: Sequence[Event], words: Words) -> Iterator[str]:
    timed_out = False
    for event in events:
        if isinstance(event, TimedOut):
            timed_out = True
            continue
        line = _line(table, event, words)
        # A reshuffle stands between the clock and the move that it made.
        is_move = not isinstance(event, Reshuffled)
        if line:
            yield words.say("{move} (time ran out)", move=line) if timed_out and is_move else line
        timed_out = timed_out and not is_move


def _line(table: Table, event: Event, words: Words) -> str:
    match event:
        case RoundStarted(starter=seat, upcard=card):
            text = words.say("{name} starts, {card} was turned up", **_who_what(table, seat, card, words))
        case TurnTaken():
            text = _turn(table, event, words)
        case JokerSwapped(seat=seat, card=card):
            text = words.say("{name} put {card} in place of a joker", **_who_what(table, seat, card, words))
        case Slapped(seat=seat, card=card):
            text = words.say("{name} slapped {card}", **_who_what(table, seat, card, words))
        case Passed(seat=seat):
            text = words.say("{name} passed", name=seat_name(table, seat))
        case Called(seat=seat):
            word = call_word(table.rules, words)
            text = words.say("{name} called {word}", name=seat_name(table, seat), word=word)
        case Left(seat=seat):
            text = words.say("{name} left the match", name=seat_name(table, seat))
        case Reshuffled(cards=cards):
            text = words.count(
                "The stock ran out: {n} discard was put back",
                "The stock ran out: {n} discards were shuffled",
                cards,
            )
        case TimedOut() | RoundEnded() | MatchEnded():
            text = ""
        case _:
            assert_never(event)
    return text


def _turn(table: Table, turn: TurnTaken, words: Words) -> str:
    name, cards = seat_name(table, turn.seat), labels(turn.discard, words)
    if turn.from_stock:
        return words.say("{name} laid {cards}, drew from the stock", name=name, cards=cards)
    if turn.drawn is None:
        return words.say("{name} laid {cards}", name=name, cards=cards)
    taken = card_text(turn.drawn, words)
    return words.say("{name} laid {cards}, took {taken}", name=name, cards=cards, taken=taken)


def _who_what(table: Table, seat: int, card: int, words: Words) -> dict[str, str]:
    return {"name": seat_name(table, seat), "card": card_text(card, words)}
