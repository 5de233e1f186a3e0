"""The names of months, quarters and days in a person's language."""

from datetime import UTC, datetime

from babel.dates import format_date, format_skeleton

from bot.i18n.catalog import Words
from bot.ratings.periods import ALL_TIME, first_day


def period_name(period: str, words: Words) -> str:
    """`November 2026`, `Q4 2026`, or all time."""
    if period == ALL_TIME:
        return words.say("All time")
    skeleton = "yQQQ" if "Q" in period else "yMMMM"
    return format_skeleton(skeleton, first_day(period), locale=words.locale)


def day_name(at: float, words: Words) -> str:
    """The day of a moment (epoch seconds) in UTC, where Discord's own moments cannot stand."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=words.locale)
