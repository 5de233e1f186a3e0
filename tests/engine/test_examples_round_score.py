"""Worked examples C: the points of a round."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from bot.engine.house_rules import RulesError
from bot.engine.results import Outcome
from bot.engine.scoring import Show, score_call
from tests.builders import CLASSIC, JAPANESE, YANEF, call_round, points, rules, worth

LEVEL = ("2H 3S", "5D", "9C")
C10 = ("6S", "5H", "3D", "KC 4C")


@pytest.mark.rule("6.1", "6.4", "6.6", "6.7")
def test_C01_a_lower_hand_is_assaf():
    _, result = call_round(CLASSIC, "AS 4D", "4C 2S", "10H 2D", "3D AC")
    assert result.counts == (5, 6, 12, 4)
    assert result.points == (35, 6, 12, 0)
    assert result.outcome is Outcome.ASSAF
    assert result.assafers == (3,)


@pytest.mark.rule("6.2")
def test_C02_the_call_stands():
    _, result = call_round(CLASSIC, "AH 2S", "8D", "KS 5C")
    assert result.points == (0, 8, 15)
    assert result.outcome is Outcome.YANIV


@pytest.mark.rule("6.3")
def test_C03_a_tie_is_assaf_in_classic():
    assert points(CLASSIC, *LEVEL) == (35, 0, 9)


@pytest.mark.rule("6.2", "6.3")
def test_C04_a_tie_is_safe_in_japanese():
    assert points(JAPANESE, *LEVEL) == (0, 5, 9)
    assert points(rules("japanese", level_with_caller="zero"), *LEVEL) == (0, 0, 9)


@pytest.mark.rule("6.3")
def test_one_point_less_beats_a_call_in_japanese():
    _, result = call_round(JAPANESE, "5D", "AS 3S", "9C")
    assert (result.points, result.assafers) == ((35, 0, 9), (1,))
    _, result = call_round(JAPANESE, *LEVEL)
    assert (result.outcome, result.assafers) == (Outcome.YANIV, ())


@pytest.mark.rule("6.4")
def test_C07_the_penalty_of_yanef_is_flat():
    assert points(YANEF, "5S", "2H 3D", "QD 2C") == (20, 0, 12)


def test_C08_flat_for_a_lower_hand_too():
    assert points(YANEF, "4S", "2H", "KD AC") == (20, 0, 11)


def test_C09_hand_plus_penalty_in_yanef():
    assert points(rules("yanef", assaf_mode="plus"), "4S", "2H", "KD AC") == (24, 0, 11)


@pytest.mark.rule("6.6")
def test_C10_only_the_lowest_hand_writes_0():
    assert points(CLASSIC, *C10) == (36, 5, 0, 14)


@pytest.mark.rule("6.6")
def test_C11_all_who_beat_the_call_write_0():
    assert points(rules(assaf_zero="all"), *C10) == (36, 0, 0, 14)


@pytest.mark.rule("6.6")
def test_C12_level_lowest_hands_all_write_0():
    hands = ("6S", "3H", "AD 2D", "10C")
    assert points(CLASSIC, *hands) == (36, 0, 0, 10)
    assert points(rules(assaf_zero="first"), *hands) == (36, 0, 3, 10)


def test_C13_a_level_hand_is_no_lowest_hand():
    assert points(CLASSIC, "5S", "2H 3H", "3D") == (35, 5, 0)


@pytest.mark.rule("6.5")
def test_C14_each_further_hand_adds_to_the_penalty():
    assert points(rules(assaf_extra=20), "6S", "5H", "3D") == (56, 5, 0)


def test_C15_a_rate_for_each_hand_is_not_offered():
    with pytest.raises(RulesError, match="assaf_multi_rate: there is no such house rule"):
        rules(assaf_multi_rate=20)


@pytest.mark.rule("6.6")
def test_C16_nobody_writes_0():
    assert points(rules(assaf_zero="none"), "6S", "5H") == (36, 5)


def test_C18_two_empty_counts_are_a_tie():
    assert points(CLASSIC, "JK1", "JK2", "9S") == (30, 0, 9)


@pytest.mark.rule("6.5")
def test_C23_a_penalty_of_its_own_for_a_tie():
    house = rules(assaf_mode="flat", assaf_tie_penalty=20, assaf_penalty=30, assaf_zero="none")
    assert points(house, "5S", "5H", "8D") == (20, 5, 8)
    assert points(house, "5S", "4H", "8D") == (30, 4, 8)


@pytest.mark.rule("1.6")
def test_C24_faces_of_11_12_13():
    house = rules(assaf_penalty=25, face_values="11-12-13")
    assert points(house, "3S", "2H AH", "KD") == (28, 0, 13)


@pytest.mark.rule("6.2", "7.1")
def test_C26_a_bonus_for_the_caller():
    house = rules(caller_bonus=-5)
    assert call_round(house, "3S", "9C", totals=[20, 0])[1].totals == (15, 9)
    state, result = call_round(house, "3S", "9C", totals=[3, 0])
    assert result.totals == state.totals == (0, 9)


def test_C28_penalties_for_an_illegal_call_are_not_offered():
    with pytest.raises(RulesError, match="illegal_call: there is no such house rule"):
        rules(illegal_call="caller_30_others_0")


@pytest.mark.rule("6.3")
def test_a_called_0_may_be_immune():
    assert points(rules(zero_hand="immune"), "JK1", "JK2", "9S") == (0, 0, 9)
    assert points(rules(zero_hand="immune"), "AS", "JK2", "9S") == (31, 0, 9)


@pytest.mark.rule("6.7")
def test_all_but_caller_and_assaf_player_may_be_spared():
    assert points(rules(assaf_others="zero"), "6S", "3D", "KC 4C") == (36, 0, 0)


@pytest.mark.rule("6.7")
def test_whoever_beat_the_call_never_writes_more_than_who_did_not():
    assert points(rules(assaf_others="zero"), *C10) == (36, 0, 0, 0)
    assert points(rules(assaf_others="zero", assaf_zero="none"), *C10) == (36, 0, 3, 0)
    assert points(rules(assaf_others="zero", assaf_zero="first"), "6S", "3D", "3C", "KC") == (36, 0, 0, 0)


@pytest.mark.rule("6.7", "7.3")
def test_who_is_out_writes_nothing_where_others_are_spared():
    assert score_call(rules(assaf_others="zero"), Show((6, None, 3, 14), 0)).points == (36, None, 0, 0)
    assert score_call(rules(level_with_caller="zero"), Show((6, None, 9), 0)).points == (0, None, 9)


@pytest.mark.rule("6.3")
def test_a_team_mate_beats_a_call_too():
    state, result = call_round(rules(teams=2), *worth(6, 30, 4, 20))
    assert state.teams == (0, 1, 0, 1)
    assert result.points == (36, 30, 0, 20)
