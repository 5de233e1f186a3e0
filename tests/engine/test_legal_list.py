"""What is offered to a seat is what the rules allow it, at the edges where list and refusal could differ."""

from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.cards import RANKS, TEXT, card_set
from bot.engine.legal import legal_actions
from bot.engine.melds import Kind, Meld, melds_of
from tests.builders import CLASSIC, YANEF, cards, hand, is_allowed, play, position, rules, running


def listed(text, house=CLASSIC):
    """The sets of cards of several that the hand may lay, each once."""
    found = [card_set(meld) for meld in melds_of(hand(text), house) if len(meld) > 1]
    assert len(found) == len(set(found))
    return set(found)


def melds(*texts):
    return {hand(text) for text in texts}


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


def test_the_number_of_what_is_offered_is_its_length():
    states = [
        position(CLASSIC, "4H 2S AC", "KD QD"),
        play(position(YANEF, "AS 4S", "AH 2H", "KD QD", upcard="10D"), "0: call"),
        position(rules(slap="anyone"), "10H 10S 2C", "KD QD", upcard="10D"),
        play(
            position(rules(joker_swap=True), "8H 9C", "7S JK1 9S", "8S KD"),
            "0: 8H > stock",
            "1: 7S JK1 9S > stock",
        ),
        position(rules(discard_draw_needs="multi"), "7H 7C KH", "KD QD"),
    ]
    for state in states:
        legal = legal_actions(state, running(state).to_move)
        assert len(legal) == len(list(legal)) > 3


@pytest.mark.rule("2.3")
def test_every_choice_of_a_rank_is_offered():
    pairs = melds("7S 7H", "7S 7D", "7H 7D", "JC JS")
    assert listed("7S 7H 7D JC JS QC") == pairs | melds("7S 7H 7D")
    assert listed("7S 7H 7D JC JS QC", rules(set_min=3)) == melds("7S 7H 7D")
    for rank in RANKS:
        for suits in ("SH", "HD", "DC"):
            pair = " ".join(rank + suit for suit in suits)
            assert listed(pair) == melds(pair)
            assert listed(f"{pair} {pair.split()[0]}#2", rules(packs=2)) >= melds(
                f"{pair.split()[0]} {pair.split()[0]}#2"
            )


@pytest.mark.rule("2.6", "2.8")
def test_every_run_is_offered_with_every_choice_of_jokers():
    with_two = melds("5H 6H JK1 JK2", "5H JK1 JK2", "6H JK1 JK2")
    assert listed("5H 6H JK1 JK2") == melds("5H 6H JK1", "5H 6H JK2") | with_two
    assert listed("5H 6H JK1 JK2", rules(max_jokers_per_run=1)) == melds("5H 6H JK1", "5H 6H JK2")
    for suit in "SHDC":
        run = " ".join(rank + suit for rank in ("J", "Q", "K"))
        assert listed(run) == melds(run)
    assert listed("5H 7H JK1") == melds("5H 7H JK1")
    assert listed("5H 8H JK1 JK2") == melds("5H 8H JK1 JK2", "5H JK1 JK2", "8H JK1 JK2")
    assert listed("5H 6H JK1 JK2", rules(jokers_in_runs="none")) == set()
    assert listed("4H 5H 6H JK1", rules(jokers_in_runs="none")) == melds("4H 5H 6H")
    assert listed("5H 6H JK1 JK2", rules(runs=False)) == set()
    assert listed("4H 5H 6H 7H 9C") == melds("4H 5H 6H", "5H 6H 7H", "4H 5H 6H 7H")
    twins = rules(packs=2)
    assert listed("5H 5H#2 6H 7H", twins) == melds("5H 5H#2", "5H 6H 7H", "5H#2 6H 7H")


@pytest.mark.rule("2.5", "2.10")
def test_every_set_is_offered_with_every_choice_of_jokers():
    wild = rules(jokers_in_sets="wild")
    sevens = melds("7C 7D", "7C 7D JK1", "7C 7D JK2", "7C 7D JK1 JK2")
    sevens |= melds("7C JK1", "7C JK2", "7C JK1 JK2", "7D JK1", "7D JK2", "7D JK1 JK2")
    assert listed("7C 7D JK1 JK2", wild) == sevens
    assert listed("7C 7D JK1 JK2", rules(jokers_in_sets="wild", joker_pair=True)) == sevens | melds("JK1 JK2")
    assert listed("7C 7D JK1 JK2", rules(joker_pair=True, runs=False)) == melds("7C 7D", "JK1 JK2")
    assert listed("7C 9D JK1", wild) == melds("7C JK1", "9D JK1")
    assert listed("7C JK1 JK2", rules(jokers_in_sets="wild", set_min=3)) == melds("7C JK1 JK2")


@pytest.mark.rule("3.6", "4.6")
def test_a_run_that_was_extended_by_a_slap_keeps_the_place_of_its_joker():
    house = rules(slap="own", slap_run_extension=True, joker_swap=True)
    state = position(house, "7S JK1 9S KH", "8S KD", upcard="10D", stock="10S")
    state = play(state, "0: 7S JK1 9S > stock", "0: slap 10S")
    assert running(state).open == Meld(cards("7S JK1 9S 10S"), Kind.RUN, (7, 8, 9, 10))
    after = running(play(state, "1: swap 8S JK1"))
    assert after.open.cards == cards("7S 8S 9S 10S")
