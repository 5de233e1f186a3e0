"""The house rules: the values of every preset, what is refused and how the refusal reads."""

import json
from collections import Counter

import pytest

from bot.engine.house_rules import PRESETS, HouseRules, RulesError, allowed_values, parse_rules, preset
from tests.builders import CLASSIC, JAPANESE, YANEF, call_round, rules, worth

CLASSIC_MARKS = {"100": 50, "200": 100}
YANEF_MARKS = {"25": 0, "50": 25, "100": 50}
HALF_OF_FIFTIES = {"multiple": 50, "to": "half"}
# Written out once more: one value for all presets, or classic, yanef and japanese in turn.
DEFAULTS = {
    "players_max": (8, 5, 8),
    "hand_size": 5,
    "packs": 1,
    "jokers_per_pack": (2, 0, 2),
    "face_values": "10-10-10",
    "teams": 0,
    "set_min": 2,
    "jokers_in_sets": "none",
    "joker_pair": False,
    "runs": (True, False, True),
    "run_min": 3,
    "ace_in_runs": "low",
    "jokers_in_runs": "anywhere",
    "max_jokers_per_run": 4,
    "min_naturals_in_run": 1,
    "draw_from_set": ("ends", "top", "ends"),
    "draw_from_run": "ends",
    "end_joker_drawable": True,
    "joker_swap": False,
    "discard_draw_needs": "nothing",
    "upcard_drawable": True,
    "stock_empty": "reshuffle",
    "slap": "off",
    "slap_trigger": "single_or_set",
    "slap_run_extension": False,
    "slap_from": "stock",
    "slap_last_card": "must_call",
    "call_limit": (7, 5, 5),
    "first_turn_call": "allowed",
    "final_lap": ("none", "optional", "none"),
    "assaf_on": ("tie_or_lower", "tie_or_lower", "lower"),
    "assaf_mode": ("plus", "flat", "plus"),
    "assaf_penalty": (30, 20, 30),
    "assaf_tie_penalty": None,
    "assaf_extra": 0,
    "assaf_zero": "lowest",
    "assaf_others": "hand",
    "level_with_caller": "hand",
    "zero_hand": "normal",
    "caller_bonus": 0,
    "winner_halves_total": False,
    "ofer": False,
    "exact_hits": (CLASSIC_MARKS, YANEF_MARKS, HALF_OF_FIFTIES),
    "exact_hit_needs_points": True,
    "exact_hit_chain": False,
    "limit": (200, 100, 200),
    "limit_test": "over",
    "game_end": ("last_in", "first_over", "last_in"),
    "rounds": 5,
    "two_left": "play_on",
    "tie_at_end": "joint",
    "first_starter": "left_of_dealer",
    "next_starter": ("winner", "dealer", "dealer"),
    "late_join": "none",
    "round_turn_cap": 0,
}
RANGES = {
    "players_max": (2, 10),
    "hand_size": (3, 7),
    "jokers_per_pack": (0, 2),
    "run_min": (2, 5),
    "max_jokers_per_run": (1, 4),
    "call_limit": (0, 50),
    "assaf_penalty": (0, 100),
    "assaf_tie_penalty": (0, 100),
    "assaf_extra": (0, 50),
    "caller_bonus": (-20, 0),
    "limit": (20, 1000),
    "rounds": (1, 50),
    "round_turn_cap": (0, 500),
}
LISTED = {
    "packs": [1, 2, "auto"],
    "face_values": ["10-10-10", "11-12-13"],
    "teams": [0, 2],
    "set_min": [2, 3],
    "jokers_in_sets": ["none", "wild"],
    "ace_in_runs": ["low", "high_or_low", "wrap"],
    "jokers_in_runs": ["none", "gaps_only", "anywhere"],
    "min_naturals_in_run": [1, 2],
    "draw_from_set": ["ends", "any", "top"],
    "draw_from_run": ["ends", "any", "top"],
    "discard_draw_needs": ["nothing", "multi"],
    "stock_empty": ["reshuffle", "score_hands", "no_points"],
    "slap": ["off", "own", "anyone", "both"],
    "slap_trigger": ["single", "single_or_set"],
    "slap_from": ["stock", "any"],
    "slap_last_card": ["must_call", "forbid", "wins_round"],
    "first_turn_call": ["allowed", "after_one_turn"],
    "final_lap": ["none", "optional", "compulsory"],
    "assaf_on": ["tie_or_lower", "lower"],
    "assaf_mode": ["plus", "flat"],
    "assaf_zero": ["lowest", "all", "first", "none"],
    "assaf_others": ["hand", "zero"],
    "level_with_caller": ["hand", "zero"],
    "zero_hand": ["normal", "immune"],
    "limit_test": ["over", "reach"],
    "game_end": ["last_in", "first_over", "rounds"],
    "two_left": ["play_on", "golden"],
    "tie_at_end": ["joint", "extra_round"],
    "first_starter": ["left_of_dealer", "random", "host"],
    "next_starter": ["winner", "caller", "left_of_caller", "dealer", "loser"],
    "late_join": ["none", "highest", "highest_plus_10"],
}
WRONG_MARKS = [
    "on",
    None,
    100,
    {"a": 1},
    {"0": 0},
    {"100": -1},
    {"100": "half"},
    {"multiple": 50},
    {"to": "half"},
    {"multiple": 50, "to": "third"},
    {"multiple": 0, "to": "half"},
    {"multiple": 50, "to": "half", "also": 1},
]
SWITCHED = [name for name, value in DEFAULTS.items() if isinstance(value, bool) or name == "runs"]


