"""The tokens of what has been played: leaderboards, past matches and their replays (see `tokens`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Pages count from 0; `by` and `period` are the names of a criterion and of a stretch of time."""

    by: str
    period: str
    page: int


@dataclass(frozen=True, slots=True)
class LeadersBy:
    """The menu of criteria; its choice names one."""

    period: str


@dataclass(frozen=True, slots=True)
class LeadersIn:
    """The menu of periods."""

    by: str


@dataclass(frozen=True, slots=True)
class HallOfFame:
    """The winners of past seasons."""

    page: int


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Past matches of a person; of everybody if `user` is 0."""

    user: int
    page: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """The menu of a page of past matches; its choice names one."""

    page: int


@dataclass(frozen=True, slots=True)
class MatchRounds:
    """A past match round by round."""

    table: int
    page: int


@dataclass(frozen=True, slots=True)
class WatchAgain:
    """The beginning of a replay, as a message of its own."""

    table: int


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of it, from 0."""

    table: int
    step: int


@dataclass(frozen=True, slots=True)
class ReplayRound:
    """The first step of a round, from 1."""

    table: int
    round: int


@dataclass(frozen=True, slots=True)
class SaveMatch:
    """A past match as a transcript."""

    table: int
