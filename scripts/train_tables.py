"""Build a table of hand values for the computer opponents: `data/tables/NAME.*`.

    python scripts/train_tables.py classic --players 2 --matches 400 --seed 1

1. Self-play of the level `hard` (of `medium` as long as there is no table) counts how often a round ends
   between two own turns, how the fewest cards of an opponent move, how calls fare, what lies open.
2. Value iteration over every hand of one to five cards (ranks alone) and the fewest cards an opponent
   holds gives the expected points (own minus opponents') from the end of a turn to the end of the round.

Needs numpy; takes about a minute on one core. The same arguments give the same files.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.apply import apply
from bot.engine.cards import JOKER_RANK, RANK
from bot.engine.errors import Rejection
from bot.engine.events import Called, RoundEnded, TurnTaken
from bot.engine.house_rules import HouseRules, parse_rules
from bot.engine.match import deal_round, new_match
from bot.engine.results import Outcome, RoundResult
from bot.engine.state import MatchState
from bot.engine.views import SeatView, view_for
from bot.opponents.base import Opponent
from bot.opponents.levels import LEVELS, YARDSTICKS
from bot.opponents.ranks import RANK_COUNT, UNIT, all_keys, ranks_of
from bot.opponents.values import FEWEST, TABLE_HAND, pack_table
from bot.paths import data_file

SWEEPS = 60
CALL_POINTS = 51


@dataclass
class Counts:
    """What self-play showed. Indices: `m` fewest cards of an opponent (1 to 5), `p` points."""

    ends: Counter = field(default_factory=Counter)
    """(m, ended): own afterstates by whether another seat ended the round before the next own turn."""
    moves: Counter = field(default_factory=Counter)
    """(m, m'): how the fewest count moved where the round went on."""
    called: Counter = field(default_factory=Counter)
    """(m, total): totals that opponents called with."""
    calls: Counter = field(default_factory=Counter)
    """(p, m, assafed): own calls."""
    gains: Counter = field(default_factory=Counter)
    """(p, m) -> sum of the others' mean points where the call stood."""
    open: Counter = field(default_factory=Counter)
    """Ranks of cards that could be taken openly."""


def fewest_of_others(hands: tuple[int | None, ...], seat: int) -> int:
    others = [hand.bit_count() for other, hand in enumerate(hands) if other != seat and hand is not None]
    return max(1, min(FEWEST, *others))


def watch(rules: HouseRules, seats: list[Opponent], matches: int, seed: int) -> Counts:
    counts = Counts()
    for match in range(matches):
        chance = random.Random(f"{seed}/{match}")
        state = new_match(rules, len(seats), sha256(f"table {seed}/{match}".encode()).hexdigest())
        while not state.is_over:
            state = watch_round(deal_round(state).state, seats, chance, counts)
    return counts


def watch_round(
    state: MatchState, seats: list[Opponent], chance: random.Random, counts: Counts
) -> MatchState:
    waiting: dict[int, int] = {}
    called_at: tuple[int, int] = (0, 1)
    while state.round is not None:
        now = state.round
        seat = now.to_move
        view = view_for(state, seat)
        m = fewest_of_others(now.hands, seat)
        if now.caller is None:
            note_turn(view, m, waiting, counts)
        step = apply(state, seat, seats[seat](view, view.legal, chance))
        if isinstance(step, Rejection):
            raise TypeError(step)
        for event in step.events:
            if isinstance(event, Called):
                called_at = (view.points, m)
                note_call(event.seat, view.points, waiting, counts)
            elif isinstance(event, TurnTaken) and now.caller is None:
                waiting[event.seat] = m
            elif isinstance(event, RoundEnded) and event.result.caller is not None:
                count_call(event.result, called_at, counts)
        state = step.state
    return state


def note_turn(view: SeatView, m: int, waiting: dict[int, int], counts: Counts) -> None:
    if view.seat in waiting:
        counts.ends[waiting[view.seat], False] += 1
        counts.moves[waiting[view.seat], m] += 1
    for card in view.table.drawable[:1]:
        counts.open[RANK[card]] += 1


def note_call(caller: int, points: int, waiting: dict[int, int], counts: Counts) -> None:
    for other, before in waiting.items():
        if other != caller:
            counts.ends[before, True] += 1
            counts.called[before, points] += 1


def count_call(result: RoundResult, called_at: tuple[int, int], counts: Counts) -> None:
    assafed = result.outcome is Outcome.ASSAF
    counts.calls[*called_at, assafed] += 1
    if not assafed:
        others = [p for seat, p in enumerate(result.points) if p is not None and seat != result.caller]
        counts.gains[called_at] += sum(others) / len(others)


class Model:
    """Hands as indices into arrays, and the steps between them."""

    def __init__(self, rules: HouseRules, counts: Counts, players: int) -> None:
        self.rules, self.counts, self.players = rules, counts, players
        faces = [int(value) for value in rules.face_values.split("-")]
        self.value = np.array([0, *range(1, 11), *faces], float)
        self.keys = (0, *all_keys(TABLE_HAND))
        self.index = {key: at for at, key in enumerate(self.keys)}
        self.ranks = [ranks_of(key) for key in self.keys]
        self.points = np.array([sum(self.value[r] for r in ranks) for ranks in self.ranks])
        self.size = np.array([len(ranks) for ranks in self.ranks])
        per_rank = [rules.jokers_per_pack] + [4] * 13
        held = np.array([[ranks.count(r) for r in range(RANK_COUNT)] for ranks in self.ranks])
        left = np.maximum(0, np.array(per_rank) - held)
        self.stock = left / left.sum(1, keepdims=True)
        smaller = np.flatnonzero(self.size < TABLE_HAND)
        self.add = np.zeros((len(self.keys), RANK_COUNT), int)
        for at in smaller:
            for rank in range(RANK_COUNT):
                self.add[at, rank] = self.index.get(self.keys[at] + UNIT[rank], 0)
        self.shed_from, self.shed_to = self._sheds()
        self.starts = np.flatnonzero(np.diff(self.shed_from, prepend=-1))
        total = sum(counts.open.values())
        self.open = np.array([counts.open[rank] / total for rank in range(RANK_COUNT)])

    def _sheds(self) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of a hand and what is left of it after a legal discard, sorted by hand."""
        pairs, rules = [], self.rules
        for at, key in enumerate(self.keys):
            if not key:
                continue
            for rank in set(self.ranks[at]):
                most = self.ranks[at].count(rank) if rank else 1
                least = rules.set_min
                sizes = [cards for cards in range(1, most + 1) if cards == 1 or cards >= least]
                pairs += [(at, self.index[key - cards * UNIT[rank]]) for cards in sizes]
                if rank and rules.jokers_in_sets == "wild":
                    pairs += self._with_jokers(at, rank)
        array = np.array(pairs)
        return array[:, 0], array[:, 1]

    def _with_jokers(self, at: int, rank: int) -> list[tuple[int, int]]:
        """Sets of this rank that wild jokers are part of."""
        key, ranks = self.keys[at], self.ranks[at]
        return [
            (at, self.index[key - cards * UNIT[rank] - jokers * UNIT[JOKER_RANK]])
            for cards in range(1, ranks.count(rank) + 1)
            for jokers in range(1, ranks.count(JOKER_RANK) + 1)
            if cards + jokers >= self.rules.set_min
        ]

    def best_turn(self, value: np.ndarray) -> np.ndarray:
        """For each hand and open rank the lowest of `value` that a turn can reach. Shape (hands, ranks)."""
        taken = value[self.add]
        drawn = (self.stock * taken).sum(1)
        reach = np.minimum(taken, drawn[:, None])
        best = np.full((len(self.keys), RANK_COUNT), 1e6)
        best[1:] = np.minimum.reduceat(reach[self.shed_to], self.starts, axis=0)
        return best

    def assaf_rate(self) -> np.ndarray:
        """P(Assaf) by (points, m), smoothed and rising with the points."""
        rate = np.zeros((CALL_POINTS, FEWEST + 1))
        for m in range(1, FEWEST + 1):
            before = 0.02
            for p in range(CALL_POINTS):
                bad = sum(self.counts.calls[q, m, True] for q in (p - 1, p, p + 1))
                good = sum(self.counts.calls[q, m, False] for q in (p - 1, p, p + 1))
                prior = before + 0.03
                rate[p, m] = max(before, (bad + 8 * prior) / (bad + good + 8))
                before = rate[p, m]
        return rate

    def gain(self, m: int) -> float:
        stood = sum(n for (p, mm, bad), n in self.counts.calls.items() if mm == m and not bad)
        total = sum(g for (p, mm), g in self.counts.gains.items() if mm == m)
        return (total + 10 * (3 + 3 * m)) / (stood + 10)

    def call_cost(self, m: int) -> np.ndarray:
        """Expected points of calling, by hand; huge where the call is not allowed."""
        rules = self.rules
        rate = self.assaf_rate()[np.minimum(self.points, CALL_POINTS - 1).astype(int), m]
        paid = rules.assaf_penalty + (self.points if rules.assaf_mode == "plus" else 0)
        cost = rate * paid - (1 - rate) * self.gain(m)
        return np.where(self.points <= rules.call_limit, cost, 1e6)

    def end_cost(self, m: int) -> np.ndarray:
        """Expected points when an opponent's call ends the round, by hand."""
        rules = self.rules
        totals = {p: n + 0.0 for (mm, p), n in self.counts.called.items() if mm == m}
        if not totals:
            totals = {rules.call_limit: 1.0}
        cost = np.zeros(CALL_POINTS + 30)
        weight = sum(totals.values())
        for called, n in totals.items():
            paid = rules.assaf_penalty + (called if rules.assaf_mode == "plus" else 0)
            for mine in range(len(cost)):
                beats = mine <= called if rules.assaf_on == "tie_or_lower" else mine < called
                cost[mine] += n / weight * (-paid / (self.players - 1) if beats else mine)
        if rules.final_lap == "none":
            return cost[self.points.astype(int)]
        by_hand = cost[self.points.astype(int)]
        lap = (self.best_turn(by_hand) * self.open).sum(1)
        return lap if rules.final_lap == "compulsory" else np.minimum(lap, by_hand)

    def hazards(self) -> np.ndarray:
        z = np.zeros(FEWEST + 1)
        for m in range(1, FEWEST + 1):
            yes, no = self.counts.ends[m, True], self.counts.ends[m, False]
            z[m] = (yes + 1) / (yes + no + 4)
        return z

    def transitions(self) -> np.ndarray:
        matrix = np.zeros((FEWEST + 1, FEWEST + 1))
        for m in range(1, FEWEST + 1):
            row = np.array([self.counts.moves[m, n] for n in range(1, FEWEST + 1)], float)
            row[m - 1] += 1
            matrix[m, 1:] = row / row.sum()
        return matrix

    def solve(self) -> np.ndarray:
        """Cost from the end of a turn on, shape (hands, m)."""
        z, moves = self.hazards(), self.transitions()
        ends = np.stack([np.zeros(len(self.keys))] + [self.end_cost(m) for m in range(1, FEWEST + 1)], 1)
        calls = np.stack(
            [np.full(len(self.keys), 1e6)] + [self.call_cost(m) for m in range(1, FEWEST + 1)], 1
        )
        value = np.repeat(self.points[:, None], FEWEST + 1, 1)
        for _ in range(SWEEPS):
            turn = np.zeros_like(value)
            for m in range(1, FEWEST + 1):
                play = self.best_turn(value[:, m])
                turn[:, m] = (np.minimum(play, calls[:, m : m + 1]) * self.open).sum(1)
            turn[0] = calls[0]
            after = z * ends + (1 - z) * (turn @ moves.T)
            change = np.abs(after[1:, 1:] - value[1:, 1:]).max()
            value = after
            if change < 0.01:
                break
        return value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--rules", default=None, help="JSON of the rules; the name as preset if left out")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", default="medium")
    args = parser.parse_args()
    began = time.perf_counter()
    rules = parse_rules(json.loads(args.rules) if args.rules else args.name, args.players)
    file = data_file("tables", f"{args.name}.values")
    file.unlink(missing_ok=True)  # `hard` plays without the table that is to be made
    policy = (LEVELS | YARDSTICKS)[args.policy]
    counts = watch(rules, [policy] * args.players, args.matches, args.seed)
    watched = time.perf_counter()
    model = Model(rules, counts, args.players)
    value = model.solve()
    z = [round(float(x), 4) for x in model.hazards()]
    about = {
        "rules": rules.short(),
        "players": args.players,
        "matches": args.matches,
        "seed": args.seed,
        "policy": args.policy,
        "hazards": z,
    }
    file.write_bytes(pack_table(about, value[1:, 1:].ravel().tolist()))
    print(
        f"watched {watched - began:.0f} s, solved {time.perf_counter() - watched:.0f} s, hazards {z}, gains "
        f"{[round(model.gain(m), 1) for m in range(1, 6)]}",
        file=sys.stderr,
    )
    rate = model.assaf_rate()
    print(
        "assaf at 7:",
        rate[7, 1:].round(2),
        "at 5:",
        rate[5, 1:].round(2),
        "at 3:",
        rate[3, 1:].round(2),
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
