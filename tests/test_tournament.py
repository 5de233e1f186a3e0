"""`tournament`: same deals for every seating, same result for any number of processes, clear errors."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import tournament
from bot.cli.app import app
from bot.cli.arena import Contest, Tally, play_matches
from bot.engine.house_rules import PRESETS, parse_rules

OWN = """
import random
from bot.engine.actions import Call, Leave, Turn

def chancy(view, legal, rng):
    return Call() if legal.may_call else rng.choice(list(legal))

def cheat(view, legal, rng):
    return Turn((view.table.open[0],))

def nothing(view, legal, rng):
    return None

def away(view, legal, rng):
    return Leave()

def broken(view, legal, rng):
    raise KeyError("mistake")

number = 7
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return file


def run(*arguments: str):
    return CliRunner().invoke(app, ["tournament", *arguments])


def outcome(*arguments: str):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    for seat in data["seats"]:
        seat.pop("milliseconds_per_decision")
    return data


def test_json_has_the_form_that_it_names():
    result = run(
        "--seats", "greedy,medium,greedy", "--matches", "6", "--rules", "quick", "--json", "--jobs", "1"
    )
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["format"] == "yaniv-tournament/1"
    assert data["rules"]["preset"] == "quick"
    assert data["matches"] == 6
    assert data["unfinished"] == 0
    assert [seat["name"] for seat in data["seats"]] == ["greedy", "medium", "greedy"]
    for seat in data["seats"]:
        assert set(seat) == {
            "name", "wins", "matches", "win_rate", "ci95", "rounds_won", "calls", "assafed",
            "milliseconds_per_decision",
        }  # fmt: skip
        low, high = seat["ci95"]
        assert 0 <= low <= seat["win_rate"] <= high <= 1
        assert seat["matches"] == 6
        assert seat["assafed"] <= seat["calls"]
        assert set(seat["milliseconds_per_decision"]) == {"mean", "p99"}
    assert sum(seat["wins"] for seat in data["seats"]) == pytest.approx(6)


def test_the_same_seed_gives_the_same_result_for_any_number_of_processes():
    arguments = ("--seats", "easy,medium", "--matches", "10", "--rules", "quick", "--seed", "x")
    alone = outcome(*arguments, "--jobs", "1")
    assert outcome(*arguments, "--jobs", "3") == alone
    assert outcome("--seats", "easy,medium", "--matches", "10", "--rules", "quick", "--seed", "y") != alone


def test_every_seating_gets_the_same_deals_and_equal_opponents_come_out_level():
    """Three copies of an opponent without chance, in all three seatings: each sits once in every seat."""
    tallies = play_matches(Contest(("greedy",) * 3, PRESETS["quick"], "0"), range(9))
    assert len({tally.wins for tally in tallies}) == 1
    assert len({(tally.calls, tally.assafed, tally.rounds_won, tally.decisions) for tally in tallies}) == 1


def test_a_shared_win_counts_in_parts():
    """A call costs nothing here, so a beaten caller and who beat him share the match."""
    rules = parse_rules(
        {
            "preset": "quick",
            "call_limit": 50,
            "game_end": "rounds",
            "rounds": 1,
            "assaf_penalty": 0,
            "assaf_mode": "flat",
        }
    )
    shares = {play_matches(Contest(("greedy",) * 2, rules, "0"), [match])[0].wins for match in range(20)}
    assert shares == {0, 0.5, 1}


def test_an_own_opponent_plays_from_a_file_with_chance_of_its_own(own):
    arguments = ("--seats", f"{own}:chancy,greedy", "--matches", "4", "--rules", "quick")
    first = outcome(*arguments, "--jobs", "1")
    assert first["seats"][0]["name"] == f"{own}:chancy"
    assert outcome(*arguments, "--jobs", "2") == first


