"""Worked examples X: who is out, who has won, who ranks where."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from tests.builders import CLASSIC, JAPANESE, YANEF, call_round, rules, worth


def after_round(house, totals, counts, **more):
    """Totals after a round in which seat 0 calls, and the match with it."""
    state, result = call_round(house, *worth(*counts), totals=totals, **more)
    return result.totals, result.out, state


@pytest.mark.rule("7.3")
def test_X01_over_the_limit_is_out():
    totals, out, state = after_round(CLASSIC, [0, 195, 0], [1, 6, 9])
    assert totals == (0, 201, 9)
    assert out == (1,)
    assert not state.is_over


@pytest.mark.rule("7.2", "7.3")
def test_X02_the_exact_hit_comes_before_the_limit():
    totals, out, _ = after_round(CLASSIC, [0, 190], [1, 10])
    assert totals == (0, 100)
    assert out == ()


@pytest.mark.rule("7.3")
def test_X03_reaching_the_limit_may_be_enough():
    house = rules(limit_test="reach", exact_hits="off")
    totals, out, state = after_round(house, [0, 190], [1, 10])
    assert totals == (0, 200)
    assert out == (1,)
    assert state.result.winners == (0,)


def test_X04_reaching_comes_after_the_exact_hit():
    totals, out, _ = after_round(rules(limit_test="reach"), [0, 190], [1, 10])
    assert totals == (0, 100)
    assert out == ()


@pytest.mark.rule("7.4", "7.9")
def test_X05_the_last_one_in_wins():
    totals, out, state = after_round(CLASSIC, [150, 198, 195], [1, 9, 20])
    assert totals == (150, 207, 215)
    assert out == (1, 2)
    assert state.result.winners == (0,)
    assert state.result.ranks == (1, 2, 3)


@pytest.mark.rule("7.5")
def test_X06_yanef_ends_when_anybody_is_over():
    totals, _, state = after_round(YANEF, [40, 96, 22], [1, 7, 12])
    assert totals == (40, 103, 34)
    assert state.result.winners == (2,)
    assert state.result.ranks == (2, 3, 1)


@pytest.mark.rule("7.7")
def test_X07_level_lowest_totals_win_jointly():
    totals, _, state = after_round(YANEF, [40, 30, 95], [1, 10, 6])
    assert totals == (40, 40, 101)
    assert state.result.winners == (0, 1)
    assert state.result.ranks[:2] == (1, 1)
    assert state.result.ranks[2] > 1


def test_X08_100_is_50_and_the_match_goes_on():
    totals, _, state = after_round(YANEF, [0, 90, 9], [1, 10, 20])
    assert totals == (0, 50, 29)
    assert not state.is_over


@pytest.mark.rule("7.4")
def test_X09_with_two_the_first_one_over_loses():
    totals, _, state = after_round(JAPANESE, [60, 198], [1, 5])
    assert totals == (60, 203)
    assert state.result.winners == (0,)


@pytest.mark.rule("7.10")
def test_X11_the_sum_of_a_team_is_tested():
    house = rules("japanese", teams=2)
    totals, _, state = after_round(house, [95, 60, 101, 30], [1, 20, 12, 7])
    assert totals == (95, 80, 113, 37)
    assert state.teams == (0, 1, 0, 1)
    assert state.result.winners == (1, 3)
    assert state.result.ranks == (2, 1, 2, 1)


@pytest.mark.rule("7.10")
def test_nobody_of_a_team_goes_out_singly():
    totals, out, state = after_round(rules(teams=2), [0, 150, 0, 10], [1, 49, 9, 20])
    assert totals == (0, 199, 9, 30)
    assert out == (1, 3)
    assert state.result.winners == (0, 2)
    totals, out, state = after_round(rules(teams=2, limit=300), [0, 250, 0, 10], [1, 20, 9, 8])
    assert totals == (0, 270, 9, 18)
    assert out == ()


@pytest.mark.rule("7.10")
def test_both_teams_over_the_lower_sum_wins_and_level_sums_draw():
    house = rules(teams=2, exact_hits="off", assaf_zero="none")
    _, _, state = after_round(house, [150, 199, 40, 1], [3, 2, 20, 10])
    assert state.totals == (183, 201, 60, 11)
    assert state.result.winners == (1, 3)
    _, _, state = after_round(house, [150, 199, 40, 32], [3, 2, 20, 10])
    assert state.totals == (183, 201, 60, 42)
    assert state.result.winners == (0, 1, 2, 3)
    assert state.result.ranks == (1, 1, 1, 1)


@pytest.mark.rule("7.4")
def test_X12_all_over_the_lowest_total_wins():
    totals, out, state = after_round(rules(assaf_zero="none"), [190, 196], [6, 5])
    assert totals == (226, 201)
    assert out == (0, 1)
    assert state.result.winners == (1,)
    assert state.result.ranks == (2, 1)


@pytest.mark.rule("7.3")
def test_X13_ofer_puts_a_beaten_caller_out():
    totals, out, state = after_round(rules(ofer=True), [10, 0, 0], [5, 3, 20])
    assert totals == (45, 0, 20)
    assert out == (0,)
    assert not state.is_over


@pytest.mark.rule("7.5")
def test_X14_first_over_ends_a_classic_match():
    house = rules(game_end="first_over")
    totals, _, state = after_round(house, [120, 199, 80], [1, 9, 10])
    assert totals == (120, 208, 90)
    assert state.result.winners == (2,)
    assert state.result.ranks == (2, 3, 1)


def test_X15_a_limit_of_100():
    totals, out, _ = after_round(rules(limit=100), [0, 92], [1, 9])
    assert totals == (0, 101)
    assert out == (1,)


@pytest.mark.rule("7.9")
def test_X16_out_in_the_same_round_with_level_totals_shares_the_rank():
    totals, out, state = after_round(CLASSIC, [0, 195, 190], [1, 10, 15])
    assert totals == (0, 205, 205)
    assert out == (1, 2)
    assert state.result.ranks == (1, 2, 2)
