"""The deals and moves of the lesson. Two short rounds by the classic rules, both set by hand."""

from bot.engine.actions import Action, Call, Turn
from bot.engine.cards import Card, card_set, pack, parse_card
from bot.engine.house_rules import PRESETS
from bot.engine.match import Deal
from bot.ports.lesson import Page

LEARNER, COMPUTER = 0, 1
RULES = PRESETS["classic"]


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def _deal(learner: str, computer: str, upcard: str, stock: str) -> Deal:
    hands, (turned,), first = (_cards(learner), _cards(computer)), _cards(upcard), _cards(stock)
    named = {*hands[0], *hands[1], turned, *first}
    rest = tuple(card for card in pack(1, RULES.jokers_per_pack) if card not in named)
    return Deal((card_set(hands[0]), card_set(hands[1])), turned, (*first, *rest))


def _turn(discard: str, draw: str = "") -> Turn:
    return Turn(_cards(discard), parse_card(draw) if draw else None)


FIRST_DEAL = _deal("KS KH 8D JK1 4C", "QC 3H 4H 5H 9D", "9C", "6D 10H JH 10S QD")
SECOND_DEAL = _deal("AH 5S", "2C 3D", "JD", "8H")

RIGHT: dict[Page, Action] = {
    Page.PAIR: _turn("KS KH"),
    Page.RUN: _turn("6D JK1 8D"),
    Page.TAKE: _turn("JH", "3H"),
    Page.CALL: Call(),
    Page.RISK: Call(),
}
"""What each page waits for."""

REPLIES: dict[Page, Action] = {
    Page.PAIR: _turn("QC"),
    Page.RUN: _turn("3H 4H 5H"),
    Page.TAKE: _turn("10H 10S"),
}
"""What the computer does after it."""
