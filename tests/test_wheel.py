"""The package as others install it: built, installed and run outside the checkout."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DATA = [
    path.relative_to(ROOT).as_posix() for path in (ROOT / "data").rglob("*") if path.suffix in {".py", ".po"}
]

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel that was made from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
        text=True,
    )
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python elsewhere, with the wheel's packages before those of the checkout."""
    site = tmp_path_factory.mktemp("site")
    (wheel,) = built.glob("*.whl")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--target",
        site,
        wheel,
    ]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    environment = {
        name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "DISCORD_TOKEN"}
    } | {"PYTHONPATH": str(site)}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(site / "bin" / "yaniv") if arguments[0] == "yaniv" else sys.executable, *arguments[1:]]
        return subprocess.run(
            command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    return run


def test_the_wheel_holds_code_and_data_and_nothing_else(built: Path):
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bot", "cogs"}
    assert [name for name in DATA if f"bot/{name}" not in names] == []
    assert [name for name in names if "sqlite" in name or name.endswith(".pyc")] == []


def test_the_source_distribution_can_be_tested(built: Path):
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("tests/test_wheel.py", "constraints.txt", ".ci/run", "README.md", "pyproject.toml", *DATA):
        assert name in names
    assert [name for name in names if "cache" in name or name.startswith((".venv", ".git/"))] == []


def test_the_installed_command_runs_outside_the_checkout(installed: Run):
    done = installed("yaniv", "rules", "--preset", "yanef")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["preset"] == "yanef"


def test_the_installed_package_finds_its_data(installed: Run):
    look = (
        "import bot.paths as paths, bot.i18n.catalog as catalog\n"
        "print(paths.is_installed(), paths.__file__, paths.data_file('migrations').is_dir())\n"
        "print(paths.default_database(), catalog.words_for('he').locale)\n"
    )
    done = installed("python", "-c", look)
    assert done.returncode == 0, done.stderr
    is_installed, place, has_migrations, database, locale = done.stdout.split()
    assert (is_installed, has_migrations, locale) == ("True", "True", "he")
    assert not place.startswith(str(ROOT))
    assert database.endswith("/elsewhere0/data/yaniv.sqlite3")


def test_the_installed_package_makes_its_database_in_the_working_directory(installed: Run):
    done = installed("python", "-m", "bot", "database", "upgrade")
    assert (done.returncode, done.stderr) == (0, "")
    look = "from pathlib import Path; print(Path('data/yaniv.sqlite3').is_file())"
    assert installed("python", "-c", look).stdout.strip() == "True"
