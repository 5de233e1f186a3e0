"""The limits of messages and their components, as documented, and how Discord stores what it accepts."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.discord_server.errors import Json, ServerFailureError, bad_form

V2 = 1 << 15
EPHEMERAL = 1 << 6
LOADING = 1 << 7

ROW, BUTTON, SELECT = 1, 2, 3
SELECTS = frozenset({3, 5, 6, 7, 8})
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
IN_CONTAINER = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
LINK, PREMIUM = 5, 6

MOST_COMPONENTS = 40
MOST_TEXT = 4_000
MOST_BYTES = 10_170
"""Nowhere documented: beyond it Discord answers with status 500."""
BYTES_OF_A_TEXT = 12

Issue = tuple[str, str, str]


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, the nested ones too."""
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        yield here, component
        yield from walk(component.get("components") or [], f"{here}.components")
        if component.get("accessory"):
            yield f"{here}.accessory", component["accessory"]


def text_of(components: list[Json]) -> str:
    return "\n".join(part["content"] for _, part in walk(components) if part["type"] == TEXT)


def check_message(body: Json, *, is_v2: bool, emojis: set[int]) -> None:
    """Raises what Discord would answer to this body of a message; `emojis` are those that exist."""
    components: list[Json] = body.get("components") or []
    issues = [*_shape(components, is_v2=is_v2), *_parts(components, emojis)]
    if is_v2:
        issues += _besides(body)
    if len(body.get("content") or "") > 2_000:
        issues.append(("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length."))
    if issues:
        raise bad_form(issues)
    if is_v2:
        _check_size(components)


def _besides(body: Json) -> Iterator[Issue]:
    for field in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(field):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            yield field, code, f"The '{field}' field cannot be used with components V2."


def _check_size(components: list[Json]) -> None:
    texts = [part["content"] for _, part in walk(components) if part["type"] == TEXT]
    size = sum(len(text.encode()) + BYTES_OF_A_TEXT for text in texts)
    if size > MOST_BYTES:
        raise ServerFailureError


def _shape(components: list[Json], *, is_v2: bool) -> Iterator[Issue]:
    """Which component may stand where, and how many of them."""
    for index, component in enumerate(components):
        allowed = IN_CONTAINER | {CONTAINER} if is_v2 else {ROW}
        if component.get("type") not in allowed:
            yield (
                f"components.{index}.type",
                "UNION_TYPE_CHOICES",
                'This "type" is not allowed here.',
            )
    if not is_v2 and len(components) > 5:
        yield "components", "BASE_TYPE_MAX_LENGTH", "Must be 5 or fewer in length."
    every = list(walk(components))
    if len(every) > MOST_COMPONENTS:
        yield "components", "COMPONENT_MAX_TOTAL", f"There are {len(every)} components; 40 are allowed."
    if len(text_of(components)) > MOST_TEXT:
        yield "components", "COMPONENT_TEXT_TOTAL", "Total text is longer than 4000."
    yield from _doubles(every)


def _doubles(every: list[tuple[str, Json]]) -> Iterator[Issue]:
    seen: set[tuple[str, Any]] = set()
    for path, component in every:
        for field in ("custom_id", "id"):
            value = component.get(field)
            if value is None or (field == "id" and value == 0):
                continue
            if (field, value) in seen:
                yield f"{path}.{field}", "COMPONENT_CUSTOM_ID_DUPLICATED", f"Component {field} is used twice."
            seen.add((field, value))


def _parts(components: list[Json], emojis: set[int]) -> Iterator[Issue]:
    for path, component in walk(components):
        check = _CHECKS.get(component.get("type", 0))
        for field, code, sentence in check(component) if check else ():
            yield f"{path}.{field}", code, sentence
        for place, emoji in _emojis(component):
            if not _is_emoji(emoji, emojis):
                yield f"{path}.{place}.id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"


def _emojis(component: Json) -> Iterator[tuple[str, Json]]:
    if component.get("emoji"):
        yield "emoji", component["emoji"]
    for index, option in enumerate(component.get("options") or []):
        if option.get("emoji"):
            yield f"options.{index}.emoji", option["emoji"]


def _is_emoji(emoji: Json, existing: set[int]) -> bool:
    if emoji.get("id"):
        return int(emoji["id"]) in existing
    name: str = emoji.get("name") or ""
    is_card_symbol = any(0x1F0A0 <= ord(char) <= 0x1F0FF and ord(char) != 0x1F0CF for char in name)
    return bool(name) and not name.isascii() and not is_card_symbol


def _between(component: Json, field: str, least: int, most: int) -> Iterator[Issue]:
    length = len(component.get(field) or "")
    if not least <= length <= most:
        yield field, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def _row(row: Json) -> Iterator[Issue]:
    children: list[Json] = row.get("components") or []
    kinds = {child.get("type") for child in children}
    if kinds == {BUTTON} and len(children) <= 5:
        return
    if len(children) == 1 and kinds <= SELECTS:
        return
    yield "components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds one to five buttons, or one select."


