"""The line above a menu that says what the menu is about."""

from unicodedata import east_asian_width

from bot.present.screens import Text

FITS = 20
"""So many letters of a menu can be read without opening it, on a phone that is 360 pixels wide."""
_MARKS = "\u2066\u2067\u2068\u2069\u200e\u200f"
"""Written for the direction of a text, and not seen."""


def menu_label(name: str, value: str) -> Text:
    """The name of what a menu sets; with its value too, where the menu would show only its beginning."""
    return Text(f"**{name}**" if _width(value) <= FITS else f"**{name}** · {value}")


def _width(text: str) -> int:
    """In Latin letters; those of East Asia are twice as wide."""
    return sum(1 + (east_asian_width(letter) in "FW") for letter in text if letter not in _MARKS)
