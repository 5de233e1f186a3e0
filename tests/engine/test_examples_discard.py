"""Worked examples D: what may be laid, and how it then lies."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from tests.builders import (
    CLASSIC,
    JAPANESE,
    YANEF,
    held,
    is_allowed,
    open_cards,
    play,
    position,
    refusal,
    rules,
)

OTHER = "KD QD"


def lies(house, hand, laid=None):
    """How a discard lies once it was accepted."""
    after = play(position(house, hand, OTHER, upcard="10D"), f"0: {laid or hand} > stock")
    return open_cards(after)


def refused(house, hand, laid=None):
    return refusal(position(house, hand, OTHER, upcard="10D"), f"0: {laid or hand} > stock")


@pytest.mark.rule("2.6")
def test_D01_a_run_of_three():
    assert lies(CLASSIC, "AH 2H 3H KS 9C", "AH 2H 3H") == "AH 2H 3H"


@pytest.mark.rule("2.3")
def test_D02_a_pair():
    assert lies(CLASSIC, "KS 9C 9D", "9C 9D") == "9C 9D"


@pytest.mark.rule("2.7")
def test_D05_the_ace_is_low():
    assert refused(CLASSIC, "QH KH AH") == "not_a_meld"


def test_D08_a_run_in_japanese():
    assert lies(JAPANESE, "3H 4H 5H KC QC", "3H 4H 5H") == "3H 4H 5H"


@pytest.mark.rule("2.8")
def test_D09_a_joker_fills_a_gap():
    assert lies(JAPANESE, "7S JK1 9S") == "7S JK1 9S"


@pytest.mark.rule("2.8")
def test_D11_a_joker_at_the_low_end():
    assert lies(CLASSIC, "JK1 5H 6H") == "JK1 5H 6H"


@pytest.mark.rule("2.9")
def test_D13_the_joker_fills_the_gap_first():
    assert lies(CLASSIC, "5H 7H JK1") == "5H JK1 7H"


@pytest.mark.rule("2.9")
def test_D14_a_spare_joker_goes_low_where_nothing_is_above():
    assert lies(CLASSIC, "QH KH JK1") == "JK1 QH KH"


@pytest.mark.rule("2.5")
def test_D18_a_pair_of_jokers_needs_its_switch():
    assert refused(CLASSIC, "JK1 JK2 4S", "JK1 JK2") == "not_a_meld"
    assert lies(rules(joker_pair=True), "JK1 JK2 4S", "JK1 JK2") == "JK1 JK2"


@pytest.mark.rule("2.3")
def test_D20_pairs_and_triples_of_yanef():
    assert lies(YANEF, "JH JC 8D", "JH JC") == "JH JC"
    assert lies(YANEF, "3H 3C 3S") == "3H 3C 3S"


@pytest.mark.rule("2.3")
def test_D22_a_triple_need_not_be_laid_whole():
    after = play(position(YANEF, "3H 3C 3S KD", "QD", stock="9S"), "0: 3H 3C > stock")
    assert held(after, 0) == "3S 9S KD"


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("house", [CLASSIC, YANEF, JAPANESE])
def test_D23_nothing_laid_is_no_turn(house):
    start = position(house, "KS 4D", OTHER)
    assert refusal(start, "0:  > stock") == "not_a_meld"
    assert refusal(start, "0: pass") == "pass_not_allowed"


@pytest.mark.rule("2.11")
def test_D24_the_whole_hand_may_be_laid():
    after = play(position(CLASSIC, "4S 5S 6S 7S 8S", OTHER, stock="2C"), "0: 4S 5S 6S 7S 8S > stock")
    assert held(after, 0) == "2C"


def test_D25_a_set_of_four():
    assert lies(CLASSIC, "6S 6H 6D 6C 2D", "6S 6H 6D 6C") == "6S 6H 6D 6C"


@pytest.mark.rule("1.6")
def test_D26_twins_are_of_one_rank():
    assert lies(rules(packs=2), "5H 5H#2 5D") == "5H 5H#2 5D"


@pytest.mark.rule("2.6")
def test_D27_a_run_needs_different_ranks():
    assert refused(rules(packs=2), "5H 5H#2 6H") == "not_a_meld"


@pytest.mark.rule("2.2")
def test_D28_neither_set_nor_run():
    assert refused(CLASSIC, "4H 4S 5H") == "not_a_meld"


@pytest.mark.rule("2.8")
def test_D29_one_natural_card_with_two_jokers():
    assert lies(CLASSIC, "5H JK1 JK2") == "5H JK1 JK2"
    assert refused(rules(min_naturals_in_run=2), "5H JK1 JK2") == "not_a_meld"


@pytest.mark.rule("2.1")
def test_D30_only_cards_of_the_hand():
    assert refused(CLASSIC, "KS 4D", "9C") == "not_in_hand"


def test_D31_ten_jack_queen_are_consecutive():
    assert lies(CLASSIC, "9S 10S JS QS") == "9S 10S JS QS"


@pytest.mark.rule("2.3")
def test_D32_sets_of_three_at_least():
    house = rules(set_min=3)
    assert refused(house, "9C 9D") == "not_a_meld"
    assert is_allowed(position(house, "9C 9D 9H", OTHER), "0: 9C 9D 9H > stock")
