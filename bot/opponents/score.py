"""Totals: where the marks lie and what a round's points really cost."""

from bot.engine.house_rules import HouseRules, Multiples


def landed(rules: HouseRules, total: int) -> int:
    """What a total becomes when it lands there by points (rules 7.2, 7.3; A06, A32, A53)."""
    after = _one_step(rules, total)
    while rules.exact_hit_chain and after != (further := _one_step(rules, after)):
        after = further
    return after


def is_out(rules: HouseRules, total: int) -> bool:
    return total > rules.limit or (rules.limit_test == "reach" and total == rules.limit)


def saved(rules: HouseRules, total: int, points: int) -> int:
    """Points that an exact hit saves when `points` are added to `total`."""
    if not points and rules.exact_hit_needs_points:
        return 0
    return total + points - landed(rules, total + points)


def _one_step(rules: HouseRules, total: int) -> int:
    marks = rules.exact_hits
    if marks == "off" or total <= 0 or total > rules.limit:
        return total
    if isinstance(marks, Multiples):
        if total % marks.multiple:
            return total
        return (total + 1) // 2 if marks.to == "half" else max(0, total - 50)
    return marks.get(str(total), total)
