"""Ratings of people from the ranks of finished matches. Pure: the same matches give the same numbers.

Plackett–Luce over all seats of a match at once, by `openskill`. Computers hold fixed ratings that were
measured (see below), so beating them is worth what it is worth and farms nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from openskill.models import PlackettLuce

from bot.ports.store import SeatMatch

PROVISIONAL_MATCHES = 5
"""Rated matches until a rating is more than a first guess."""
SIGMAS_SHOWN = 2
"""Uncertainty in standard deviations: the true strength lies within it 19 times of 20."""
_BASE, _STRETCH = 1000, 40
"""A newcomer is shown as 1000; one unit of the scale as 40 points."""
_MEAN, _DEVIATION = 25.0, 25.0 / 3.0
_COMPUTER_DEVIATION = 1.0


class Ladder(StrEnum):
    """A server's two rankings."""

    PEOPLE = "people"
    COMPUTERS = "computers"


@dataclass(frozen=True, slots=True)
class Rating:
    mu: float = _MEAN
    sigma: float = _DEVIATION

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(_BASE + _STRETCH * (self.mu - _MEAN))

    @property
    def uncertainty(self) -> int:
        """What `shown` may be off by, either way."""
        return round(_STRETCH * SIGMAS_SHOWN * self.sigma)


NEWCOMER = Rating()

COMPUTERS: Mapping[str, Rating] = {
    "easy": Rating(-10.0, _COMPUTER_DEVIATION),
    "normal": Rating(22.0, _COMPUTER_DEVIATION),
    "hard": Rating(30.4, _COMPUTER_DEVIATION),
    "expert": Rating(35.6, _COMPUTER_DEVIATION),
}
"""By level. Normal is where a newcomer is thought to be, and a little below; at these distances the model
expects what 400 matches for two gave (`docs/opponents.md`): of normal against easy 0.995; of hard
against normal 0.800; of expert against hard 0.703."""

_MODEL: Any = PlackettLuce(mu=_MEAN, sigma=_DEVIATION)


def ladder_of(seats: Sequence[SeatMatch]) -> Ladder:
    return Ladder.PEOPLE if all(seat.user is not None for seat in seats) else Ladder.COMPUTERS


def rated(seats: Sequence[SeatMatch], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The new ratings of the people of a match, by user.

    Who is not in `before` is new. Level seats share a rank; partners share their team's. Whoever left
    counts as last, with a team too: the others are rated as the match ended.
    """
    groups = _groups(seats)
    if len(groups) < 2:
        return {}
    ranks = [_rank(group) for group in groups]
    usual = _rate(groups, ranks, before)
    after: dict[int, Rating] = {}
    for place, group in enumerate(groups):
        last = [*ranks]
        last[place] = max(ranks) + 1
        for seat in group:
            if seat.user is not None:
                result = _rate(groups, last, before) if seat.left else usual
                after[seat.user] = result[seat.seat]
    return after


def _groups(seats: Sequence[SeatMatch]) -> list[list[SeatMatch]]:
    """Who wins and loses together."""
    groups: dict[tuple[str, int], list[SeatMatch]] = {}
    for seat in seats:
        side = ("seat", seat.seat) if seat.team is None else ("team", seat.team)
        groups.setdefault(side, []).append(seat)
    return list(groups.values())


def _rank(group: list[SeatMatch]) -> int:
    """A team stands where its best member does; a lone leaver behind everybody."""
    stayed = [seat.rank for seat in group if not seat.left]
    return min(stayed) if stayed else max(seat.rank for seat in group) + _BEHIND_ALL


_BEHIND_ALL = 1_000


def _rate(groups: list[list[SeatMatch]], ranks: list[int], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """New ratings by seat."""
    teams = [[_for_model(_current(seat, before)) for seat in group] for group in groups]
    # The package's own annotations do not reach the checker.
    results: list[list[Any]] = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return {
        seat.seat: Rating(new.mu, new.sigma)
        for group, team in zip(groups, results, strict=True)
        for seat, new in zip(group, team, strict=True)
    }


def _current(seat: SeatMatch, before: Mapping[int, Rating]) -> Rating:
    if seat.user is not None:
        return before.get(seat.user, NEWCOMER)
    return COMPUTERS.get(seat.level or "", COMPUTERS["normal"])


def _for_model(rating: Rating) -> Any:
    return _MODEL.rating(mu=rating.mu, sigma=rating.sigma)
