"""The computer opponents by level, and how a character changes what one does.

Levels differ by what they know: `easy` forgets and slips, `normal` looks a turn ahead and sees card counts,
`hard` remembers what was taken and plays the score, `expert` adds what was learned from self-play.
"""

import random
from functools import partial
from math import floor
from typing import Protocol

from bot.engine.actions import Action, Call, Slap
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.base import Character, Opponent
from bot.opponents.coming_down import way_down
from bot.opponents.expert import expert
from bot.opponents.hard import hard
from bot.opponents.patience import comes_down, is_late
from bot.opponents.yardsticks import any_turn, call_limit_by_counts, greedy, greedy_turn, medium, random_play

SLIPS = 0.3
"""Share of turns that easy plays without thinking."""
POINT_OF_RISK = 0.1
"""Daring of so much is worth a point in the hand; of less, a point now and then."""


def easy(view: SeatView, legal: Legal, rng: random.Random) -> Action:
    """Greedy, but three turns of ten are slips; without waiting for ever."""
    if legal.may_call:
        return Call()
    if legal.slaps:
        return Slap(legal.slaps[0])
    goes_on = view.table.phase is not Phase.FINAL_LAP and bool(legal.discards)
    if goes_on and is_late(view):
        return way_down(view, legal)
    if rng.random() < SLIPS:
        return any_turn(legal, rng)
    return way_down(view, legal) if goes_on and comes_down(view) else greedy_turn(view, legal)


def normal(view: SeatView, legal: Legal, rng: random.Random, *, daring: float = 0.0) -> Action:
    """Medium, without waiting for ever. `daring`: of its character, told in points of the hand."""
    more = floor(daring / POINT_OF_RISK + rng.random()) if daring else 0
    if not comes_down(view) or view.table.phase is Phase.FINAL_LAP or not legal.discards:
        return medium(view, legal, rng, more=more)
    if legal.may_call and (is_late(view) or view.points <= call_limit_by_counts(view) + more):
        return Call()
    return Slap(legal.slaps[0]) if legal.slaps else way_down(view, legal)


LEVELS: dict[str, Opponent] = {"easy": easy, "normal": normal, "hard": hard, "expert": expert}
"""From the weakest to the strongest."""

YARDSTICKS: dict[str, Opponent] = {"random": random_play, "greedy": greedy, "medium": medium}
"""Fixed opponents to measure by; not offered at a table."""


class _Daring(Protocol):
    """A level that can be more or less daring at its calls; without more it is the level itself."""

    def __call__(
        self, view: SeatView, legal: Legal, rng: random.Random, *, daring: float = 0.0
    ) -> Action: ...


_DARING: dict[Opponent, _Daring] = {normal: normal, hard: hard, expert: expert}
"""`easy` is not among them: it calls whenever it may."""


def with_character(opponent: Opponent, character: Character) -> Opponent:
    """The opponent as somebody of this character plays it; one that is no level of ours stays as it is."""
    level = _DARING.get(opponent)
    return opponent if level is None else partial(level, daring=character.daring)
