"""The catalogues: complete, exact, and in step with the code."""

import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalog import LANGUAGES, SOURCE, catalog_path, words_for
from scripts.catalogues import MANY, ONE, ids_of, messages_in_code, read, report

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
PLACE = re.compile(r"\{(\w*)\}")
MARKS = re.compile(r"\*\*|`[^`]*`|^#+|^-#")
FORM_OF_ONE_NUMBER = {"he": (0, 1), "nl": (0,), "de": (0,), "es": (0,)}
"""Plural forms that stand for a single number, which may be written as a word."""


def forms_of(message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def texts_of(message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


@pytest.fixture(params=TRANSLATED)
def language(request) -> str:
    return request.param


@pytest.fixture
def catalog(language) -> Catalog:
    return read(language)


def messages(catalog: Catalog):
    return [message for message in catalog if message.id]


def test_every_language_has_a_catalogue_and_no_other_does():
    assert {path.parts[-3] for path in catalog_path("x").parents[2].glob("*/LC_MESSAGES/*.po")} == set(
        TRANSLATED
    )


def test_the_catalogue_has_exactly_the_texts_of_the_code(language):
    """`python -m scripts.catalogues --write` adds what is missing."""
    assert report(language) == []


def test_texts_are_found_in_the_code_wherever_they_are_said():
    found = messages_in_code()
    assert {"say", "mark"} == ONE
    assert {"count", "mark_count"} == MANY
    assert "Take {card}" in found
    assert ("{n} point", "{n} points") in found
    # Inside an f-string and inside a table.
    assert "Settings of this server" in found
    assert "Call limit" in found


def test_places_are_the_same_as_in_english(language, catalog):
    wrong = []
    for message in messages(catalog):
        wanted = Counter(PLACE.findall(texts_of(message)[-1]))
        for number, form in enumerate(forms_of(message)):
            found = Counter(PLACE.findall(form))
            if number in FORM_OF_ONE_NUMBER.get(language, ()) and len(texts_of(message)) > 1:
                found["n"] = wanted["n"]
            if found != wanted:
                wrong.append((texts_of(message)[-1], form))
    assert wrong == []


def test_markdown_and_commands_are_the_same_as_in_english(catalog):
    wrong = [
        (texts_of(message)[-1], form)
        for message in messages(catalog)
        for form in forms_of(message)
        if Counter(MARKS.findall(form)) != Counter(MARKS.findall(texts_of(message)[-1]))
    ]
    # German says "take" and French says "flash" with the same number of bold words.
    assert wrong == []


def test_plural_forms_are_complete(catalog):
    for message in messages(catalog):
        if isinstance(message.id, tuple):
            assert len(message.string) == catalog.num_plurals
            assert all(message.string)


def test_nothing_is_left_in_english(language, catalog):
    same = {form for message in messages(catalog) for form in forms_of(message) if form in texts_of(message)}
    assert {text for text in same if re.search(r"[A-Za-z]{2}", PLACE.sub("", text))} <= SAME[language]


SAME = {
    "he": set(),
    "ja": set(),
    "nl": {
        *("Joker", "Jokers", "Jokers in sets", "Yanef", "Yanef!", "Yaniv", "Yaniv!", "Yaniv {n}", "Ofer"),
        *("Teams", "team {team}", "team {team}: {points}", "expert", "Assaf!", "Computers", "Hints"),
        *("Threads", "Rating", "Rating: {rating}"),
    },
    "de": {
        "Joker",
        "Yanef",
        "Yanef!",
        "Yaniv",
        "Yaniv!",
        "Yaniv {n}",
        "Assaf!",
        "Ofer",
        "Teams",
        "normal",
        "Threads",
    },
    "es": {"Yanef", "Yaniv", "Yaniv {n}", "Ofer", "normal", "no", "{added}, total {total}"},
    "fr": {
        *("Joker", "Jokers", "Yanef", "Yaniv", "Yaniv {n}", "Ofer", "normal", "expert", "Points"),
        *("{added}, total {total}", "{n} point", "{n} points", "{n} minute", "{n} minutes", "Options", "six"),
    },
}
"""What is the same word in both languages."""


def test_labels_are_quoted_as_they_stand_on_the_buttons(language):
    words = words_for(language)
    for text, labels in QUOTED.items():
        said = words.say(text)
        for label in labels:
            assert f"**{words.say(label)}**" in said, said


QUOTED = {
    "**My hand** shows your cards; nobody else sees them.": ["My hand"],
    "Press **My hand** to see your cards and to play.": ["My hand"],
    "`/yaniv start` opens a table. **Join**, **Add computer**, **Start**.": ["Join", "Add computer", "Start"],
    "Then **Draw** from the stock, or **Take** a card that was laid before.": ["Draw"],
    "The match has not begun yet. The host begins it with **Start**.": ["Start"],
    "This match is over. **Rematch** opens a new one with the same players.": ["Rematch"],
    "With few points in hand press **Yaniv!** at the start of your turn instead.": ["Yaniv!"],
}


@given(st.integers(0, 10**9))
def test_every_number_has_a_form_in_every_language(number):
    for language in LANGUAGES:
        said = words_for(language).count("{n} card", "{n} cards", number)
        assert said
        assert str(number) in said or number in (1, 2)


def test_a_catalogue_holds_no_text_twice(catalog):
    assert len(messages(catalog)) == len(ids_of(catalog))
