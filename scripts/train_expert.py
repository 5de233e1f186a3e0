"""Learn the corrections of the level `expert` from self-play: `data/tables/NAME.learned`.

    python scripts/train_expert.py classic-two --matches 250 --cycles 3

Each cycle plays matches by the numbers so far (with some chance moves, so that everything is tried; half of
the other seats play `hard`), then fits the numbers to what the moves of all cycles led to: lambda-returns of
own points less the mean of the others'. Needs numpy. The same arguments give the same file.
"""

import argparse
import random
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.actions import Action, Call
from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.events import RoundEnded
from bot.engine.house_rules import HouseRules, parse_rules
from bot.engine.match import deal_round, new_match
from bot.engine.options import Legal
from bot.engine.results import RoundResult
from bot.engine.state import MatchState
from bot.engine.views import Phase, SeatView, view_for
from bot.opponents.appraisal import appraiser_of
from bot.opponents.expert import Choice, call_cost, margin
from bot.opponents.hard import hard
from bot.opponents.learned import LEVELS_OF_THREAT, NUMBERS, Facts, Weights, pack_weights
from bot.opponents.lore import lore_of
from bot.opponents.moves import moves_of
from bot.paths import data_file

LAMBDA = 0.7
NOISE = 1.5
NOISE_SHARE = 0.3
"""Standard deviation of what is added to a share of the costs while learning, in points."""


Sample = tuple[float, list[int], list[tuple[int, float]]]
"""What the table missed, the facts that held, and those that held with a probability."""


@dataclass(frozen=True)
class Step:
    """One move that was made."""

    base: float
    """The table's value."""
    held: list[int]
    odds: list[tuple[int, float]]
    guess: float
    """Table and learned numbers together."""
    place: tuple[int, int]
    """Fewest cards of another seat, and the threat."""


class Learner:
    """Plays by the numbers so far, with some chance, and remembers what came of it."""

    def __init__(self, rules: HouseRules, weights: Weights, chance: random.Random) -> None:
        self.rules, self.weights, self.chance = rules, weights, chance
        self.lore = lore_of(rules)
        self.appraiser = appraiser_of(self.lore)
        self.samples: list[Sample] = []
        self.ends: dict[tuple[int, int], tuple[int, int]] = {}

    def noise(self) -> float:
        return self.chance.gauss(0, NOISE) if self.chance.random() < NOISE_SHARE else 0.0

    def act(self, view: SeatView, legal: Legal, trail: list[Step]) -> Action:
        in_lap = view.table.phase is Phase.FINAL_LAP
        if legal.must_call or in_lap or not self.appraiser.has_table_for(view.hand):
            return hard(view, legal, self.chance)
        facts = Facts(view, self.lore, self.appraiser)
        choice = Choice(view, facts, self.weights)
        rated = [(choice.cost(move), move) for move in moves_of(view.hand, legal)]
        best = min(cost for cost, _ in rated)
        if legal.may_call and call_cost(view, facts) + self.noise() <= best + margin(view):
            return Call()
        move = min((cost + self.noise(), at) for at, (cost, _) in enumerate(rated))
        chosen = rated[move[1]][1]
        base, held, odds = facts.of(chosen)
        numbers = self.weights.numbers
        guess = base + sum(numbers[a] for a in held) + sum(numbers[a] * share for a, share in odds)
        trail.append(Step(base, held, odds, guess, (facts.fewest, facts.threat)))
        return chosen.action

    def finish(self, trail: list[Step], payoff: float, *, called: bool) -> None:
        """A round is over: lambda-returns backwards from what the seat wrote, less the others' mean."""
        target = payoff
        for at in range(len(trail) - 1, -1, -1):
            step = trail[at]
            if at < len(trail) - 1:
                target = LAMBDA * target + (1 - LAMBDA) * trail[at + 1].guess
            self.samples.append((target - step.base, step.held, step.odds))
            yes, no = self.ends.get(step.place, (0, 0))
            ended = at == len(trail) - 1 and not called
            self.ends[step.place] = (yes + ended, no + (not ended))


