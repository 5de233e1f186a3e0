"""Computers at their seats: when they have thought long enough, and what they do then.

They see what a person at that seat would see, and act through the same door.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.actions import Pass
from bot.engine.legal import legal_actions
from bot.engine.state import MatchState
from bot.engine.views import view_for
from bot.manager.requests import ComputerMove
from bot.manager.table_state import TableState, running_of
from bot.opponents.base import Character, Opponent
from bot.opponents.characters import character_of
from bot.opponents.levels import with_character

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 3.0
"""Seconds a computer thinks, sooner or later by its character, times the server's pace."""


@dataclass(frozen=True, slots=True)
class _Plan:
    occasion: tuple[int, ...]
    """The turn, or the chance to slap, that the computer thinks about."""
    at: float
    """Epoch seconds when it has thought enough."""


class Driver:
    """Keeps the thinking pauses. They live in memory: after a restart computers think anew."""

    def __init__(self, opponents: Mapping[str, Opponent], chance: random.Random) -> None:
        self._opponents = opponents
        self._chance = chance
        self._plans: dict[int, dict[int, _Plan]] = {}

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(self._opponents)

    def observe(self, state: TableState, now: float) -> None:
        """Note what the computers of a newly committed table have to think about."""
        old = self._plans.pop(state.record.id, {})
        plans: dict[int, _Plan] = {}
        for seat, occasion in _occasions(state):
            plan = old.get(seat)
            if plan is None or plan.occasion != occasion:
                plan = _Plan(occasion, now + self._pause(state, seat))
            plans[seat] = plan
        if plans:
            self._plans[state.record.id] = plans

    def forget(self, table_id: int) -> None:
        self._plans.pop(table_id, None)

    def move_due(self, state: TableState, now: float) -> ComputerMove | None:
        """The move of the computer whose pause ended first; `None` while all of them think."""
        plans = self._plans.get(state.record.id, {})
        due = [(plan.at, seat) for seat, plan in plans.items() if plan.at <= now]
        if not due or state.running is None:
            return None
        seat = min(due)[1]
        view = view_for(state.running.match, seat)
        opponent = with_character(self._opponents[self._level(state, seat)], _character(state, seat))
        action = opponent(view, view.legal, self._chance)
        if isinstance(action, Pass) and seat != state.to_move:
            # It lets the slap go, and is not asked again on this occasion.
            plans[seat] = replace(plans[seat], at=math.inf)
            return self.move_due(state, now)
        return ComputerMove(state.record.id, seat, action, state.record.version)

    def _level(self, state: TableState, seat: int) -> str:
        """The seat's level; one that no longer exists is played by the first that does."""
        level = state.members[seat].level
        return level if level is not None and level in self._opponents else next(iter(self._opponents))

    def _pause(self, state: TableState, seat: int) -> float:
        own = _character(state, seat).pace * self._chance.uniform(SHORTEST_PAUSE, LONGEST_PAUSE)
        return running_of(state).tempo.pace * min(LONGEST_PAUSE, max(SHORTEST_PAUSE, own))


def _character(state: TableState, seat: int) -> Character:
    """Who plays there; what plays for a person who is away has no character of its own."""
    member = state.members[seat]
    return character_of(member.name if member.is_computer else "", member.level)


def _occasions(state: TableState) -> list[tuple[int, tuple[int, ...]]]:
    """The seats that a computer holds and that may do something, each with what it is about."""
    to_move = state.to_move
    if to_move is None or state.running is None:
        return []
    match = state.running.match
    return [
        (seat, _occasion(match, seat))
        for seat, member in enumerate(state.members)
        if member.level is not None and (seat == to_move or _may_slap(match, seat))
    ]


def _occasion(match: MatchState, seat: int) -> tuple[int, ...]:
    now = match.round
    if now is None:
        return ()
    if seat == now.to_move:
        return match.round_number, now.turns[seat], int(now.caller is not None)
    return match.round_number, -sum(now.turns)


def _may_slap(match: MatchState, seat: int) -> bool:
    return match.rules.slap != "off" and bool(legal_actions(match, seat).slaps)
