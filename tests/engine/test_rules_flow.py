"""Who starts, how a round ends without a call, the final lap, what the clock plays (sections 1, 3, 5)."""

from dataclasses import replace

import pytest

from bot.engine.actions import Pass, Turn
from bot.engine.apply import timeout_action
from bot.engine.cards import texts
from bot.engine.chance import choice
from bot.engine.events import Passed, Reshuffled, TimedOut, TurnTaken
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round, new_match, pack_of
from bot.engine.options import Legal
from bot.engine.results import Outcome
from bot.engine.views import Phase, table_view, view_for
from tests.builders import (
    CLASSIC,
    SEED,
    YANEF,
    call_round,
    cards,
    hand,
    held,
    is_allowed,
    match,
    play,
    position,
    refusal,
    result_of,
    rules,
    running,
    show,
    step,
    worth,
)


def starter_after(house, counts, caller=0, **more):
    state, _ = call_round(house, *worth(*counts), caller=caller, **more)
    return running(deal_round(state).state).starter


def test_1_1_the_pack_serves_the_players():
    for house, packs, jokers in ((CLASSIC, 1, 2), (YANEF, 1, 0), (rules(packs=2), 2, 4)):
        dealt = pack_of(match(house, 4))
        assert len(dealt) == packs * 52 + jokers
        assert sum(text.startswith("JK") for text in texts(dealt)) == jokers


def test_1_1_a_second_pack_from_six_players_on():
    house = rules(packs="auto", players_max=10)
    assert len(pack_of(match(house, 5))) == 54
    assert len(pack_of(match(house, 6))) == 108


def test_1_1_the_packs_stay_when_seats_go_out():
    state, result = call_round(
        rules(packs="auto"), *worth(1, 20, 20, 20, 20, 20), totals=[0, 190, 0, 0, 0, 0]
    )
    assert result.out == (1,)
    dealt = running(deal_round(state).state)
    assert len(dealt.stock) == 108 - 5 * 5 - 1
    assert dealt.hands[1] is None


def test_1_2_turns_go_clockwise_over_the_seats_that_are_in():
    state = position(CLASSIC, "KS QS", "KD QD", "KC QC", starter=2)
    moves = ["2: KC > stock", "0: KS > stock", "1: KD > stock"]
    assert [running(play(state, *moves[:n])).to_move for n in range(4)] == [2, 0, 1, 2]


@pytest.mark.parametrize(("how", "expected"), [("left_of_dealer", 1), ("host", 0)])
def test_1_2_the_first_starter(how, expected):
    assert running(deal_round(match(rules(first_starter=how), 4)).state).starter == expected


def test_1_2_the_first_starter_by_lot():
    house = rules(first_starter="random")
    found = {running(deal_round(new_match(house, 4, f"{seed:064x}")).state).starter for seed in range(40)}
    assert found == {0, 1, 2, 3}
    assert running(deal_round(match(house, 4)).state).starter == choice(4, SEED, "starter")


@pytest.mark.parametrize(
    ("how", "expected"), [("winner", 3), ("caller", 1), ("left_of_caller", 2), ("dealer", 2), ("loser", 1)]
)
def test_1_2_the_later_starters_after_assaf(how, expected):
    assert starter_after(rules(next_starter=how), [20, 5, 30, 3], caller=1) == expected


def test_1_2_of_level_losers_the_first_after_the_caller_starts():
    assert starter_after(rules(next_starter="loser"), [1, 9, 20, 20]) == 2
    assert starter_after(rules(next_starter="loser"), [20, 9, 1, 20], caller=2) == 3


def test_7_13_a_starter_who_is_out_passes_the_start_on():
    assert starter_after(rules(next_starter="loser"), [1, 20, 9, 9], totals=[0, 195, 0, 0]) == 2
    assert starter_after(rules(next_starter="left_of_caller"), [1, 20, 9, 9], totals=[0, 195, 0, 0]) == 2