def play(learner: Learner, players: int, matches: int, seed: str, against_hard: float) -> None:
    for match in range(matches):
        state = new_match(learner.rules, players, sha256(f"{seed}/{match}".encode()).hexdigest())
        learning = [learner.chance.random() >= against_hard for _ in range(players)]
        learning[match % players] = True
        while not state.is_over:
            state = play_round(learner, deal_round(state).state, learning)


def play_round(learner: Learner, state: MatchState, learning: list[bool]) -> MatchState:
    trails: list[list[Step]] = [[] for _ in state.seats]
    while state.round is not None:
        seat = state.round.to_move
        view = view_for(state, seat)
        if learning[seat]:
            action = learner.act(view, view.legal, trails[seat])
        else:
            action = hard(view, view.legal, learner.chance)
        step = apply(state, seat, action)
        if isinstance(step, Rejection):
            raise TypeError(step)
        state = step.state
        for event in step.events:
            if isinstance(event, RoundEnded):
                learn_from(learner, event.result, trails)
    return state


def learn_from(learner: Learner, result: RoundResult, trails: list[list[Step]]) -> None:
    for seat, trail in enumerate(trails):
        own = result.points[seat]
        if trail and own is not None:
            rest = [
                points for other, points in enumerate(result.points) if other != seat and points is not None
            ]
            learner.finish(trail, own - sum(rest) / len(rest), called=result.caller == seat)


def fit(
    samples: list[tuple[float, list[int], list[tuple[int, float]]]], ridge: float, steps: int
) -> tuple[list[float], float]:
    """Ridge regression by conjugate gradients; returns the numbers and the root mean square error left."""
    width = max(len(held) + len(odds) for _, held, odds in samples)
    places = np.zeros((len(samples), width), np.int32)
    shares = np.zeros((len(samples), width), np.float32)
    target = np.array([sample[0] for sample in samples], np.float64)
    for row, (_, held, odds) in enumerate(samples):
        n = len(held)
        places[row, :n] = held
        shares[row, :n] = 1
        for at, (place, share) in enumerate(odds, start=n):
            places[row, at], shares[row, at] = place, share
    flat = places.ravel()

    def forward(w: np.ndarray) -> np.ndarray:
        return (w[places] * shares).sum(1)

    def back(r: np.ndarray) -> np.ndarray:
        return np.bincount(flat, (shares * r[:, None]).ravel(), NUMBERS)

    w = np.zeros(NUMBERS)
    r = back(target)
    d, rr = r.copy(), float(r @ r)
    for _ in range(steps):
        q = back(forward(d)) + ridge * d
        alpha = rr / float(d @ q)
        w += alpha * d
        r -= alpha * q
        new = float(r @ r)
        d = r + new / rr * d
        rr = new
    return w.tolist(), float(np.sqrt(((target - forward(w)) ** 2).mean()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="a preset, a dash, and `two`")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=300, help="of each cycle")
    parser.add_argument("--cycles", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=300.0)
    parser.add_argument("--against-hard", type=float, default=0.5, help="share of the seats that hard plays")
    args = parser.parse_args()
    began = time.perf_counter()
    rules = parse_rules(args.name.partition("-")[0], args.players)
    numbers = [0.0] * NUMBERS
    table = appraiser_of(lore_of(rules)).hazards
    hazards = [1 - (1 - chance) ** (args.players - 1) for chance in table for _ in range(LEVELS_OF_THREAT)]
    samples: list[Sample] = []
    for cycle in range(args.cycles):
        learner = Learner(rules, Weights(numbers, hazards), random.Random(f"{args.seed}/{cycle}"))
        play(learner, args.players, args.matches, f"expert {args.seed}/{cycle}", args.against_hard)
        samples += learner.samples
        numbers, left = fit(samples, args.ridge, 80)
        for (fewest, threat), (yes, no) in learner.ends.items():
            hazards[fewest * LEVELS_OF_THREAT + threat] = (yes + 3 * table[fewest]) / (yes + no + 3)
        seconds = time.perf_counter() - began
        print(f"cycle {cycle}: {len(samples)} moves, error {left:.2f}, {seconds:.0f} s", file=sys.stderr)
    about = vars(args) | {"hazards": [round(chance, 4) for chance in hazards]}
    data_file("tables", f"{args.name}.learned").write_bytes(pack_weights(about, numbers))


if __name__ == "__main__":
    main()
