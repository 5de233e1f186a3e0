"""`scripts.check`: everything runs, also after a failure, and CI and pre-commit run nothing else."""

import sys
from pathlib import Path

import pytest

from scripts import check

ROOT = Path(__file__).resolve().parents[1]
FAST = "-m scripts.check --fast"


class Tools:
    """Stands in for the tools of the environment: each notes that it was started, one may fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.book = folder / "book"
        self.failing = ""

    def make(self) -> None:
        for tool in ("ruff", "pyright", "lint-imports", "pytest"):
            path = self.folder / tool
            path.write_text(f'#!/bin/sh\necho "{tool} $1" >> {self.book}\nexit {int(tool == self.failing)}\n')
            path.chmod(0o755)

    def run(self, monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
        self.make()
        monkeypatch.setattr(check, "TOOLS", self.folder)
        monkeypatch.setattr(sys, "argv", ["check", *options])
        return check.main()

    def started(self) -> list[str]:
        return self.book.read_text().splitlines()


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    if sys.platform == "win32":
        pytest.skip("the stand-ins are shell scripts")
    return Tools(tmp_path)


LOOKED_AT = ["ruff check", "ruff format", "pyright --pythonpath", "lint-imports "]


def test_everything_runs_and_the_tests_last(tools, monkeypatch, capfd):
    assert tools.run(monkeypatch) == 0
    assert tools.started() == [*LOOKED_AT, "pytest -n"]
    assert capfd.readouterr().out.endswith("All checks passed.\n")


def test_the_fast_way_leaves_the_tests_out(tools, monkeypatch):
    assert tools.run(monkeypatch, "--fast") == 0
    assert tools.started() == LOOKED_AT


def test_a_failure_is_named_and_keeps_nothing_from_running(tools, monkeypatch, capfd):
    tools.failing = "pyright"
    assert tools.run(monkeypatch) == 1
    assert tools.started() == [*LOOKED_AT, "pytest -n"]
    assert capfd.readouterr().out.endswith("Failed: pyright\n")


def test_mending_comes_first(tools, monkeypatch):
    tools.run(monkeypatch, "--fix", "--fast")
    assert tools.started() == ["ruff check", "ruff format", *LOOKED_AT]


def test_ci_and_pre_commit_run_these_checks_and_no_others():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert [line for line in script.splitlines() if "scripts." in line] == [f".venv/bin/python {FAST}"]
    assert [line.strip() for line in hooks.splitlines() if "entry:" in line] == [
        f"entry: .venv/bin/python {FAST}"
    ]


def test_the_tests_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f".venv/bin/python -m {' '.join(check.TESTS)}\n" in readme