@pytest.mark.parametrize("how", ["winner", "caller", "left_of_caller", "dealer"])
def test_7_13_after_a_round_without_a_call_the_seat_left_of_the_dealer_starts(how):
    house = rules(next_starter=how, round_turn_cap=1)
    state = position(house, "KS QS", "KD QD", "KC QC", starter=2, dealer=1)
    state, result = show(state, "2: KC > stock")
    assert result.next_starter == 0
    after = running(deal_round(state).state)
    assert (after.dealer, after.starter) == (2, 0)


def test_7_13_without_a_call_too_the_loser_starts_where_the_loser_does():
    house = rules(next_starter="loser", stock_empty="score_hands")
    state = position(house, "KS QS", "KD QD JD", "KC QC", dealer=0)
    state = replace(state, round=replace(running(state), stock=()))
    state, result = show(state, "0: KS > stock")
    assert result.points == (10, 30, 20)
    assert (state.dealer, result.next_starter) == (1, 1)


def test_1_3_exactly_one_card_is_drawn_for_a_discard_of_any_size():
    state = position(CLASSIC, "4S 5S 6S 9C", "KD QD", stock="2C 3C")
    assert held(play(state, "0: 9C > stock"), 0) == "4S 5S 6S 2C"
    assert held(play(state, "0: 4S 5S 6S > stock"), 0) == "2C 9C"


def test_1_5_nothing_can_be_played_between_two_rounds():
    state, _ = call_round(CLASSIC, *worth(3, 20, 30))
    assert state.round is None
    assert refusal(state, "0: KS > stock") == "round_over"
    assert refusal(state, "1: timeout") == "round_over"
    assert legal_actions(state, 0) == Legal()
    assert table_view(state).phase is Phase.BETWEEN_ROUNDS
    assert view_for(state, 0).hand == 0


def test_3_7_a_reshuffle_waits_until_a_stock_draw_is_due():
    state = position(CLASSIC, "KS QS", "KD QD", "KC QC", upcard="10D", stock="2C")
    older = hand("AS 2S")
    state = replace(state, round=replace(running(state), stock=cards("2C"), buried=older))
    after = play(state, "0: KS > stock")
    assert running(after).stock == ()
    assert running(after).reshuffles == 0
    done = step(after, "1: KD > stock")
    assert Reshuffled(3) in done.events
    assert running(done.state).reshuffles == 1
    assert running(done.state).buried == hand("KS")
    assert running(play(after, "1: KD > KS")).reshuffles == 0


def test_3_7_nothing_left_to_reshuffle_is_refused():
    """The guard of rule 1.1 keeps this from happening; here the cards are taken away by hand."""
    state = position(CLASSIC, "KS QS", "KD QD", upcard="10D")
    state = replace(state, round=replace(running(state), stock=()))
    assert refusal(state, "0: KS > stock") == "stock_empty"
    assert is_allowed(state, "0: KS > 10D")
    (upcard,) = cards("10D")
    assert set(legal_actions(state, 0)) == {Turn(cards("KS"), upcard), Turn(cards("QS"), upcard)}
    multi = replace(state, rules=rules(discard_draw_needs="multi"))
    assert legal_actions(multi, 0).discards == ()


@pytest.mark.parametrize(("how", "written"), [("score_hands", (10, 20)), ("no_points", (0, 0))])
def test_3_8_an_empty_stock_may_end_the_round(how, written):
    state = position(rules(stock_empty=how), "KS QS", "KD QD", upcard="10D")
    state = replace(state, round=replace(running(state), stock=(), buried=hand("AS 2S")))
    assert is_allowed(state, "0: KS > 10D")
    done = step(state, "0: KS > stock")
    result = result_of(done.events)
    assert result.outcome is Outcome.NO_CALL
    assert result.caller is None
    assert result.counts == (10, 20)
    assert result.points == written
    assert done.events[0] == TurnTaken(0, cards("KS"), from_stock=True, drawn=None)
    assert done.state.round is None


