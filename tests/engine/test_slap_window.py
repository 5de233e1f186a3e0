"""When a slap comes in time, whose it is, and what it leaves open (section 4)."""

import pytest

from bot.engine.cards import TEXT
from bot.engine.legal import legal_actions
from bot.engine.options import Legal
from bot.engine.results import Outcome
from bot.engine.views import table_view
from tests.builders import (
    deal,
    held,
    is_allowed,
    match,
    open_cards,
    play,
    position,
    refusal,
    rules,
    running,
    show,
)


def three(house, *hands, stock="2S 2C 2D", laid="7C", upcard="10D"):
    """Seat 0 has laid `laid` and drawn the first card of the stock."""
    return play(position(house, *hands, upcard=upcard, stock=stock), f"0: {laid} > stock")


@pytest.mark.rule("4.1")
def test_anyone_slaps_out_of_turn_and_the_turn_stays():
    before = three(rules(slap="anyone"), "7C KH", "KD QD", "7H 9H")
    after = play(before, "2: slap 7H")
    assert held(after, 2) == "9H"
    assert open_cards(after) == "7C 7H"
    assert running(after).to_move == 1
    assert [TEXT[card] for card in table_view(after).drawable] == ["7C", "7H"]


@pytest.mark.rule("4.1")
def test_own_does_not_let_others_slap_and_anyone_lets_the_drawer():
    assert refusal(three(rules(slap="own"), "7C KH", "KD QD", "7H 9H"), "2: slap 7H") == "slap_not_allowed"
    assert is_allowed(three(rules(slap="anyone"), "7C KH", "KD QD", stock="7D"), "0: slap 7D")


@pytest.mark.rule("4.1")
def test_both_joins_the_two():
    state = three(rules(slap="both"), "7C KH", "KD QD", "7H 9H", stock="7D")
    after = play(state, "2: slap 7H", "0: slap 7D")
    assert open_cards(after) == "7C 7H 7D"
    assert refusal(state, "1: slap KD") == "slap_no_match"


@pytest.mark.rule("4.2")
def test_the_own_slap_is_the_drawn_card_alone():
    state = position(rules(slap="own"), "7C 7H KH", "KD QD", upcard="10D", stock="7D")
    after = play(state, "0: 7C > stock")
    assert refusal(after, "0: slap 7H") == "slap_not_allowed"
    after = play(after, "0: slap 7D")
    assert legal_actions(after, 0) == Legal()
    assert refusal(after, "0: slap 7H") == "slap_not_allowed"


@pytest.mark.rule("4.3")
def test_a_card_taken_openly_is_slapped_only_with_any():
    def taken(house):
        return play(position(house, "7C KH", "KD QD", upcard="7D"), "0: 7C > 7D")

    assert refusal(taken(rules(slap="own")), "0: slap 7D") == "slap_not_allowed"
    assert is_allowed(taken(rules(slap="own", slap_from="any")), "0: slap 7D")


@pytest.mark.rule("4.4")
def test_anyones_slap_goes_by_the_top_card_of_a_run_too():
    state = three(rules(slap="anyone"), "4H 5H 6H KH", "KD QD", "6C 4C 9H", laid="4H 5H 6H")
    assert refusal(state, "2: slap 4C") == "slap_no_match"
    after = play(state, "2: slap 6C")
    assert open_cards(after) == "4H 5H 6H 6C"
    assert [TEXT[card] for card in table_view(after).drawable] == ["4H", "6C"]


@pytest.mark.rule("4.4")
def test_anyone_may_slap_on_the_upcard_and_any_number_of_times():
    state = position(rules(slap="anyone"), "KH QH", "7D QD", "7H 7S 9H", upcard="7C")
    after = play(state, "1: slap 7D", "2: slap 7H", "2: slap 7S")
    assert open_cards(after) == "7C 7D 7H 7S"
    assert held(after, 2) == "9H"


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("slap", ["anyone", "both"])
def test_the_next_discard_closes_the_window(slap):
    state = play(three(rules(slap=slap), "7C KH", "KD QD", "7H 9H"), "1: KD > stock")
    assert refusal(state, "2: slap 7H") == "slap_too_late"
    assert legal_actions(state, 2).slaps == ()


@pytest.mark.rule("4.5")
@pytest.mark.parametrize("slap", ["own", "anyone", "both"])
def test_a_call_closes_the_window_until_the_next_discard(slap):
    house = rules("yanef", slap=slap)
    before = three(house, "7C KH", "AS 2S", "9H 7H", stock="7D 3C 9D")
    assert is_allowed(before, "0: slap 7D")
    called = play(before, "1: call")
    assert refusal(called, "0: slap 7D") == "slap_too_late"
    assert legal_actions(called, 0).slaps == ()
    passed = play(called, "2: pass")
    assert refusal(passed, "0: slap 7D") == "slap_too_late"
    assert is_allowed(play(called, "2: 7H > stock"), "0: slap 7D") == (slap != "own")
    assert refusal(play(called, "2: 9H > stock"), "0: slap 7D") == "slap_too_late"


