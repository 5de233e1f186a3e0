"""Whom a message notifies."""

import re
from typing import Any, Literal

_USER = re.compile(r"<@!?(\d+)>")
EVERYONE = 0
"""Stands for everybody in a set of pinged people."""


def pinged(
    text: str, allowed: dict[str, Any] | None, *, by_default: Literal["everything", "users"]
) -> set[int]:
    """The people a new message notifies, by Discord's rules for `allowed_mentions`."""
    users = {int(number) for number in _USER.findall(text)}
    if allowed is None:
        kinds = {"users", "roles", "everyone"} if by_default == "everything" else {"users"}
        chosen = set[int]()
    else:
        kinds = set(allowed.get("parse") or ())
        chosen = {int(number) for number in allowed.get("users") or ()}
    named = users if "users" in kinds else users & chosen
    if "everyone" in kinds and ("@everyone" in text or "@here" in text):
        named = named | {EVERYONE}
    return named
