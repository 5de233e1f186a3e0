"""Recorded matches: one for each switch, an example of classic, one for each refusal.

`UPDATE_GOLDEN=1 python -m pytest tests/engine/test_golden_transcripts.py` writes the expected replays anew;
the difference is what gets reviewed.
"""

import json
import os
from pathlib import Path

import pytest

from bot.engine.errors import Code
from bot.engine.house_rules import HouseRules
from bot.engine.replay import replay_transcript

FOLDER = Path(__file__).parents[1] / "golden" / "transcripts"
WRONG = FOLDER / "wrong"
REWRITE = bool(os.environ.get("UPDATE_GOLDEN"))
SWITCHES = [name for name in HouseRules.model_fields if name != "preset"]
NEVER_IN_A_TRANSCRIPT = {Code.STOCK_EMPTY}
"""Rule 1.1 keeps it from happening; `test_3_7_nothing_left_to_reshuffle_is_refused` meets it by hand."""


def transcripts(folder):
    return sorted(path.stem for path in folder.glob("*.json") if not path.stem.endswith(".replay"))


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def in_lines(value, depth=0):
    """JSON with one line for each short thing."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) + 2 * depth <= 120 or not isinstance(value, (dict, list)):
        return text
    pad, end = "  " * (depth + 1), "  " * depth
    if isinstance(value, dict):
        items = [f"{pad}{json.dumps(key)}: {in_lines(item, depth + 1)}" for key, item in value.items()]
        return "{\n" + ",\n".join(items) + f"\n{end}}}"
    return "[\n" + ",\n".join(pad + in_lines(item, depth + 1) for item in value) + f"\n{end}]"


def check_replay(folder, name):
    report = replay_transcript(read(folder, name))
    path = folder / f"{name}.replay.json"
    if REWRITE:
        path.write_text(in_lines(report) + "\n", encoding="utf-8")
    assert path.exists(), "nothing is recorded yet: UPDATE_GOLDEN=1"
    assert report == json.loads(path.read_text(encoding="utf-8"))
    return report


def test_there_is_a_transcript_for_every_switch():
    assert set(transcripts(FOLDER)) == {*SWITCHES, "classic_example"}


def test_there_is_a_wrong_transcript_for_every_code():
    assert set(transcripts(WRONG)) == {code.value for code in set(Code) - NEVER_IN_A_TRANSCRIPT}


@pytest.mark.parametrize("switch", SWITCHES)
def test_each_switch_has_its_effect(switch):
    report = check_replay(FOLDER, switch)
    written = read(FOLDER, switch)
    assert switch in written["rules"]
    usual = {name: value for name, value in written["rules"].items() if name != switch}
    assert replay_transcript(written | {"rules": usual}) != report, "the preset's value gives the same match"


@pytest.mark.rule("1.3", "6.4")
def test_the_example_of_classic():
    report = check_replay(FOLDER, "classic_example")
    assert report["ok"]
    (played,) = report["rounds"]
    assert played["counts"] == [5, 6, 12, 4]
    assert played["points"] == [35, 6, 12, 0]
    assert played["outcome"] == "assaf"
    assert played["next_starter"] == 3


@pytest.mark.parametrize("code", transcripts(WRONG))
def test_each_refusal_names_code_round_and_action(code):
    report = check_replay(WRONG, code)
    assert not report["ok"]
    error = report["error"]
    assert error["code"] == code
    assert error["message"]
    written = read(WRONG, code)
    if code in ("bad_rules", "too_many_players"):
        assert error["round"] is None
    else:
        assert error["round"] == len(written["rounds"])
        actions = written["rounds"][-1]["actions"]
        assert error["action"] == (1 if code == "match_over" else len(actions) or None)
    assert len(report["rounds"]) == (code in ("round_over", "match_over", "bad_deal"))