@pytest.mark.rule("4.1")
def test_a_caller_may_not_slap_in_the_lap_of_the_others():
    house = rules("yanef", slap="anyone")
    state = position(house, "AS 4S", "9H 4H", "KD QD", upcard="10D", stock="2S")
    state = play(state, "0: call", "1: 4H > stock")
    assert refusal(state, "0: slap 4S") == "slap_not_allowed"


@pytest.mark.rule("4.5")
def test_a_swap_closes_the_window_too():
    house = rules(slap="own", joker_swap=True)
    state = position(house, "7S JK1 9S KH", "8S KD", upcard="10D", stock="6S 2S")
    state = play(state, "0: 7S JK1 9S > stock", "1: swap 8S JK1")
    assert refusal(state, "0: slap 6S") == "slap_too_late"
    assert refusal(state, "1: slap JK1") == "slap_not_allowed"


@pytest.mark.rule("4.6")
def test_an_extension_joins_a_run_laid_downwards_at_its_fitting_end():
    house = rules(slap="own", slap_run_extension=True)
    state = three(house, "6H 5H 4H KH", "KD QD", stock="3H", laid="6H 5H 4H")
    assert open_cards(play(state, "0: slap 3H")) == "6H 5H 4H 3H"
    state = three(house, "6H 5H 4H KH", "KD QD", stock="7H", laid="6H 5H 4H")
    after = play(state, "0: slap 7H")
    assert open_cards(after) == "7H 6H 5H 4H"
    assert [TEXT[card] for card in table_view(after).drawable] == ["7H", "4H"]


@pytest.mark.rule("4.6")
def test_a_drawn_card_of_the_top_rank_is_no_extension():
    house = rules(slap="own", slap_run_extension=True)
    state = three(house, "4H 5H 6H KH", "KD QD", stock="6S", laid="4H 5H 6H")
    assert refusal(state, "0: slap 6S") == "slap_no_match"


@pytest.mark.rule("4.7")
def test_the_slapped_card_lies_last_and_is_on_top_in_yanef():
    state = three(rules("yanef", slap="own"), "7C 7H KH", "KD QD", stock="7D", laid="7C 7H")
    after = play(state, "0: slap 7D")
    assert [TEXT[card] for card in table_view(after).drawable] == ["7D"]
    assert is_allowed(after, "1: KD > 7D")


@pytest.mark.rule("4.7")
def test_nobody_slaps_on_a_joker():
    state = three(rules(slap="both"), "JK1 KH", "JK2 QD", "KD 9H", laid="JK1")
    assert refusal(state, "1: slap JK2") == "slap_no_match"


@pytest.mark.rule("4.8")
def test_a_last_card_may_win_the_round_at_once():
    house = rules(slap="anyone", slap_last_card="wins_round")
    state = three(house, "7C KH", "7H", "JK1")
    _, result = show(state, "1: slap 7H")
    assert result.outcome is Outcome.YANIV
    assert result.caller == 1
    assert result.points == (12, 0, 0)


@pytest.mark.rule("4.8")
def test_in_a_lap_a_slapped_last_card_does_not_end_the_round():
    house = rules("yanef", slap="anyone", slap_last_card="wins_round")
    state = deal(match(house, 3), ["AS 2S", "7C KH", "7H"], upcard="10D", stock="9S")
    after = play(state, "0: call", "1: 7C > stock", "2: slap 7H")
    assert held(after, 2) == ""
    assert legal_actions(after, 2) == Legal(may_pass=True)
    assert show(after, "2: pass")[1].points == (20, 19, 0)


@pytest.mark.rule("4.8", "5.4")
def test_an_emptied_hand_passes_even_in_a_compulsory_lap():
    house = rules("yanef", slap="anyone", final_lap="compulsory")
    state = deal(match(house, 3), ["AS 2S", "7C KH", "7H"], upcard="10D", stock="9S")
    after = play(state, "0: call", "1: 7C > stock", "2: slap 7H")
    assert legal_actions(after, 2) == Legal(may_pass=True)
    assert show(after, "2: timeout")[1].points == (20, 19, 0)


@pytest.mark.rule("4.8", "5.2")
def test_a_hand_emptied_before_its_first_turn_calls_all_the_same():
    house = rules(slap="anyone", first_turn_call="after_one_turn")
    state = play(position(house, "7C KH", "7H", upcard="10D", stock="2C"), "0: 7C > stock", "1: slap 7H")
    assert legal_actions(state, 1) == Legal(may_call=True)
    assert is_allowed(state, "1: call")


@pytest.mark.rule("4.7")
def test_a_joker_does_not_extend_a_run():
    house = rules(slap="own", slap_run_extension=True)
    state = three(house, "4H 5H 6H KH", "KD QD", stock="JK1", laid="4H 5H 6H")
    assert refusal(state, "0: slap JK1") == "slap_no_match"