def _button(button: Json) -> Iterator[Issue]:
    yield from _between(button, "label", 0, 80)
    style = button.get("style")
    if style not in range(1, 7):
        yield "style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}."
    if style == LINK:
        yield from _between(button, "url", 1, 512)
    elif style != PREMIUM:
        yield from _between(button, "custom_id", 1, 100)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield "label", "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji."
    if (style == LINK) != bool(button.get("url")):
        yield "url", "BUTTON_COMPONENT_URL", "Only a link button has an address."


def _select(select: Json) -> Iterator[Issue]:
    yield from _between(select, "custom_id", 1, 100)
    yield from _between(select, "placeholder", 0, 150)
    options: list[Json] = select.get("options") or []
    if select["type"] != SELECT:
        return
    if not 1 <= len(options) <= 25:
        yield "options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length."
    least, most = _or(select.get("min_values"), 1), _or(select.get("max_values"), 1)
    if not 0 <= least <= most or not 1 <= most <= 25 or most > len(options):
        yield "max_values", "NUMBER_TYPE_MAX", "min_values and max_values do not fit the options."
    if len({option.get("value") for option in options}) != len(options):
        yield "options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The same value is used twice."
    if sum(bool(option.get("default")) for option in options) > most:
        yield "options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More defaults than may be chosen."
    for index, option in enumerate(options):
        for field, least_length in (("label", 1), ("value", 1), ("description", 0)):
            for _, code, sentence in _between(option, field, least_length, 100):
                yield f"options.{index}.{field}", code, sentence


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def _text(text: Json) -> Iterator[Issue]:
    yield from _between(text, "content", 1, MOST_TEXT)


def _section(section: Json) -> Iterator[Issue]:
    children: list[Json] = section.get("components") or []
    if not 1 <= len(children) <= 3 or {child.get("type") for child in children} != {TEXT}:
        yield "components", "BASE_TYPE_BAD_LENGTH", "A section holds one to three texts."
    if (section.get("accessory") or {}).get("type") not in {BUTTON, THUMBNAIL}:
        yield "accessory", "BASE_TYPE_REQUIRED", "This field is required"


def _gallery(gallery: Json) -> Iterator[Issue]:
    yield from _between(gallery, "items", 1, 10)


def _container(container: Json) -> Iterator[Issue]:
    children: list[Json] = container.get("components") or []
    if not children:
        yield "components", "BASE_TYPE_REQUIRED", "This field is required"
    if any(child.get("type") not in IN_CONTAINER for child in children):
        yield "components", "UNION_TYPE_CHOICES", "A child is not allowed in a container."
    accent = container.get("accent_color")
    if accent is not None and not 0 <= accent <= 0xFFFFFF:
        yield "accent_color", "NUMBER_TYPE_MAX", "Must be a colour."


_CHECKS: dict[int, Callable[[Json], Iterator[Issue]]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    TEXT: _text,
    SECTION: _section,
    GALLERY: _gallery,
    CONTAINER: _container,
}


def stored(components: list[Json], attachments: dict[str, Json]) -> list[Json]:
    """Accepted components as Discord hands them out: numbered, with every default filled in."""
    taken = {component["id"] for _, component in walk(components) if component.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)

    def keep(component: Json) -> Json:
        kept = {key: value for key, value in component.items() if value is not None}
        kept["id"] = component.get("id") or next(free)
        _fill(kept, attachments)
        if "components" in kept:
            kept["components"] = [keep(child) for child in kept["components"]]
        if "accessory" in kept:
            kept["accessory"] = keep(kept["accessory"])
        return kept

    return [keep(component) for component in components]


def _fill(kept: Json, attachments: dict[str, Json]) -> None:
    match kept["type"]:
        case 17:
            kept.setdefault("accent_color", None)
            kept.setdefault("spoiler", False)
        case 14:
            kept.setdefault("spacing", 1)
            kept.setdefault("divider", True)
        case 3:
            kept.setdefault("min_values", 1)
            kept.setdefault("max_values", 1)
            kept["options"] = [_option(option) for option in kept["options"]]
        case 13:
            _fill_file(kept, attachments)
    if kept.get("emoji"):
        kept["emoji"] = _emoji(kept["emoji"])


def _fill_file(kept: Json, attachments: dict[str, Json]) -> None:
    name = kept["file"]["url"].removeprefix("attachment://")
    attachment = attachments.get(name)
    if attachment is None:
        raise bad_form([("components", "COMPONENT_ATTACHMENT_NOT_FOUND", f"There is no attachment {name}.")])
    media = {field: attachment[field] for field in ("id", "url", "proxy_url")}
    kept["file"] = media | {"attachment_id": attachment["id"]}
    kept |= {"name": name, "size": attachment["size"]}
    kept.setdefault("spoiler", False)


def _option(option: Json) -> Json:
    kept = {key: value for key, value in option.items() if value is not None}
    if kept.get("emoji"):
        kept["emoji"] = _emoji(kept["emoji"])
    return kept


def _emoji(emoji: Json) -> Json:
    kept = {key: value for key, value in emoji.items() if value is not None}
    if "id" in kept:
        kept["id"] = str(kept["id"])
    return kept
