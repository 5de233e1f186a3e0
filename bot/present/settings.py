"""What a server has chosen, and what it may choose instead."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.house_rules import PRESETS, HouseRules, RulesError, parse_rules
from bot.i18n.catalog import LANGUAGES, Words, mark
from bot.ports.store import GuildSettings
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.rule_texts import PRESET_LINES, PRESET_NAMES, differences_line, rule_name
from bot.present.screens import Block, Choice, Menu, PrivateScreen, Text
from bot.present.tokens import Setting, encode
from bot.present.wording import points

NUMBERS: dict[str, tuple[int, ...]] = {
    "call_limit": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20),
    "assaf_penalty": (0, 10, 15, 20, 25, 30, 35, 40, 50, 75, 100),
    "limit": (50, 75, 100, 124, 150, 200, 201, 250, 300, 500),
}
"""The house rules that are chosen here, with the values on offer."""
CLOCKS = (30, 60, 90, 120, 180, 300, 600, 1800, 3600, 86400)
OFF = "off"
PACES = {0.0: mark("at once"), 0.5: mark("quick"), 1.0: mark("normal"), 2.0: mark("slow")}
AUTO = "auto"
_DEFAULTS = GuildSettings(guild=0)


def settings_screen(settings: GuildSettings, reader: Reader, note: str | None = None) -> PrivateScreen:
    """Every setting as a menu that shows its value; `note` is a line to be read first."""
    words = reader.words
    rules = parse_rules(settings.rules)
    preset = words.say(PRESET_NAMES[rules.preset])
    changed = differences_line(rules, words)
    line = (
        words.say("**{preset}**, but {changes}", preset=preset, changes=changed)
        if changed
        else f"**{preset}**"
    )
    applies = words.say("Changes apply from the next match.")
    blocks: list[Block] = [Text(f"> {note}")] if note else []
    blocks.append(Text(f"## {words.say('Settings of this server')}\n{line}\n-# {applies}"))
    blocks.append(_presets(rules, words))
    blocks += [_number(name, rules, words) for name in NUMBERS]
    blocks += [_clock(settings, words), _pace(settings, words), _language(settings, words)]
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def chosen(settings: GuildSettings, field: str, value: str) -> GuildSettings | None:
    """The settings after a choice in one of the menus; `None` for what no menu offers.

    Another preset starts without changes. Raises `RulesError` where the rules do not go together.
    """
    choose = _CHOOSE.get(field)
    try:
        return choose(settings, value) if choose is not None else None
    except RulesError:
        raise
    except (KeyError, ValueError):
        return None


def _choose_preset(settings: GuildSettings, value: str) -> GuildSettings:
    return replace(settings, rules=PRESETS[value].short())


def _choose_number(name: str) -> Callable[[GuildSettings, str], GuildSettings]:
    def choose(settings: GuildSettings, value: str) -> GuildSettings:
        rules = parse_rules(settings.rules | {name: int(value)})
        return replace(settings, rules=rules.short())

    return choose


def _choose_clock(settings: GuildSettings, value: str) -> GuildSettings:
    seconds = None if value == OFF else int(value)
    if seconds is not None and seconds not in CLOCKS:
        raise KeyError(value)
    return replace(settings, turn_seconds=seconds)


def _choose_pace(settings: GuildSettings, value: str) -> GuildSettings:
    pace = float(value)
    if pace not in PACES:
        raise KeyError(value)
    return replace(settings, pace=pace)


def _choose_language(settings: GuildSettings, value: str) -> GuildSettings:
    if value != AUTO and value not in LANGUAGES:
        raise KeyError(value)
    return replace(settings, language=None if value == AUTO else value)


_CHOOSE: dict[str, Callable[[GuildSettings, str], GuildSettings]] = {
    "preset": _choose_preset,
    **{name: _choose_number(name) for name in NUMBERS},
    "turn_seconds": _choose_clock,
    "pace": _choose_pace,
    "language": _choose_language,
}


def _presets(rules: HouseRules, words: Words) -> Menu:
    choices = [
        Choice(
            name,
            words.say("Rules: {preset}", preset=words.say(PRESET_NAMES[name])),
            words.say(PRESET_LINES[name]),
            chosen=name == rules.preset,
        )
        for name in PRESETS
    ]
    return Menu(encode(Setting("preset")), words.say("Rules"), tuple(choices))


def _number(name: str, rules: HouseRules, words: Words) -> Menu:
    now, usual = getattr(rules, name), getattr(PRESETS[rules.preset], name)
    title = rule_name(name, words)
    choices = [
        Choice(
            str(value),
            words.say("{rule}: {value}", rule=title, value=points(value, words)),
            words.say("as usual") if value == usual else "",
            chosen=value == now,
        )
        for value in sorted({*NUMBERS[name], now, usual})
    ]
    return Menu(encode(Setting(name)), title, tuple(choices))


def _clock(settings: GuildSettings, words: Words) -> Menu:
    title = words.say("Turn time")
    now = settings.turn_seconds
    values = sorted({*CLOCKS, *({now} if now is not None else ())})
    choices = [
        _choice(
            title, str(value), _duration(value, words), words, (value == now, value == _DEFAULTS.turn_seconds)
        )
        for value in values
    ]
    unlimited = _choice(title, OFF, words.say("no limit"), words, (now is None, False))
    return Menu(encode(Setting("turn_seconds")), title, (*choices, unlimited))


def _pace(settings: GuildSettings, words: Words) -> Menu:
    title = words.say("Computers")
    choices = [
        _choice(title, str(pace), words.say(name), words, (pace == settings.pace, pace == _DEFAULTS.pace))
        for pace, name in PACES.items()
    ]
    return Menu(encode(Setting("pace")), title, tuple(choices))


def _language(settings: GuildSettings, words: Words) -> Menu:
    title = words.say("Language")
    auto = _choice(title, AUTO, words.say("as the server"), words, (settings.language is None, True))
    choices = [
        _choice(title, code, name, words, (code == settings.language, False))
        for code, name in LANGUAGES.items()
    ]
    return Menu(encode(Setting("language")), title, (auto, *choices))


def _choice(title: str, value: str, text: str, words: Words, marks: tuple[bool, bool]) -> Choice:
    """An option that names its setting, as the closed menu shows nothing else. Marks: now, by default."""
    is_now, is_default = marks
    label = words.say("{rule}: {value}", rule=title, value=text)
    return Choice(value, label, words.say("as usual") if is_default else "", chosen=is_now)


def _duration(seconds: int, words: Words) -> str:
    if seconds % 3600 == 0:
        return words.count("{n} hour", "{n} hours", seconds // 3600)
    if seconds % 60 == 0:
        return words.count("{n} minute", "{n} minutes", seconds // 60)
    return words.count("{n} second", "{n} seconds", seconds)


def settings_rules(settings: GuildSettings) -> HouseRules:
    """The house rules that a server has chosen. Raises `RulesError`."""
    return parse_rules(settings.rules)
