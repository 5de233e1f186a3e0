"""Small phrases that several screens share: cards, points, moments, the word of the call."""

from collections.abc import Iterable
from typing import Literal, cast

from bot.engine.cards import RANK, SUIT, Card, CardSet, cards_in, parse_card, points_table
from bot.engine.house_rules import HouseRules
from bot.i18n.catalog import Words
from bot.present.reader import Reader, card_text

Order = Literal["rank", "suit"]


def call_word(rules: HouseRules, words: Words) -> str:
    """The call as it is said aloud: `Yaniv!`, `Yanef!`."""
    return words.say("Yanef!") if rules.call_word == "Yanef" else words.say("Yaniv!")


def game_name(rules: HouseRules, words: Words) -> str:
    return words.say("Yanef") if rules.call_word == "Yanef" else words.say("Yaniv")


def in_hand_order(cards: CardSet) -> list[Card]:
    """The cards of a hand by rank (ace low, jokers last), then suit."""
    return sorted(cards_in(cards), key=lambda card: (RANK[card] or 14, SUIT[card], card))


def arranged(cards: CardSet, order: Order) -> list[Card]:
    """The same by rank, or by suit and then rank; jokers last either way."""
    if order == "rank":
        return in_hand_order(cards)
    return sorted(cards_in(cards), key=lambda card: (not RANK[card], SUIT[card], RANK[card], card))


def faces(cards: Iterable[Card], reader: Reader) -> str:
    """Cards as pictures, in the order given."""
    return reader.words.isolate(" ".join(reader.faces.inline(card) for card in cards))


def labels(cards: Iterable[Card], words: Words) -> str:
    """Cards as text, in the order given: `7♦ 7♣`."""
    return words.isolate(" ".join(card_text(card, words) for card in cards))


def labels_of(texts: object, words: Words) -> str:
    """The same for cards that came as their texts, `7D` or `["7D", "7C"]`."""
    named = [texts] if isinstance(texts, str) else cast(Iterable[object], texts)
    return labels([parse_card(str(text)) for text in named], words)


def either(cards: Iterable[Card], words: Words) -> str:
    """Cards to choose from: `7♦ or 7♣`, twins named once."""
    return words.one_of(list(dict.fromkeys(card_text(card, words) for card in cards)))


def points(n: int, words: Words) -> str:
    return words.count("{n} point", "{n} points", n)


def points_in(cards: Iterable[Card], rules: HouseRules) -> int:
    """What these cards count together."""
    values = points_table(rules.face_values)
    return sum(values[card] for card in cards)


def moment(seconds: float) -> str:
    """A moment that every reader's own client counts down to, in his language."""
    return f"<t:{int(seconds)}:R>"


def time_of_day(seconds: float) -> str:
    """The same as a clock shows it."""
    return f"<t:{int(seconds)}:t>"


def step(before: object, after: object, words: Words) -> str:
    """A change of a number, `100 → 50`, that no end of a line takes apart."""
    return words.isolate(f"{before}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{after}")


def duration(seconds: int, words: Words) -> str:
    """A time in the largest unit of which it is a whole number."""
    if seconds % 86400 == 0:
        return words.count("{n} day", "{n} days", seconds // 86400)
    if seconds % 3600 == 0:
        return words.count("{n} hour", "{n} hours", seconds // 3600)
    if seconds % 60 == 0:
        return words.count("{n} minute", "{n} minutes", seconds // 60)
    return words.count("{n} second", "{n} seconds", seconds)


def turn_time(seconds: int | None, words: Words) -> str:
    """The time for a turn; `None` where there is no clock."""
    return words.say("no limit") if seconds is None else duration(seconds, words)
