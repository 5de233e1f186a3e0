"""The reason for a move is data that agrees with the move."""

import random

import pytest

from bot.engine.actions import Call
from bot.engine.apply import apply
from bot.engine.house_rules import PRESETS
from bot.engine.match import deal_round, new_match
from bot.engine.views import view_for
from bot.opponents.hard import calm_risk
from bot.opponents.levels import YARDSTICKS
from bot.opponents.reasons import SMALL_RISK, Motive, explain
from tests.strategies import seed_text

OF_CALLS = (Motive.SAFE_CALL, Motive.BOLD_CALL, Motive.PATIENCE_OVER)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_move_of_a_round_has_a_reason(preset):
    rng = random.Random(preset)
    motives = set()
    totals = (85, 40, 0) if PRESETS[preset].limit >= 100 else (42, 20, 0)
    for _ in range(12):
        state = deal_round(new_match(PRESETS[preset], 3, seed_text(rng), totals=totals)).state
        while state.round is not None:
            seat = state.round.to_move
            view = view_for(state, seat)
            reason = explain(view, view.legal)
            assert reason.action in list(view.legal)
            assert explain(view, view.legal) == reason
            assert (reason.risk_of_assaf is None) == (not view.legal.may_call)
            assert (reason.motive in OF_CALLS) == isinstance(reason.action, Call)
            if reason.motive in (Motive.SAFE_CALL, Motive.BOLD_CALL):
                assert 0 <= reason.risk_of_assaf <= calm_risk(view)
                assert (reason.risk_of_assaf <= SMALL_RISK) == (reason.motive is Motive.SAFE_CALL)
            for other, cards in reason.known_cards:
                assert all(state.round.hands[other] >> card & 1 for card in cards)
            motives.add(reason.motive)
            other = YARDSTICKS["medium"](view, view.legal, rng)
            state = apply(state, seat, reason.action if len(motives) < 10 else other).state
    assert {Motive.SAFE_CALL, Motive.BETTER_HAND} <= motives
