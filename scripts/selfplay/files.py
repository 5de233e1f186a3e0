"""What self-play in C reads: the program itself, the house rules and the numbers it plays by."""

import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bot.engine.house_rules import HouseRules
from bot.engine.totals import after_exact_hit
from bot.opponents.lasting import Chances
from bot.opponents.values import load_table, table_for

MOST_LIMIT = 200
BEYOND = 128
"""Room for totals, as in `game.h`."""
FLAGS = ("-O3", "-march=x86-64-v3", "-ffp-contract=off")
"""No flag that lets a compiler reorder sums: the same numbers wherever it is built."""


def build(name: str, folder: Path) -> Path:
    """The program of that name, built into the folder."""
    source, program = Path(__file__).resolve().parent / f"{name}.c", folder / name
    subprocess.run(["cc", *FLAGS, "-o", str(program), str(source), "-lm"], check=True)  # noqa: S603, S607
    return program


def write_files(rules: HouseRules, folder: Path) -> tuple[Path, Path, Path]:
    """The files of rules, of hand values and of how long totals last, in the order the programs take them."""
    files = (folder / "rules", folder / "tables", folder / "lasting")
    for write, file in zip((_rules, _tables, _lasting), files, strict=True):
        file.write_bytes(write(rules))
    return files


def write_numbers(parts: Sequence[Sequence[float]], file: Path) -> None:
    """What was learned, part by part."""
    file.write_bytes(b"".join(struct.pack(f"<{len(part)}f", *part) for part in parts))


def _rules(rules: HouseRules) -> bytes:
    numbers = [
        52 + rules.jokers_per_pack,
        rules.call_limit,
        rules.limit,
        rules.assaf_penalty,
        rules.assaf_mode == "plus",
        rules.assaf_on == "tie_or_lower",
        rules.game_end == "first_over",
        rules.next_starter == "dealer",
        rules.runs,
        rules.draw_from_set == "top",
        ("none", "optional", "compulsory").index(rules.final_lap),
    ]
    numbers += [after_exact_hit(rules, total) for total in range(MOST_LIMIT + BEYOND)]
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _tables(rules: HouseRules) -> bytes:
    """Against one rival, then against more."""
    packed = b""
    for among_more in (False, True):
        table = table_for(rules, among_more=among_more) or load_table("classic")
        packed += struct.pack("<6dQ", *table.hazards, len(table.rows))
        packed += b"".join(struct.pack("<Q5d", key, *row[1:]) for key, row in table.rows.items())
    return packed


def _lasting(rules: HouseRules) -> bytes:
    chances = Chances(rules, 1)
    numbers: list[float] = []
    for lasting in chances.lasting:
        numbers += [*lasting.mean, *(0.0 for _ in range(MOST_LIMIT + 1 - len(lasting.mean)))]
    return struct.pack(f"<{len(numbers) + 2}f", *numbers, *chances.sharpness)
