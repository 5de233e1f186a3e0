"""The opponent of one's own in the documentation is complete: it plays a tournament as it stands."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.app import app

DOCUMENT = Path(__file__).parents[2] / "docs" / "opponents.md"


@pytest.mark.parametrize("rules", ["classic", "yanef", "japanese", "quick"])
def test_the_opponent_in_the_documentation_plays(tmp_path, rules):
    [code] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(code.split("def ")[1].splitlines()) <= 10
    (tmp_path / "careful.py").write_text(code)
    seats = f"{tmp_path / 'careful.py'}:careful,greedy"
    result = CliRunner().invoke(
        app, ["tournament", "--seats", seats, "--matches", "2", "--rules", rules, "--jobs", "1"]
    )
    assert result.exit_code == 0, result.stderr
