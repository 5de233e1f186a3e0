"""The computers that sit down at tables: each name has a character of its own, at every level.

Nothing of it is stored: who has the name has the character, after a restart too.
"""

from dataclasses import replace

from bot.opponents.base import Character

CHARACTERS = {
    "Noa": Character(pace=0.85, daring=0.05, talk=0.5),
    "Gil": Character(pace=1.2, daring=-0.04, talk=0.25),
    "Tal": Character(pace=1.0, daring=0.08, talk=0.4),
    "Maya": Character(pace=0.9, daring=-0.02, talk=0.45),
    "Omer": Character(pace=1.1, daring=0.03, talk=0.55),
    "Shira": Character(pace=0.75, daring=0.06, talk=0.35),
    "Eitan": Character(pace=1.25, daring=-0.05, talk=0.2),
    "Dana": Character(pace=1.05, daring=0.01, talk=0.6),
    "Yoav": Character(pace=0.8, daring=-0.03, talk=0.3),
    "Lior": Character(pace=1.15, daring=0.04, talk=0.4),
}
"""By name, in the order in which they sit down."""

_PACES = {"easy": 1.2, "normal": 1.0, "hard": 0.9, "expert": 0.8}
"""The better they play, the quicker they are."""


def character_of(name: str, level: str | None) -> Character:
    """The character of a computer; without one of its own it is quick by its level alone."""
    own = CHARACTERS.get(name, Character())
    return replace(own, pace=own.pace * _PACES.get(level or "", 1.0))
