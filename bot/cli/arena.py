"""Computer opponents at a table of their own: whole matches, counted and timed.

Everything follows from the contest and the number of the match: the deal, the seating and every
opponent's chance. So it does not matter which process plays which match.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from bot.cli.own_opponent import OwnOpponentError, opponent_named
from bot.engine.actions import Action, Call, Pass, Slap, Swap, Turn
from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.events import Called, Event, RoundEnded
from bot.engine.house_rules import HouseRules
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round, new_match
from bot.engine.results import Outcome, RoundResult
from bot.engine.state import MatchState, clockwise
from bot.engine.views import view_for
from bot.opponents.base import Opponent

MOST_ACTIONS = 2_000
"""Actions in one round after which nobody is expected to end it any more: many times those of any round that
ends, and few enough that hundreds of rounds without an end cost seconds."""
MOST_ROUNDS = 10_000
"""Rounds in one match after which it is not expected to end any more."""
BUCKETS_PER_DOUBLING = 32
"""Fineness of the count of thinking times: a quantile is right to about 2 %."""

MOVES = (Turn, Call, Pass, Slap, Swap)
"""What an opponent may return: it neither times out nor leaves. To pass out of turn lets a slap go."""

Clock = Callable[[], int]
"""Nanoseconds that only grow; by default those this thread has computed, whatever else the machine does."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What a tournament is about. `seats`: names as `own_opponent.opponent_named` reads them."""

    seats: tuple[str, ...]
    rules: HouseRules
    seed: str


@dataclass(slots=True)
class Tally:
    """What one entry of the list of seats did in some matches."""

    wins: float = 0.0
    unfinished: int = 0
    """Matches that nobody ended; whoever was still in shares them."""
    rounds_won: int = 0
    calls: int = 0
    assafed: int = 0
    decisions: int = 0
    nanoseconds: int = 0
    times: Counter[int] = field(default_factory=Counter[int])
    """Decisions by their thinking time: bucket `b` ends at 2 ** (b / 32) nanoseconds."""

    def add(self, other: "Tally") -> None:
        self.wins += other.wins
        self.unfinished += other.unfinished
        self.rounds_won += other.rounds_won
        self.calls += other.calls
        self.assafed += other.assafed
        self.decisions += other.decisions
        self.nanoseconds += other.nanoseconds
        self.times.update(other.times)

    def thought(self, nanoseconds: int) -> None:
        self.decisions += 1
        self.nanoseconds += nanoseconds
        self.times[_bucket(nanoseconds)] += 1

    def mean_milliseconds(self) -> float:
        return self.nanoseconds / max(1, self.decisions) / 1e6

    def quantile_milliseconds(self, share: float) -> float:
        left = share * self.decisions
        for bucket in sorted(self.times):
            left -= self.times[bucket]
            if left <= 0:
                return 2 ** (bucket / BUCKETS_PER_DOUBLING) / 1e6
        return 0.0


def play_matches(contest: Contest, numbers: Iterable[int], clock: Clock = time.thread_time_ns) -> list[Tally]:
    """Play the matches of these numbers (from 0); one tally for each entry of the list of seats.

    Raises `OwnOpponentError` when an opponent fails or does what the rules refuse.
    """
    tallies = [Tally() for _ in contest.seats]
    opponents = [opponent_named(name) for name in contest.seats]
    for number in numbers:
        _Match(contest, opponents, tallies, clock).play(number)
    return tallies


