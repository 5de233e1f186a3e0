"""Computer opponents play by the house rules of their table, whatever they are; a refusal raises."""

import random

import pytest

from bot.cli.arena import Contest, play_matches
from bot.engine.house_rules import PRESETS, HouseRules, RulesError, parse_rules
from bot.opponents.levels import LEVELS, YARDSTICKS
from tests.strategies import playable

EVERYBODY = [*LEVELS, *YARDSTICKS]


def mixed(rng: random.Random, players: int) -> tuple[str, ...]:
    return tuple(rng.choice(EVERYBODY) for _ in range(players))


def short(rules: HouseRules, players: int) -> HouseRules:
    """The same rules, with matches that end: where nobody can call, somebody has to stop."""
    ends = {"round_turn_cap": 60, "game_end": "rounds", "rounds": 3, "tie_at_end": "joint"}
    low = {"limit": min(rules.limit, 60), "exact_hits": "off"}
    try:
        return parse_rules(rules.dump() | ends | low, players)
    except RulesError:
        return parse_rules(rules.dump() | ends)


@pytest.mark.parametrize("seed", range(60))
def test_every_level_plays_legally_under_random_house_rules(seed):
    rng = random.Random(seed)
    drawn = playable(rng)
    while isinstance(drawn, RulesError):
        drawn = playable(rng)
    rules, players = drawn
    tallies = play_matches(Contest(mixed(rng, players), short(rules, players), str(seed)), [0])
    assert sum(tally.decisions for tally in tallies) > 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_finishes_a_match_of_every_preset(preset, players):
    for level in LEVELS:
        seats = (level, *["greedy"] * (players - 1))
        tallies = play_matches(Contest(seats, PRESETS[preset], "finish"), [0])
        assert sum(tally.wins for tally in tallies) == pytest.approx(1)


@pytest.mark.parametrize(
    "switches",
    [
        {"slap": "own"},
        {"slap": "both", "slap_last_card": "wins_round"},
        {"slap": "anyone", "slap_run_extension": True, "final_lap": "optional"},
        {"final_lap": "compulsory", "call_limit": 20},
        {"teams": 2},
        {"joker_swap": True, "jokers_in_sets": "wild"},
        {"discard_draw_needs": "multi"},
        {"hand_size": 7, "packs": 2},
        {"first_turn_call": "after_one_turn", "stock_empty": "score_hands"},
    ],
    ids=str,
)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_legally_with_switches_that_change_a_turn(switches, level):
    rules = parse_rules({"preset": "quick"} | switches, 4)
    tallies = play_matches(Contest((level, "greedy", level, "medium"), rules, "switch"), range(2))
    assert sum(tally.decisions for tally in tallies) > 0
