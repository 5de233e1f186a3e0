"""The points of one round (section 6 of the rules): whether the call stands, and who writes what."""

from bot.engine.house_rules import HouseRules
from bot.engine.results import Outcome
from bot.engine.state import clockwise
from bot.engine.values import value


@value
class Show:
    """All hands open. `counts` has `None` for a seat that was not dealt in."""

    counts: tuple[int | None, ...]
    caller: int | None
    cannot_be_beaten: bool = False
    """The round was won at once by a slap of the last card (switch `slap_last_card`)."""


@value
class Score:
    outcome: Outcome
    caller: int | None
    counts: tuple[int | None, ...]
    points: tuple[int | None, ...]
    assafers: tuple[int, ...]
    """The seats that beat the call, lowest hand first, level ones clockwise after the caller."""
    winner: int | None
    """Who starts the next round where the winner does (rule 6.8)."""


def score_call(rules: HouseRules, show: Show) -> Score:
    """Points after a call."""
    caller = show.caller
    if caller is None:
        raise ValueError("nobody called")
    called = show.counts[caller]
    if called is None:
        raise ValueError("the caller holds no hand")
    beaters = [] if show.cannot_be_beaten else _beaters(rules, show.counts, caller, called)
    if not beaters:
        return _stands(rules, show.counts, caller, called)
    return _assaf(rules, show.counts, caller, beaters)


def score_without_call(counts: tuple[int | None, ...], *, counted: bool) -> Score:
    """Points of a round that nobody ended by a call: each his hand, or none (rule 6.9)."""
    points = tuple(None if count is None else count if counted else 0 for count in counts)
    return Score(Outcome.NO_CALL, None, counts, points, (), None)


def _beaters(rules: HouseRules, counts: tuple[int | None, ...], caller: int, called: int) -> list[int]:
    if called == 0 and rules.zero_hand == "immune":
        return []
    allowed = called if rules.assaf_on == "tie_or_lower" else called - 1
    others = [
        (count, order, seat)
        for order, seat in enumerate(clockwise(len(counts), caller))
        if seat != caller and (count := counts[seat]) is not None and count <= allowed
    ]
    return [seat for _, _, seat in sorted(others)]


def _stands(rules: HouseRules, counts: tuple[int | None, ...], caller: int, called: int) -> Score:
    """Rule 6.2: the caller writes 0, the others their hands."""
    points = list(counts)
    if rules.level_with_caller == "zero":
        points = [0 if count == called else count for count in points]
    points[caller] = rules.caller_bonus
    return Score(Outcome.YANIV, caller, counts, tuple(points), (), caller)


def _assaf(rules: HouseRules, counts: tuple[int | None, ...], caller: int, beaters: list[int]) -> Score:
    """Rules 6.3 to 6.7: the caller pays once, the switch `assaf_zero` says who writes 0."""
    called, lowest = counts[caller] or 0, counts[beaters[0]] or 0
    level = [seat for seat in beaters if counts[seat] == lowest]
    zero = {"lowest": level, "all": beaters, "first": level[:1], "none": []}[rules.assaf_zero]
    penalty = rules.assaf_penalty
    if rules.assaf_tie_penalty is not None and lowest == called:
        penalty = rules.assaf_tie_penalty
    penalty += rules.assaf_extra * (len(beaters) - 1)
    # The winner is who wrote 0; several: the first clockwise after the caller (rule 6.8).
    winners = zero or level
    spared = rules.assaf_others == "zero"
    points = [
        None if count is None else 0 if seat in zero or (spared and seat not in winners) else count
        for seat, count in enumerate(counts)
    ]
    points[caller] = penalty + (called if rules.assaf_mode == "plus" else 0)
    winner = next(seat for seat in clockwise(len(counts), caller) if seat in winners)
    return Score(Outcome.ASSAF, caller, counts, tuple(points), tuple(beaters), winner)
