"""The computer opponents by level, and how each behaves.

Levels differ by what they know: `easy` forgets and slips, `normal` looks a turn ahead and sees card counts,
`hard` remembers what was taken and plays the score, `expert` adds what was learned from self-play.
"""

import random

from bot.engine.actions import Action, Call, Slap
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.base import Character, Opponent
from bot.opponents.expert import expert
from bot.opponents.hard import hard, way_down
from bot.opponents.patience import is_late
from bot.opponents.yardsticks import any_turn, greedy, greedy_turn, medium, random_play

SLIPS = 0.3
"""Share of turns that easy plays without thinking."""


def easy(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Greedy, but three turns of ten are slips."""
    if legal.may_call:
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    return any_turn(legal, rng) if rng.random() < SLIPS else greedy_turn(view, legal)


def normal(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Medium, without waiting for ever."""
    if not is_late(view) or view.table.phase is Phase.FINAL_LAP or not legal.discards:
        return medium(view, legal, rng)
    return Call() if legal.may_call else way_down(view, legal)


LEVELS: dict[str, Opponent] = {"easy": easy, "normal": normal, "hard": hard, "expert": expert}
"""From the weakest to the strongest."""

YARDSTICKS: dict[str, Opponent] = {"random": random_play, "greedy": greedy, "medium": medium}
"""Fixed opponents to measure by; not offered at a table."""

_CHARACTERS = {
    "easy": Character(pace=1.2, daring=0.15),
    "normal": Character(pace=1.0, daring=0.05),
    "hard": Character(pace=0.9, daring=0.0),
    "expert": Character(pace=0.8, daring=0.0),
}


def character(level: str) -> Character:
    """The character of a level. Raises `KeyError` for an unknown one."""
    return _CHARACTERS[level]
