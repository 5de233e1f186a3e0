"""The lesson's script: every page can be reached by the rules, and asks for what it teaches."""

import pytest

from bot.engine.actions import Call, Turn
from bot.engine.cards import card_set, cards_in, parse_card, texts
from bot.engine.errors import Code, Rejection
from bot.engine.results import Outcome
from bot.lesson.scenes import judge, scene
from bot.lesson.script import RIGHT
from bot.ports.lesson import Page, Slip
from bot.present.selection import toggle


def turn(discard: str, draw: str = "") -> Turn:
    return Turn(tuple(map(parse_card, discard.split())), parse_card(draw) if draw else None)


def holds(page: Page) -> set[str]:
    return {str(card) for card in texts(cards_in(scene(page, "Ann").view.hand))}


@pytest.mark.parametrize("page", RIGHT)
def test_the_right_move_is_right(page):
    assert judge(page, RIGHT[page]) is None


@pytest.mark.parametrize(
    ("page", "action", "slip"),
    [
        (Page.PAIR, turn("8D"), Slip.CARDS),
        (Page.PAIR, turn("KH"), Slip.CARDS),
        (Page.PAIR, turn("KH KS", "9C"), Slip.OPEN),
        (Page.RUN, turn("8D"), Slip.CARDS),
        (Page.RUN, turn("6D JK1 8D", "QC"), Slip.OPEN),
        (Page.TAKE, turn("4C", "3H"), Slip.CARDS),
        (Page.TAKE, turn("JH"), Slip.STOCK),
        (Page.TAKE, turn("JH", "5H"), Slip.OPEN),
        (Page.CALL, turn("4C"), Slip.PLAY),
        (Page.RISK, turn("5S", "JD"), Slip.PLAY),
    ],
)
def test_a_legal_move_that_misses_the_point_is_told_apart(page, action, slip):
    assert judge(page, action) is slip


@pytest.mark.parametrize(
    ("page", "action", "code"),
    [
        (Page.PAIR, turn("KS 8D"), Code.NOT_A_MELD),
        (Page.PAIR, Call(), Code.OVER_CALL_LIMIT),
        (Page.TAKE, turn("JH", "4H"), Code.DRAW_NOT_OPEN),
        (Page.CALL, turn("KS"), Code.NOT_IN_HAND),
    ],
)
def test_what_the_rules_refuse_is_refused_by_their_own_code(page, action, code):
    refused = judge(page, action)
    assert isinstance(refused, Rejection)
    assert refused.code is code


def test_any_order_of_the_cards_will_do():
    assert judge(Page.PAIR, turn("KH KS")) is None
    assert judge(Page.RUN, turn("8D 6D JK1")) is None


def test_one_tap_on_a_king_and_one_on_the_joker_choose_the_whole_discard():
    for page, tapped in ((Page.PAIR, "KH"), (Page.RUN, "JK1")):
        hand = scene(page, "Ann")
        cards = cards_in(hand.view.hand)
        chosen = toggle(hand, (), cards.index(parse_card(tapped)))
        assert {cards[place] for place in chosen} == set(RIGHT[page].discard)


def test_the_points_come_down_to_a_call():
    points = [scene(page, "Ann").view.points for page in (Page.PAIR, Page.RUN, Page.TAKE, Page.CALL)]
    assert points == [32, 18, 14, 7]
    assert [scene(page, "Ann").view.legal.may_call for page in (Page.TAKE, Page.CALL)] == [False, True]


def test_first_a_yaniv_then_an_assaf():
    won = scene(Page.WON, "Ann").table.last_round
    assert (won.outcome, won.caller, won.counts, won.totals) == (Outcome.YANIV, 0, (7, 19), (0, 19))
    beaten = scene(Page.BEATEN, "Ann").table.last_round
    assert (beaten.outcome, beaten.counts) == (Outcome.ASSAF, (6, 5))
    assert beaten.totals == (36, 19)


def test_before_the_risk_nothing_of_the_other_hand_is_known():
    hand = scene(Page.RISK, "Ann")
    other = hand.view.table.places[1]
    assert (other.cards, other.known) == (2, 0)
    assert hand.view.hand == card_set([parse_card("AH"), parse_card("5S")])
