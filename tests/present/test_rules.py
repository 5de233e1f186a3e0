"""The house rules in words: nothing missing, nothing contradictory."""

import random
import re

import pytest

from bot.engine.house_rules import PRESETS, HouseRules, Multiples, combination_faults, parse_rules
from bot.i18n.catalog import words_for
from bot.present.notices import refusal_text
from bot.present.rule_texts import (
    _FAULTS,
    DIFFERENCES_TOLD,
    GROUPS,
    PRESET_LINES,
    PRESET_NAMES,
    RULE_TEXTS,
    differences_line,
    fault_text,
    is_changed,
    matters,
    rule_sentence,
    rule_value,
)
from bot.present.rules import CHANGED, rules_screen
from tests.present.builders import reader, rules
from tests.present.limits import texts

WORDS = words_for("en")
FIELDS = [name for name in HouseRules.model_fields if name != "preset"]
EXACT_HITS = ["off", {"100": 50}, Multiples(multiple=50, to="half"), Multiples(multiple=25, to="minus_50")]


def values_of(name: str) -> list:
    """Every value of a switch; of numbers the ends and one in the middle."""
    if name == "exact_hits":
        return EXACT_HITS
    return _values(HouseRules.model_json_schema()["properties"][name])


def _values(schema: dict) -> list:
    if "anyOf" in schema:
        return [value for option in schema["anyOf"] for value in _values(option)]
    if "enum" in schema:
        return schema["enum"]
    if "const" in schema:
        return [schema["const"]]
    if schema["type"] == "boolean":
        return [False, True]
    if schema["type"] == "null":
        return [None]
    low, high = schema["minimum"], schema["maximum"]
    return list(range(low, high + 1)) if high - low < 6 else [low, low + 1, (low + high) // 2 + 1, high]


CASES = [(name, value) for name in FIELDS for value in values_of(name)]


def test_every_switch_has_a_text_and_every_text_a_switch():
    assert set(RULE_TEXTS) == set(FIELDS)
    assert {text.group for text in RULE_TEXTS.values()} == set(GROUPS)
    assert all(text.name and text.question for text in RULE_TEXTS.values())
    assert set(PRESET_NAMES) == set(PRESET_LINES) == set(PRESETS)


@pytest.mark.parametrize(("name", "value"), CASES)
def test_every_value_has_its_words(name, value):
    house = HouseRules().model_copy(update={name: value})
    sentence = rule_sentence(name, house, WORDS)
    short = rule_value(name, value, WORDS)
    assert sentence.endswith(".")
    assert short
    assert not re.search(r"[{}]", sentence + short)


@pytest.mark.parametrize("name", FIELDS)
def test_values_are_told_apart(name):
    said = [
        rule_sentence(name, HouseRules().model_copy(update={name: value}), WORDS) for value in values_of(name)
    ]
    shorts = [rule_value(name, value, WORDS) for value in values_of(name)]
    assert len(set(said)) == len(said)
    assert len(set(shorts)) == len(shorts)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_differs_from_itself_in_nothing(preset):
    assert differences_line(PRESETS[preset], WORDS) == ""
    assert CHANGED not in "".join(texts(rules_screen(PRESETS[preset], reader())))


def test_changed_rules_are_marked_and_others_are_not():
    house = rules(call_limit=5, two_left="golden")
    shown = "\n".join(texts(rules_screen(house, reader())))
    assert f"- {CHANGED} At the start of your turn you may call Yaniv! with 5 points or less." in shown
    assert f"- {CHANGED} When two are left" in shown
    assert "- The penalty is 30 points." in shown
    assert shown.count(CHANGED) == 3
    assert differences_line(house, WORDS) == "Call limit: 5 · When two are left: one round decides"


def test_every_changed_rule_that_matters_stands_on_the_rules_screen():
    chance = random.Random(5)
    for _ in range(60):
        changes = {name: chance.choice(values_of(name)) for name in chance.sample(FIELDS, 10)}
        changes.pop("exact_hits", None)
        house = HouseRules().model_copy(update=changes)
        shown = "\n".join(texts(rules_screen(house, reader())))
        for name in changes:
            if is_changed(name, house) and matters(name, house):
                assert f"- {CHANGED} {rule_sentence(name, house, WORDS)}" in shown


def test_rules_that_make_no_difference_are_left_out():
    shown = "\n".join(texts(rules_screen(rules("yanef"), reader())))
    assert "joker may" not in shown
    assert "From a run" not in shown
    # Marks above the limit are dead (rule 7.2).
    assert "exactly" not in "\n".join(texts(rules_screen(rules("quick"), reader())))


def test_many_differences_are_cut_short():
    changes = {
        name: values_of(name)[-1] for name in FIELDS if values_of(name)[-1] != getattr(HouseRules(), name)
    }
    line = differences_line(HouseRules().model_copy(update=changes), WORDS)
    assert line.count(" · ") == DIFFERENCES_TOLD
    assert line.endswith("more")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players_max": 10, "hand_size": 7}, "need"),
        ({"teams": 2, "players_max": 3}, "at least four players"),
        ({"teams": 2, "players_max": 5}, "even number"),
        ({"teams": 2, "ofer": True}, "Ofer"),
        ({"teams": 2, "late_join": "highest"}, "join late"),
        ({"exact_hits": Multiples(multiple=25, to="half")}, "cannot be halved"),
        ({"exact_hits": {"500": 1}}, "above the limit"),
        ({"exact_hits": {"50": 60}}, "must fall to less"),
    ],
)
def test_every_impossible_combination_is_explained(changes, words):
    faults = combination_faults(HouseRules().model_copy(update=changes))
    told = [fault_text(fault, WORDS) for fault in faults]
    assert any(words in text for text in told)
    assert not any(re.search(r"[{}]", text) for text in told)
    assert all(fault.reason in _FAULTS for fault in faults)
    refused = refusal_text("rules_unplayable", {"faults": faults}, reader())
    assert all(text in refused for text in told)


def test_faults_of_shape_are_explained():
    with pytest.raises(ValueError) as refused:
        parse_rules({"call_limit": 99, "no_such_rule": 1})
    told = " ".join(fault_text(fault, WORDS) for fault in refused.value.faults)
    assert "Call limit cannot be 99. Possible: 0 to 50." in told
    assert "no house rule named \u2068no\\_such\\_rule\u2069" in told


def test_no_end_of_a_line_takes_a_mark_apart():
    assert " " not in rule_value("exact_hits", {"100": 50}, WORDS)
