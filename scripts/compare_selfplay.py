"""Compare self-play in C, from which `expert` learned, with the engine and the levels.

    python scripts/compare_selfplay.py japanese --rounds 300 --matches 2000

The program plays rounds, `expert` and `hard` in turns; every move of them is played again here. The engine
has to know the same number of moves and to write the same points, and the levels ought to choose the same:
numbers of another precision decide a few moves otherwise. Then it says how many of some whole matches
`expert` wins there, heads up or with `hard` on all other seats.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.actions import Action, Call, Pass, Turn
from bot.engine.apply import apply
from bot.engine.cards import card_set
from bot.engine.house_rules import PRESETS, HouseRules
from bot.engine.match import Deal, Opening, deal_round, new_match
from bot.engine.state import MatchState, Step
from bot.engine.views import Phase, view_for
from bot.opponents.expert import expert
from bot.opponents.hard import hard
from bot.opponents.learned import unpack_learned
from bot.opponents.moves import moves_of
from bot.paths import data_file
from scripts.selfplay.files import build, write_files, write_numbers
from scripts.train_expert import STANDINGS_LEARNED

SEED = "5" * 64


class DisagreementError(Exception):
    """The engine plays by other rules than the program."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the program is to play: single rounds to be compared, and whole matches to be counted."""

    name: str
    seats: int
    rounds: int
    matches: int = 0


def traced(program: Path, order: Order) -> list[list[str]]:
    """The lines that the program prints, in words."""
    with tempfile.TemporaryDirectory() as folder:
        numbers = Path(folder) / "numbers"
        raw = data_file("tables", f"{order.name}.learned").read_bytes()
        write_numbers(unpack_learned(raw), numbers)
        words = [program, *write_files(PRESETS[order.name], Path(folder)), numbers]
        words += [int(order.name in STANDINGS_LEARNED), 1, order.seats, order.rounds, order.matches]
        ran = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)  # noqa: S603
    return [line.split() for line in ran.stdout.splitlines()]


def dealt(rules: HouseRules, totals: list[int], words: list[str]) -> MatchState:
    """The round of a line `deal`; it is started by the first seat."""
    seats = len(totals)
    hands = tuple(int(word) for word in words[:seats])
    upcard, *stock = (int(word) for word in words[seats:])
    match = new_match(rules, seats, SEED, totals=totals)
    return deal_round(match, Opening(starter=0, deal=Deal(hands, upcard, tuple(stock)))).state


def action_of(words: list[str]) -> Action:
    if words[0] in ("call", "pass"):
        return Call() if words[0] == "call" else Pass()
    *discard, draw = (int(word) for word in words[2:])
    return Turn(tuple(discard), None if draw < 0 else draw)


def play_again(state: MatchState, words: list[str], counts: Counter[str]) -> MatchState:
    """The state after the action of a line, which is compared with what the level there does."""
    if state.round is None:
        raise DisagreementError("the round is over")
    seat, action = state.round.to_move, action_of(words)
    view = view_for(state, seat)
    if words[0] != "call" and len(list(moves_of(view.hand, view.legal))) != int(words[1]):
        raise DisagreementError(f"another number of moves: {words}")
    step = apply(state, seat, action)
    if not isinstance(step, Step):
        raise DisagreementError(f"{step} refuses {words}")
    if view.table.phase is Phase.TURN:
        kind, level = ("hard", hard) if seat % 2 else ("expert", expert)
        same = level(view, view.legal, random.Random(1))
        is_same = type(same) is type(action)
        if isinstance(same, Turn) and isinstance(action, Turn):
            is_same = same.draw == action.draw and card_set(same.discard) == card_set(action.discard)
        counts[f"{kind} {'alike' if is_same else 'otherwise'}"] += 1
    return step.state


def compare(name: str, lines: list[list[str]]) -> Counter[str]:
    """Play the lines again. Raises `DisagreementError` where the engine has other moves or points."""
    counts: Counter[str] = Counter()
    state: MatchState | None = None
    totals: list[int] = []
    for what, *words in lines:
        if what == "totals":
            totals = [int(word) for word in words]
        elif what == "deal":
            state = dealt(PRESETS[name], totals, words)
        elif state is None or what == "wins":
            continue
        elif what == "end":
            if state.round is not None or list(state.totals) != [int(word) for word in words]:
                raise DisagreementError(f"{state.totals} are written, not {words}")
            counts["rounds"] += 1
        elif state.round is not None and not state.round.stock:
            # The engine shuffles anew in its own way: what follows cannot be played again.
            state = None
        else:
            state = play_again(state, [what, *words], counts)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", nargs="?", default="classic", choices=PRESETS)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--matches", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        order = Order(args.name, args.seats, args.rounds, args.matches)
        lines = traced(build("trace", Path(folder)), order)
    report = dict(compare(args.name, lines)) | {
        line[0]: float(line[1]) for line in lines if line[0] == "wins"
    }
    sys.stdout.write(json.dumps(report) + "\n")


if __name__ == "__main__":
    main()
