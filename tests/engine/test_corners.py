"""Places that a match reaches rarely or never: asked for directly."""

from dataclasses import replace

import pytest

from bot.engine.actions import Turn
from bot.engine.apply import timeout_action
from bot.engine.cards import card_set, texts
from bot.engine.ladder import Ladder
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round
from bot.engine.melds import Kind, Meld, book_for, melds_of
from bot.engine.options import Legal
from bot.engine.replay import replay_transcript
from bot.engine.scoring import Show, score_call
from tests.builders import (
    CLASSIC,
    call_round,
    cards,
    hand,
    held,
    play,
    position,
    refusal,
    rules,
    running,
    worth,
)

HEARTS = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH")
JOKER = cards("JK1")


@pytest.mark.rule("2.6")
@pytest.mark.parametrize("ace", ["low", "high_or_low", "wrap"])
def test_a_run_has_a_place_for_each_rank_once(ace):
    ladder = Ladder(rules(ace_in_runs=ace))
    assert ladder.in_order(HEARTS, ()).cards == HEARTS
    assert ladder.in_order(HEARTS, JOKER) is None
    assert ladder.laid((*HEARTS, *JOKER)) is None
    assert len(ladder.in_order(HEARTS[1:], JOKER).cards) == 13
    assert ladder.in_order(HEARTS[:2], ()) is None


def test_a_run_of_all_ranks_may_begin_anywhere_where_the_sequence_goes_round():
    turned = (*HEARTS[12:], *HEARTS[:12])
    assert Ladder(rules(ace_in_runs="wrap")).as_laid(turned).cards == turned
    assert Ladder(rules(ace_in_runs="high_or_low")).as_laid(turned) is None


@pytest.mark.rule("2.7", "2.9")
@pytest.mark.parametrize(
    ("ace", "picked", "lies"),
    [
        ("low", "AH QH KH", None),
        ("high_or_low", "AH QH KH", "QH KH AH"),
        ("high_or_low", "AH QH JK1", "QH JK1 AH"),
        ("high_or_low", "KH AH JK1", "JK1 KH AH"),
        ("high_or_low", "3H AH 2H", "AH 2H 3H"),
        ("high_or_low", "KH 2H AH", None),
        ("wrap", "2H KH AH", "KH AH 2H"),
        ("wrap", "AH 3H 2H KH", "KH AH 2H 3H"),
        ("wrap", "2H KH JK1", "KH JK1 2H"),
        ("wrap", "KH AH JK1", "KH AH JK1"),
        ("wrap", "AH KH 3H JK1", "KH AH JK1 3H"),
    ],
)
def test_cards_picked_in_any_order_are_put_up_the_ladder(ace, picked, lies):
    meld = book_for(rules(ace_in_runs=ace)).laid(cards(picked))
    assert (meld and " ".join(texts(meld.cards))) == lies


@pytest.mark.rule("2.9")
@pytest.mark.parametrize(
    ("switches", "picked", "lies"),
    [
        ({}, "6H 5H 4H", "6H 5H 4H"),
        ({}, "3H 2H AH", "3H 2H AH"),
        ({}, "KH QH JH", "KH QH JH"),
        ({}, "QH JH 10H", "QH JH 10H"),
        ({}, "7H JK1 5H", "7H JK1 5H"),
        ({}, "JK1 3H 2H", "JK1 3H 2H"),
        ({}, "3H 2H JK1", "3H 2H JK1"),
        ({}, "2H AH JK1", "AH 2H JK1"),
        ({}, "JK1 AH 2H", "AH 2H JK1"),
        ({}, "JK1 KH QH", "JK1 QH KH"),
        ({"jokers_in_runs": "gaps_only"}, "7H JK1 5H", "7H JK1 5H"),
        ({"jokers_in_runs": "gaps_only"}, "JK1 5H 6H", None),
        ({"jokers_in_runs": "gaps_only"}, "5H 6H JK1", None),
        ({"ace_in_runs": "high_or_low"}, "AH KH QH", "AH KH QH"),
        ({"ace_in_runs": "high_or_low"}, "3H 2H AH", "3H 2H AH"),
        ({"ace_in_runs": "high_or_low"}, "JK1 AH KH", "JK1 KH AH"),
    ],
)
def test_a_run_keeps_its_order_down_the_ladder_as_far_as_it_reaches(switches, picked, lies):
    meld = book_for(rules(**switches)).laid(cards(picked))
    assert (meld and " ".join(texts(meld.cards))) == lies


@pytest.mark.rule("2.8")
def test_without_jokers_in_runs_no_order_of_them_is_a_run():
    house = rules(jokers_in_runs="none")
    for picked in ("5H JK1 7H", "5H 6H JK1", "JK1 6H 7H", "7H JK1 5H"):
        assert book_for(house).laid(cards(picked)) is None
        assert Ladder(house).as_laid(cards(picked)) is None
        assert book_for(CLASSIC).laid(cards(picked)) is not None


@pytest.mark.rule("2.9", "3.6")
def test_a_joker_that_was_put_in_order_can_be_swapped():
    state = position(rules(joker_swap=True), "7S JK1 9S KH", "8S KD", upcard="10D")
    state = play(state, "0: JK1 9S 7S > stock")
    assert held(play(state, "1: swap 8S JK1"), 1) == "KD JK1"


