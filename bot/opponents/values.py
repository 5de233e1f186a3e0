"""Tabulated hand values: what a hand is still going to cost from the end of a turn on.

`scripts/train_tables.py` makes the files. A file is a line of JSON about how it was made, then the values
in hundredths of a point, zlib-compressed 16-bit integers, by hand (in the order of `ranks.all_keys`) and by
the fewest cards an opponent holds.
"""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.engine.house_rules import HouseRules
from bot.opponents.ranks import RankKey, all_keys
from bot.paths import data_file

TABLE_HAND = 5
"""The most cards of a hand in a table."""
FEWEST = 5
"""Counts of the opponent with fewest cards, from 1; more count as this many."""
NARROW_LIMIT = 5
WIDE_LIMIT = 7
"""Call limits of the tables."""
HIGHEST_LIMIT = 14
"""Call limit up to which the tables of a low one serve."""
SCALE = 100
"""Stored units per point."""


class Table:
    """Hand values for a family of house rules."""

    def __init__(self, about: dict[str, Any], values: "array[int]") -> None:
        self.hazards: tuple[float, ...] = tuple(about["hazards"])
        """P(another seat ends the round before one's next turn), by the fewest cards of an opponent."""
        rows = zip(*([iter(values)] * FEWEST), strict=True)
        self.rows: dict[RankKey, tuple[float, ...]] = {
            key: (0.0, *(value / SCALE for value in row))
            for key, row in zip(all_keys(TABLE_HAND), rows, strict=True)
        }
        """By hand: points by the fewest cards of an opponent; place 0 is unused."""


def pack_table(about: dict[str, Any], values: Iterable[float]) -> bytes:
    """The bytes of a table file."""
    numbers = array("h", (max(-32000, min(32000, round(value * SCALE))) for value in values))
    if sys.byteorder == "big":
        numbers.byteswap()
    return json.dumps(about).encode() + b"\n" + zlib.compress(numbers.tobytes(), 9)


def unpack_table(raw: bytes) -> Table:
    about, _, packed = raw.partition(b"\n")
    numbers = array("h")
    numbers.frombytes(zlib.decompress(packed))
    if sys.byteorder == "big":
        numbers.byteswap()
    return Table(json.loads(about), numbers)


def _file(name: str) -> Path:
    return data_file("tables", f"{name}.values")


@lru_cache(8)
def load_table(name: str) -> Table:
    """A shipped table by its name."""
    return unpack_table(_file(name).read_bytes())


def table_for(rules: HouseRules, *, among_more: bool = False) -> Table | None:
    """The table whose rules are near enough; `None` where the heuristic serves better.

    `among_more`: than two at the table, for which some tables are made once more.
    """
    name = table_name(rules)
    if name is None:
        return None
    names = (f"{name}_more", name) if among_more else (name,)
    return next((load_table(file) for file in names if _file(file).exists()), None)


def table_name(rules: HouseRules) -> str | None:
    """Which table fits these rules.

    A table knows singles and sets, a call limit, and whether a final lap follows the call. One made for a
    lower limit serves (it aims too low), one for a higher limit does not (it would sit on a hand that may not
    be called); beyond `HIGHEST_LIMIT` hands are called at once and are worth something else. Where pairs may
    not be laid no table fits.
    """
    if rules.set_min > 2 or rules.call_limit < NARROW_LIMIT:
        return None
    has_lap = rules.final_lap != "none"
    if rules.call_limit > HIGHEST_LIMIT:
        return "high_lap" if has_lap else "high"
    if rules.jokers_in_sets == "wild" and rules.call_limit >= WIDE_LIMIT:
        return "wild_lap" if has_lap else "wild"
    if has_lap:
        return "yanef"
    return "classic" if rules.call_limit >= WIDE_LIMIT else "japanese"
