"""Where the files of `data/` are: beside the code in a checkout, inside the package in an installed wheel.

And the version, which stands in `pyproject.toml` alone.
"""

import tomllib
from functools import cache
from importlib import metadata
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "data"
_IN_CHECKOUT = _PACKAGE.parent / "data"


def is_installed() -> bool:
    """Whether this code runs from an installed wheel rather than from a checkout."""
    return _INSTALLED.is_dir()


@cache
def version() -> str:
    """The version of this wheel or checkout, such as `1.0.0`."""
    if is_installed():
        return metadata.version("yaniv")
    project = tomllib.loads((_PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def data_file(*parts: str) -> Path:
    """The file or folder of that name in `data/`, for reading only."""
    return (_INSTALLED if is_installed() else _IN_CHECKOUT).joinpath(*parts)


def default_database() -> Path:
    """The SQLite file used when none is configured: `data/yaniv.sqlite3` of the checkout, and for an
    installed wheel of the working directory."""
    return (Path.cwd() / "data" if is_installed() else _IN_CHECKOUT) / "yaniv.sqlite3"
