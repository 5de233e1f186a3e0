"""The checker printed in the documentation works, and finds a deal that was tampered with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.export import Played, transcript_of
from bot.engine.house_rules import parse_rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deals.md"


@pytest.fixture
def checker(tmp_path):
    code = DOCUMENT.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    script = tmp_path / "check.py"
    script.write_text(code, encoding="utf-8")

    def check(transcript):
        file = tmp_path / "match.json"
        file.write_text(json.dumps(transcript), encoding="utf-8")
        return subprocess.run([sys.executable, script, file], capture_output=True, text=True, check=False)

    return check


@pytest.mark.parametrize("preset", ["classic", "yanef"])
def test_a_stranger_can_check_a_match_in_thirty_lines(checker, preset):
    transcript = transcript_of(Played(parse_rules(preset), "c0" * 32, ["Ann", "Ben", "Cem"], []))
    result = checker(transcript)
    assert result.stdout == "1 deals follow from the seed\n", result.stderr


def test_and_finds_cards_that_were_exchanged(checker):
    transcript = transcript_of(Played(parse_rules("classic"), "c0" * 32, ["Ann", "Ben"], []))
    hands = transcript["rounds"][0]["deal"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    assert "AssertionError: round 1, seat" in checker(transcript).stderr
