"""Worked examples H: totals that land on a mark."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from bot.engine.results import ExactHit
from tests.builders import CLASSIC, JAPANESE, YANEF, call_round, rules, total_after, worth


@pytest.mark.rule("7.2")
def test_H01_100_becomes_50():
    assert total_after(CLASSIC, 88, 12) == 50


@pytest.mark.rule("7.2")
def test_H02_a_penalty_may_land_on_200():
    _, result = call_round(CLASSIC, *worth(5, 3), totals=[165, 0])
    assert result.points == (35, 0)
    assert result.totals == (100, 0)
    assert result.exact_hits == (ExactHit(0, 200, 100),)


def test_H03_101_stays():
    assert total_after(CLASSIC, 99, 2) == 101


def test_H05_150_is_no_mark_of_classic():
    assert total_after(CLASSIC, 140, 10) == 150


def test_H08_25_becomes_0_in_yanef():
    assert total_after(YANEF, 18, 7) == 0


@pytest.mark.rule("7.2")
def test_H09_50_becomes_25_and_stays_there():
    assert total_after(YANEF, 40, 10) == 25
    assert total_after(rules("yanef", exact_hit_chain=True), 40, 10) == 0


def test_H10_100_becomes_50_and_stays_there():
    assert total_after(YANEF, 92, 8) == 50


def test_H12_a_flat_penalty_lands_on_25():
    _, result = call_round(YANEF, *worth(5, 3), totals=[5, 0])
    assert result.points == (20, 0)
    assert result.totals == (0, 0)


@pytest.mark.rule("7.2")
def test_H13_standing_on_a_mark_changes_nothing():
    assert total_after(YANEF, 25, 0) == 25
    assert total_after(rules("yanef", exact_hit_needs_points=False), 25, 0) == 0


def test_H14_50_is_halved_in_japanese():
    assert total_after(JAPANESE, 38, 12) == 25


def test_H15_100_is_halved_in_japanese():
    assert total_after(JAPANESE, 90, 10) == 50


def test_H17_200_is_halved_too_unless_the_marks_end_before():
    assert total_after(JAPANESE, 186, 14) == 100
    listed = rules("japanese", exact_hits={"50": 25, "100": 50, "150": 75})
    assert total_after(listed, 186, 14) == 200


@pytest.mark.rule("7.2")
@pytest.mark.parametrize("needs_points", [True, False])
def test_H19_0_is_never_a_mark(needs_points):
    house = rules("japanese", exact_hit_needs_points=needs_points)
    _, result = call_round(house, *worth(1, 30))
    assert result.totals[0] == 0
    assert result.exact_hits == ()


def test_H20_50_less_at_multiples_of_50():
    house = rules(exact_hits={"multiple": 50, "to": "minus_50"})
    assert total_after(house, 143, 7) == 100
    assert total_after(house, 43, 7) == 0


def test_H23_a_map_of_ones_own():
    assert total_after(rules(exact_hits={"200": 0}), 190, 10) == 0


@pytest.mark.rule("7.2")
def test_marks_above_the_limit_are_dead():
    assert total_after(rules(limit=150), 190, 10) == 200


@pytest.mark.rule("7.1")
def test_odd_halves_are_rounded_up():
    house = rules("japanese", exact_hits={"multiple": 30, "to": "half"})
    assert total_after(house, 20, 10) == 15
    halving = rules(winner_halves_total=True)
    assert call_round(halving, *worth(3, 9), totals=[35, 11])[1].totals == (18, 20)
    assert call_round(halving, *worth(6, 3), totals=[35, 11])[1].totals == (71, 6)


@pytest.mark.rule("7.2")
def test_one_point_is_enough_to_land_on_a_mark():
    assert total_after(JAPANESE, 49, 1) == 25
    assert total_after(rules("japanese", exact_hits={"1": 0}), 0, 1) == 0
    assert total_after(rules("japanese", exact_hits={"2": 0}), 0, 1) == 1
