"""Every combination of house rules that cannot be played, with its switch, its reason and its words."""

import pytest

from bot.engine.house_rules import Fault, RulesError, allowed_values, parse_rules

FORM = '"off", a map of marks such as {"100": 50}, or {"multiple": 50, "to": "half" or "minus_50"}'


def faults(data, players=None):
    with pytest.raises(RulesError) as caught:
        parse_rules(data, players)
    assert str(caught.value) == "; ".join(one.message for one in caught.value.faults)
    return list(caught.value.faults)


def faulty(field, reason, text, **params):
    return Fault(field, reason, f"{field}: {text}", tuple(params.items()))


COMBINATIONS = {
    "pack": (
        {"hand_size": 7},
        8,
        faulty(
            "players_max",
            "too_few_cards",
            "8 players with 7 cards need 58 cards, the pack has 54",
            players=8,
            hand_size=7,
            need=58,
            cards=54,
        ),
    ),
    "pack of two": (
        {"players_max": 9, "hand_size": 6, "jokers_per_pack": 1},
        None,
        faulty(
            "players_max",
            "too_few_cards",
            "9 players with 6 cards need 56 cards, the pack has 53",
            players=9,
            hand_size=6,
            need=56,
            cards=53,
        ),
    ),
    "small team": (
        {"teams": 2},
        3,
        faulty("teams", "team_too_small", "two teams need at least 4 players, not 3", players=3),
    ),
    "small team by seats": (
        {"teams": 2, "players_max": 3},
        None,
        faulty("teams", "team_too_small", "two teams need at least 4 players, not 3", players=3),
    ),
    "odd team": (
        {"teams": 2},
        5,
        faulty("teams", "team_odd", "two teams need an even number of players, not 5", players=5),
    ),
    "odd team by seats": (
        {"teams": 2, "players_max": 7},
        None,
        faulty("teams", "team_odd", "two teams need an even number of seats, not 7", players=7),
    ),
    "ofer in teams": (
        {"teams": 2, "ofer": True},
        None,
        faulty("ofer", "ofer_teams", "nobody goes out singly in a team match (rule 7.10)"),
    ),
    "latecomers in teams": (
        {"teams": 2, "late_join": "highest"},
        None,
        faulty("late_join", "late_join_teams", "a team match has no seat for latecomers"),
    ),
    "odd marks": (
        {"exact_hits": {"multiple": 25, "to": "half"}},
        None,
        faulty(
            "exact_hits",
            "odd_marks",
            "multiples of 25 include odd marks, which cannot be halved",
            multiple=25,
        ),
    ),
    "multiples above the limit": (
        {"exact_hits": {"multiple": 60, "to": "half"}, "limit": 59},
        None,
        faulty("exact_hits", "mark_above_limit", "60 is above the limit of 59", mark=60, limit=59),
    ),
    "mark above the limit": (
        {"exact_hits": {"60": 30}, "limit": 59},
        None,
        faulty("exact_hits", "mark_above_limit", "the mark 60 is above the limit of 59", mark=60, limit=59),
    ),
    "mark that does not fall": (
        {"exact_hits": {"60": 60}},
        None,
        faulty(
            "exact_hits",
            "mark_not_lower",
            "the mark 60 must lead to a lower total, not to 60",
            mark=60,
            after=60,
        ),
    ),
    "number": (
        {"call_limit": 51},
        None,
        faulty(
            "call_limit",
            "bad_value",
            "51 is not allowed; it may be 0 to 50",
            allowed="0 to 50",
            given=51,
        ),
    ),
    "unknown": ({"swaps": True}, None, faulty("swaps", "unknown_field", "there is no such house rule")),
}


@pytest.mark.parametrize(("data", "players", "expected"), COMBINATIONS.values(), ids=COMBINATIONS)
def test_a_fault_says_all_that_a_person_needs(data, players, expected):
    assert faults(data, players) == [expected]


def test_what_just_fits_is_no_fault():
    assert parse_rules({"hand_size": 7}, 7).hand_size == 7
    assert parse_rules({"teams": 2}, 4).teams == 2
    assert parse_rules({"teams": 2, "players_max": 4}).players_max == 4
    assert parse_rules({"exact_hits": {"60": 59}, "limit": 60}).limit == 60
    assert parse_rules({"exact_hits": {"multiple": 60, "to": "half"}, "limit": 60}).limit == 60
    assert parse_rules({"exact_hits": {"multiple": 25, "to": "minus_50"}}).limit == 200


def test_a_field_with_several_faults_is_named_once_and_hides_no_other():
    assert [one.field for one in faults({"exact_hits": {"0": -1}, "limit": 10})] == ["exact_hits", "limit"]


def marks(count):
    return {str(mark): 0 for mark in range(1, count + 1)}


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ({"multiple": 2, "to": "half"}, {"multiple": 1, "to": "half"}),
        ({"multiple": 1000, "to": "half"}, {"multiple": 1001, "to": "minus_50"}),
        ({"1000": 999}, {"10000": 999}),
        ({"1": 0}, {"0": 0}),
        ({"1000": 999}, {"1000": 1001}),
        (marks(20), marks(21)),
    ],
)
def test_marks_have_their_range(inside, outside):
    assert parse_rules({"exact_hits": inside, "limit": 1000}).dump()["exact_hits"] == inside
    (one,) = faults({"exact_hits": outside, "limit": 1000})
    assert (one.field, one.reason) == ("exact_hits", "bad_value")


def test_several_faults_of_combination_are_told_together():
    found = faults({"teams": 2, "ofer": True, "late_join": "highest", "exact_hits": {"60": 60, "300": 1}}, 3)
    assert [one.reason for one in found] == [
        "team_too_small",
        "ofer_teams",
        "late_join_teams",
        "mark_not_lower",
        "mark_above_limit",
    ]


@pytest.mark.parametrize(
    ("data", "field", "text"),
    [
        (None, "rules", "None is neither a preset's name nor a mapping of switches"),
        ("clasic", "preset", "'clasic' is not one of classic, yanef, japanese, quick"),
        ({"preset": 7}, "preset", "'7' is not one of classic, yanef, japanese, quick"),
    ],
)
def test_what_names_no_preset(data, field, text):
    assert faults(data) == [faulty(field, "bad_value", text)]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("call_limit", "0 to 50"),
        ("final_lap", '"none" or "optional" or "compulsory"'),
        ("packs", '1 or 2 or "auto"'),
        ("runs", "true or false"),
        ("assaf_tie_penalty", "0 to 100 or none"),
        ("exact_hits", FORM),
    ],
)
def test_what_a_switch_may_be_in_words(field, words):
    assert allowed_values(field) == words
