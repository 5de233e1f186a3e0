"""How a match ends: level leaders, golden rounds, teams, rounds that nobody called in (sections 6 and 7)."""

from dataclasses import replace

import pytest

from bot.engine.match import deal_round
from bot.engine.results import MatchResult, Outcome
from bot.engine.views import Phase, table_view
from tests.builders import (
    CLASSIC,
    call_round,
    deal,
    match,
    play,
    position,
    refusal,
    rules,
    running,
    show,
    worth,
)


def next_round(state, *counts, caller=0):
    """The next round: seats that are out hold no cards; `caller` calls, everybody passes a lap."""
    hands = iter(worth(*(count for count in counts if count is not None)))
    dealt = deal(state, ["" if count is None else next(hands) for count in counts], starter=caller)
    moves = [f"{caller}: call"]
    if state.rules.final_lap != "none":
        order = [*range(caller + 1, len(counts)), *range(caller)]
        moves += [f"{seat}: pass" for seat in order if counts[seat] is not None]
    return show(dealt, *moves)


def test_6_8_a_call_that_stands_wins_the_round():
    state, result = call_round(CLASSIC, *worth(20, 3, 20), caller=1)
    assert result.next_starter == 1
    halving = rules(winner_halves_total=True)
    assert call_round(halving, *worth(3, 20), totals=[40, 40])[1].totals == (20, 60)
    assert state.totals == (20, 0, 20)


def test_6_9_a_round_without_a_call_has_no_winner():
    house = rules(round_turn_cap=1, winner_halves_total=True, caller_bonus=-5)
    state, result = show(position(house, "KS QS", "KD QD", totals=[40, 40]), "0: KS > stock")
    assert result.outcome is Outcome.NO_CALL
    assert result.assafers == ()
    assert state.totals == (40, 40)


def test_6_9_hands_that_are_written_may_put_everybody_out():
    house = rules(stock_empty="score_hands", exact_hits="off")
    state = position(house, "KS QS", "KD QD", "9C", totals=[195, 196, 10])
    state = replace(state, round=replace(running(state), stock=()))
    state, result = show(state, "0: KS > stock")
    assert result.points == (10, 20, 9)
    assert result.out == (0, 1)
    assert state.result.winners == (2,)
    assert state.result.ranks == (2, 3, 1)


def test_7_4_who_left_in_the_round_that_puts_all_out_does_not_win_by_a_low_total():
    house = rules(stock_empty="score_hands", exact_hits="off")
    state = play(position(house, "KS QS", "KD QD", "9C", "8C", totals=[195, 196, 10, 198]), "2: leave")
    state = replace(state, round=replace(running(state), stock=()))
    state, result = show(state, "0: KS > stock")
    assert result.out == (0, 1, 3)
    assert state.totals == (205, 216, 10, 206)
    assert state.result == MatchResult((0,), (1, 3, 4, 2))


def test_7_4_the_match_goes_on_while_two_are_in():
    state, _ = call_round(CLASSIC, *worth(1, 20, 9), totals=[0, 195, 0])
    assert state.seats_in() == [0, 2]
    state, _ = next_round(state, 1, None, 9)
    assert not state.is_over
    assert state.totals == (0, 215, 18)


def test_7_6_nothing_can_be_played_after_the_end():
    state, _ = call_round(CLASSIC, *worth(1, 20), totals=[0, 195])
    assert state.is_over
    assert table_view(state).phase is Phase.OVER
    assert refusal(state, "0: call") == "match_over"
    assert refusal(state, "1: slap KS") == "match_over"
    with pytest.raises(ValueError, match="no round to deal"):
        deal_round(state)


def test_7_5_first_over_counts_the_totals_of_those_who_are_not_over():
    house = rules("quick")
    state, result = call_round(house, *worth(1, 9, 20), totals=[45, 30, 40])
    assert result.totals == (45, 39, 60)
    assert state.result.winners == (1,)
    assert state.result.ranks == (2, 1, 3)


def test_7_5_a_match_of_rounds_ends_after_the_last_of_them():
    house = rules(game_end="rounds", rounds=3, limit=20, exact_hits="off")
    state = match(house, 2)
    for number in range(1, 4):
        assert not state.is_over
        state, result = next_round(state, 1, 30)
        assert result.number == number
        assert result.out == ()
    assert state.totals == (0, 90)
    assert state.result.winners == (0,)


def test_7_7_level_leaders_play_an_extra_round():
    house = rules("yanef", tie_at_end="extra_round")
    state, result = call_round(house, *worth(1, 10, 6), totals=[40, 30, 95])
    assert not state.is_over
    assert state.is_extra
    assert result.out == (2,)
    state, result = next_round(state, 30, 2, None, caller=1)
    assert result.points == (30, 0, None)
    assert state.result.winners == (1,)
    assert state.result.ranks == (2, 1, 3)


