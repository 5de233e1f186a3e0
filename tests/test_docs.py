"""The papers for hosts and players: their links lead somewhere, and what they say of the program is so."""

import math
import re
import sqlite3
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path
from typing import get_args

import pytest
import yaml

from bot.discord_checks import NEEDED
from bot.discord_desk import REQUESTS_A_SECOND
from bot.discord_identify import RESERVE, SPACING_SECONDS
from bot.i18n.catalog import LANGUAGES
from bot.paths import default_database
from bot.settings import ALLOWED, MOST_SHARDS, Settings
from bot.storage.schema import metadata

ROOT = Path(__file__).resolve().parents[1]
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\((?!https?://)([^)#\s]+)(?:#[^)]*)?\)")


def text_of(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_links_lead_to_files(paper: Path):
    links = LINK.findall(paper.read_text(encoding="utf-8"))
    assert [link for link in links if not (paper.parent / link).exists()] == []


@pytest.mark.parametrize(
    "name", ["privacy.md", "terms.md", "hosting.md", "testing-on-discord.md", "fair-deals.md"]
)
def test_the_readme_leads_to_every_paper_for_hosts_and_players(name: str):
    assert f"docs/{name}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_privacy_policy_names_every_table_of_the_database():
    policy = text_of("privacy.md")
    assert [table for table in metadata.tables if f"`{table}`" not in policy] == []
    named = set(re.findall(r"`([a-z_]+)`", policy.split("## Who sees it")[0]))
    assert named == set(metadata.tables)


def readme_table(first: str, *, columns: int) -> list[list[str]]:
    """The cells of the README's table whose first heading is this."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |")) + 2
    rows = list(takewhile(lambda line: line.startswith("|"), lines[start:]))
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]
    assert {len(row) for row in cells} == {columns}
    return cells


def test_the_readme_has_every_setting_with_its_values_and_default():
    rows = {row[0].strip("`"): row[1:] for row in readme_table("setting", columns=3)}
    assert list(rows) == [name.upper() for name in Settings.model_fields]
    for name, field in Settings.model_fields.items():
        allowed, left_out = rows[name.upper()]
        choices = [value for value in get_args(field.annotation) if isinstance(value, str)]
        wanted = list(LANGUAGES) if name == "default_language" else choices
        if wanted:
            assert allowed == ", ".join(f"`{value}`" for value in wanted)
            assert left_out == f"`{field.default}`"
    assert rows["SHARD_COUNT"][0] == f"1 to {MOST_SHARDS}"
    assert rows["DATABASE_URL"][1] == f"`data/{default_database().name}`"
    for address in re.findall(r"`([^`]+)`", rows["DATABASE_URL"][0]):
        assert address in ALLOWED["database_url"]


def test_the_readme_gives_the_figures_of_the_benchmarks():
    benchmarks = text_of("benchmarks.md")
    rows = readme_table("figure", columns=3)
    assert len(rows) > 5
    for _, name, reached in rows:
        assert re.search(
            rf"^\| {re.escape(name)}[^|]* \| {re.escape(reached)} \|", benchmarks, re.MULTILINE
        ), name


def test_the_readme_gives_the_strength_of_the_computers():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.search(
        r"`hard` wins (\d+) % of matches against `normal`, `expert` (\d+) %\s+against `hard`", readme
    )
    assert told
    for pair, share in zip((r"hard \| normal", r"expert \| hard"), told.groups(), strict=True):
        measured = re.search(
            rf"^\| {pair} \| classic[^|]* \| \d+ \| (\d+\.\d) ", text_of("opponents.md"), re.MULTILINE
        )
        assert measured
        assert abs(float(measured[1]) - float(share)) < 1, pair


def test_every_picture_is_shown_and_small():
    pictures = list((ROOT / "docs" / "pictures").glob("*.png"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {picture.name for picture in pictures} == set(re.findall(r"\(docs/pictures/([\w.]+)\)", readme))
    assert {picture.name for picture in pictures if picture.stat().st_size > 120_000} == set()


def test_links_to_a_heading_meet_one():
    for paper in PAPERS:
        for link, anchor in re.findall(
            r"\]\((?!https?://)([^)#\s]*)#([^)]+)\)", paper.read_text(encoding="utf-8")
        ):
            target = (paper.parent / link if link else paper).read_text(encoding="utf-8")
            headings = re.findall(r"^#+ (.+)$", target, re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-") for name in headings}


def test_the_arithmetic_of_many_servers_is_right():
    """By the rules that stand below the table."""
    for row in re.findall(r"^\| ([\d,]+) \| (.+) \|$", text_of("hosting.md"), re.MULTILINE):
        servers = int(row[0].replace(",", ""))
        cells = [cell.replace(",", "").split()[0] for cell in row[1].split(" | ")]
        shards, at_once, seconds, processes, memory, presses, changes, connections = cells
        assert int(shards) == math.ceil(servers / 1000)
        rounds = math.ceil(int(shards) / int(at_once))
        assert int(seconds) == round((rounds - 1) * SPACING_SECONDS)
        assert float(memory) == pytest.approx(servers * 35e-6 + int(processes) * 0.12, rel=0.3)
        assert float(presses) == pytest.approx(servers / 100 * 2 / 6, rel=0.12)
        assert float(presses) / int(processes) < 0.7 * 150
        assert float(changes) == pytest.approx(servers / 100 / 6, rel=0.25)
        assert connections == ("–" if processes == "1" else str(15 * int(processes)))


def test_the_hosting_paper_gives_the_budget_for_channels():
    hosting, budget = text_of("hosting.md"), round(REQUESTS_A_SECOND)
    assert f"The bot keeps to {budget} and" in hosting
    assert f"| {round(budget * 6 * 100, -3):,} servers | {budget} × 6 × 100" in hosting


def test_the_hosting_paper_gives_the_reserve_of_connections():
    assert f"fewer than {RESERVE} beyond" in text_of("hosting.md")


def test_the_readme_names_the_permissions_that_a_start_looks_for():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in NEEDED.values() if f"| {name} (" not in readme] == []


def test_the_backup_of_a_running_database_is_whole(tmp_path: Path):
    """The command of the paper, on a database in use."""
    (command,) = re.findall(r'^\.venv/bin/python -c "(.*VACUUM.*)"$', text_of("hosting.md"), re.MULTILINE)
    (tmp_path / "data").mkdir()
    running = sqlite3.connect(tmp_path / "data" / "yaniv.sqlite3")
    running.execute("PRAGMA journal_mode=WAL").fetchall()
    running.execute("CREATE TABLE moves (number)")
    running.execute("INSERT INTO moves VALUES (7)")
    running.commit()
    code = command.replace('\\"', '"')
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    running.close()
    copy = sqlite3.connect(tmp_path / "backup.sqlite3")
    assert copy.execute("SELECT number FROM moves").fetchall() == [(7,)]
    copy.close()


def test_the_changelog_has_the_version_of_the_package():
    """Newest first, with what is not released yet on top."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert versions[0] == "Unreleased"
    assert [re.fullmatch(r"\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", version) for version in versions[1:]].count(
        None
    ) == 0
    assert versions[1].startswith(f"{project['version']} – ")


def test_the_forms_for_reports_are_forms_and_ask_for_what_helps():
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    for form in forms:
        read = yaml.safe_load(form.read_text(encoding="utf-8"))
        assert {"name", "description", "body"} <= read.keys()
        ids = [part["id"] for part in read["body"] if part["type"] != "markdown"]
        assert len(ids) == len(set(ids))
    bug = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yml").read_text(encoding="utf-8"))
    asked = {part["id"]: part for part in bug["body"] if part["type"] != "markdown"}
    assert "/yaniv export" in asked["transcript"]["attributes"]["description"]
    required = {name for name, part in asked.items() if part.get("validations", {}).get("required")}
    assert {"happened", "version"} <= required


def test_the_workflow_runs_what_ci_runs():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["check"]["steps"]
    assert [step["run"] for step in steps if "run" in step] == [".ci/run"]


def test_the_containers_serve_what_they_are_asked_for():
    """The health check asks at the port that is set, also where `.env` leaves it empty."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    port = re.search(r"METRICS_PORT=(\d+)", dockerfile)
    assert port
    assert f"http://127.0.0.1:{port[1]}/healthz" in dockerfile
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    environment = compose["services"]["yaniv"]["environment"]
    assert environment["METRICS_PORT"] == int(port[1])
    address = re.sub(r"\$\{[^}]*\}", "secret", environment["DATABASE_URL"])
    assert Settings(_env_file=None, database_url=address).database_url.startswith("postgresql")
