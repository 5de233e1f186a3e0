"""Tables, hands and readers for screens, made by the real rules from deals set by hand."""

from dataclasses import dataclass, field, replace
from typing import Any

from bot.engine.actions import Action, Turn
from bot.engine.apply import apply
from bot.engine.cards import Card, card_set, pack, parse_card
from bot.engine.errors import Rejection
from bot.engine.events import RoundEnded
from bot.engine.house_rules import HouseRules, parse_rules
from bot.engine.match import Deal, Opening, deal_round, new_match
from bot.engine.results import RoundResult
from bot.engine.state import MatchState
from bot.engine.views import redact, table_view, view_for
from bot.i18n.catalog import Words, words_for
from bot.ports.tables import Hand, Member, Status, Table
from bot.present.reader import Faces, Reader, TextFaces

NOW = 1_800_000_000.0
ANN, BEN, CEM, DAN = 11, 12, 13, 14
PEOPLE = (Member("Ann", ANN), Member("Ben", BEN))
ROBOT = Member("Robin", None, "normal")
STAMP = "a1b2c3"


class EmojiFaces:
    """Cards as the longest emoji mentions that there can be."""

    def inline(self, card: Card) -> str:
        return f"<:yaniv_10H_{card:06x}:1234567890123456789>"


def reader(language: str = "en", faces: Faces | None = None, words: Words | None = None) -> Reader:
    return Reader(words or words_for(language), faces or TextFaces())


def rules(name: str = "classic", **changes: Any) -> HouseRules:
    return parse_rules({"preset": name} | changes)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def turn(discard: str, draw: str = "") -> Turn:
    return Turn(cards(discard), parse_card(draw) if draw else None)


def lobby(*members: Member, house: HouseRules | None = None, **changes: Any) -> Table:
    values: dict[str, Any] = {
        "id": 77,
        "guild": 1,
        "channel": 2,
        "message": 3,
        "language": "en",
        "host": members[0].user if members else 0,
        "status": Status.LOBBY,
        "rules": house or rules(),
        "members": members,
        "version": len(members),
        "deadline": NOW + 600,
        "commitment": "3fa9c1b2d4e6" + "0" * 52,
    }
    return Table(**(values | changes))


@dataclass
class Play:
    """A match at a table, moved on by the real rules."""

    house: HouseRules
    members: tuple[Member, ...]
    state: MatchState
    recent: list[Any] = field(default_factory=list)
    ended: RoundResult | None = None

    def do(self, *moves: tuple[int, Action]) -> "Play":
        for seat, action in moves:
            step = apply(self.state, seat, action)
            assert not isinstance(step, Rejection), step
            self.state = step.state
            self.recent += step.events
            for event in step.events:
                if isinstance(event, RoundEnded):
                    self.ended = event.result
        return self

    def deal(self, opening: Opening | None = None) -> "Play":
        step = deal_round(self.state, opening)
        self.state, self.recent = step.state, list(step.events)
        return self

    def table(self, **changes: Any) -> Table:
        status = Status.OVER if self.state.is_over else Status.PLAYING
        values: dict[str, Any] = {
            "house": self.house,
            "status": status,
            "deadline": None if self.state.is_over else NOW + 120,
            "view": table_view(self.state),
            "recent": tuple(redact(event, None) for event in self.recent),
            "last_round": self.ended,
        }
        return lobby(*self.members, **(values | changes))

    def hand(self, seat: int, **changes: Any) -> Hand:
        return Hand(self.table(**changes), view_for(self.state, seat), STAMP)


def play(
    hands: list[str],
    upcard: str = "9D",
    stock: str = "4S 10C",
    house: HouseRules | None = None,
    **setup: Any,
) -> Play:
    """A dealt round with these hands; seat 0 is to move. `totals` and `members` may be set."""
    house = house or rules()
    members = setup.get("members") or (*PEOPLE, ROBOT, Member("Dan", DAN))[: len(hands)]
    state = new_match(house, len(hands), "5" * 64, totals=setup.get("totals"))
    named = {*cards(upcard), *cards(stock), *(card for hand in hands for card in cards(hand))}
    all_cards = pack(house.packs_for(len(hands)), house.jokers_per_pack)
    rest = tuple(card for card in all_cards if card not in named)
    deal = Deal(tuple(card_set(cards(hand)) for hand in hands), cards(upcard)[0], (*cards(stock), *rest))
    return Play(house, tuple(members), state).deal(Opening(dealer=len(hands) - 1, starter=0, deal=deal))


def renamed(members: tuple[Member, ...], names: list[str]) -> tuple[Member, ...]:
    return tuple(replace(member, name=name) for member, name in zip(members, names, strict=False))