def faults(data, players=None):
    with pytest.raises(RulesError) as caught:
        parse_rules(data, players)
    return caught.value.faults


def fault(data, players=None):
    (one,) = faults(data, players)
    assert one.message.startswith(f"{one.field}: ")
    return one


@pytest.mark.parametrize(("place", "name"), [(0, "classic"), (1, "yanef"), (2, "japanese")])
def test_the_defaults_of_each_preset(place, name):
    expected = {
        field: value[place] if isinstance(value, tuple) else value for field, value in DEFAULTS.items()
    }
    assert parse_rules(name).dump() == {"preset": name} | expected


def test_quick_is_classic_to_50():
    assert preset("quick").dump() == CLASSIC.dump() | {
        "preset": "quick",
        "limit": 50,
        "game_end": "first_over",
    }


@pytest.mark.parametrize(("field", "values"), LISTED.items())
def test_listed_values_are_taken_and_no_others(field, values):
    for value in values:
        assert parse_rules({field: value}).dump()[field] == value
    for wrong in ("other", None, 99, True, 1.0, 2.0, [values[0]]):
        one = fault({field: wrong})
        assert (one.field, one.reason) == (field, "bad_value")
        assert repr(wrong) in one.message
        for value in values:
            assert json.dumps(value) in one.message


@pytest.mark.parametrize(("field", "ends"), RANGES.items())
def test_numbers_are_taken_within_their_range(field, ends):
    least, most = ends
    seats = {"players_max": 2} if field == "hand_size" else {"packs": 2}
    seats |= {"exact_hits": "off"} if field == "limit" else {}
    for value in (least, most):
        assert parse_rules(seats | {field: value}).dump()[field] == value
    for wrong in (least - 1, most + 1, "5", 3.0, True, [least]):
        one = fault({field: wrong})
        assert one.field == field
        assert f"{least} to {most}" in one.message
        assert repr(wrong) in one.message


@pytest.mark.parametrize("field", SWITCHED)
def test_switches_are_on_or_off(field):
    for value in (True, False):
        assert parse_rules({field: value}).dump()[field] is value
    for wrong in (1, 0, "true", None):
        assert "true or false" in fault({field: wrong}).message


def test_the_tables_of_this_file_name_every_switch():
    named = Counter([*RANGES, *LISTED, *SWITCHED, "exact_hits"])
    assert set(named) == set(DEFAULTS) == set(HouseRules.model_fields) - {"preset"}
    assert max(named.values()) == 1


def test_no_penalty_of_its_own_for_a_tie_may_be_written_two_ways():
    assert parse_rules({"assaf_tie_penalty": None}).assaf_tie_penalty is None
    assert parse_rules({"assaf_tie_penalty": "none"}).assaf_tie_penalty is None
    assert parse_rules({"assaf_tie_penalty": 0}).assaf_tie_penalty == 0


@pytest.mark.parametrize(
    "marks",
    [
        "off",
        {},
        {"100": 51},
        {"99": 0, "200": 150},
        {"multiple": 50, "to": "half"},
        {"multiple": 25, "to": "minus_50"},
    ],
)
def test_forms_of_exact_hits(marks):
    assert parse_rules({"exact_hits": marks}).dump()["exact_hits"] == marks


@pytest.mark.parametrize(
    "marks",
    WRONG_MARKS,
)
def test_wrong_forms_of_exact_hits(marks):
    one = fault({"exact_hits": marks})
    assert one.field == "exact_hits"
    assert '"minus_50"' in one.message


def test_odd_marks_cannot_be_halved():
    assert fault({"exact_hits": {"multiple": 25, "to": "half"}}).reason == "odd_marks"


