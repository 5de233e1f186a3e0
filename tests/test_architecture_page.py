"""`docs/architecture.md` against the code: the drawing, the names, the way of a click, the examples."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest

from bot.present import tokens
from tests.cogs.room import open_room

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}
BLOCK = re.compile(r"(?:^New file `([^`]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEW_FILES = re.findall(r"^New file `([^`]+)`:$", PAGE, re.MULTILINE)
EXAMPLES = "## Four changes to start with"
SEEN = ("bot", "cogs", "data", "scripts", "tests", "docs")
PLACE = re.compile(rf"(?:{'|'.join(SEEN)})(?:/[\w.-]+)+|[\w.-]+\.(?:md|toml|py|example)|cogs")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[a-z_]\w*)?")
SETTING = re.compile(r"[A-Z_]+=")


def section(heading: str) -> str:
    level = heading.partition(" ")[0]
    text = PAGE[PAGE.index(heading + "\n") + len(heading) :]
    return re.split(rf"^#{{1,{len(level)}}} ", text, maxsplit=1, flags=re.MULTILINE)[0]


def rows_of(text: str, first_heading: str) -> list[list[str]]:
    """The cells of the table with that first heading."""
    table = text[text.index(f"| {first_heading} |") :]
    lines = table.split("\n\n", maxsplit=1)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def code_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def modules_in_bot() -> set[str]:
    folder = ROOT / "bot"
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    return packages | {path.stem for path in folder.glob("*.py")} - {"__init__"}


# --- The drawing ----------------------------------------------------------------------------------


def drawn_rows() -> list[str]:
    return re.findall(r"^│ (.+?) +│$", PAGE, flags=re.MULTILINE)


def test_the_drawing_has_the_floors_of_the_contract():
    contract = CONTRACTS["floors"]
    assert contract["containers"] == ["bot"]
    assert contract["exhaustive"]
    assert drawn_rows()[1:] == [layer.replace("(", "").replace(")", "") for layer in contract["layers"]]


def test_the_drawing_has_every_module_once():
    drawn = [name for row in drawn_rows()[1:] for name in row.split(" | ")]
    assert sorted(drawn) == sorted(modules_in_bot())


def test_the_drawing_says_what_cogs_never_import():
    forbidden = CONTRACTS["cogs-thin"]["forbidden_modules"]
    assert drawn_rows()[0] == "never: " + ", ".join(name.removeprefix("bot.") for name in forbidden)


def test_the_page_names_every_contract():
    told = [(code_in(contract)[0], keeps) for contract, keeps in rows_of(PAGE, "contract")]
    assert told == [(contract["id"], contract["name"]) for contract in CONTRACTS.values()]


def test_the_page_says_what_every_module_is():
    told = [name for row in rows_of(PAGE, "package") for name in code_in(row[0])]
    in_bot = [Path(name).stem for name in told if name.startswith("bot/")]
    assert sorted(in_bot) == sorted(modules_in_bot())


# --- Names ----------------------------------------------------------------------------------------
# That the files exist is seen by `tests/test_names.py`, as for all papers.


def definitions_in(path: Path) -> Iterator[str]:
    """`function`, `Class`, `Class.method` and `CONSTANT` of a file."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                        yield f"{node.name}.{part.name}"


def spans() -> list[str]:
    """What stands between backticks in the sentences and tables of the page."""
    text = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
    return [span for span in re.findall(r"`([^`\n]+)`", text) if span not in NEW_FILES]


