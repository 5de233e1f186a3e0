"""Random matches under every preset, every number of players and thousands of rule sets."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from bot.engine.house_rules import PRESETS, HouseRules, RulesError, parse_rules
from bot.engine.replay import replay_transcript, round_to_json
from tests.engine.random_match import RandomMatch, replayed
from tests.strategies import playable, seed_text

BATCHES = 10
RULE_SETS = 2000
FIELDS = set(HouseRules.model_fields)


def check_record(record):
    """The same actions give the same match: through checkpoints, and as a transcript."""
    assert replayed(record) == record.state, record.story()
    report = replay_transcript(record.transcript())
    assert report["ok"], (report, record.story())
    assert report["rounds"] == [round_to_json(result) for result in record.results]
    assert report["match"]["over"] == record.state.is_over
    if record.state.result is not None:
        assert report["match"]["winners"] == list(record.state.result.winners)


@pytest.mark.parametrize("preset", list(PRESETS))
def test_whole_matches_of_every_preset_and_number_of_players(preset):
    rng = random.Random(preset)
    for players in range(2, PRESETS[preset].seats + 1):
        house = parse_rules({"preset": preset, "limit": 60 if preset != "quick" else 50} | _marks(preset))
        record = RandomMatch(house, players, seed_text(rng), rng).play(turns=150)
        check_record(record)


def _marks(preset):
    return {"exact_hits": {"multiple": 50, "to": "half"}} if preset == "yanef" else {}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_rule_sets_are_played_or_refused_with_the_field_named(batch):
    rng = random.Random(f"rule sets {batch}")
    played = Counter()
    for _ in range(RULE_SETS // BATCHES):
        found = playable(rng)
        if isinstance(found, RulesError):
            assert found.faults
            for fault in found.faults:
                assert fault.field in FIELDS
                assert fault.message.startswith(f"{fault.field}: ")
            played["refused"] += 1
            continue
        house, players = found
        assert parse_rules(house.dump()) == house
        assert parse_rules(house.short()) == house
        record = RandomMatch(house, players, seed_text(rng), rng).play(turns=35)
        check_record(record)
        played["played"] += 1
        played["over"] += record.state.is_over
        played["rounds"] += len(record.results)
    assert played["played"] > RULE_SETS // BATCHES // 2
    assert played["rounds"] > 50
    assert played["over"] > 0


def test_matches_full_of_joker_swaps():
    rng = random.Random(9)
    house = parse_rules({"preset": "classic", "joker_swap": True, "packs": 2, "hand_size": 7, "run_min": 2})
    swaps = 0
    for _ in range(60):
        record = RandomMatch(house, 3, seed_text(rng), rng).play(turns=40)
        check_record(record)
        swaps += sum("swap" in action for played in record.rounds for action in played["actions"])
    assert swaps > 5


def test_every_refusal_cites_a_sentence_of_the_rules():
    rng = random.Random(8)
    rules_text = (Path(__file__).parents[2] / "bot/engine/RULES.md").read_text(encoding="utf-8")
    sentences = set(re.findall(r"^- \*\*(\d+\.\d+)\*\*", rules_text, re.MULTILINE))
    cited = set()
    while len({code for code, _ in cited}) < 8:
        found = playable(rng)
        if not isinstance(found, RulesError):
            cited |= RandomMatch(*found, seed_text(rng), rng).play(turns=40).refusals
    assert {rule for _, rule in cited} <= sentences
