"""The benchmark measures what it names; how fast this machine is decides nothing here."""

import json
import math

import pytest
from typer.testing import CliRunner

from bot.cli.app import app
from bot.cli.benchmark import figures
from bot.cli.benchmarks import checkout, clicks
from bot.cli.benchmarks.measure import milliseconds, per_second, percentile

READ_BY_OTHERS = {
    "engine.turns_per_second",
    "engine.legal_actions_per_second",
    "opponent.easy.milliseconds",
    "opponent.normal.milliseconds",
    "opponent.hard.milliseconds",
    "opponent.expert.milliseconds",
    "manager.submit.milliseconds",
    "table.bytes",
    "recovery.tables_per_second",
    "leaderboard.milliseconds",
    "click.milliseconds",
    "turn.rest_calls",
}


def test_every_figure_that_others_read_is_there():
    assert set(figures()) >= READ_BY_OTHERS


@pytest.mark.parametrize(("share", "expected"), [(0.01, 1), (0.5, 50), (0.99, 99), (1.0, 100)])
def test_a_percentile_is_a_sample_that_this_share_does_not_exceed(share, expected):
    assert percentile(list(range(100, 0, -1)), share) == expected


def test_durations_are_told_in_milliseconds_with_median_and_tail():
    figure = milliseconds([0.001] * 98 + [0.5, 0.7])
    assert (figure.value, figure.unit, figure.n, figure.p50, figure.p99) == (1.0, "ms", 100, 1.0, 500.0)


def test_the_tail_of_a_rate_is_the_slow_one():
    figure = per_second([100.0, 300.0, 200.0], "turns/s")
    assert (figure.p50, figure.p99) == (200.0, 100.0)


def test_one_figure_alone_as_json():
    result = CliRunner().invoke(app, ["benchmark", "--only", "engine.legal_actions_per_second", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["format"] == "yaniv-benchmark/1"
    [(name, figure)] = report["figures"].items()
    assert name == "engine.legal_actions_per_second"
    assert set(figure) == {"value", "unit", "n", "p50", "p99"}
    assert math.isfinite(figure["value"])
    assert figure["value"] > 0


def test_an_unknown_figure_is_wrong_usage_and_the_known_ones_are_named():
    result = CliRunner().invoke(app, ["benchmark", "--only", "horsepower"])
    assert result.exit_code == 2
    assert "horsepower" in result.stderr
    assert "engine.turns_per_second" in result.stderr


def test_presses_are_measured_over_a_socket_of_a_bot_in_its_own_process(monkeypatch):
    monkeypatch.setattr(clicks, "SECONDS_A_TURN", 0.5)
    monkeypatch.setattr(clicks, "TURNS", 1)
    figure = clicks.click_milliseconds(tables=2)
    assert 2 <= figure.n <= 2 * clicks.PEOPLE
    assert 0 < figure.p50 <= figure.p99


def test_the_requests_of_a_turn_are_counted(monkeypatch):
    monkeypatch.setattr(clicks, "TABLES_FOR_REQUESTS", 2)
    monkeypatch.setattr(clicks, "TURNS_FOR_REQUESTS", 2)
    monkeypatch.setattr(clicks, "SECONDS_FOR_REQUESTS", 1.5)
    figure = clicks.turn_rest_calls()
    assert figure.n >= 1
    assert 1 <= figure.value < 10


def test_a_figure_that_needs_a_checkout_is_left_out_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    result = CliRunner().invoke(app, ["benchmark", "--only", "start.seconds", "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["figures"] == {}
    assert "start.seconds is left out" in result.stderr


def test_the_slowest_screen_is_measured_in_a_checkout():
    result = CliRunner().invoke(app, ["benchmark", "--only", "render.milliseconds", "--json"])
    figure = json.loads(result.stdout)["figures"]["render.milliseconds"]
    assert figure["unit"] == "ms"
    assert figure["n"] > 0
    assert figure["value"] > 0