@pytest.mark.rule("2.9", "3.6")
def test_jokers_after_one_natural_card_stand_for_the_higher_ones():
    house = rules(joker_swap=True)
    state = position(house, "5H JK1 JK2 KS", "6H 7H 4H 3H", upcard="10D", stock="2C")
    state = play(state, "0: 5H JK1 JK2 > stock")
    swaps = {(swap.card, swap.joker) for swap in legal_actions(state, 1).swaps}
    assert swaps == {cards("6H JK1"), cards("7H JK2")}


def test_the_rank_of_a_meld():
    assert Meld(cards("7C 7D"), Kind.SET).rank == 7
    assert Meld(cards("7C JK1"), Kind.SET).rank == 7
    assert Meld(JOKER, Kind.SINGLE).rank == 0
    assert Meld(cards("5H 6H 7H"), Kind.RUN).rank == 0
    assert Meld(cards("5H 6H 7H"), Kind.RUN).top == cards("7H")[0]


def test_melds_of_a_hand():
    found = {card_set(discard) for discard in melds_of(hand("7C 7D 8D"), CLASSIC)}
    assert found == {hand("7C"), hand("7D"), hand("8D"), hand("7C 7D")}


def test_who_must_call():
    house = rules(slap="own")
    state = play(position(house, "7C", "KD QD", upcard="10D", stock="7D 2C"), "0: 7C > stock", "0: slap 7D")
    assert not legal_actions(state, 0).must_call
    assert legal_actions(play(state, "1: KD > stock"), 0).must_call
    assert not legal_actions(position(CLASSIC, "AS", "KD"), 0).must_call
    assert not Legal().must_call


def test_legal_says_what_may_be_drawn_after_a_discard():
    state = position(rules(discard_draw_needs="multi"), "7C 7D", "KD QD", upcard="10D")
    legal = legal_actions(state, 0)
    assert legal.draws_after(cards("7C")) == (None,)
    assert legal.draws_after(cards("7C 7D")) == (None, *cards("10D"))
    assert len(legal) == len(list(legal)) == 4


def test_without_a_stock_the_clock_takes_the_open_card():
    state = position(CLASSIC, "KS QS", "KD QD", upcard="10D")
    state = replace(state, round=replace(running(state), stock=()))
    assert timeout_action(state, 0) == Turn(cards("KS"), cards("10D")[0])
    closed = replace(state, rules=rules(upcard_drawable=False))
    with pytest.raises(ValueError, match="no turn"):
        timeout_action(closed, 0)


def test_the_clock_plays_in_a_round_alone():
    state, _ = call_round(CLASSIC, *worth(3, 20))
    with pytest.raises(ValueError, match="no round"):
        timeout_action(state, 0)


@pytest.mark.rule("7.13")
def test_a_dealer_who_leaves_between_two_rounds_does_not_move_the_winners_start():
    state, result = call_round(CLASSIC, *worth(3, 20, 30))
    assert result.next_starter == 0
    assert state.dealer == 1
    now = running(deal_round(play(state, "1: leave")).state)
    assert (now.dealer, now.starter) == (2, 0)


@pytest.mark.rule("7.13")
def test_the_deal_stays_where_another_seat_leaves():
    state, result = call_round(rules(next_starter="dealer"), *worth(3, 20, 30, 9))
    assert (state.dealer, result.next_starter) == (1, 2)
    assert (play(state, "3: leave").dealer, play(state, "3: leave").next_starter) == (1, 2)
    started = play(deal_round(state).state, "1: leave")
    assert (started.dealer, started.next_starter) == (1, 2)


def test_an_action_after_the_last_round_is_refused_as_such():
    call = {"seat": 0, "call": True}
    played = {"starter": 0, "deal": {"hands": [["AS"], ["KD"]]}, "actions": [call, call]}
    data = {"format": "yaniv-transcript/1", "rules": "classic", "players": ["Ann", "Ben"], "rounds": [played]}
    assert replay_transcript(data)["error"]["code"] == "round_over"
    error = replay_transcript(data | {"totals": [0, 195]})["error"]
    assert (error["code"], error["rule"], error["action"]) == ("match_over", "7.6", 2)


@pytest.mark.parametrize(("counts", "caller"), [((1, 2), None), ((1, None), 1)])
def test_a_score_needs_a_caller_with_a_hand(counts, caller):
    with pytest.raises(ValueError, match=r"nobody called|holds no hand"):
        score_call(CLASSIC, Show(counts, caller))


@pytest.mark.rule("3.6")
def test_a_run_that_was_slapped_on_has_no_joker_to_swap():
    house = rules(joker_swap=True, slap="anyone")
    state = position(house, "7S JK1 9S KS", "8S KD 9D", upcard="10D", stock="2C")
    state = play(state, "0: 7S JK1 9S > stock")
    assert legal_actions(state, 1).swaps
    state = play(state, "1: slap 9D")
    assert legal_actions(state, 1).swaps == ()
    assert refusal(state, "1: swap 8S JK1") == "draw_not_open"
    single = position(house, "8S KS", "KD", upcard="JK1")
    assert legal_actions(single, 0).swaps == ()
