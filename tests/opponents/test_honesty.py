"""An opponent decides by what its seat may see: with other hidden cards it does the same."""

import random
from dataclasses import replace

import pytest

from bot.engine.apply import apply
from bot.engine.cards import card_set, cards_in
from bot.engine.house_rules import PRESETS
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState, Step
from bot.engine.views import view_for
from bot.opponents.levels import LEVELS, YARDSTICKS
from tests.strategies import seed_text

ROUNDS = 4


def other_world(state: MatchState, seat: int, rng: random.Random) -> MatchState:
    """The same state to `seat`, with all the cards it cannot know dealt anew."""
    now = state.round
    hidden = list(now.stock)
    secret = [0 if other == seat else (hand or 0) & ~now.known[other] for other, hand in enumerate(now.hands)]
    for cards in secret:
        hidden += cards_in(cards)
    rng.shuffle(hidden)
    hands = list(now.hands)
    for other, cards in enumerate(secret):
        dealt = [hidden.pop() for _ in cards_in(cards)]
        if dealt:
            hands[other] = hands[other] & ~cards | card_set(dealt)
    shuffled = replace(now, hands=tuple(hands), stock=tuple(hidden))
    return replace(state, seed=seed_text(rng), round=shuffled)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_shuffling_what_a_seat_may_not_know_changes_no_decision(preset, level):
    rng = random.Random(f"{preset} {level}")
    opponent = LEVELS[level]
    decisions = 0
    for _ in range(ROUNDS):
        state = deal_round(new_match(PRESETS[preset], 3, seed_text(rng))).state
        while state.round is not None:
            seat = state.round.to_move
            view, other = view_for(state, seat), view_for(other_world(state, seat, rng), seat)
            chance = rng.random()
            action = opponent(view, view.legal, random.Random(chance))
            assert opponent(other, other.legal, random.Random(chance)) == action
            decisions += 1
            # The round goes on with a move that does not end it at once, to see more of it.
            moved = YARDSTICKS["medium"](view, view.legal, rng) if decisions % 3 else action
            step = apply(state, seat, moved)
            assert isinstance(step, Step)
            state = step.state
    assert decisions > ROUNDS * 3


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_the_same_chance_give_the_same_decision(level):
    """What was decided before, at this or another table, leaves no trace."""
    rng = random.Random(level)
    state = deal_round(new_match(PRESETS["classic"], 2, seed_text(rng))).state
    view = view_for(state, state.round.to_move)
    first = LEVELS[level](view, view.legal, random.Random(5))
    for _ in range(20):
        elsewhere = deal_round(new_match(PRESETS["japanese"], 4, seed_text(rng))).state
        there = view_for(elsewhere, elsewhere.round.to_move)
        LEVELS[level](there, there.legal, rng)
    assert LEVELS[level](view, view.legal, random.Random(5)) == first
