"""What the marks are worth to whoever plays for them."""

from bot.engine.house_rules import HouseRules
from bot.engine.totals import after_exact_hit


def saved(rules: HouseRules, total: int, points: int) -> int:
    """Points that an exact hit saves when `points` are added to `total`."""
    if not points and rules.exact_hit_needs_points:
        return 0
    return total + points - after_exact_hit(rules, total + points)
