"""A pseudo-language that brackets whatever was translated: what stays outside was not."""

import re

import pytest

from bot.engine.errors import Code
from bot.i18n.catalog import LANGUAGES, Words
from bot.manager.outcomes import Why
from bot.present.notices import refusal_text
from bot.present.screens import Screen
from tests.present.builders import reader
from tests.present.limits import menus, presses, texts
from tests.present.scenes import SCENES
from tests.present.test_private import PARAMS


class Bracketed:
    """Translates everything, visibly."""

    def one(self, text: str) -> str:
        return f"⟦{text}⟧"

    def many(self, one: str, many: str, n: int) -> str:
        return f"⟦{one if n == 1 else many}⟧"


PSEUDO = Words("en", Bracketed())
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
DATA = re.compile(
    r"<t:\d+:[RDf]>|`[^`]*`|\b(?:10|[2-9AJQK])[♠♥♦♣]|\u2068[^\u2069]*\u2069|\b(?:and|or)\b"
    + "".join(f"|{name}" for name in LANGUAGES.values())
    # Calendars speak every language by themselves, and letters stand for people in pictures.
    + r"|\b(?:Q4|September|October|November|Jan \d+,) \d{4}\b|\b[ABC] = "
)


def untranslated(text: str) -> str:
    """What letters are left of a text without what was translated and what needs no translation."""
    rest = DATA.sub("", text)
    while INNERMOST.search(rest):
        rest = INNERMOST.sub("", rest)
    return "".join(re.findall(r"[^\W\d_]+", rest))


def words_on(screen: Screen) -> list[str]:
    return [
        *texts(screen),
        *(press.label for press in presses(screen)),
        *(menu.placeholder for menu in menus(screen)),
        *(
            text
            for menu in menus(screen)
            for choice in menu.choices
            for text in (choice.label, choice.description)
        ),
    ]


@pytest.mark.parametrize("scene", SCENES)
def test_every_word_on_every_screen_goes_through_the_catalogue(scene):
    screen = SCENES[scene](reader(words=PSEUDO))
    assert [text for text in words_on(screen) if untranslated(text)] == []


@pytest.mark.parametrize("why", [*Code, *Why])
def test_every_refusal_goes_through_the_catalogue(why):
    params = PARAMS.get(why, {}) if why is not Why.RULES_UNPLAYABLE else {"faults": []}
    assert untranslated(refusal_text(why, params, reader(words=PSEUDO))) == ""


def test_the_pseudo_language_shows_what_was_forgotten():
    assert untranslated("⟦Join⟧ now") == "now"
    assert untranslated("⟦a ⟦b⟧ c⟧ `d` 7♦") == ""
