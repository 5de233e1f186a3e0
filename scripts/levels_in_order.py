"""Play the levels against one another under many house rules, and print who wins how often.

    python scripts/levels_in_order.py --matches 100 --out levels.jsonl

Each level meets the one below it heads up, in teams four at the table, with the same deals in every seating
that differs. The rules: presets, switches that change the play, and ten sets of `random_rules.py`. A cell is
a line of JSON; a run that was stopped goes on where it ended. Prints the table in Markdown.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.cli.arena import Contest, play_matches
from bot.cli.tournament import interval95
from bot.engine.house_rules import parse_rules
from scripts.random_rules import random_rules

PAIRS = (("hard", "normal"), ("normal", "easy"), ("expert", "hard"))
SHORT = {"limit": 100}
SWITCHES: dict[str, dict[str, Any]] = {
    "quick": {"preset": "quick"},
    "yanef": {"preset": "yanef"},
    "japanese": {"preset": "japanese"} | SHORT,
    "teams of two": {"teams": 2} | SHORT,
    "slaps by both": {"slap": "both"} | SHORT,
    "compulsory lap": {"final_lap": "compulsory"} | SHORT,
}
RANDOM_SETS = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """One level against another under some rules."""

    name: str
    better: str
    worse: str

    def seats(self) -> tuple[str, ...]:
        return (self.better, self.worse) * (2 if "teams" in self.name else 1)

    def played(self, matches: int) -> dict[str, Any]:
        """The cell with what came of it. A turned seating that is the same as before is left out."""
        seats = self.seats()
        if self.name in SWITCHES:
            rules = parse_rules(SWITCHES[self.name], len(seats))
        else:
            rules = random_rules(self.name.rpartition(" ")[2], len(seats))
        deals = (matches + 1) // 2
        numbers = [deal * len(seats) + turned for deal in range(deals) for turned in (0, 1)]
        tallies = play_matches(Contest(seats, rules, "order"), numbers)
        wins = sum(tally.wins for tally in tallies[::2])
        low, high = interval95(wins, len(numbers))
        return {
            "rules": self.name,
            "better": self.better,
            "worse": self.worse,
            "matches": len(numbers),
            "percent": [round(100 * share, 1) for share in (wins / len(numbers), low, high)],
            "milliseconds": [
                [round(tally.mean_milliseconds(), 2), round(tally.quantile_milliseconds(0.99), 2)]
                for tally in tallies[:2]
            ],
        }


def cells() -> list[Cell]:
    names = [*SWITCHES, *(f"random {seed}" for seed in range(1, RANDOM_SETS + 1))]
    return [Cell(name, better, worse) for better, worse in PAIRS for name in names]


def markdown(lines: list[dict[str, Any]]) -> str:
    """A row for each set of rules, a column for each pair."""
    found = {(line["rules"], line["better"]): line for line in lines}
    heads = [f"{better} against {worse}" for better, worse in PAIRS]
    rows = [f"| rules | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}"]
    for name in dict.fromkeys(line["rules"] for line in lines):
        texts = [_text(found.get((name, better))) for better, _ in PAIRS]
        rows.append(f"| {name} | {' | '.join(texts)} |")
    return "\n".join(rows)


def _text(line: dict[str, Any] | None) -> str:
    if line is None:
        return "–"
    share, low, high = line["percent"]
    return f"{share} [{low}, {high}] of {line['matches']}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("levels.jsonl"))
    args = parser.parse_args()
    done = args.out.read_text("utf-8").splitlines() if args.out.exists() else []
    with args.out.open("a", encoding="utf-8") as out:
        for cell in cells()[len(done) :]:
            out.write(json.dumps(cell.played(args.matches)) + "\n")
            out.flush()
    lines = [json.loads(line) for line in args.out.read_text("utf-8").splitlines()]
    sys.stdout.write(markdown(lines) + "\n")


if __name__ == "__main__":
    main()