def test_every_name_on_the_page_is_defined():
    files = [path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py")]
    known = {name for path in files for name in definitions_in(path)}
    known |= {*CONTRACTS, "say", "count", "DEFAULT_LANGUAGE", "assaf_bonus"}
    names = [span for span in spans() if NAME.fullmatch(span) and not PLACE.fullmatch(span)]
    assert len(names) > 30
    assert [name for name in names if name not in known and name not in SEEN] == []


# --- The way of one click -------------------------------------------------------------------------


def told_way() -> list[tuple[str, str]]:
    """The files and functions of the page, in its order."""
    rows = rows_of(section("## The way of one click"), "file")
    return [(code_in(file)[0], name) for file, functions, _ in rows for name in code_in(functions)]


def test_the_functions_of_the_way_are_in_their_files():
    missing = [step for step in told_way() if step[1] not in set(definitions_in(ROOT / step[0]))]
    assert missing == []


async def test_a_click_goes_the_way_that_the_page_tells(tmp_path: Path):
    """Watches a real press on the simulated Discord; each step of the page comes after the one before it."""
    wanted, gone = told_way(), list[tuple[str, str]]()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        code, caller = frame.f_code, frame.f_back
        if event != "call" or not code.co_filename.startswith(str(ROOT)):
            return
        step = (Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_qualname)
        is_ours = caller is None or "tests" not in Path(caller.f_code.co_filename).parts
        if is_ours and step in wanted and step not in gone:
            gone.append(step)

    async with open_room(tmp_path) as room:
        ann, ben = room.person("Ann"), room.person("Ben")
        await room.start(ann, ben)
        mover = next(who for who in (ann, ben) if who.id == room.table.members[room.table.view.to_move].user)
        hand = await room.hand(mover)
        await mover.click(hand, custom_id=room.buttons(hand, tokens.Tap)[-1].id)
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            await room.press(mover, hand, "Draw")
            await room.wait()
        finally:
            sys.setprofile(before)
    assert gone == wanted


# --- The examples ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    """A copy of the checkout in which all examples were carried out as they are printed."""

    folder: Path
    said: list[str]
    """What each command of the page wrote, in order."""

    def python(self, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ | settings,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def yaniv(self, *arguments: str) -> str:
        done = self.python("-m", "bot", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Tried:
    tried = Tried(tmp_path_factory.mktemp("examples"), [])
    left_out = shutil.ignore_patterns("__pycache__", "*.sqlite3*", "screens", "*.png")
    for name in SEEN:
        shutil.copytree(ROOT / name, tried.folder / name, ignore=left_out)
    for name in ("README.md", "pyproject.toml", ".env.example"):
        shutil.copy(ROOT / name, tried.folder / name)
    for new_file, language, text in BLOCK.findall(section(EXAMPLES).partition("### ")[2]):
        if new_file:
            (tried.folder / new_file).write_text(text, encoding="utf-8")
        elif language == "diff":
            patch(tried.folder, text)
        else:
            carry_out(tried, text)
    return tried


def patch(tree: Path, block: str) -> None:
    """Carries out one block: each piece of it has to have exactly one place in the file."""
    heading, _, changes = block.partition("\n")
    path = tree / heading.removeprefix("+++ ")
    text = path.read_text(encoding="utf-8")
    for piece in re.split(r"^@@\n", changes, flags=re.MULTILINE):
        lines = piece.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        assert text.count(old) == 1, f"{path.name}: {old!r} stands there {text.count(old)} times"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def carry_out(tried: Tried, block: str) -> None:
    for line in block.splitlines():
        words = shlex.split(line)
        settings = dict(word.split("=", 1) for word in words if SETTING.match(word))
        program, *arguments = words[len(settings) :]
        module = {".venv/bin/python": [], ".venv/bin/yaniv": ["-m", "bot"]}[program]
        done = tried.python(*module, *arguments, **settings)
        # New texts are not translated yet, and `scripts.catalogues` says so by its status.
        assert done.returncode in ((0, 1) if "scripts.catalogues" in line else (0,)), done.stderr
        assert done.stderr == ""
        tried.said.append(done.stdout)


def test_the_house_rule_of_the_example_is_obeyed(tried: Tried):
    assert "assaf_bonus" in json.loads(tried.yaniv("rules", "--schema"))["properties"]
    told = json.loads(tried.yaniv("replay", "tests/golden/transcripts/assaf_bonus.json", "--json"))
    assert told["rounds"][0]["totals"] == [43, 15]
    assert "gives Ann 43 and Ben 15" in PAGE


def test_the_house_rule_of_the_example_passes_the_tests_of_every_switch(tried: Tried):
    """All that need no translation; of the many random matches one pack of sets of rules."""
    random_rules = (
        "tests/engine/test_random_matches.py::"
        "test_random_rule_sets_are_played_or_refused_with_the_field_named"
    )
    tests = (
        "tests/engine/test_rules_document.py",
        "tests/engine/test_house_rules.py",
        "tests/engine/test_golden_transcripts.py",
        f"{random_rules}[0]",
        "tests/present/test_settings.py",
        "tests/present/test_rules.py",
        "tests/present/test_hints.py",
    )
    (record,) = (line for line in section(EXAMPLES).splitlines() if line.startswith("UPDATE_GOLDEN"))
    carry_out(tried, record)
    done = tried.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout


def test_the_command_of_the_example_passes_the_tests_of_every_command(tried: Tried):
    tests = "tests/cogs/test_commands.py"
    names = ("test_every_command_is_on_offer", "test_the_help_names_every_command")
    done = tried.python(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", *(f"{tests}::{name}" for name in names)
    )
    assert done.returncode == 0, done.stdout


def test_the_computer_of_the_example_beats_the_level_below_it(tried: Tried):
    (told,) = [text for text in tried.said if "yaniv-tournament" in text]
    patient, easy = json.loads(told)["seats"]
    assert patient["wins"] > easy["wins"]


LOOK_AROUND = """
import asyncio, sys
from pathlib import Path
from tests.cogs.room import open_room

async def look():
    async with open_room(Path(sys.argv[1])) as room:
        ann = room.person("Ann")
        await room.set_by_owner("language", "it")
        await room.open_table(ann)
        print(*(option["value"] for part in room.parts(room.board()) for option in part.get("options", ())))
        await room.press(ann, room.board(), "Add computer")
        await room.press(ann, room.board(), "Start")
        print(*(button.label for button in room.buttons(room.board())))
        print(room.text((await room.command(ann, "yaniv seats")).response), room.channel.id)

asyncio.run(look())
"""


def test_level_language_and_command_of_the_examples_are_there_on_discord(tried: Tried, tmp_path: Path):
    done = tried.python("-c", LOOK_AROUND, str(tmp_path))
    assert done.returncode == 0, done.stderr
    levels, buttons, answer = done.stdout.splitlines()[-3:]
    assert "patient" in levels.split()
    assert "Le mie carte" in buttons
    text, _, channel = answer.rpartition(" ")
    assert text == f"You sit in <#{channel}>."


def test_the_examples_pass_the_checks(tried: Tried):
    """What is printed on the page is written as the rest is, and keeps to the contracts."""
    changed = re.findall(r"^\+\+\+ (\S+\.py)$", PAGE, re.MULTILINE)
    files = [name for name in (*NEW_FILES, *changed) if name.endswith(".py")]
    for check in (["check"], ["format", "--check"]):
        done = tried.python("-m", "ruff", *check, "--no-cache", *files)
        assert done.returncode == 0, done.stdout
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = tried.python("-c", lint)
    assert done.returncode == 0, done.stdout
