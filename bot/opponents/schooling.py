"""Which of the learned numbers serve under which house rules, and what the match is about there."""

from functools import lru_cache

from bot.engine.house_rules import PRESETS, HouseRules
from bot.engine.totals import after_exact_hit
from bot.engine.views import TableView
from bot.opponents.lasting import chances_for
from bot.opponents.learned import load_learned
from bot.opponents.stakes import Chances, Standings
from bot.opponents.values import NARROW_LIMIT, WIDE_LIMIT

_NO_MATTER = frozenset(("preset", "players_max", "packs", "first_starter", "late_join", "tie_at_end"))
"""Switches that change neither what a move is worth nor what a match is about."""
_OF_THE_MATCH = frozenset(
    (
        *("exact_hits", "exact_hit_needs_points", "exact_hit_chain", "limit", "limit_test"),
        *("game_end", "rounds", "next_starter"),
    )
)
"""Switches that say what totals are worth, and nothing of the play of a round."""
_OF_THE_CALL = frozenset(("call_limit", "assaf_on", "assaf_mode", "assaf_penalty"))
"""Switches that go into the price of a call."""
SHORT = 100
"""A match up to this limit without a mark is a short one: whoever pays for an Assaf has all but lost it."""


@lru_cache(128)
def learned_name(rules: HouseRules, rivals: int) -> str | None:
    """Which learned numbers serve the play of a round under these rules; `None` where none do.

    What was measured to be worth more than playing as `hard` does: numbers hold for other limits, marks, ends
    of the match and penalties, and for lower call limits than they were learned with. Among more than two, a
    low call limit makes long rounds of waiting, in which only marks to steer for are worth it. A final lap
    makes another game of it: what was learned under `yanef` serves there alone, heads up.
    """
    if _unlike("yanef", rules) <= _NO_MATTER:
        return "yanef" if rivals == 1 else None
    if rules.call_limit not in range(NARROW_LIMIT, WIDE_LIMIT + 1):
        return None
    if not _unlike("classic", rules) <= _NO_MATTER | _OF_THE_MATCH | _OF_THE_CALL:
        return None
    if rules.call_limit < WIDE_LIMIT and rivals > 1:
        return "classic" if rules.limit > SHORT and _has_marks(rules) else None
    if rules.call_limit == NARROW_LIMIT:
        return "japanese"
    return "quick" if rules.limit <= SHORT and not _has_marks(rules) else "classic"


def chances_at(table: TableView) -> Chances:
    """The chances of winning the match at this table."""
    rules = table.rules
    if _unlike("classic", rules) <= _NO_MATTER:
        return _classic(rules)
    left = rules.rounds - table.round + 1 if rules.game_end == "rounds" else 1
    return chances_for(rules, left)


@lru_cache(64)
def _unlike(name: str, rules: HouseRules) -> frozenset[str]:
    """The switches that differ from a preset's."""
    usual = PRESETS[name].dump()
    return frozenset(switch for switch, value in rules.dump().items() if value != usual[switch])


def _has_marks(rules: HouseRules) -> bool:
    return any(after_exact_hit(rules, total) < total for total in range(rules.limit + 1))


@lru_cache(64)
def _classic(rules: HouseRules) -> Standings:
    return Standings(rules, *load_learned("classic").standing)
