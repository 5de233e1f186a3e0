"""Learn what the level `expert` knows, by self-play: `data/tables/*.learned`.

    python scripts/train_expert.py classic --seed 1 --two 150 --more 300 --matches 0

Some ten million moves have to be made and weighed, so self-play is written in C (`scripts/selfplay/`) and
needs a compiler (`cc`) and an x86-64 processor with AVX2; playing needs neither. It runs in this order:

1. Under the classic rules matches of `hard`, four at the table and two, say how good it is to stand at a
   total; under others `bot.opponents.lasting` says it.
2. Two at the table, then four: the level plays by the numbers so far, against itself and against `hard`,
   with some chance moves. What a seat's last discard says of its hidden cards is counted; a network learns
   from what every move led to in chances of winning the match, and from what every call that might be made
   would cost.

The same arguments give the same file. Two to four minutes on one core for each preset.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.house_rules import PRESETS
from bot.opponents.learned import FACTS, HAND, HIDDEN, SHOWN, TURNS, VALUES, pack_learned
from bot.paths import data_file
from scripts.selfplay.files import MOST_LIMIT, build, write_files

STANDINGS_LEARNED = ("classic",)
"""Rules for which the worth of totals is learned as well; elsewhere `bot.opponents.lasting` says it."""


def parts_of(raw: bytes) -> Iterator["array[float]"]:
    """The arrays of the numbers that self-play wrote."""
    numbers = array("f")
    numbers.frombytes(raw)
    network = [FACTS * HIDDEN, FACTS, HIDDEN, HIDDEN]
    lean = HAND * TURNS * SHOWN * VALUES
    sizes = [MOST_LIMIT + 1, MOST_LIMIT + 1, lean, lean, *network, *network]
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
    parser.add_argument("name", nargs="?", default="classic", choices=PRESETS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--two", type=int, default=150, help="rounds of learning for two at the table")
    parser.add_argument("--more", type=int, default=120, help="rounds of learning for more")
    parser.add_argument(
        "--matches",
        type=int,
        default=1000,
        help="against hard, now and then, to see how far it is; 0 for none",
    )
    parser.add_argument("--out", type=Path, help="another file than the one that is shipped")
    args = parser.parse_args()
    began = time.perf_counter()
    rules = PRESETS[args.name]
    about = {"seed": args.seed, "two": args.two, "more": args.more}
    with tempfile.TemporaryDirectory() as folder:
        program = build("train", Path(folder))
        numbers = Path(folder) / "numbers"
        order = [*write_files(rules, Path(folder)), numbers, int(args.name in STANDINGS_LEARNED)]
        order += [args.seed, args.two, args.more, args.matches]
        subprocess.run([str(part) for part in (program, *order)], check=True)  # noqa: S603
        packed = pack_learned(about, list(parts_of(numbers.read_bytes())))
    (args.out or data_file("tables", f"{args.name}.learned")).write_bytes(packed)
    seconds = time.perf_counter() - began
    print(json.dumps(about | {"bytes": len(packed), "seconds": round(seconds)}), file=sys.stderr)


if __name__ == "__main__":
    main()