def test_a_mark_leads_downwards():
    assert fault({"exact_hits": {"100": 100}}).reason == "mark_not_lower"


def test_own_marks_above_the_limit_are_refused_and_inherited_ones_are_dead():
    assert fault({"limit": 150, "exact_hits": {"160": 80}}).reason == "mark_above_limit"
    assert fault({"limit": 40, "exact_hits": HALF_OF_FIFTIES}).reason == "mark_above_limit"
    for name in PRESETS:
        assert parse_rules({"preset": name, "limit": 20}).limit == 20


def test_every_fault_is_named_at_once():
    found = faults({"limit": 10, "hand_size": 9, "swap": 1, 5: 2})
    assert {one.field for one in found} == {"limit", "hand_size", "swap", "5"}
    assert {one.reason for one in found} == {"bad_value", "unknown_field"}


@pytest.mark.parametrize("data", [None, 5, [], "classics", {"preset": "Classic"}, {"preset": None}])
def test_what_are_no_rules_at_all(data):
    assert fault(data).field in ("rules", "preset")


@pytest.mark.rule("1.1")
def test_a_chosen_number_of_seats_must_be_served_by_the_pack():
    one = fault({"players_max": 8, "hand_size": 7}, players=8)
    assert (one.field, one.reason) == ("players_max", "too_few_cards")
    assert fault({"players_max": 9, "hand_size": 6}).reason == "too_few_cards"
    assert parse_rules({"players_max": 9, "hand_size": 6, "packs": 2}).seats == 9
    assert parse_rules({"players_max": 9, "hand_size": 7, "packs": "auto"}).seats == 9


@pytest.mark.rule("1.1")
def test_inherited_seats_give_way_to_a_smaller_pack():
    assert rules(players_max=2).seats == 2
    assert rules(hand_size=7).seats == 7
    assert rules(hand_size=7, jokers_per_pack=0).seats == 7
    assert rules(hand_size=6, jokers_per_pack=0).seats == 8
    assert YANEF.seats == 5


@pytest.mark.rule("1.1")
def test_a_table_needs_two_cards_more_than_it_deals():
    assert rules(players_max=10, jokers_per_pack=0).seats == 10
    assert CLASSIC.can_deal(10)
    assert not rules(hand_size=6, jokers_per_pack=2).can_deal(9)
    assert rules(hand_size=3, jokers_per_pack=0).can_deal(16)
    assert not rules(hand_size=3, jokers_per_pack=0).can_deal(17)


@pytest.mark.rule("7.10")
def test_teams_need_an_even_number_of_four_or_more():
    for players in (4, 6, 8):
        assert parse_rules({"teams": 2}, players).teams == 2
    assert fault({"teams": 2}, players=5).reason == "team_odd"
    assert fault({"teams": 2}, players=2).reason == "team_too_small"
    assert fault({"teams": 2, "players_max": 3}).field == "teams"
    assert fault({"teams": 2, "players_max": 5}).field == "teams"
    assert parse_rules({"preset": "yanef", "teams": 2}).teams == 2
    assert fault({"teams": 2, "ofer": True}).field == "ofer"
    assert fault({"teams": 2, "late_join": "highest"}).field == "late_join"


def test_rules_survive_being_written_down():
    house = rules("yanef", limit=150, exact_hits={"multiple": 50, "to": "half"}, packs="auto")
    assert house.short() == {
        "preset": "yanef",
        "limit": 150,
        "packs": "auto",
        "exact_hits": {"multiple": 50, "to": "half"},
    }
    for written in (house.short(), house.dump(), json.loads(json.dumps(house.dump()))):
        again = parse_rules(written)
        assert again == house
        assert hash(again) == hash(house)
    assert CLASSIC.differences() == {}


def test_the_call_word_of_each_preset():
    assert [PRESETS[name].call_word for name in PRESETS] == ["Yaniv", "Yanef", "Yaniv", "Yaniv"]


def test_allowed_values_in_words():
    assert allowed_values("call_limit") == "0 to 50"
    assert allowed_values("packs") == '1 or 2 or "auto"'
    assert allowed_values("assaf_tie_penalty") == "0 to 100 or none"
    assert allowed_values("runs") == "true or false"


@pytest.mark.rule("7.5")
def test_a_fixed_number_of_rounds_ends_the_match_whatever_the_totals():
    house = rules(game_end="rounds", rounds=1)
    state, result = call_round(house, *worth(3, 20), totals=[190, 195])
    assert result.out == ()
    assert state.result.winners == (0,)
    assert JAPANESE.rounds == 5
