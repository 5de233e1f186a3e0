"""Discord's own description of its API, as a judge of what is sent in both directions.

The file is named by the environment variable `YANIV_OPENAPI`; where it is missing nothing is checked and
`WHY_NOT` says so. Validating takes a tenth of a second for a whole table, so a body is only validated if one
of its objects is new: everything that the description says about an object is part of how it is known again
(its place, its keys, lengths up to the next limit, patterns, small numbers, short words).
"""

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

VARIABLE = "YANIV_OPENAPI"
URI = "urn:discord"
BASE = "/api/v10"
Place = tuple[Any, ...]
_WORD = re.compile(r"[a-z]{1,10}")
"""What a list of allowed values may hold."""
_SNOWFLAKE = re.compile(r"0|[1-9]\d*")


def _why_not() -> str:
    path = os.environ.get(VARIABLE)
    if not path:
        return f"{VARIABLE} names no file: requests are not checked against Discord's API description"
    return "" if Path(path).is_file() else f"{VARIABLE} names a file that is not there"


WHY_NOT = _why_not()
"""Why nothing is checked; empty where it is."""


class Schema:
    """Judges requests and answers by the description of their operation."""

    def __init__(self, document: dict[str, Any]) -> None:
        resource = Resource(contents=document, specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(URI, resource)
        self._paths = document["paths"]
        self._patterns = [(re.compile(_as_pattern(path)), path) for path in self._paths]
        self._lengths = sorted(set(_limits(document)))
        self._validators: dict[str, Draft202012Validator] = {}
        self._known: dict[str, set[Any]] = {}
        """By operation: the parts of bodies that were found right."""
        self.validated = 0
        """How many bodies had a part that was new and were validated in full."""
        self.judged: Counter[str] = Counter()
        """How many bodies of each direction were judged."""

    def path_of(self, path: str) -> str | None:
        """The description's name of a path, such as `/channels/{channel_id}`; exact names first."""
        plain = path.removeprefix(BASE)
        if plain in self._paths:
            return plain
        found = [name for pattern, name in self._patterns if pattern.fullmatch(plain)]
        return min(found, key=lambda name: name.count("{"), default=None)

    def fault_of_request(self, method: str, path: str, body: Any) -> str:
        """What the description says against this JSON body; empty if nothing."""
        self.judged["request"] += 1
        name = self.path_of(path)
        operation = self._paths.get(name, {}).get(method.lower())
        if operation is None:
            return f"{method} {path} is not described"
        if "requestBody" not in operation:
            return "" if body is None else f"{method} {name} takes no body"
        if body is None:
            required = operation["requestBody"].get("required", False)
            return f"{method} {name} needs a body" if required else ""
        pointer = f"/paths/{_escaped(name)}/{method.lower()}/requestBody/content/application~1json/schema"
        return self._judge(pointer, _with_text_ids(body))

    def fault_of_answer(self, method: str, path: str, status: int, body: Any) -> str:
        """What the description says against this answer; empty if nothing."""
        self.judged["answer"] += 1
        name = self.path_of(path)
        operation = self._paths.get(name, {}).get(method.lower())
        if operation is None:
            return f"{method} {path} is not described"
        responses = operation["responses"]
        key = str(status) if str(status) in responses else f"{status // 100}XX"
        if key == "5XX":
            return ""
        if key not in responses:
            return f"{method} {name} never answers with status {status}"
        if "$ref" in responses[key]:
            pointer = responses[key]["$ref"].removeprefix("#") + "/content/application~1json/schema"
        elif "content" not in responses[key]:
            return "" if body is None else f"{method} {name} answers {status} without a body"
        else:
            answer = f"/paths/{_escaped(name)}/{method.lower()}/responses/{key}"
            pointer = f"{answer}/content/application~1json/schema"
        return self._judge(pointer, body)

    def _judge(self, pointer: str, body: Any) -> str:
        known = self._known.setdefault(pointer, set())
        parts = set(self._parts(body, ()))
        if parts <= known:
            return ""
        self.validated += 1
        error = next(self._validator(pointer).iter_errors(body), None)
        if error is not None:
            return _told(error)
        known |= parts
        return ""

    def _validator(self, pointer: str) -> Draft202012Validator:
        if pointer not in self._validators:
            self._validators[pointer] = Draft202012Validator(
                {"$ref": f"{URI}#{pointer}"},
                registry=self._registry,
                format_checker=Draft202012Validator.FORMAT_CHECKER,
            )
        return self._validators[pointer]

    def _parts(self, value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
        """Every object of a body by itself: where it stands, and all that the description looks at."""
        if isinstance(value, list):
            for member in value:
                yield from self._parts(member, place)
        if isinstance(value, dict):
            yield place, tuple((key, self._look(key, value[key])) for key in sorted(value))
            kind = value.get("type")
            for key, member in value.items():
                yield from self._parts(member, (*place, (key, kind)))

    def _look(self, key: str, value: Any) -> Any:
        """What the description could say about a value, without what stands inside it."""
        if isinstance(value, list):
            is_unique = len(value) == len({repr(member) for member in value})
            plain = frozenset(self._look("", member) for member in value if not isinstance(member, dict))
            return ("list", self._length(len(value)), is_unique, plain)
        if isinstance(value, dict):
            return ("object", frozenset(value) if not value else None)
        if isinstance(value, str):
            if _WORD.fullmatch(value):
                return ("word", value)
            return ("text", self._length(len(value)), bool(_SNOWFLAKE.fullmatch(value)), _form(value))
        if isinstance(value, int) and not isinstance(value, bool) and (key == "id" or abs(value) > 100_000):
            return ("number", value.bit_length() > 31, value > 2**53, value < 0, value <= 0xFFFFFF)
        return (type(value).__name__, value)

    def _length(self, length: int) -> int:
        """How many of the description's limits it exceeds."""
        return sum(limit < length for limit in self._lengths) * 2 + (length in self._lengths)


def _told(error: Any) -> str:
    """The error, or where several forms were possible the one that came closest."""
    closest = max(error.context, key=lambda inner: len(inner.absolute_path), default=error)
    place = ".".join(map(str, closest.absolute_path))
    return f"{place or 'body'}: {closest.message[:300]}"


def _as_pattern(path: str) -> str:
    return "".join(
        "[^/]+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]+\})", path)
    )


def _escaped(name: str | None) -> str:
    return (name or "").replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _limits(node: Any) -> Iterator[int]:
    """Every limit on a length that stands anywhere in the description."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in {"maxLength", "minLength", "maxItems", "minItems", "maxProperties"} and isinstance(
                value, int
            ):
                yield value
            yield from _limits(value)
    elif isinstance(node, list):
        for value in node:
            yield from _limits(value)


def _form(text: str) -> str:
    """What patterns and formats look at."""
    if re.fullmatch(r"\d{4}-\d\d-\d\dT.*", text):
        return "time"
    if "://" in text:
        return "address"
    return "word" if re.fullmatch(r"[-_\w]+", text) else "text"


def _with_text_ids(value: Any) -> Any:
    """discord.py writes some ids as numbers, which Discord takes and its description does not."""
    if isinstance(value, list):
        return [_with_text_ids(member) for member in value]
    if not isinstance(value, dict):
        return value
    fixed = {key: _with_text_ids(member) for key, member in value.items()}
    if isinstance(emoji := fixed.get("emoji"), dict) and isinstance(emoji.get("id"), int):
        fixed["emoji"] = emoji | {"id": str(emoji["id"])}
    for name in ("attachments", "default_values"):
        if isinstance(parts := fixed.get(name), list):
            fixed[name] = [one | {"id": str(one["id"])} if "id" in one else one for one in parts]
    if isinstance(allowed := fixed.get("allowed_mentions"), dict):
        named = {kind: list(map(str, allowed[kind])) for kind in ("users", "roles") if allowed.get(kind)}
        fixed["allowed_mentions"] = allowed | named
    return fixed


@cache
def load_schema() -> Schema | None:
    """The description named by the environment; `None` where there is none."""
    if WHY_NOT:
        return None
    return Schema(json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8")))
