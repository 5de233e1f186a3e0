"""Texts in a person's language: gettext catalogues, handed on as a `Words` value.

English is the message id, so a missing translation falls back to English by itself. There is no
ambient "current language": whoever speaks holds the `Words` he speaks with.
"""

from collections.abc import Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Protocol
from unicodedata import bidirectional

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.paths import data_file

DOMAIN = "yaniv"
SOURCE = "en"

LANGUAGES: dict[str, str] = {
    "en": "English",
    "he": "עברית",
    "nl": "Nederlands",
    "ja": "日本語",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
}
"""The languages on offer, by code, each in its own name."""

RIGHT_TO_LEFT = frozenset({"he"})
_OTHER_CODES = {"iw": "he"}

ISOLATE = "\N{FIRST STRONG ISOLATE}"
END_ISOLATE = "\N{POP DIRECTIONAL ISOLATE}"


class Translations(Protocol):
    """One language's texts."""

    def one(self, text: str) -> str: ...

    def many(self, one: str, many: str, n: int) -> str: ...


class English:
    """The source language: every text stands for itself."""

    def one(self, text: str) -> str:
        return text

    def many(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many


class PoTranslations:
    """Texts of a `.po` catalogue, English where it has none. Unsure (fuzzy) entries do not count."""

    def __init__(self, catalog: Catalog) -> None:
        self._texts: dict[str, str] = {}
        self._plurals: dict[str, tuple[str, ...]] = {}
        self._form = c2py(catalog.plural_expr)
        for message in catalog:
            if not message.id or message.fuzzy:
                continue
            if isinstance(message.id, str):
                self._texts[message.id] = str(message.string)
            else:
                self._plurals[message.id[0]] = tuple(message.string or ())

    def one(self, text: str) -> str:
        return self._texts.get(text) or text

    def many(self, one: str, many: str, n: int) -> str:
        forms = self._plurals.get(one, ())
        form = self._form(n)
        found = forms[form] if form < len(forms) else ""
        return found or English().many(one, many, n)


class Words:
    """Says things in one language. Texts have named places, as in `str.format`."""

    def __init__(self, locale: str, translations: Translations) -> None:
        self.locale = locale
        self._translations = translations
        self._isolates = locale in RIGHT_TO_LEFT

    def say(self, text: str, /, **args: object) -> str:
        """The text in this language with its places filled. `text` is the English one, a literal."""
        return self._fill(self._translations.one(text), args)

    def count(self, one: str, many: str, n: int, /, **args: object) -> str:
        """The form of the text that goes with the number `n`, which fills the place `{n}`."""
        return self._fill(self._translations.many(one, many, n), {"n": n} | args)

    def number(self, value: float) -> str:
        """A number with at most one decimal, as this language writes it."""
        return format_decimal(value, format="#,##0.#", locale=self.locale)

    def all_of(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        return format_list([self.isolate(item) for item in items], "standard", locale=self.locale)

    def one_of(self, items: Sequence[str]) -> str:
        """`a, b or c`."""
        return format_list([self.isolate(item) for item in items], "or", locale=self.locale)

    def isolate(self, text: str) -> str:
        """The text, kept in its own order where this language runs from right to left.

        What runs that way itself, or is a single word, needs no help.
        """
        if not self._isolates or not text or text.isalpha() or _runs_right_to_left(text):
            return text
        if text[0] == ISOLATE and text.find(END_ISOLATE) == len(text) - 1:
            return text
        return f"{ISOLATE}{text}{END_ISOLATE}"

    def _fill(self, text: str, args: dict[str, object]) -> str:
        if not args:
            return text
        if self._isolates:
            args = {name: self._in_order(value) for name, value in args.items()}
        return text.format(**args)

    def _in_order(self, value: object) -> object:
        is_signed = isinstance(value, int) and value < 0
        return self.isolate(str(value)) if isinstance(value, str) or is_signed else value


def mark(text: str) -> str:
    """Names a text that is said later, so that the extraction of texts finds it."""
    return text


def mark_count(one: str, many: str) -> tuple[str, str]:
    """The same for a text with a number in it."""
    return one, many


def best_language(*candidates: str | None) -> str:
    """The first candidate that is on offer, as its code here: `en-GB` is `en`. English if none is."""
    for candidate in candidates:
        code = (candidate or "").replace("_", "-").split("-")[0].lower()
        code = _OTHER_CODES.get(code, code)
        if code in LANGUAGES:
            return code
    return SOURCE


def words_for(locale: str | None) -> Words:
    """The words of the language that suits a locale best; each catalogue is read once."""
    return _words(best_language(locale))


def catalog_path(language: str) -> Path:
    """Where the texts of a language are kept."""
    return data_file("locales", language, "LC_MESSAGES", f"{DOMAIN}.po")


def _runs_right_to_left(text: str) -> bool:
    directions = {bidirectional(char) for char in text}
    return "R" in directions and "L" not in directions


@cache
def _words(language: str) -> Words:
    if language == SOURCE or not catalog_path(language).exists():
        return Words(language, English())
    with catalog_path(language).open("rb") as file:
        return Words(language, PoTranslations(read_po(file, locale=language)))
