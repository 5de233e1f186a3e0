"""Values of switches as people type them, and what may be typed."""

import re
from functools import cache
from typing import Any, cast

from bot.engine.house_rules import HouseRules, Multiples, allowed_values
from bot.i18n.catalog import Words

ON, OFF, NONE = "on", "off", "none"
MARKS = "exact_hits"
_MARK = re.compile(r"(\d{1,5})\s*(?:=|→|->|:)\s*(\d{1,5})")
_MULTIPLES = re.compile(r"(half of|minus 50 of)\s+(\d{1,5})")
_SEPARATOR = re.compile(r"\s*[,;\n]\s*")
_TO = {"half of": "half", "minus 50 of": "minus_50"}


@cache
def schema_of(name: str) -> dict[str, Any]:
    """How the switch is described as JSON Schema."""
    return HouseRules.model_json_schema()["properties"][name]


def is_toggle(name: str) -> bool:
    return schema_of(name).get("type") == "boolean"


def bounds(name: str) -> tuple[int, int] | None:
    """The least and the greatest number that a switch takes; `None` if it takes no numbers in a row."""
    schema = schema_of(name)
    for part in (schema, *schema.get("anyOf", ())):
        if "minimum" in part and "maximum" in part:
            return part["minimum"], part["maximum"]
    return None


def has_none(name: str) -> bool:
    """Whether there need not be a number at all."""
    return any(part.get("type") == "null" for part in schema_of(name).get("anyOf", ()))


def allowed_text(name: str, words: Words) -> str:
    """What may be typed for a switch, or written in a file of settings."""
    limits = bounds(name)
    if limits is not None:
        numbers = words.say("{low} to {high}", low=limits[0], high=limits[1])
        return words.one_of([f"`{NONE}`", numbers]) if has_none(name) else numbers
    if name == MARKS:
        return f"`{allowed_values(name)}`"
    if is_toggle(name):
        return words.one_of(["`true`", "`false`"])
    return words.one_of([f"`{value}`" for value in schema_of(name)["enum"]])


def read_value(name: str, text: str) -> Any:
    """The value that somebody chose or typed, for `parse_rules` to judge. Raises `ValueError`."""
    text = text.strip()
    if is_toggle(name):
        return {ON: True, OFF: False}[text] if text in (ON, OFF) else text
    if name == MARKS:
        return _read_marks(text.lower())
    if bounds(name) is not None:
        return _read_number(name, text)
    return next((value for value in schema_of(name)["enum"] if str(value) == text), text)


def write_value(name: str, value: Any) -> str:
    """A value as it can be typed; `read_value` reads it back."""
    if isinstance(value, bool):
        return ON if value else OFF
    if name != MARKS or value == OFF:
        return NONE if value is None else str(value)
    if isinstance(value, Multiples):
        before = next(said for said, to in _TO.items() if to == value.to)
        return f"{before} {value.multiple}"
    marks = cast(dict[str, int], value)
    ordered = sorted(marks.items(), key=lambda pair: int(pair[0]))
    return ", ".join(f"{at}={after}" for at, after in ordered) or OFF


def _read_number(name: str, text: str) -> int | str | None:
    if has_none(name) and text.lower() in ("", NONE):
        return None
    if re.fullmatch(r"[-−]?\d{1,6}", text):
        return int(text.replace("−", "-"))
    return text


def _read_marks(text: str) -> object:
    if text in ("", OFF):
        return OFF
    if multiples := _MULTIPLES.fullmatch(text):
        return {"multiple": int(multiples[2]), "to": _TO[multiples[1]]}
    marks: dict[str, int] = {}
    for part in _SEPARATOR.split(text.strip(",; \n")):
        found = _MARK.fullmatch(part)
        if found is None or str(int(found[1])) in marks:
            raise ValueError(part)
        marks[str(int(found[1]))] = int(found[2])
    return marks