def test_3_8_in_a_final_lap_an_empty_stock_ends_the_lap():
    house = rules("yanef", stock_empty="no_points")
    state = play(position(house, "AS 2S", "KD QD", "KC QC", upcard="10D"), "0: call")
    state = replace(state, round=replace(running(state), stock=()))
    _, result = show(state, "1: KD > stock")
    assert result.outcome is Outcome.YANIV
    assert result.points == (0, 10, 20)


def test_5_3_without_a_final_lap_the_hands_are_shown_at_once():
    done = step(position(CLASSIC, "AS 2S", "KD QD"), "0: call")
    assert [type(event).__name__ for event in done.events] == ["Called", "RoundEnded"]


def test_5_4_nobody_passes_a_compulsory_lap():
    house = rules("yanef", final_lap="compulsory")
    state = play(position(house, "AS 4S", "9H 8H", "KD QD"), "0: call")
    assert refusal(state, "1: pass") == "pass_not_allowed"
    assert not legal_actions(state, 1).may_pass
    assert is_allowed(state, "1: 9H > stock")


def test_5_4_the_lap_goes_round_once_in_order():
    state = play(position(YANEF, "KS QS", "AS 4S", "9H 8H", "KD QD", starter=1), "1: call")
    assert table_view(state).phase is Phase.FINAL_LAP
    assert table_view(state).caller == 1
    order = []
    while state.round is not None:
        order.append(running(state).to_move)
        state = play(state, f"{order[-1]}: pass")
    assert order == [2, 3, 0]


def test_5_5_a_slap_after_the_last_turn_of_the_lap_comes_too_late():
    house = rules("yanef", slap="own")
    state = play(position(house, "AS 4S", "7H 8H", upcard="10D", stock="7D"), "0: call", "1: 7H > stock")
    assert refusal(state, "1: slap 7D") == "round_over"


def test_5_6_a_cap_on_turns_ends_the_round_without_points():
    house = rules(round_turn_cap=2)
    state = play(position(house, "KS QS", "KD QD"), "0: KS > stock")
    state, result = show(state, "1: KD > stock")
    assert result.outcome is Outcome.NO_CALL
    assert result.points == (0, 0)
    assert state.totals == (0, 0)


def test_5_6_a_final_lap_is_played_to_its_end():
    house = rules("yanef", round_turn_cap=2)
    state = play(position(house, "KS QS", "AS 2S", "KD QD", starter=0), "0: KS > stock", "1: call")
    _, result = show(state, "2: KD > stock", "0: pass")
    assert result.outcome is Outcome.YANIV


def test_5_7_the_clock_lays_the_dearest_natural_card_and_draws_from_the_stock():
    state = position(CLASSIC, "10S KH JK1 2C", "KD QD", stock="3C")
    assert timeout_action(state, 0) == Turn(cards("KH"))
    done = step(state, "0: timeout")
    assert done.events[0] == TimedOut(0)
    assert held(done.state, 0) == "10S 2C 3C JK1"
    assert refusal(state, "1: timeout") == "not_your_turn"


def test_5_7_the_clock_never_calls_but_for_an_emptied_hand():
    assert timeout_action(position(CLASSIC, "AS 2S", "KD QD"), 0) == Turn(cards("2S"))
    house = rules(slap="own")
    state = play(position(house, "7C", "KD QD", upcard="10D", stock="7D 2C"), "0: 7C > stock", "0: slap 7D")
    state = play(state, "1: KD > stock")
    assert step(state, "0: timeout").state.round is None


def test_5_7_the_clock_lays_a_joker_only_where_there_is_nothing_else():
    assert timeout_action(position(CLASSIC, "JK1 JK2", "KD QD"), 0) == Turn(cards("JK1"))


def test_5_7_the_clock_passes_a_lap_unless_it_is_compulsory():
    called = play(position(YANEF, "AS 2S", "KD QD", "9H 8H"), "0: call")
    assert timeout_action(called, 1) == Pass()
    assert step(called, "1: timeout").events == (TimedOut(1), Passed(1))
    must = rules("yanef", final_lap="compulsory")
    called = play(position(must, "AS 2S", "KD QD", "9H 8H"), "0: call")
    assert timeout_action(called, 1) == Turn(cards("KD"))
