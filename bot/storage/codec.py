"""JSON columns: compact text that carries the number of its own format.

Text and not the databases' JSON types: both databases then give back exactly what was written, and an
escaped NUL in somebody's text cannot make PostgreSQL refuse the row.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

from bot.storage.errors import DatabaseTooNewError

FORMAT = 1
"""Rises when stored values change their shape; `READERS` then gets a way from the old shape."""

READERS: Mapping[int, Callable[[Any], Any]] = {1: lambda value: value}
"""From a stored value of each format ever written to today's shape."""


def encode(value: Any) -> str:
    """The text of a JSON-able value, `{"f": format, "v": value}`."""
    return json.dumps({"f": FORMAT, "v": value}, separators=(",", ":"))


def decode(text: str) -> Any:
    """The value of a text. Raises `DatabaseTooNewError` for a format that is not known here."""
    stored = json.loads(text)
    if reader := READERS.get(stored["f"]):
        return reader(stored["v"])
    raise DatabaseTooNewError(
        f"The database holds values of format {stored['f']}, written by a newer version of the bot; "
        f"this one reads up to {FORMAT}."
    )


class Json(TypeDecorator[Any]):
    """A JSON value with its format number; `None` is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return None if value is None else encode(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any | None:  # noqa: ARG002
        return None if value is None else decode(value)


def storable(text: str) -> str:
    """A text that every database takes: without NUL, lone surrogates replaced."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
