"""`engine.*`: complete random legal matches through the public interface, validated, with events."""

import random

from bot.cli.benchmarks.measure import Figure, per_second, rates_of, seconds_of
from bot.engine.actions import STOCK, Action, Call, Turn
from bot.engine.apply import apply
from bot.engine.cards import Card, points_table
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.house_rules import PRESETS
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round, new_match
from bot.engine.melds import book_for
from bot.engine.options import Legal
from bot.engine.state import MatchState

SEATS = 4
MATCHES_A_RUN = 5
RUNS = 30
POSITIONS = 20_000
GREEDY_ROUNDS_A_RUN = 100
LONGEST_ROUND = 200
"""Turns after which greedy players pass each other the same cards for ever."""
LOW_CARD = 4
"""Points up to which a greedy player takes an open card."""


def turns_per_second() -> Figure:
    """Whole turns a second: list what is legal, choose, apply; classic, four seats, one core."""
    return per_second(rates_of(_play_matches, RUNS), "turns/s")


def greedy_rounds_per_second() -> Figure:
    """Rounds a second of two players who lay most points and call when they may; classic, one core."""
    return per_second(rates_of(_play_greedily, RUNS), "rounds/s")


def legal_actions_per_second() -> Figure:
    """Lists of all legal actions a second, over positions that differ from one another."""
    positions = _positions(POSITIONS)
    part = len(positions) // RUNS
    rates: list[float] = []
    for run in range(RUNS):
        chunk = positions[run * part : (run + 1) * part]
        rates.append(len(chunk) / seconds_of(lambda chunk=chunk: _list_all(chunk)))
    return per_second(rates, "positions/s")


def random_action(legal: Legal, chance: random.Random) -> Action:
    """A call where it is allowed, else any discard with any draw."""
    if legal.may_call:
        return Call()
    discard = legal.discards[int(chance.random() * len(legal.discards))]
    draws = legal.draws_after(discard)
    return Turn(discard, draws[int(chance.random() * len(draws))])


class Greed(dict[tuple[Card, ...], tuple[int, int]]):
    """Lays most points, of equal ones most cards; takes a low open card, else the stock's; calls at once.

    Remembers what the discards it has seen are worth: some thousands at most.
    """

    def __init__(self, face_values: str) -> None:
        self._points = points_table(face_values)
        self._cost = {STOCK: LOW_CARD + 0.5, **dict(enumerate(self._points))}

    def __missing__(self, discard: tuple[Card, ...]) -> tuple[int, int]:
        self[discard] = sum([self._points[card] for card in discard]), len(discard)
        return self[discard]

    def action(self, legal: Legal) -> Action:
        if legal.may_call:
            return Call()
        discard = max(legal.discards, key=self.__getitem__)
        return Turn(discard, min(legal.draws_after(discard), key=self._cost.__getitem__))


def dealt(seed: int, seats: int = SEATS) -> MatchState:
    return deal_round(new_match(PRESETS["classic"], seats, f"{seed:064x}")).state


def step(state: MatchState, action: Action) -> MatchState:
    """The next state; a new round is dealt where one ended."""
    now = state.round
    after = apply(state, 0 if now is None else now.to_move, action)
    if isinstance(after, Rejection):
        raise IllegalActionError(after.code)
    if after.state.round is None and not after.state.is_over:
        return deal_round(after.state).state
    return after.state


def _play_matches(run: int) -> int:
    chance, turns = random.Random(run), 0  # noqa: S311 - no secret hangs on it
    for match in range(MATCHES_A_RUN):
        state = dealt(run * MATCHES_A_RUN + match)
        while state.round is not None:
            state = step(state, random_action(legal_actions(state, state.round.to_move), chance))
            turns += 1
    return turns


def _play_greedily(run: int) -> int:
    greed = Greed(PRESETS["classic"].face_values)
    seed, rounds = run << 32, 0
    while rounds < GREEDY_ROUNDS_A_RUN:
        state, seed, turns = dealt(seed, seats=2), seed + 1, 0
        while (now := state.round) is not None and turns < LONGEST_ROUND and rounds < GREEDY_ROUNDS_A_RUN:
            state = step(state, greed.action(legal_actions(state, now.to_move)))
            is_same = state.round is not None and state.round.number == now.number
            turns, rounds = (turns + 1, rounds) if is_same else (0, rounds + 1)
    return rounds


def _positions(count: int) -> list[tuple[MatchState, int]]:
    chance, found, seed = random.Random(0), list[tuple[MatchState, int]](), 10_000  # noqa: S311
    while len(found) < count:
        state, seed = dealt(seed), seed + 1
        while state.round is not None and len(found) < count:
            found.append((state, state.round.to_move))
            state = step(state, random_action(legal_actions(state, state.round.to_move), chance))
    # What was learned on the way must not answer for the rules.
    book_for.cache_clear()
    return found


def _list_all(positions: list[tuple[MatchState, int]]) -> None:
    for state, seat in positions:
        legal_actions(state, seat)
