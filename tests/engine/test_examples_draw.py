"""Worked examples R: which cards may be drawn."""
# ruff: noqa: N802 (an example keeps its name)

from dataclasses import replace

import pytest

from bot.engine.cards import TEXT, card_set
from bot.engine.events import Reshuffled
from bot.engine.legal import points_of
from bot.engine.views import table_view
from tests.builders import (
    CLASSIC,
    JAPANESE,
    YANEF,
    hand,
    held,
    is_allowed,
    open_cards,
    play,
    position,
    refusal,
    rules,
    running,
    step,
)


def classic_example():
    """Four seats: seat 3 has laid 9D, seat 0 moves."""
    hands = ["AH 2H 3H KS 9C", "4C 2S", "10H 2D", "3D AC 9D"]
    state = position(CLASSIC, *hands, upcard="10S", stock="4H 8C 8D 8H AS 7C 7D 7H 4D", starter=3)
    return play(state, "3: 9D > stock")


def after_laying(house, laid, mine="KS QS"):
    """Seat 1 has just laid these cards; seat 0 is to move with his."""
    spare = "" if len(laid.split()) > 4 else " KC"
    state = position(house, mine, laid + spare, upcard="10D", starter=1)
    return play(state, f"1: {laid} > stock")


def may_take(house, laid, card, discard="KS"):
    return is_allowed(after_laying(house, laid), f"0: {discard} > {card}")


@pytest.mark.rule("3.1")
def test_R01_the_discard_of_the_player_before_can_be_taken():
    after = play(classic_example(), "0: AH 2H 3H > 9D")
    assert held(after, 0) == "KS 9D 9C"
    assert points_of(CLASSIC, running(after).hands[0]) == 28


def test_R02_the_example_goes_on_with_a_pair_of_nines():
    moves = ["0: AH 2H 3H > 9D", "1: 4C > stock", "2: 10H > stock", "3: 3D > stock", "0: 9C 9D > stock"]
    after = play(classic_example(), *moves)
    assert held(after, 0) == "AS KS"
    assert points_of(CLASSIC, running(after).hands[0]) == 11


def test_R03_and_comes_down_to_five():
    moves = ["0: AH 2H 3H > 9D", "1: 4C > stock", "2: 10H > stock", "3: 3D > stock", "0: 9C 9D > stock"]
    moves += ["1: 2S > stock", "2: 2D > stock", "3: AC > stock", "0: KS > stock"]
    after = play(classic_example(), *moves)
    assert held(after, 0) == "AS 4D"
    assert refusal(after, "0: call") == "not_your_turn"
    assert is_allowed(play(after, "1: 8C > stock", "2: 8D > stock", "3: 8H > stock"), "0: call")


@pytest.mark.rule("3.2")
def test_R04_the_outer_cards_of_a_run():
    assert may_take(CLASSIC, "4C 5C 6C", "4C")
    assert not may_take(CLASSIC, "4C 5C 6C", "5C")
    assert may_take(CLASSIC, "4C 5C 6C", "6C")


@pytest.mark.rule("3.2")
def test_R06_any_card_of_a_set():
    assert not may_take(CLASSIC, "8H 8S 8D", "8S")
    assert may_take(rules(draw_from_set="any"), "8H 8S 8D", "8S")


def test_R08_both_cards_of_a_pair():
    assert may_take(JAPANESE, "KH KD", "KH")
    assert may_take(JAPANESE, "KH KD", "KD")


@pytest.mark.rule("3.2")
def test_yanef_opens_the_top_card_alone():
    assert not may_take(YANEF, "KH KD", "KH")
    assert may_take(YANEF, "KH KD", "KD")


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_R09_the_own_discard_cannot_be_taken(house):
    state = position(house, "KS 9C", "QD JD", upcard="4D")
    assert refusal(state, "0: KS > KS") == "draw_not_open"


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_R10_the_upcard_can_be_taken(house):
    state = position(house, "KS 9C", "QD JD", upcard="4D")
    assert held(play(state, "0: KS > 4D"), 0) == "4D 9C"
    closed = position(rules(upcard_drawable=False), "KS 9C", "QD JD", upcard="4D")
    assert refusal(closed, "0: KS > 4D") == "draw_not_open"


@pytest.mark.rule("3.4")
def test_R11_a_joker_at_the_end_of_a_run():
    assert may_take(CLASSIC, "JK1 5H 6H", "JK1")
    assert not may_take(CLASSIC, "JK1 5H 6H", "5H")
    assert may_take(CLASSIC, "JK1 5H 6H", "6H")
    assert not may_take(rules(end_joker_drawable=False), "JK1 5H 6H", "JK1")


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_R13_only_the_last_discard_is_open(house):
    state = position(house, "QD KH", "3C KC", "9S KS", upcard="4D")
    after = play(state, "0: QD > stock", "1: 3C > stock")
    assert refusal(after, "2: 9S > QD") == "draw_not_open"
    assert is_allowed(after, "2: 9S > 3C")


@pytest.mark.rule("3.6")
def test_R14_the_named_card_is_swapped_for_the_joker():
    before = after_laying(rules(joker_swap=True), "7S JK1 9S", mine="8S KD")
    after = play(before, "0: swap 8S JK1")
    assert held(after, 0) == "KD JK1"
    assert points_of(CLASSIC, running(after).hands[0]) == 10
    assert open_cards(after) == "7S 8S 9S"
    assert running(after).to_move == 1
    assert [TEXT[card] for card in table_view(after).drawable] == ["7S", "9S"]
    assert refusal(after_laying(CLASSIC, "7S JK1 9S", mine="8S KD"), "0: swap 8S JK1") == "draw_not_open"
    assert refusal(before, "0: swap KD JK1") == "draw_not_open"


@pytest.mark.rule("3.5")
def test_R15_taking_a_discard_needs_a_discard_of_several_cards():
    state = after_laying(rules(discard_draw_needs="multi"), "2H", mine="KS KC 5D")
    assert refusal(state, "0: KS > 2H") == "draw_not_open"
    assert is_allowed(state, "0: KS KC > 2H")
    assert is_allowed(state, "0: KS > stock")


@pytest.mark.rule("1.3")
def test_R16_exactly_one_card_is_drawn():
    after = play(position(CLASSIC, "4S 5S 6S 7S 8S", "KD QD", stock="2C 3C"), "0: 4S 5S 6S 7S 8S > stock")
    assert held(after, 0) == "2C"
    assert refusal(after, "0: 2C > stock") == "not_your_turn"


@pytest.mark.rule("3.7")
def test_R17_a_reshuffle_leaves_the_previous_and_the_fresh_discard():
    state = position(CLASSIC, "KS 2C", "9D QD", upcard="10D", starter=1)
    state = play(state, "1: 9D > stock")
    older = hand("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S AH 2H 3H 4H 5H 6H 7H 8H 9H 10H")
    state = replace(state, round=replace(running(state), stock=(), buried=older))
    done = step(state, "0: KS > stock")
    after = running(done.state)
    assert done.events[0] == Reshuffled(20)
    assert len(after.stock) == 19
    assert after.drawn[0] is not None
    assert card_set(after.stock) | 1 << after.drawn[0] == older
    assert after.buried == hand("9D")
    assert open_cards(done.state) == "KS"


@pytest.mark.rule("3.1")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_R18_an_equal_rank_can_be_taken_back(house):
    state = position(house, "10H 3C", "10S KS", upcard="4D", starter=1)
    assert is_allowed(play(state, "1: 10S > stock"), "0: 10H > 10S")
