"""`opponent.LEVEL.milliseconds`: one decision of a computer at a table of four of its kind."""

import random
import time

from bot.cli.benchmarks.engine import dealt, step
from bot.cli.benchmarks.measure import Figure, milliseconds
from bot.engine.views import view_for
from bot.opponents.levels import LEVELS

WARM_UP = 100
DECISIONS = 3_000


def decision_milliseconds(level: str) -> Figure:
    opponent, chance, samples, seed = LEVELS[level], random.Random(1), list[float](), 1  # noqa: S311
    while len(samples) < WARM_UP + DECISIONS:
        state, seed = dealt(seed), seed + 1
        while state.round is not None and len(samples) < WARM_UP + DECISIONS:
            view = view_for(state, state.round.to_move)
            start = time.perf_counter()
            action = opponent(view, view.legal, chance)
            samples.append(time.perf_counter() - start)
            state = step(state, action)
    return milliseconds(samples[WARM_UP:])