def test_7_7_all_who_are_not_level_at_the_top_drop_out_of_the_extra_round():
    house = rules(game_end="rounds", rounds=1, tie_at_end="extra_round")
    state, result = call_round(house, *worth(1, 9, 10, 30), totals=[9, 0, 20, 0])
    assert result.totals == (9, 9, 30, 30)
    assert result.out == (2, 3)
    assert state.seats_in() == [0, 1]


def test_7_7_who_was_out_before_an_extra_round_stays_out_since_then():
    house = rules(game_end="rounds", rounds=2, tie_at_end="extra_round")
    state = play(position(house, *worth(1, 10, 9, 20)), "3: leave")
    state, _ = show(state, "0: call")
    state, _ = next_round(state, 10, 1, 5, None, caller=1)
    assert state.totals == (10, 10, 14, 0)
    assert state.is_extra
    assert state.out_since == (None, None, 2, 1)


def test_7_7_an_extra_round_is_repeated_until_one_leads():
    house = rules(game_end="rounds", rounds=1, tie_at_end="extra_round", assaf_zero="none")
    state, _ = call_round(house, *worth(1, 9), totals=[9, 0])
    state, _ = next_round(state, 5, 5)
    assert state.totals == (44, 14)
    assert state.is_over
    house = rules("japanese", game_end="rounds", rounds=1, tie_at_end="extra_round", level_with_caller="zero")
    state, _ = call_round(house, *worth(1, 9), totals=[9, 0])
    state, _ = next_round(state, 5, 5)
    assert not state.is_over
    assert state.is_extra
    state, _ = next_round(state, 5, 9)
    assert state.result.winners == (0,)


def test_7_7_level_at_the_limit_they_come_back_for_the_extra_round():
    house = rules(assaf_zero="none", exact_hits="off", tie_at_end="extra_round")
    state, result = call_round(house, *worth(5, 3), totals=[170, 202])
    assert result.totals == (205, 205)
    assert state.seats_in() == [0, 1]
    state, result = next_round(state, 1, 9)
    assert result.out == ()
    assert state.result.winners == (0,)


def test_7_7_joint_winners_share_the_first_rank():
    house = rules(game_end="rounds", rounds=1)
    state, _ = call_round(house, *worth(1, 9, 10), totals=[9, 0, 20])
    assert state.result.winners == (0, 1)
    assert state.result.ranks == (1, 1, 2)


def test_7_8_when_two_are_left_of_more_one_round_decides():
    house = rules(two_left="golden")
    state, _ = call_round(house, *worth(1, 9, 10), totals=[190, 0, 195])
    assert state.seats_in() == [0, 1]
    over, result = next_round(state, 3, 9, None)
    assert result.out == (1,)
    assert over.result.winners == (0,)
    over, _ = next_round(state, 5, 3, None)
    assert over.result.winners == (1,)


def test_7_8_a_golden_round_without_a_lower_hand_is_played_again():
    house = rules("japanese", two_left="golden", level_with_caller="zero")
    state, _ = call_round(house, *worth(1, 9, 10), totals=[0, 0, 195])
    state, result = next_round(state, 3, 3, None)
    assert result.points == (0, 0, None)
    assert not state.is_over
    state, _ = next_round(state, 3, 4, None)
    assert state.result.winners == (0,)


def test_7_8_two_who_began_alone_play_on():
    state, _ = call_round(rules(two_left="golden"), *worth(1, 9))
    assert not state.is_over


def test_7_8_a_beaten_caller_is_out_by_ofer_in_a_golden_round():
    house = rules(two_left="golden", ofer=True, assaf_zero="none", assaf_penalty=0)
    state, _ = call_round(house, *worth(1, 9, 10), totals=[0, 0, 195])
    state, result = next_round(state, 5, 5, None)
    assert result.points == (5, 5, None)
    assert state.result.winners == (1,)


def test_7_10_a_level_match_of_teams_may_have_an_extra_round():
    house = rules(teams=2, game_end="rounds", rounds=1, tie_at_end="extra_round")
    state, _ = call_round(house, *worth(1, 9, 10, 3), totals=[2, 0, 0, 0])
    assert state.totals == (2, 9, 10, 3)
    assert not state.is_over
    assert state.is_extra
    state, _ = next_round(state, 1, 9, 10, 20)
    assert state.result.winners == (0, 2)


def test_7_10_given_teams_need_not_alternate():
    state = deal(match(rules(teams=2), 4, teams=[0, 0, 1, 1]), worth(1, 9, 10, 3))
    state, _ = show(play(state), "0: call")
    assert state.teams == (0, 0, 1, 1)
    assert [place.team for place in table_view(state).places] == [0, 0, 1, 1]
