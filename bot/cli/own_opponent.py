"""Finding the opponent that a seat of a tournament names: a level, a yardstick, or a person's own file."""

import importlib.util
import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import cast

from bot.opponents.base import Opponent
from bot.opponents.levels import LEVELS, YARDSTICKS


class UnknownOpponentError(Exception):
    """A seat names no opponent. The text is one line for a person."""


class OwnOpponentError(Exception):
    """An opponent does not play by the rules. The text is one line for a person."""


def opponent_named(name: str) -> Opponent:
    """The opponent of that name: a level, a yardstick, or `file.py:name`.

    Raises `UnknownOpponentError`.
    """
    known = LEVELS.get(name) or YARDSTICKS.get(name)
    if known is not None:
        return known
    path, colon, attribute = name.rpartition(":")
    if not colon or not path or not attribute:
        names = ", ".join([*LEVELS, *YARDSTICKS])
        raise UnknownOpponentError(f"{name!r} is no opponent: it may be {names}, or file.py:name")
    found: object = getattr(_module(path), attribute, None)
    if found is None:
        raise UnknownOpponentError(f"{path} has no {attribute!r}")
    if not callable(found):
        raise UnknownOpponentError(f"{attribute!r} in {path} is no function")
    return cast(Callable[..., object], found)  # type: ignore[return-value]  # it is held to it move by move


@lru_cache
def _module(path: str) -> ModuleType:
    """The Python file as a module; loaded once, whatever number of its functions sit at the table."""
    file = Path(path)
    if not file.is_file():
        raise UnknownOpponentError(f"there is no file {path}")
    name = f"own_opponent_{sha256(path.encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UnknownOpponentError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UnknownOpponentError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    return module
