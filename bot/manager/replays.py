"""Matches that are over, taken apart into the steps that a person can watch again."""

from bot.engine.events import RoundEnded
from bot.engine.export import Played, steps_of
from bot.engine.legal import points_of
from bot.engine.state import MatchState, Step
from bot.ports.replays import Frame


def frames_of(played: Played) -> tuple[Frame, ...]:
    """Every step of the match. Raises `IllegalActionError` if the moves do not follow from the rules."""
    return tuple(_frame(step) for _, step in steps_of(played))


def _frame(step: Step) -> Frame:
    result = next((event.result for event in step.events if isinstance(event, RoundEnded)), None)
    if result is not None:
        return Frame(
            round=result.number,
            events=step.events,
            hands=result.hands,
            counts=result.counts,
            totals=result.totals,
            open=(),
            stock=0,
            to_move=None,
        )
    return _running(step.state, step)


def _running(state: MatchState, step: Step) -> Frame:
    now = state.round
    hands = now.hands if now is not None else (None,) * len(state.totals)
    return Frame(
        round=state.round_number,
        events=step.events,
        hands=hands,
        counts=tuple(None if hand is None else points_of(state.rules, hand) for hand in hands),
        totals=state.totals,
        open=now.open.cards if now is not None else (),
        stock=len(now.stock) if now is not None else 0,
        to_move=now.to_move if now is not None else None,
    )
