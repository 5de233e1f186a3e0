"""Worked examples V: what a hand counts and when a call is allowed."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from bot.engine.legal import points_of
from bot.engine.views import view_for
from tests.builders import CLASSIC, JAPANESE, YANEF, hand, is_allowed, play, position, refusal, rules

OTHER = "KD QD"


@pytest.mark.rule("1.6")
def test_V01_aces_pips_and_a_king_count_25():
    assert points_of(CLASSIC, hand("AH 2H 3H KS 9C")) == 25


@pytest.mark.rule("1.6")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_V03_faces_count_10_each(house):
    assert points_of(house, hand("JS QD KC 10H 9S")) == 49
    assert view_for(position(house, "JS QD KC 10H 9S", OTHER), 0).points == 49


@pytest.mark.rule("5.1")
def test_V04_a_hand_on_the_limit_may_call():
    assert is_allowed(position(CLASSIC, "4H 3S", OTHER), "0: call")


@pytest.mark.rule("5.1")
def test_V05_a_hand_above_the_limit_may_not_call():
    assert refusal(position(CLASSIC, "4H 4S", OTHER), "0: call") == "over_call_limit"


def test_V07_six_is_too_much_in_japanese():
    assert refusal(position(JAPANESE, "3C 3D", OTHER), "0: call") == "over_call_limit"


def test_V08_five_is_enough_in_yanef():
    assert is_allowed(position(YANEF, "AS 2S 2D", OTHER), "0: call")


def test_V09_six_is_too_much_in_yanef():
    assert refusal(position(YANEF, "6S", OTHER), "0: call") == "over_call_limit"


@pytest.mark.rule("5.1")
def test_V10_the_first_turn_of_a_round_may_be_a_call():
    assert is_allowed(position(CLASSIC, "AH AS 2C 2D JK1", OTHER), "0: call")


@pytest.mark.rule("5.2")
def test_V11_with_after_one_turn_it_may_not():
    house = rules(first_turn_call="after_one_turn")
    start = position(house, "AH AS 2C 2D JK1", "KD QD JD", stock="AC 9S")
    assert refusal(start, "0: call") == "call_not_allowed"
    assert is_allowed(play(start, "0: 2C 2D > stock", "1: KD > stock"), "0: call")


@pytest.mark.rule("1.3")
def test_V12_no_call_after_the_discard():
    # The discard and the draw are one action, so after it the seat is not to move any more.
    start = position(CLASSIC, "KS 4H", OTHER, stock="AC")
    assert refusal(play(start, "0: KS > stock"), "0: call") == "not_your_turn"


def test_V13_a_call_limit_of_five():
    assert refusal(position(rules(call_limit=5), "2S 4D", OTHER), "0: call") == "over_call_limit"


def test_V14_a_call_limit_of_three():
    house = rules("japanese", call_limit=3)
    assert is_allowed(position(house, "AH 2S", OTHER), "0: call")
    assert refusal(position(house, "4S", OTHER), "0: call") == "over_call_limit"
