"""A computer's character: one for each name, felt at the call, and no part of a level's strength."""

import random
from collections.abc import Iterator

import pytest

from bot.engine.actions import Call
from bot.engine.apply import apply
from bot.engine.house_rules import PRESETS
from bot.engine.match import deal_round, new_match
from bot.engine.state import Step
from bot.engine.views import SeatView, view_for
from bot.opponents.base import Character
from bot.opponents.characters import CHARACTERS, character_of
from bot.opponents.levels import LEVELS, YARDSTICKS, with_character
from tests.strategies import seed_text

DARING = [level for level in LEVELS if level != "easy"]
CAREFUL, BOLD = Character(daring=-0.05), Character(daring=0.08)


def views(preset: str, rounds: int) -> Iterator[SeatView]:
    """What seats see before every move of some rounds, in which nobody hurries to call."""
    rng = random.Random(preset)
    for _ in range(rounds):
        state = deal_round(new_match(PRESETS[preset], 3, seed_text(rng))).state
        while state.round is not None:
            view = view_for(state, state.round.to_move)
            yield view
            turns = [action for action in view.legal if not isinstance(action, Call)]
            action = YARDSTICKS["medium"](view, view.legal, rng)
            is_early = isinstance(action, Call) and turns and rng.random() < 0.7
            step = apply(state, view.seat, rng.choice(turns) if is_early else action)
            assert isinstance(step, Step)
            state = step.state


def test_every_name_has_a_character_of_its_own():
    assert len(set(CHARACTERS.values())) == len(CHARACTERS)
    for name, own in CHARACTERS.items():
        assert -0.05 <= own.daring <= 0.08
        assert 0.5 < own.pace < 1.5
        assert 0 < own.talk < 1
        assert len({character_of(name, level) for level in LEVELS}) == len(LEVELS)


def test_a_name_of_no_computer_is_neither_daring_nor_talkative():
    assert character_of("", "sage") == Character()
    assert (character_of("Ann", "easy").daring, character_of("Ann", "easy").talk) == (0, 0)


@pytest.mark.parametrize("preset", ["classic", "yanef"])
@pytest.mark.parametrize("level", DARING)
def test_whoever_dares_more_calls_where_the_level_calls_and_elsewhere_too(preset, level):
    plain = LEVELS[level]
    players = [with_character(plain, CAREFUL), plain, with_character(plain, BOLD)]
    calls = [0, 0, 0]
    for number, view in enumerate(views(preset, 40)):
        actions = [player(view, view.legal, random.Random(number)) for player in players]
        assert all(action in view.legal for action in actions)
        called = [isinstance(action, Call) for action in actions]
        assert called == sorted(called)
        calls = [count + did for count, did in zip(calls, called, strict=True)]
    assert calls[0] < calls[1] < calls[2]


@pytest.mark.parametrize("level", DARING)
def test_without_daring_a_level_decides_as_in_a_tournament(level):
    quick = with_character(LEVELS[level], Character(pace=0.5, talk=1.0))
    for number, view in enumerate(views("classic", 6)):
        plain = LEVELS[level](view, view.legal, random.Random(number))
        assert quick(view, view.legal, random.Random(number)) == plain


def test_who_calls_whenever_he_may_and_who_is_no_level_play_as_they_are():
    for opponent in (LEVELS["easy"], *YARDSTICKS.values()):
        assert with_character(opponent, BOLD) is opponent
