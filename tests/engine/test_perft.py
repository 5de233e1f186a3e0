"""Turn counts of small positions: how many ways the next moves can go, written down in `golden/turns.txt`.

`UPDATE_GOLDEN=1 python -m pytest tests/engine/test_perft.py` writes the file anew; a number is written only
after the engine and the second opinion agree on every move on the way.
"""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.apply import apply
from bot.engine.cards import CARDS, Card, card_set
from bot.engine.legal import legal_actions
from bot.engine.state import MatchState, Step
from tests.builders import cards, hand, position, rules, running
from tests.engine import second_opinion

GOLDEN = Path(__file__).parents[1] / "golden" / "turns.txt"
REWRITE = bool(os.environ.get("UPDATE_GOLDEN"))


@dataclass(frozen=True)
class Toy:
    """A position with a stock of a few cards, so that reshuffles come soon."""

    preset: str
    hands: tuple[str, ...]
    upcard: str
    stock: str
    depth: int
    switches: dict[str, Any]

    def state(self) -> MatchState:
        house = rules(self.preset, **self.switches)
        state = position(house, *self.hands, upcard=self.upcard, stock=self.stock)
        return replace(state, round=replace(running(state), stock=cards(self.stock)[::-1]))


def toy(preset, *hands, upcard="10D", stock="3S 3D 9C", depth=4, **switches):
    return Toy(preset, hands, upcard, stock, depth, switches)


SETS_AND_RUNS = ("4H 5H 6H", "6C 6S 2D")
JOKERS = ("5H 7H JK1", "JK2 KH QH")
TOYS = {
    "classic": toy("classic", *SETS_AND_RUNS),
    "classic jokers": toy("classic", *JOKERS, stock="6H AS"),
    "classic three seats": toy("classic", "3H 3C", "2S 4D", "7D 8D", stock="9D 5C"),
    "yanef": toy("yanef", "3H 3C 2S", "AS 6S", stock="4D 5C", depth=5),
    "japanese": toy("japanese", *SETS_AND_RUNS),
    "japanese jokers": toy("japanese", *JOKERS, stock="6H AS"),
    "quick": toy("quick", *SETS_AND_RUNS),
    "draw any": toy("classic", *SETS_AND_RUNS, draw_from_run="any", draw_from_set="any"),
    "draw top": toy("classic", *SETS_AND_RUNS, draw_from_run="top", draw_from_set="top"),
    "no joker from the end": toy("classic", *JOKERS, stock="6H AS", end_joker_drawable=False),
    "joker swap": toy("classic", "5H 7H JK1 2D", "6H KH", stock="AS 9C", joker_swap=True),
    "needs multi": toy("classic", *SETS_AND_RUNS, discard_draw_needs="multi"),
    "closed upcard": toy("classic", *SETS_AND_RUNS, upcard_drawable=False),
    "no reshuffle": toy("classic", *SETS_AND_RUNS, stock="3S", stock_empty="score_hands"),
    "own slap": toy("classic", "7C 7H 2S", "9H KD", stock="7D 9C 7S", slap="own"),
    "slap by anyone": toy("classic", "7C 7H 2S", "9H 7S", stock="7D 9C KS", slap="anyone"),
    "both slaps": toy("yanef", "7C AH", "AS 7S", stock="7D AC", slap="both", depth=5),
    "slap on runs": toy(
        "classic", "4H 5H 6H 2S", "KD", stock="7H 3H", slap="own", slap_run_extension=True, slap_from="any"
    ),
    "no last slap": toy("classic", "7C", "KD QD", stock="7D 9C", slap="own", slap_last_card="forbid"),
    "compulsory lap": toy("classic", "AS 2S", "3H 3C", "9D", stock="4D", final_lap="compulsory", depth=5),
    "late first call": toy("classic", "AS 2S", "3H 3C", stock="4D KC", first_turn_call="after_one_turn"),
    "ace high or low": toy("classic", "QH KH AH 2H", "3S", stock="4D", ace_in_runs="high_or_low"),
    "ace goes round": toy("classic", "QH KH AH 2H", "3S", stock="4D", ace_in_runs="wrap"),
    "gaps only": toy("classic", "5H 6H 8H JK1", "3S", stock="4D", jokers_in_runs="gaps_only"),
    "wild sets": toy("classic", "5H 5C JK1 JK2", "3S", stock="4D", jokers_in_sets="wild", joker_pair=True),
    "runs of two": toy("classic", "5H 6H 7H JK1", "3S", stock="4D", run_min=2),
    "two packs": toy("classic", "5H 5H#2 5D", "6H 6H#2", stock="4D JK1#2", packs=2),
}


def moves_from(state: MatchState) -> list[tuple[int, Any]]:
    """Every move of every seat, on which both generators agree."""
    found = []
    for seat in state.seats:
        actions = list(legal_actions(state, seat))
        named = {second_opinion.as_move(action) for action in actions}
        assert named == second_opinion.moves(state, seat), f"seat {seat} of {state.round}"
        found += [(seat, action) for action in actions]
    return found


def count(state: MatchState, depth: int) -> int:
    if depth == 0 or state.round is None:
        return 1
    return sum(count(done(state, *move), depth - 1) for move in moves_from(state))


def done(state: MatchState, seat: int, action: Any) -> MatchState:
    step = apply(state, seat, action)
    assert isinstance(step, Step)
    return step.state


def counts_of(toy: Toy) -> list[int]:
    return [count(toy.state(), depth) for depth in range(1, toy.depth + 1)]


def by_first_move(toy: Toy) -> str:
    """What to compare by hand when a count is off."""
    state = toy.state()
    lines = [
        f"  {seat}: {second_opinion.as_move(action)} {count(done(state, seat, action), toy.depth - 1)}"
        for seat, action in moves_from(state)
    ]
    return "\n".join(lines)


def written() -> dict[str, list[int]]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    entries = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return {name: [int(number) for number in numbers.split()] for name, _, numbers in entries}


HEAD = "# Ways in which the next 1, 2, 3 ... moves can go in the positions of tests/engine/test_perft.py.\n"


def test_rewriting_counts_all_positions_anew():
    if REWRITE:
        lines = [f"{name}: {' '.join(map(str, counts_of(toy)))}\n" for name, toy in TOYS.items()]
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(HEAD + "".join(lines), encoding="utf-8")
    assert list(written()) == list(TOYS)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("name", TOYS)
def test_turn_counts(name):
    toy = TOYS[name]
    assert counts_of(toy) == written()[name], f"{name}, by first move:\n{by_first_move(toy)}"


def test_toy_positions_name_every_card_once():
    for toy in TOYS.values():
        named: list[Card] = [card for text in (*toy.hands, toy.upcard, toy.stock) for card in cards(text)]
        assert len(named) == len(set(named))
        assert set(named) <= set(CARDS)
        assert card_set(named) == hand(" ".join((*toy.hands, toy.upcard, toy.stock)))
