"""What keeps the tree readable: who may import whom, sizes, and papers that agree with one another."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import discord
import pytest
from discord.app_commands import Group
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.cli.app import app
from bot.client import EXTENSIONS, build_bot
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
CODE = sorted(path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py"))
TEXT_FILES = [
    path
    for pattern in (
        "bot/**/*",
        "cogs/**/*",
        "data/**/*",
        "tests/**/*",
        "docs/**/*",
        ".ci/*",
        "scripts/**/*",
        "*",
        ".*",
    )
    for path in ROOT.glob(pattern)
    if path.is_file()
    and path.suffix in {".py", ".md", ".toml", ".txt", ".po", ".yaml", ".json", ".example", ""}
]

MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 50
MOST_LINES_OF_A_CLASS = 250
MOST_PARAMETERS = 5
MOST_OPTIONS_OF_A_COMMAND = 6

ENGINE_MAY_IMPORT = {
    "bot",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "struct",
    "typing",
}
ENGINE_MAY_USE_PYDANTIC = {"house_rules.py", "transcript.py"}

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_import_contracts_hold():
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", [path for path in CODE if path.name == "__init__.py"], ids=name_of)
def test_package_inits_are_empty(path: Path):
    assert path.read_text(encoding="utf-8") == ""


def test_every_folder_of_code_is_a_package():
    assert [name_of(path) for path in CODE if not (path.parent / "__init__.py").exists()] == []


@pytest.mark.parametrize("path", sorted((ROOT / "bot" / "engine").glob("*.py")), ids=name_of)
def test_the_engine_imports_only_what_cannot_touch_the_world(path: Path):
    allowed = ENGINE_MAY_IMPORT | ({"pydantic"} if path.name in ENGINE_MAY_USE_PYDANTIC else set())
    assert imported_by(path) <= allowed


def imported_by(path: Path) -> set[str]:
    """The top-level packages a file imports, inside functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively"
            found.add((node.module or "").partition(".")[0])
    return found


def test_files_stay_short():
    files = [*CODE, *(ROOT / "tests").rglob("*.py")]
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in files}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES_OF_A_FILE} == {}


def test_functions_and_classes_stay_short():
    too_long = {
        f"{name}:{node.name}": lines
        for name, node in definitions()
        if (lines := lines_of(node))
        > (MOST_LINES_OF_A_CLASS if isinstance(node, ast.ClassDef) else MOST_LINES_OF_A_FUNCTION)
    }
    assert too_long == {}


def test_functions_take_few_parameters():
    too_many = {
        f"{name}:{node.name}": parameters_of(node)
        for name, node in definitions()
        if not isinstance(node, ast.ClassDef)
        and len(parameters_of(node))
        > (MOST_OPTIONS_OF_A_COMMAND if name.startswith("bot/cli/") else MOST_PARAMETERS)
    }
    assert too_many == {}


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions() -> Iterator[tuple[str, Definition]]:
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Definition):
                yield name_of(path), node


def lines_of(node: Definition) -> int:
    """From `def` or `class` to the last line, the docstring left out."""
    docstring = node.body[0] if ast.get_docstring(node) is not None else None
    documented = 0 if docstring is None else (docstring.end_lineno or 0) - docstring.lineno + 1
    return (node.end_lineno or 0) - node.lineno + 1 - documented


def parameters_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    all_of_them = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [parameter.arg for parameter in all_of_them if parameter.arg not in {"self", "cls"}]


def test_no_file_names_the_folder_it_was_written_in():
    elsewhere = re.compile(r"(?<![\w.])/(?:root|work)/\w")
    naming = [
        name_of(path)
        for path in TEXT_FILES
        if elsewhere.search(text := path.read_text(encoding="utf-8", errors="replace")) or str(ROOT) in text
    ]
    assert naming == []


# --- Papers ---------------------------------------------------------------------------------------


def readme_commands() -> list[str]:
    """The lines of the code blocks that come before the third heading of the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", readme, flags=re.MULTILINE | re.DOTALL)
    return [line for block in blocks[:2] for line in block.splitlines()]


def test_the_readme_opens_with_two_commands_that_make_their_own_environment():
    play, test = readme_commands()
    assert play.endswith("demo")
    assert "pytest" in test
    for command in (play, test):
        assert command.startswith("python3 -m venv .venv && ")
        assert "-c constraints.txt" in command


def test_ci_runs_the_readmes_test_command():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert readme_commands()[1] in [line.strip() for line in script.splitlines()]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    stripped = [line.partition("#")[0].strip() for line in lines]
    found: dict[str, str] = {}
    for line in filter(None, stripped):
        match = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.+!]+)", line)
        assert match, f"{line!r} pins nothing"  # an address or an option would not match either
        name = canonicalize_name(match[1])
        assert name not in found, f"{name} is pinned twice"
        found[name] = match[2]
    return found


def asked_for() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"], *(text for extra in extras.values() for text in extra)]
    return [requirement for text in texts if (requirement := Requirement(text)).name != PROJECT["name"]]


def test_constraints_pin_every_dependency_within_its_range():
    pinned = pins()
    for requirement in asked_for():
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is not pinned"
        assert requirement.specifier.contains(version), f"{requirement} against {version}"


def test_constraints_pin_what_the_dependencies_bring_along():
    waiting, seen = asked_for(), set[tuple[str, frozenset[str]]]()
    while waiting:
        requirement = waiting.pop()
        key = (canonicalize_name(requirement.name), frozenset(requirement.extras))
        if key not in seen:
            seen.add(key)
            waiting += brought_along(requirement)
    assert {name for name, _ in seen} - pins().keys() == set()


def brought_along(requirement: Requirement) -> list[Requirement]:
    try:
        texts = requires(requirement.name) or []
    except PackageNotFoundError:
        return []  # needed on another system only
    environments = [{"extra": extra} for extra in (requirement.extras or {""})]
    needed = [Requirement(text) for text in texts]
    return [
        other
        for other in needed
        if other.marker is None or any(other.marker.evaluate(environment) for environment in environments)
    ]


def test_the_invite_link_asks_for_the_permissions_that_the_table_explains():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    asked = {
        name: int(number)
        for name, number in re.findall(r"^\| ([A-Z][\w ]+) \((\d+)\) \|", readme, re.MULTILINE)
    }
    assert list(asked) == ["View Channel", "Send Messages", "Send Messages in Threads"]
    needed = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
    assert sum(asked.values()) == needed.value
    assert f"&permissions={needed.value}>" in readme


def readme_rows(heading: str) -> set[str]:
    """The names in the first column of the table that follows a sentence of the README."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.search(r"(?:^\|.*\n)+", readme[readme.index(heading) :], re.MULTILINE)
    assert table
    first_cells = [row.split("|")[1] for row in table[0].splitlines()[2:]]
    return {name for cell in first_cells for name in re.findall(r"`([a-z]+)", cell)}


async def test_the_readme_lists_every_command_on_discord():
    client = build_bot(Settings(discord_token="x", database_url="sqlite+aiosqlite://", _env_file=None))
    for extension in EXTENSIONS:
        await client.load_extension(extension)
    (group,) = [command for command in client.tree.get_commands() if isinstance(command, Group)]
    assert readme_rows("In Discord, all under `/yaniv`:") == {command.name for command in group.commands}


def test_the_readme_lists_every_command_of_the_command_line():
    commands = {
        command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands
    }
    groups = {group.name for group in app.registered_groups}
    assert readme_rows("On the command line,") == commands | groups
