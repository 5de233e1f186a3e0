"""The package as others install it: built, installed and run outside the checkout."""

import json
import os
import signal
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.paths import version

ROOT = Path(__file__).resolve().parents[1]
DATA = [
    path.relative_to(ROOT).as_posix() for path in (ROOT / "data").rglob("*") if path.suffix in {".py", ".po"}
]


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


class Installed:
    """The wheel's packages in a folder of their own, before those of the checkout; runs in another folder."""

    def __init__(self, site: Path, elsewhere: Path) -> None:
        self.site = site
        self.elsewhere = elsewhere
        left_out = {"DATABASE_URL", "DISCORD_TOKEN"}
        self.environment = {name: value for name, value in os.environ.items() if name not in left_out}
        self.environment["PYTHONPATH"] = str(site)

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        program = str(self.site / "bin" / "yaniv") if arguments[0] == "yaniv" else sys.executable
        return subprocess.Popen(
            [program, *arguments[1:]],
            cwd=self.elsewhere,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        with self.start(*arguments) as process:
            out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    site = tmp_path_factory.mktemp("site")
    (wheel,) = built.glob("*.whl")
    pip = ["pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run([sys.executable, "-m", *pip], check=True, capture_output=True, text=True)
    return Installed(site, tmp_path_factory.mktemp("elsewhere"))


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
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert set(kept.stdout.splitlines()) - names <= {".gitignore"}
    for name in ("tests/test_wheel.py", "constraints.txt", ".ci/run", "README.md", "pyproject.toml", *DATA):
        assert name in names
    assert [name for name in names if "cache" in name or name.startswith((".venv", ".git/"))] == []


def test_the_installed_command_runs_outside_the_checkout(installed: Installed):
    done = installed("yaniv", "rules", "--preset", "yanef")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["preset"] == "yanef"


def test_the_installed_package_finds_its_data(installed: Installed):
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


def test_the_installed_package_makes_its_database_in_the_working_directory(installed: Installed):
    done = installed("python", "-m", "bot", "database", "upgrade")
    assert (done.returncode, done.stderr) == (0, "")
    look = "from pathlib import Path; print(Path('data/yaniv.sqlite3').is_file())"
    assert installed("python", "-c", look).stdout.strip() == "True"


def test_the_installed_command_tells_its_version(installed: Installed):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert installed("yaniv", "--version").stdout == f"yaniv {project['version']}\n"
    assert version() == project["version"]


def test_the_installed_demo_runs_outside_the_checkout(installed: Installed):
    with installed.start("yaniv", "demo", "--no-browser", "--port", "0") as demo:
        assert demo.stdout
        try:
            address = next(line.strip() for line in demo.stdout if line.startswith("http://"))
            with urlopen(address, timeout=30) as page:
                assert b"<html" in page.read()
        finally:
            demo.send_signal(signal.SIGTERM)
            demo.communicate(timeout=30)
    assert demo.returncode == 0