@pytest.mark.parametrize("fault", ["cheat", "nothing", "away", "broken"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_opponent_that_breaks_the_rules_ends_the_tournament_with_one_line(own, fault, jobs):
    result = run("--seats", f"greedy,{own}:{fault}", "--matches", "4", "--jobs", jobs)
    assert result.exit_code == 1
    assert result.stdout == ""
    [line] = result.stderr.splitlines()
    assert f"{own}:{fault}" in line
    assert "match" in line


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--seats", "grandmaster,greedy"), "grandmaster"),
        (("--seats", "nowhere.py:me,greedy"), "nowhere.py"),
        (("--seats", "greedy"), "--seats"),
        (("--seats", "greedy,greedy", "--rules", "poker"), "poker"),
        (("--seats", "greedy,greedy,greedy", "--rules", "TEAMS"), "teams"),
        (("--seats", ",".join(["greedy"] * 9)), "at most 8"),
    ],
    ids=str,
)
def test_wrong_usage_is_told_in_a_line_with_status_2(tmp_path, arguments, named):
    teams = tmp_path / "teams.json"
    teams.write_text('{"preset": "classic", "teams": 2}')
    result = run(*(str(teams) if word == "TEAMS" else word for word in arguments), "--matches", "2")
    assert result.exit_code == 2
    assert named in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["missing", "number", ""])
def test_a_name_that_a_file_does_not_hold_is_wrong_usage(own, name):
    assert run("--seats", f"{own}:{name},greedy", "--matches", "2").exit_code == 2


def test_a_file_that_is_no_python_is_wrong_usage(tmp_path):
    file = tmp_path / "torn.py"
    file.write_text("def me(:")
    result = run("--seats", f"{file}:me,greedy", "--matches", "2")
    assert result.exit_code == 2
    assert "torn.py" in result.stderr


def test_house_rules_come_from_a_file(tmp_path):
    file = tmp_path / "house.json"
    file.write_text('{"preset": "quick", "call_limit": 3}')
    data = outcome("--seats", "greedy,medium", "--matches", "2", "--rules", str(file))
    assert data["rules"]["call_limit"] == 3


NO_CALL = """
from bot.engine.actions import Turn

def waits(view, legal, rng):
    if not legal.discards:
        return next(iter(legal))
    return Turn(legal.discards[0], legal.draws_after(legal.discards[0])[0])
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_that_nobody_ends_is_shared_and_counted_not_waited_for(tmp_path, jobs):
    """Without jokers nobody ever holds as little as 0 but with an empty hand."""
    file = tmp_path / "house.json"
    file.write_text('{"preset": "quick", "call_limit": 0, "jokers_per_pack": 0}')
    (tmp_path / "patient.py").write_text(NO_CALL)
    seats = f"greedy,{tmp_path / 'patient.py'}:waits"
    arguments = ("--seats", seats, "--matches", "4", "--rules", str(file), "--jobs", jobs)
    data = outcome(*arguments)
    assert data["unfinished"] == 4
    assert [seat["wins"] for seat in data["seats"]] == [2, 2]
    shown = run(*arguments)
    assert shown.exit_code == 0
    assert "4 unfinished" in shown.stdout
    assert "shares the win" in " ".join(shown.stdout.split())


def test_only_those_still_in_share_a_match_that_nobody_ends(monkeypatch):
    """Greedy players hand each other the same low cards for ever, once the third is out."""
    contest = Contest(("greedy", "greedy", "greedy"), PRESETS["japanese"], "fresh")
    monkeypatch.setattr("bot.cli.arena.MOST_ACTIONS", 500)
    tallies = play_matches(contest, [6])
    assert {tally.unfinished for tally in tallies} == {1}
    assert [tally.wins for tally in tallies] == [0.5, 0.5, 0]


def test_without_a_terminal_there_is_no_progress_bar():
    result = run("--seats", "greedy,greedy", "--matches", "2", "--rules", "quick")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "greedy" in result.stdout


def test_the_interval_is_that_of_a_share_of_matches():
    low, high = tournament.interval95(271.5, 400)
    assert (round(low, 2), round(high, 2)) == (0.63, 0.72)
    assert tournament.interval95(0, 10)[0] == 0
    assert tournament.interval95(10, 10)[1] == pytest.approx(1)


def test_thinking_times_keep_their_mean_and_their_tail():
    tally = Tally()
    for _ in range(985):
        tally.thought(1_000_000)
    for _ in range(15):
        tally.thought(9_000_000)
    assert tally.mean_milliseconds() == pytest.approx(1.12)
    assert tally.quantile_milliseconds(0.5) == pytest.approx(1.0, rel=0.03)
    assert tally.quantile_milliseconds(0.99) == pytest.approx(9.0, rel=0.03)
