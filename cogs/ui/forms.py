"""Forms become Discord's windows, and what was typed comes back.

A form is stopped before it is sent, so discord.py remembers nothing of it: whatever is submitted, even
after a restart, reaches `cogs.ui.press` by its custom id, as a press does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import discord

from bot.present.screens import Form, Input


def window(form: Form) -> discord.ui.Modal:
    """The form as Discord shows it, for one person once."""
    modal = discord.ui.Modal(title=form.title, custom_id=form.token, timeout=None)
    for one in form.inputs:
        modal.add_item(
            discord.ui.Label(text=one.label, description=one.hint or None, component=_text_input(one))
        )
    modal.stop()
    return modal


def typed(asked: discord.Interaction[Any]) -> dict[str, str]:
    """What a person typed, by the names of the form's fields."""
    data = cast(Mapping[str, Any], asked.data or {})
    return {part["custom_id"]: str(part.get("value") or "") for part in _parts(data.get("components") or ())}


def _parts(components: Any) -> Iterator[Mapping[str, Any]]:
    for one in components:
        inner = [*(one.get("components") or ()), *filter(None, [one.get("component")])]
        yield from _parts(inner)
        if "custom_id" in one:
            yield one


def _text_input(one: Input) -> discord.ui.TextInput[discord.ui.Modal]:
    style = discord.TextStyle.paragraph if one.is_long else discord.TextStyle.short
    return discord.ui.TextInput(
        custom_id=one.name,
        style=style,
        default=one.value[: one.most] or None,
        max_length=one.most,
        required=one.is_needed,
    )
