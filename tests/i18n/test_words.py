"""Saying things: fallback, plural forms, lists, numbers and the direction of writing."""

import pytest

from bot.i18n.catalog import (
    END_ISOLATE,
    ISOLATE,
    LANGUAGES,
    English,
    Words,
    best_language,
    mark,
    mark_count,
    words_for,
)


@pytest.mark.parametrize(
    ("candidates", "language"),
    [
        (("en-GB",), "en"),
        (("es-419",), "es"),
        (("he",), "he"),
        (("iw_IL",), "he"),
        (("JA",), "ja"),
        ((None, "", "fr"), "fr"),
        (("sv-SE", "de"), "de"),
        (("sv-SE",), "en"),
        ((), "en"),
    ],
)
def test_the_best_language_is_the_first_on_offer(candidates, language):
    assert best_language(*candidates) == language


def test_an_unknown_language_speaks_english():
    assert words_for("xx").locale == "en"
    assert words_for(None).say("Join") == "Join"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_without_translation_stays_english(language):
    words = words_for(language)
    assert words.say("No such text") == "No such text"
    assert words.count("{n} no such", "{n} no suches", 2) == "2 no suches"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 points", "1 point", "2 points", "5 points"]),
        ("he", ["0 נקודות", "נקודה אחת", "שתי נקודות", "5 נקודות"]),
        ("nl", ["0 punten", "1 punt", "2 punten", "5 punten"]),
        ("ja", ["0点", "1点", "2点", "5点"]),
        ("de", ["0 Punkte", "1 Punkt", "2 Punkte", "5 Punkte"]),
        ("es", ["0 puntos", "1 punto", "2 puntos", "5 puntos"]),
        ("fr", ["0 point", "1 point", "2 points", "5 points"]),
    ],
)
def test_plural_forms_follow_the_language(language, told):
    words = words_for(language)
    assert [words.count("{n} point", "{n} points", n) for n in (0, 1, 2, 5)] == told


def test_places_are_filled_by_name_and_values_are_not_read_again():
    words = words_for("en")
    assert words.say("Take {card}", card="{name}") == "Take {name}"
    assert words.say("{not a place}") == "{not a place}"


def test_marking_changes_nothing():
    assert mark("Text") == "Text"
    assert mark_count("{n} text", "{n} texts") == ("{n} text", "{n} texts")


def test_lists_and_numbers_are_written_as_the_language_does():
    assert words_for("en").all_of(["Ann", "Ben", "Cem"]) == "Ann, Ben, and Cem"
    assert words_for("de").all_of(["Ann", "Ben"]) == "Ann und Ben"
    assert words_for("fr").one_of(["7♦", "9♦"]) == "7♦ ou 9♦"
    assert words_for("en").number(1234.56) == "1,234.6"
    assert words_for("de").number(12.4) == "12,4"
    assert words_for("ja").number(5.0) == "5"


def test_right_to_left_text_keeps_cards_ranges_and_names_in_order():
    hebrew = words_for("he")
    assert hebrew.isolate("100 → 50") == f"{ISOLATE}100 → 50{END_ISOLATE}"
    assert hebrew.isolate(hebrew.isolate("7♦ 7♣")) == hebrew.isolate("7♦ 7♣")
    assert f"{ISOLATE}9♦{END_ISOLATE}" in hebrew.say("Take {card}", card="9♦")
    assert f"{ISOLATE}-5{END_ISOLATE}" in hebrew.say("team {team}", team=-5)
    assert hebrew.say("Round {n}", n=3).endswith("3")
    assert hebrew.isolate("Ann") == "Ann"
    assert hebrew.isolate("40 נקודות") == "40 נקודות"
    assert hebrew.isolate("40 נקודות · A♥") == f"{ISOLATE}40 נקודות · A♥{END_ISOLATE}"
    two = f"{ISOLATE}a{END_ISOLATE} {ISOLATE}b{END_ISOLATE}"
    assert hebrew.isolate(two) == f"{ISOLATE}{two}{END_ISOLATE}"


def test_left_to_right_text_needs_no_isolates():
    assert ISOLATE not in words_for("nl").say("Take {card}", card="9♦")
    assert Words("en", English()).isolate("9♦") == "9♦"
