"""Learn what the level `expert` knows, by self-play: `data/tables/classic.learned`.

    python scripts/train_expert.py --seed 1 --two 150 --more 120

Some ten million moves have to be made and weighed, so self-play is written in C (`scripts/selfplay/`) and
needs a compiler (`cc`) and an x86-64 processor with AVX2; playing needs neither. It runs in this order:

1. Matches of `hard`, four at the table and two, say how good it is to stand at a total.
2. Two at the table, then four: the level plays by the numbers so far, against itself and against `hard`,
   with some chance moves. What a seat's last discard says of its hidden cards is counted; a network learns
   from what every move led to in chances of winning the match, and from what every call that might be made
   would cost.

The same arguments give the same file. About four minutes on one core.
"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.opponents.learned import FACTS, HAND, HIDDEN, SHOWN, TURNS, VALUES, pack_learned
from bot.opponents.values import load_table
from bot.paths import data_file

NAME = "classic"
STANDINGS = 201
SOURCE = Path(__file__).resolve().parent / "selfplay" / "train.c"
FLAGS = ("-O3", "-march=x86-64-v3", "-ffp-contract=off")
"""No flag that lets a compiler reorder sums: the same numbers wherever it is built."""


def write_table(file: Path) -> None:
    """The table of hand values as self-play reads it."""
    table = load_table(NAME)
    with file.open("wb") as out:
        out.write(struct.pack("<6d", *table.hazards))
        for key, row in table.rows.items():
            out.write(struct.pack("<Q5d", key, *row[1:]))


def parts_of(raw: bytes) -> Iterator["array[float]"]:
    """The arrays of the numbers that self-play wrote."""
    numbers = array("f")
    numbers.frombytes(raw)
    network = [FACTS * HIDDEN, FACTS, HIDDEN, HIDDEN]
    lean = HAND * TURNS * SHOWN * VALUES
    sizes = [STANDINGS, STANDINGS, lean, lean, *network, *network]
    if sum(sizes) != len(numbers):
        raise ValueError("scripts/selfplay and bot/opponents/learned.py disagree about the facts")
    at = 0
    for size in sizes:
        yield numbers[at : at + size]
        at += size


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--two", type=int, default=150, help="rounds of learning for two at the table")
    parser.add_argument("--more", type=int, default=120, help="rounds of learning for more")
    args = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        program, table, numbers = (Path(folder) / name for name in ("train", "table", "numbers"))
        subprocess.run(["cc", *FLAGS, "-o", str(program), str(SOURCE), "-lm"], check=True)  # noqa: S603, S607
        write_table(table)
        order = [str(program), str(table), str(numbers), str(args.seed), str(args.two), str(args.more)]
        subprocess.run(order, check=True)  # noqa: S603
        packed = pack_learned(vars(args), list(parts_of(numbers.read_bytes())))
    data_file("tables", f"{NAME}.learned").write_bytes(packed)
    seconds = time.perf_counter() - began
    print(json.dumps(vars(args) | {"bytes": len(packed), "seconds": round(seconds)}), file=sys.stderr)


if __name__ == "__main__":
    main()
