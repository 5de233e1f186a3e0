"""What papers, docstrings and comments name between backticks is there: files, modules and their parts."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = "bot|cogs|data|docs|scripts|tests"
PLACE = re.compile(rf"(?:{FOLDERS})(?:/[\w.-]+)+/?")
MODULE = re.compile(r"(?:bot|cogs|scripts|tests)(?:\.\w+)+")
MADE = {"data/yaniv.sqlite3", "bot/data"}
"""Only there when the bot runs, and in a wheel."""
EXAMPLES = re.compile(r"^New file `([^`]+)`:$", re.MULTILINE)
FILES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "bot/**/*.md", *(f"{top}/**/*.py" for top in FOLDERS.split("|")))
    for path in ROOT.glob(pattern)
)


def spans(path: Path) -> set[str]:
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([^`\n]+)`", text)) - set(EXAMPLES.findall(text)) - MADE


def is_there(module: str) -> bool:
    """A package, a module, or a name that stands in a module."""
    parts = module.split(".")
    for length in range(len(parts), 1, -1):
        folder = ROOT.joinpath(*parts[:length])
        if folder.with_suffix(".py").exists():
            text = folder.with_suffix(".py").read_text(encoding="utf-8")
            return all(re.search(rf"\b{part}\b", text) for part in parts[length:])
        if folder.is_dir():
            return length == len(parts)
    return False


def test_what_is_named_is_there():
    missing = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in FILES
        for name in spans(path)
        if (PLACE.fullmatch(name) and not (ROOT / name).exists())
        or (MODULE.fullmatch(name) and not is_there(name))
    }
    assert missing == set()


def test_names_are_looked_up():
    assert is_there("bot.engine.apply.timeout_action")
    assert is_there("bot.engine")
    assert not is_there("bot.engine.apply.undo")
    assert not is_there("bot.elsewhere")
