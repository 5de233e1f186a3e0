"""Levels in their order, and rounds that end. Floors are far below what is measured in the documentation."""

import pytest

from bot.cli.arena import Contest, play_matches
from bot.engine.house_rules import PRESETS, parse_rules
from bot.opponents.levels import LEVELS

MATCHES = 24
LONGEST_ROUND = 120


def share(first: str, second: str, preset: str = "classic") -> float:
    contest = Contest((first, second), PRESETS[preset], "ladder")
    return play_matches(contest, range(MATCHES))[0].wins / MATCHES


@pytest.mark.parametrize(
    ("better", "worse", "floor"),
    [
        ("easy", "random", 0.9),
        ("greedy", "easy", 0.8),
        ("normal", "greedy", 0.6),
        ("hard", "greedy", 0.8),
        ("hard", "normal", 0.5),
    ],
)
def test_a_level_beats_the_one_below_it(better, worse, floor):
    assert share(better, worse) >= floor


@pytest.mark.parametrize("preset", ["yanef", "japanese", "quick"])
def test_the_order_holds_under_other_presets(preset):
    assert share("hard", "normal", preset) >= 0.5
    assert share("normal", "easy", preset) > 0.7


def test_three_greedy_do_not_hold_one_hard_down():
    contest = Contest(("hard", "greedy", "greedy", "greedy"), PRESETS["classic"], "table")
    assert play_matches(contest, range(16))[0].wins / 16 > 0.5


@pytest.mark.parametrize("players", [2, 3, 5, 8])
@pytest.mark.parametrize("preset", ["classic", "japanese", "quick"])
def test_no_round_of_computers_stalls(monkeypatch, preset, players):
    """A match with a round of more turns than that counts as unfinished."""
    monkeypatch.setattr("bot.cli.arena.MOST_ACTIONS", LONGEST_ROUND)
    rules = parse_rules({"preset": preset, "limit": 50, "exact_hits": "off"}, players)
    levels = list(LEVELS)
    for start in range(len(levels)):
        seats = tuple(levels[(start + seat * 3) % len(levels)] for seat in range(players))
        for who in (seats, (levels[start],) * players):
            tallies = play_matches(Contest(who, rules, "stall"), range(2))
            assert tallies[0].unfinished == 0
            assert sum(tally.wins for tally in tallies) == pytest.approx(2)
