"""What is offered to a seat is what the rules allow it, at the edges where list and refusal could differ."""

from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.cards import TEXT
from bot.engine.legal import legal_actions
from tests.builders import CLASSIC, YANEF, cards, is_allowed, play, position, rules, running


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("hand", "may_call"), [("4H 2S", True), ("4H 3S", True), ("4H 4S", False)])
def test_a_call_is_offered_up_to_the_limit(hand, may_call):
    state = position(CLASSIC, hand, "KD QD")
    assert legal_actions(state, 0).may_call is may_call
    assert is_allowed(state, "0: call") is may_call


@pytest.mark.rule("5.4")
def test_in_a_lap_passing_is_offered_beside_the_turn_and_calling_is_not():
    state = play(position(YANEF, "AS 4S", "AH 2H", "KD QD", upcard="10D"), "0: call")
    legal = legal_actions(state, 1)
    assert (legal.may_pass, legal.may_call) == (True, False)
    assert legal.discards == (cards("AH"), cards("2H"))
    assert Call() not in list(legal)


@pytest.mark.rule("3.5")
def test_without_a_stock_only_melds_that_may_take_are_offered():
    state = position(rules(discard_draw_needs="multi"), "7H 7C KH", "KD QD", upcard="10D")
    state = replace(state, round=replace(running(state), stock=()))
    legal = legal_actions(state, 0)
    assert (legal.discards, legal.draws, legal.single_draws) == ((cards("7H 7C"),), cards("10D"), ())


@pytest.mark.rule("3.6")
@pytest.mark.parametrize("switch", [True, False])
def test_a_swap_is_offered_only_where_the_rules_know_it(switch):
    state = position(rules(joker_swap=switch), "7S JK1 9S KH", "8S KD", upcard="10D")
    state = play(state, "0: 7S JK1 9S > stock")
    offered = [(TEXT[swap.card], TEXT[swap.joker]) for swap in legal_actions(state, 1).swaps]
    assert offered == ([("8S", "JK1")] if switch else [])
    assert is_allowed(state, "1: swap 8S JK1") is switch
