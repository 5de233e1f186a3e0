"""The points of a round and the new totals once more, straight from `RULES.md`."""

from collections.abc import Sequence

from bot.engine.house_rules import HouseRules, Multiples

Counts = Sequence[int | None]


def round_points(
    rules: HouseRules, counts: Counts, caller: int, *, is_safe: bool = False
) -> list[int | None]:
    """What everybody writes after a call. `is_safe`: the last card was slapped and wins at once."""
    called = counts[caller]
    assert called is not None
    beaters = [] if is_safe else who_beats(rules, counts, caller)
    written = list(counts)
    if not beaters:
        for seat, count in enumerate(counts):
            if count == called and rules.level_with_caller == "zero":
                written[seat] = 0
        written[caller] = rules.caller_bonus
        return written
    best = assaf_players(rules, counts, caller, beaters)
    for seat, count in enumerate(counts):
        if count is None:
            continue
        if seat in best:
            written[seat] = count if rules.assaf_zero == "none" else 0
        elif rules.assaf_others == "zero":
            written[seat] = 0
    is_tie = all(counts[seat] == called for seat in beaters)
    has_own = is_tie and rules.assaf_tie_penalty is not None
    fine = rules.assaf_tie_penalty if has_own else rules.assaf_penalty
    fine = (fine or 0) + (len(beaters) - 1) * rules.assaf_extra
    written[caller] = fine + called if rules.assaf_mode == "plus" else fine
    return written


def who_beats(rules: HouseRules, counts: Counts, caller: int) -> list[int]:
    called = counts[caller]
    assert called is not None
    if called == 0 and rules.zero_hand == "immune":
        return []
    found = []
    for seat, count in enumerate(counts):
        if seat == caller or count is None:
            continue
        if count < called or (count == called and rules.assaf_on == "tie_or_lower"):
            found.append(seat)
    return found


def assaf_players(rules: HouseRules, counts: Counts, caller: int, beaters: list[int]) -> list[int]:
    """In turn order after the caller."""
    in_order = sorted(beaters, key=lambda seat: (seat - caller) % len(counts))
    lowest = min(counts[seat] or 0 for seat in beaters)
    level = [seat for seat in in_order if counts[seat] == lowest]
    return {"all": in_order, "lowest": level, "none": level, "first": level[:1]}[rules.assaf_zero]


def new_total(rules: HouseRules, total: int, points: int, *, has_won: bool) -> int:
    total = max(total + points, 0)
    if has_won and rules.winner_halves_total:
        total = total // 2 + total % 2
    if points <= 0 and rules.exact_hit_needs_points:
        return total
    after = marked(rules, total)
    while rules.exact_hit_chain and marked(rules, after) != after:
        after = marked(rules, after)
    return after


def marked(rules: HouseRules, total: int) -> int:
    marks = rules.exact_hits
    if marks == "off" or total > rules.limit or total == 0:
        return total
    if isinstance(marks, Multiples):
        if total % marks.multiple != 0:
            return total
        return total // 2 + total % 2 if marks.to == "half" else max(total - 50, 0)
    return marks.get(str(total), total)


def is_over(rules: HouseRules, total: int) -> bool:
    return total >= rules.limit if rules.limit_test == "reach" else total > rules.limit
