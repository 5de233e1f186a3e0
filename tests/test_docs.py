"""The papers for hosts and players: their links lead somewhere, and what they say of the program is so."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.discord_checks import NEEDED
from bot.discord_identify import RESERVE
from bot.settings import Settings
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


def test_the_hosting_paper_names_every_setting():
    hosting = text_of("hosting.md")
    assert [name for name in Settings.model_fields if f"`{name.upper()}`" not in hosting] == []


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
