"""The shape in which a switch of the house rules is put into words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.i18n.catalog import mark

OFF, NO, YES = mark("off"), mark("no"), mark("yes")


@dataclass(frozen=True, slots=True)
class Said:
    """One value of a switch: `short` behind the switch's name, `sentence` as a rule."""

    short: str
    sentence: str
    quiet: bool = False
    """Goes without saying, unless the preset has it otherwise."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A number as the value, which is its own short form: the sentence for one and for many, with `{n}`."""

    sentence: tuple[str, str]


@dataclass(frozen=True, slots=True)
class RuleText:
    """A switch: its name, what it decides, and each of its values."""

    group: str
    name: str
    question: str
    values: Mapping[object, Said] = field(default_factory=dict[object, Said])
    number: Counted | None = None
