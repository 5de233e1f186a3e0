"""Chances of winning the match that follow from the rules alone."""

import pytest

from bot.engine.house_rules import PRESETS, parse_rules
from bot.opponents.lasting import Chances, Lasting
from bot.opponents.learned import load_learned
from bot.opponents.stakes import Stakes, Standings

CLASSIC = PRESETS["classic"]


@pytest.mark.parametrize("changes", [{}, "quick", "yanef", "japanese", {"game_end": "rounds"}], ids=str)
@pytest.mark.parametrize("totals", [(0, 0), (10, 44), (3, 20, 40), (0, 12, 31, 49)])
def test_chances_sum_to_one_and_fall_with_the_total(changes, totals):
    chances = Chances(parse_rules(changes), 3)
    turned = [totals[at:] + totals[:at] for at in range(len(totals))]
    each = [chances.equity(turn) for turn in turned]
    assert sum(each) == pytest.approx(1)
    assert each == sorted(each, reverse=True)


@pytest.mark.parametrize(
    "totals", [(0, 100), (50, 60), (150, 190), (90, 10), (10, 60, 170), (30, 99, 101, 180)]
)
def test_under_the_classic_rules_they_come_near_to_what_was_learned(totals):
    learned = Standings(CLASSIC, *load_learned("classic").standing)
    assert Chances(CLASSIC, 1).equity(totals) == pytest.approx(learned.equity(totals), abs=0.1)


def test_who_is_over_the_limit_is_out():
    last_in, first_over = Chances(CLASSIC, 1), Chances(PRESETS["quick"], 1)
    assert last_in.equity((201, 20, 30)) == first_over.equity((51, 20, 30)) == 0
    assert 0 < last_in.equity((30, 201, 20)) < 0.5
    assert first_over.equity((30, 51, 20)) == 0
    assert first_over.equity((20, 51, 20)) == 0.5
    assert last_in.equity((210, 230)) == 1
    assert Chances(parse_rules({"limit_test": "reach"}), 1).equity((200, 30)) == 0


def test_a_total_lasts_shorter_the_nearer_it_is_to_the_limit_and_longer_before_a_mark():
    plain = Lasting(parse_rules({"exact_hits": "off"}), 0.5).mean
    assert plain == sorted(plain, reverse=True)
    marked = Lasting(CLASSIC, 0.5).mean
    assert marked[90] > marked[101] + (plain[90] - plain[101])
    assert len(Lasting(parse_rules({"limit_test": "reach"}), 0.5).mean) == 200


def test_a_lead_counts_more_the_fewer_rounds_are_left():
    rules = parse_rules({"game_end": "rounds", "rounds": 9})
    early, late = (Chances(rules, left).equity((10, 30)) for left in (9, 1))
    assert 0.5 < early < late < 1


@pytest.mark.parametrize("changes", [{"limit": 1000}, {"limit": 20}, {"limit": 20, "limit_test": "reach"}])
def test_a_point_is_worth_something_up_to_the_limit(changes):
    rules = parse_rules(changes | {"exact_hits": "off"})
    highest = rules.limit - (rules.limit_test == "reach")
    for totals in ((0, 0), (highest, 0), (0, highest), (highest, highest, highest)):
        stakes = Stakes(Chances(rules, 1), totals)
        assert stakes.own[1] > 0 == stakes.own[0]
        assert stakes.own == sorted(stakes.own)


def test_where_rounds_are_counted_a_total_above_the_limit_plays_on():
    chances = Chances(parse_rules({"game_end": "rounds", "limit": 20, "exact_hits": "off"}), 2)
    stakes = Stakes(chances, (95, 90))
    assert stakes.own[5] > 0 < stakes.gains[0][5]
