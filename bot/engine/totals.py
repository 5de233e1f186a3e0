"""What becomes of one total: exact hits and the limit (rules 7.1 to 7.3)."""

from bot.engine.house_rules import HouseRules, Multiples


def after_exact_hit(rules: HouseRules, total: int) -> int:
    """What a total becomes on landing: itself where it is no mark; one step unless chained (rule 7.2)."""
    after = _one_step(rules, total)
    while rules.exact_hit_chain and after != (further := _one_step(rules, after)):
        after = further
    return after


def written(rules: HouseRules, total: int, points: int, *, has_won: bool) -> int:
    """A total and the points of a round, before exact hits; `has_won`: its seat won the round."""
    total = max(0, total + points)
    return half(total) if rules.winner_halves_total and has_won else total


def landed(rules: HouseRules, total: int, points: int) -> int:
    """What a total becomes that has just been written. A round without points hits no mark (rule 7.2)."""
    return after_exact_hit(rules, total) if points > 0 or not rules.exact_hit_needs_points else total


def is_over_limit(rules: HouseRules, total: int) -> bool:
    return total > rules.limit or (rules.limit_test == "reach" and total == rules.limit)


def half(total: int) -> int:
    """Odd halves are rounded up (rule 7.1)."""
    return (total + 1) // 2


def _one_step(rules: HouseRules, total: int) -> int:
    marks = rules.exact_hits
    # Marks above the limit are dead and 0 is no mark (rule 7.2).
    if marks == "off" or total <= 0 or total > rules.limit:
        return total
    if isinstance(marks, Multiples):
        if total % marks.multiple:
            return total
        return half(total) if marks.to == "half" else max(0, total - 50)
    return marks.get(str(total), total)
