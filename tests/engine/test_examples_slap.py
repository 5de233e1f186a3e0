"""Worked examples S: slapping a card down."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from bot.engine.actions import Slap
from bot.engine.legal import legal_actions, points_of
from bot.engine.options import Legal
from tests.builders import (
    CLASSIC,
    cards,
    held,
    is_allowed,
    open_cards,
    play,
    position,
    refusal,
    rules,
    running,
)

OWN = rules(slap="own")


def drew(house, hand, laid, drawn):
    """Seat 0 has laid `laid` and drawn `drawn` from the stock."""
    state = position(house, hand, "KD QD JD", upcard="10D", stock=f"{drawn} 2S")
    return play(state, f"0: {laid} > stock")


@pytest.mark.rule("4.1")
def test_S03_no_slap_by_default():
    state = drew(CLASSIC, "7C KH", "7C", "7D")
    assert refusal(state, "0: slap 7D") == "slap_not_allowed"
    assert legal_actions(state, 0) == Legal()


@pytest.mark.rule("4.2")
def test_S04_the_drawn_card_joins_the_own_pair():
    before = drew(OWN, "7C 7H KH", "7C 7H", "7D")
    assert Slap(*cards("7D")) in list(legal_actions(before, 0))
    after = play(before, "0: slap 7D")
    assert held(after, 0) == "KH"
    assert points_of(OWN, running(after).hands[0]) == 10
    assert open_cards(after) == "7C 7H 7D"
    assert running(after).to_move == 1
    single_only = rules(slap="own", slap_trigger="single")
    assert refusal(drew(single_only, "7C 7H KH", "7C 7H", "7D"), "0: slap 7D") == "slap_not_allowed"
    assert is_allowed(drew(single_only, "7C KH", "7C", "7D"), "0: slap 7D")


@pytest.mark.rule("4.6")
def test_S05_a_run_is_extended_only_with_its_switch():
    hand, run = "4H 5H 6H KH", "4H 5H 6H"
    assert refusal(drew(OWN, hand, run, "7H"), "0: slap 7H") == "slap_no_match"
    house = rules(slap="own", slap_run_extension=True)
    assert open_cards(play(drew(house, hand, run, "7H"), "0: slap 7H")) == "4H 5H 6H 7H"
    assert open_cards(play(drew(house, hand, run, "3H"), "0: slap 3H")) == "3H 4H 5H 6H"
    assert refusal(drew(house, hand, run, "8H"), "0: slap 8H") == "slap_no_match"
    assert refusal(drew(house, hand, run, "7S"), "0: slap 7S") == "slap_no_match"


@pytest.mark.rule("4.5")
def test_S06_a_slap_after_the_next_discard_is_too_late():
    state = play(drew(OWN, "7C KH", "7C", "7D"), "1: KD > stock")
    assert refusal(state, "0: slap 7D") == "slap_too_late"
    assert state.totals == (0, 0)


@pytest.mark.rule("4.8")
def test_S07_an_emptied_hand_must_call_at_its_next_turn():
    after = play(drew(OWN, "7C", "7C", "7D"), "0: slap 7D")
    assert held(after, 0) == ""
    assert points_of(OWN, running(after).hands[0]) == 0
    after = play(after, "1: KD > stock")
    assert legal_actions(after, 0) == Legal(may_call=True)
    assert refusal(after, "0: KD > stock") == "must_call"
    assert is_allowed(after, "0: call")


@pytest.mark.rule("4.8")
def test_S08_the_last_card_may_be_forbidden():
    state = drew(rules(slap="own", slap_last_card="forbid"), "7C", "7C", "7D")
    assert refusal(state, "0: slap 7D") == "slap_not_allowed"
    assert held(state, 0) == "7D"
    assert points_of(OWN, running(state).hands[0]) == 7


@pytest.mark.rule("4.7")
def test_S13_jokers_are_not_slapped():
    assert refusal(drew(OWN, "JK1 KH", "JK1", "JK2"), "0: slap JK2") == "slap_no_match"
