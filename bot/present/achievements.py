"""What can be achieved, in words."""

from collections.abc import Mapping, Sequence

from bot.achievements.rules import BIG_TABLE, HAUL, HEAVY_HAND, KEYS
from bot.i18n.catalog import Words, mark
from bot.ports.statistics import Honour
from bot.ports.tables import Table
from bot.present.people import seat_name

MEDAL = "🏅"

_TEXTS: Mapping[str, tuple[str, str]] = {
    "first_yaniv": (mark("First call"), mark("called, and nobody had less")),
    "first_assaf": (mark("Gotcha"), mark("beat somebody's call")),
    "called_with_0": (mark("Nothing left"), mark("called with 0 points")),
    "called_at_once": (mark("No turn needed"), mark("called before the first own turn")),
    "full_hand_call": (mark("Full of little"), mark("called with five cards in hand")),
    "two_jokers": (mark("Two fools"), mark("called with two jokers in hand")),
    "haul": (mark("Big haul"), mark("a call that cost the others {n} points or more")),
    "assaf_by_a_tie": (mark("Not today"), mark("beat a call with exactly as many points")),
    "so_close": (mark("So close"), mark("called with 1 point or less and was beaten")),
    "beaten_by_a_crowd": (mark("Hornets' nest"), mark("called, and three others had no more")),
    "back_from_100": (mark("Back from 100"), mark("landed on exactly 100 and fell")),
    "five_cards": (mark("Handful"), mark("laid five cards at once")),
    "four_of_a_kind": (mark("All four"), mark("laid four of a kind")),
    "long_run": (mark("Long run"), mark("laid a run of four or more")),
    "slap": (mark("Quick hand"), mark("slapped a card")),
    "two_slaps": (mark("Quicker still"), mark("slapped twice in a round")),
    "heavy_hand": (mark("Caught out"), mark("held {n} points or more at a call")),
    "first_win": (mark("Winner"), mark("won a match")),
    "silent_win": (mark("Not a word"), mark("won a match without a call")),
    "clean_win": (mark("Safe calls"), mark("won with three calls or more, none of them beaten")),
    "comeback": (mark("Comeback"), mark("won after being last half-way")),
    "three_in_a_row": (mark("Hat trick"), mark("called in three rounds running, unbeaten")),
    "big_table": (mark("Top of the table"), mark("won against {n} others or more")),
    "expert_beaten": (mark("Better than the machine"), mark("won against an expert computer")),
    "shared_win": (mark("Two winners"), mark("shared a win")),
    "rounds_100": (mark("Regular"), mark("played 100 rounds")),
    "yanivs_50": (mark("Caller"), mark("50 calls that stood")),
    "assafs_25": (mark("Spoilsport"), mark("beat 25 calls")),
    "wins_10": (mark("Ten wins"), mark("won ten matches")),
    "streak_3": (mark("On a roll"), mark("won three matches in a row")),
}
"""Name and deed by key."""
_NUMBERS = {"haul": HAUL, "heavy_hand": HEAVY_HAND, "big_table": BIG_TABLE - 1}
MOST_LINES = 8
"""Honours told one by one under a round; of more the number is told."""


def achievement_name(key: str, words: Words) -> str:
    """The key itself for one that an older version of the bot knew."""
    return words.say(_TEXTS[key][0]) if key in _TEXTS else key


def achievement_line(key: str, words: Words) -> str:
    """`**Handful**: laid five cards at once`"""
    if key not in _TEXTS:
        return f"**{key}**"
    deed = _TEXTS[key][1]
    told = words.say(deed, n=_NUMBERS[key]) if key in _NUMBERS else words.say(deed)
    return f"**{achievement_name(key, words)}**: {told}"


def achievement_lines(earned: Sequence[str], words: Words) -> list[str]:
    """What somebody has achieved, in the order of the rules."""
    known = [key for key in KEYS if key in earned]
    return [achievement_line(key, words) for key in known]


def honour_lines(table: Table, honours: Sequence[Honour], words: Words) -> list[str]:
    """What a round brought its people for the first time, told under its result."""
    lines: list[str] = []
    for honour in honours:
        seat = table.seat_of(honour.user)
        if seat is not None:
            lines.append(f"{MEDAL} {seat_name(table, seat)} · {achievement_line(honour.key, words)}")
    if len(lines) <= MOST_LINES:
        return lines
    rest = len(lines) - MOST_LINES
    more = words.count("and {n} achievement more", "and {n} achievements more", rest)
    return [*lines[:MOST_LINES], f"-# {more}"]
