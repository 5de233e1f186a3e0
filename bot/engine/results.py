"""How a round and a match ended: public, since every hand is shown by then."""

from enum import StrEnum

from bot.engine.cards import CardSet
from bot.engine.values import value


class Outcome(StrEnum):
    YANIV = "yaniv"
    """The call stood."""
    ASSAF = "assaf"
    """The call was beaten."""
    NO_CALL = "no_call"
    """The round ended without a call (stock rule, cap on turns, too few players left)."""


@value
class ExactHit:
    """A total that landed on a mark (rule 7.2)."""

    seat: int
    before: int
    after: int


@value
class RoundResult:
    """One round at its show. Tuples have one entry for each seat; a seat that was out has `None`."""

    number: int
    dealer: int
    starter: int
    outcome: Outcome
    caller: int | None
    assafers: tuple[int, ...]
    """The seats that beat the call, lowest hand first; empty when it stood."""
    hands: tuple[CardSet | None, ...]
    counts: tuple[int | None, ...]
    points: tuple[int | None, ...]
    totals_before: tuple[int, ...]
    totals: tuple[int, ...]
    exact_hits: tuple[ExactHit, ...]
    out: tuple[int, ...]
    """The seats that are out from this round on."""
    next_starter: int | None
    """`None` when the match is over."""


@value
class MatchResult:
    """`ranks` counts from 1, one for each seat, level seats sharing the better rank (rule 7.9)."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