class _Match:
    def __init__(
        self, contest: Contest, opponents: list[Opponent], tallies: list[Tally], clock: Clock
    ) -> None:
        self._contest = contest
        self._opponents = opponents
        self._tallies = tallies
        self._clock = clock
        self._entries: list[int] = []
        self._chances: list[random.Random] = []
        self._number = 0
        self._declined: set[int] = set()
        """Seats that let the chance to slap go that is open now."""

    def play(self, number: int) -> None:
        """Match `number`: deals come in blocks, each played once in every cyclic seating."""
        seats = len(self._opponents)
        deal, turned = divmod(number, seats)
        self._number = number
        self._entries = [(seat - turned) % seats for seat in range(seats)]
        seed = self._contest.seed
        self._chances = [random.Random(f"{seed}/{deal}/{turned}/{seat}") for seat in range(seats)]  # noqa: S311 - no secret
        state = new_match(self._contest.rules, seats, sha256(f"{seed}/{deal}".encode()).hexdigest())
        while state.result is None and state.round is None and state.round_number < MOST_ROUNDS:
            state = self._play_round(deal_round(state).state)
        if state.result is None:
            for tally in self._tallies:
                tally.unfinished += 1
        winners = (
            state.result.winners if state.result else [seat for seat in state.seats if state.is_in(seat)]
        )
        for seat in winners:
            self._tallies[self._entries[seat]].wins += 1 / len(winners)

    def _play_round(self, state: MatchState) -> MatchState:
        """The state after the round, or in the middle of one that nobody ends."""
        for _ in range(MOST_ACTIONS):
            if state.round is None:
                break
            state = self._act(state, self._next_seat(state))
        return state

    def _next_seat(self, state: MatchState) -> int:
        """Who acts: a slap out of turn comes before the next turn, clockwise after the last mover."""
        now = state.round
        if now is None:
            raise ValueError("no round is running")
        if state.rules.slap != "off" and now.last_mover is not None:
            for seat in (now.last_mover, *clockwise(len(now.hands), now.last_mover)):
                if seat in self._declined or seat == now.to_move:
                    continue
                if legal_actions(state, seat).slaps:
                    return seat
        return now.to_move

    def _act(self, state: MatchState, seat: int) -> MatchState:
        view = view_for(state, seat)
        entry = self._entries[seat]
        before = self._clock()
        try:
            action = self._opponents[entry](view, view.legal, self._chances[seat])
        except Exception as error:  # a person's own opponent may raise anything
            raise OwnOpponentError(
                f"{self._who(state, entry)} raised {type(error).__name__}: {error}"
            ) from error
        self._tallies[entry].thought(self._clock() - before)
        return self._done(state, entry, seat, action)

    def _done(self, state: MatchState, entry: int, seat: int, action: Action) -> MatchState:
        who = self._who(state, entry)
        if not isinstance(action, MOVES):
            raise OwnOpponentError(f"{who} returned {action!r}, which is no legal action")
        if isinstance(action, Pass) and state.round is not None and seat != state.round.to_move:
            self._declined.add(seat)
            return state
        self._declined.clear()
        try:
            step = apply(state, seat, action)
        except (AttributeError, IndexError, TypeError, ValueError) as error:
            raise OwnOpponentError(f"{who} returned {action!r}, which is no legal action") from error
        if isinstance(step, Rejection):
            why = f"{step.code}, rule {step.rule}"
            raise OwnOpponentError(f"{who} returned the illegal action {action!r} ({why})")
        for event in step.events:
            self._count(event)
        return step.state

    def _count(self, event: Event) -> None:
        if isinstance(event, Called):
            self._tallies[self._entries[event.seat]].calls += 1
        elif isinstance(event, RoundEnded):
            winner = _winner(event.result)
            if winner is not None:
                self._tallies[self._entries[winner]].rounds_won += 1
            if event.result.outcome is Outcome.ASSAF and event.result.caller is not None:
                self._tallies[self._entries[event.result.caller]].assafed += 1

    def _who(self, state: MatchState, entry: int) -> str:
        return f"{self._contest.seats[entry]} (match {self._number + 1}, round {state.round_number})"


def _winner(result: RoundResult) -> int | None:
    """Who won the round: the caller whose call stood, else the first who beat it."""
    if result.outcome is Outcome.ASSAF:
        return result.assafers[0]
    return result.caller if result.outcome is Outcome.YANIV else None


def _bucket(nanoseconds: int) -> int:
    """The smallest bucket whose end is not below the time, found without a logarithm's rounding."""
    whole = max(1, nanoseconds)
    bucket = (whole.bit_length() - 1) * BUCKETS_PER_DOUBLING
    while 2 ** (bucket / BUCKETS_PER_DOUBLING) < whole:
        bucket += 1
    return bucket
