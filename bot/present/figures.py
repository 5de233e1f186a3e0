"""Figures of people as texts: wins, shares, averages, ratings."""

from babel.numbers import format_percent

from bot.i18n.catalog import Words
from bot.ports.statistics import Rated

NOTHING = "–"


def won_text(wins: float, matches: int, words: Words) -> str:
    return words.say("{wins} of {matches} won", wins=words.number(wins), matches=words.number(matches))


def share_text(part: float, whole: float, words: Words) -> str:
    """`42%`"""
    return words.isolate(format_percent(part / whole, locale=words.locale)) if whole else NOTHING


def average_text(total: int, times: int, words: Words) -> str:
    return words.number(total / times) if times else NOTHING


def rating_text(rated: Rated | None, words: Words) -> str:
    """`**1240** ± 120`, and whether it is only a first guess."""
    if rated is None:
        return words.say("not rated yet")
    text = f"**{rated.shown}** ± {rated.uncertainty}"
    return words.say("{rating}, provisional", rating=text) if rated.is_provisional else text
