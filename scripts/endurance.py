"""Play matches of any mix of levels under any house rules, and see that no round goes on for ever.

    python scripts/endurance.py --matches 10000 --out endurance.jsonl

Every match has two to eight seats with levels at random, and a preset or house rules drawn at random
(`random_rules.py`), with a limit of at most 50. One line of JSON a match; a run that was stopped goes on
where it ended. Ends with status 1 if a round went beyond the most turns, or if a move was refused.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.actions import Action, Pass
from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.house_rules import PRESETS, HouseRules, parse_rules
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState, RoundState, clockwise
from bot.engine.views import view_for
from bot.opponents.levels import LEVELS
from scripts.random_rules import random_rules

MOST_TURNS = 120
"""Turns of the whole table after which a round has gone on for too long."""
MOST_ROUNDS = 40
"""Rounds of a match that are played: where nobody can ever call, no match ends."""
MOST_PLAYERS = 8
LIMIT = 50
PRESET_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays by which rules."""

    rules: HouseRules
    levels: tuple[str, ...]


def table_of(seed: str, number: int) -> Table:
    """The table of a match; the same number gives the same one."""
    rng = random.Random(f"endurance {seed} {number}")
    players = rng.randint(2, MOST_PLAYERS)
    if rng.random() < PRESET_SHARE:
        preset = PRESETS[rng.choice(list(PRESETS))]
        players = min(players, preset.seats)
        rules = parse_rules({"preset": preset.preset, "limit": min(preset.limit, LIMIT)}, players)
    else:
        rules = random_rules(str(rng.getrandbits(64)), players, LIMIT)
    return Table(rules, tuple(rng.choice(list(LEVELS)) for _ in range(players)))


def longest_round(table: Table, seed: str, number: int) -> int:
    """Turns of the longest round of a match. Raises `TypeError` if a move is refused."""
    rng = random.Random(f"{seed} {number}")
    state = new_match(table.rules, len(table.levels), sha256(f"{seed} {number}".encode()).hexdigest())
    longest = 0
    while state.result is None and state.round_number < MOST_ROUNDS:
        state = deal_round(state).state
        turns = 0
        while state.round is not None and turns <= MOST_TURNS:
            turns = sum(state.round.turns)
            state = _step(state, state.round, table, rng)
        longest = max(longest, turns)
        if turns > MOST_TURNS:
            break
    return longest


def _step(state: MatchState, now: RoundState, table: Table, rng: random.Random) -> MatchState:
    """The slaps that somebody wants, else the next turn."""
    slaps = table.rules.slap != "off"
    for seat in clockwise(len(table.levels), now.to_move) if slaps else (now.to_move,):
        view = view_for(state, seat)
        if seat == now.to_move or view.legal.slaps:
            action = LEVELS[table.levels[seat]](view, view.legal, rng)
            if seat == now.to_move or not isinstance(action, Pass):
                return _after(state, seat, action)
    raise TypeError("nobody is to move")


def _after(state: MatchState, seat: int, action: Action) -> MatchState:
    step = apply(state, seat, action)
    if isinstance(step, Rejection):
        raise TypeError(f"{action!r}: {step}")
    return step.state


def played(seed: str, numbers: range) -> Iterator[dict[str, object]]:
    """The matches of these numbers, a line for each."""
    for number in numbers:
        table = table_of(seed, number)
        yield {
            "match": number,
            "levels": table.levels,
            "rules": table.rules.short(),
            "longest": longest_round(table, seed, number),
        }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, default=Path("endurance.jsonl"))
    args = parser.parse_args()
    done = args.out.read_text("utf-8").splitlines() if args.out.exists() else []
    with args.out.open("a", encoding="utf-8") as out:
        for line in played(args.seed, range(len(done), args.matches)):
            out.write(json.dumps(line) + "\n")
            out.flush()
    lines = [json.loads(line) for line in args.out.read_text("utf-8").splitlines()]
    by_preset = Counter(line["rules"]["preset"] for line in lines)
    longest = max((line["longest"] for line in lines), default=0)
    over = [line for line in lines if line["longest"] > MOST_TURNS]
    summary = {"matches": len(lines), "longest": longest, "too_long": len(over), "presets": by_preset}
    sys.stdout.write(json.dumps(summary) + "\n")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
