"""The settings of a server, or the house rules of one match: pages of menus and buttons.

Each shows what stands there now; what may stand there and what is usual is written beside it.
"""

from typing import Any

from bot.engine.house_rules import PRESETS, HouseRules
from bot.i18n.catalog import LANGUAGES, Words
from bot.ports.store import GuildSettings
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.labelled import menu_label
from bot.present.reader import Reader
from bot.present.rule_texts import (
    GROUPS,
    PRESET_LINES,
    PRESET_NAMES,
    RULE_TEXTS,
    differences_line,
    matters,
    rule_name,
    rule_value,
)
from bot.present.rule_values import MARKS, OFF, ON, bounds, has_none, is_toggle
from bot.present.rules import CHANGED
from bot.present.screens import (
    Block,
    ChannelMenu,
    Choice,
    Menu,
    Press,
    PrivateScreen,
    Row,
    Rule,
    Style,
    Text,
    rows_of,
)
from bot.present.setting_tokens import SERVER, AskValue, ExportSettings, ResetRules, Setting, SettingsPage
from bot.present.settings_texts import (
    ANY,
    AUTO,
    CHANNELS,
    CLOCKS,
    MENUS,
    MOST_TABLES,
    PACES,
    PAGES,
    SERVER_TEXTS,
    TOGGLES,
    setting_name,
    setting_value,
    text_of,
)
from bot.present.settings_values import ALL, EVERYWHERE, GROUP_FIELDS, IMPORT, PRESET, USUAL, Options
from bot.present.tokens import encode
from bot.present.wording import call_word

LONGEST_OPTION = 100


def settings_screen(
    options: Options, reader: Reader, page: str = ALL, *, note: str = "", fresh: str = "0"
) -> PrivateScreen:
    """One page. `note` is to be read first; `fresh` differs from screen to screen."""
    words = reader.words
    blocks: list[Block] = [Text("\n".join(f"> {line}" for line in note.split("\n")))] if note else []
    if page == ALL:
        blocks += _overview(options, words, fresh)
    else:
        blocks += _page(options, words, page, fresh)
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def lost_note(before: HouseRules, after: HouseRules, words: Words) -> str:
    """What another preset or a reset has taken back: it can be read here once more."""
    line = differences_line(before, words)
    if not line or set(before.differences()) <= set(after.differences()):
        return ""
    return words.say("Before: {rules}", rules=line)


def meanwhile_note(field: str, words: Words) -> str:
    """Why a press changed nothing: somebody else was quicker."""
    if field not in RULE_TEXTS and field not in SERVER_TEXTS:
        return words.say("Meanwhile somebody has changed these settings. They stand as shown: choose again.")
    return words.say(
        "Meanwhile somebody has changed {rule}. It stands as shown: choose again.",
        rule=f"**{setting_name(field, words)}**",
    )


def _overview(options: Options, words: Words, fresh: str) -> list[Block]:
    is_match = options.server is None
    title = words.say("Rules of this match") if is_match else words.say("Settings of this server")
    lines = [f"## {title}", _preset_line(options.rules, words)]
    if options.server is not None:
        lines.append(f"-# {words.say('Changes apply from the next match.')}")
        lines.append(f"-# {_who(options.server, words)}")
    blocks: list[Block] = [Text("\n".join(lines)), _presets(options, words, fresh)]
    blocks.append(_pages(options, words, ALL, fresh))
    reset = Press(
        encode(ResetRules(options.place, ALL, options.seen(ALL))),
        words.say("Reset all rules"),
        Style.DANGER,
        disabled=not options.rules.differences(),
    )
    presses = [reset]
    if not is_match:
        ask = AskValue(SERVER, IMPORT, options.seen(IMPORT))
        presses[:0] = [
            Press(encode(ExportSettings(fresh)), words.say("Export")),
            Press(encode(ask), words.say("Import")),
        ]
    return [*blocks, Row(tuple(presses))]


def _who(settings: GuildSettings, words: Words) -> str:
    if settings.vary_rules:
        return words.say("Who may manage the server changes them; a host may set the rules of one match.")
    return words.say("Who may manage the server changes them, and nobody else.")


def _page(options: Options, words: Words, page: str, fresh: str) -> list[Block]:
    rules = options.rules
    shown = [field for field in GROUP_FIELDS[page] if field in SERVER_TEXTS or matters(field, rules)]
    lines = [f"## {words.say(PAGES[page])}"]
    if page in GROUPS:
        lines.append(_preset_line(options.rules, words))
    dead = [rule_name(field, words) for field in GROUP_FIELDS[page] if field not in shown]
    if dead:
        lines.append(f"-# {words.say('Without effect at present: {rules}', rules=words.all_of(dead))}")
    if options.server is not None:
        lines.append(f"-# {words.say('Changes apply from the next match.')}")
    blocks: list[Block] = [Text("\n".join(lines))]
    for field in filter(_is_menu, shown):
        blocks += [_label(options, field, words)]
        blocks += [_menu(options, field, words, fresh)]
    explained = [f"-# {_explained(options, field, words)}" for field in shown if not _is_menu(field)]
    if explained:
        blocks.append(Text("\n".join(explained)))
    presses = [press for field in shown for press in _presses(options, field, words, fresh)]
    blocks += rows_of(presses)
    overview = encode(SettingsPage(options.place, ALL, fresh))
    back = Press(overview, words.say("Overview"))
    return [*blocks, Rule(), _pages(options, words, page, fresh), Row((back, _reset(options, page, words)))]


def _preset_line(rules: HouseRules, words: Words) -> str:
    preset, changed = words.say(PRESET_NAMES[rules.preset]), differences_line(rules, words)
    if changed:
        return words.say("**{preset}**, but {changes}", preset=preset, changes=changed)
    return words.say("**{preset}**: {line}", preset=preset, line=words.say(PRESET_LINES[rules.preset]))


def _presets(options: Options, words: Words, fresh: str) -> Menu:
    choices = [
        Choice(
            name,
            words.say("Rules: {preset}", preset=words.say(PRESET_NAMES[name])),
            words.say(PRESET_LINES[name]),
            chosen=name == options.rules.preset,
        )
        for name in PRESETS
    ]
    token = Setting(options.place, PRESET, None, options.seen(PRESET), fresh)
    now = words.say("Rules: {preset}", preset=words.say(PRESET_NAMES[options.rules.preset]))
    return Menu(encode(token), now, tuple(choices))


def _pages(options: Options, words: Words, here: str, fresh: str) -> Menu:
    """The way to the other pages. Behind each stands what differs there, or what it is about."""
    pages = [page for page in PAGES if page in GROUPS or options.server is not None]
    choices = [
        Choice(page, words.say(PAGES[page]), _about(options, page, words)) for page in pages if page != here
    ]
    token = encode(SettingsPage(options.place, None, f"{here}{fresh}"))
    return Menu(token, words.say("Choose what to change"), tuple(choices))


def _about(options: Options, page: str, words: Words) -> str:
    told = [
        f"{CHANGED} {_named(field, _value(options, field, words), words)}"
        for field in GROUP_FIELDS[page]
        if options.value(field) != options.usual(field)
    ]
    return _joined(told or [setting_name(field, words) for field in GROUP_FIELDS[page]])


def _reset(options: Options, page: str, words: Words) -> Press:
    fields = GROUP_FIELDS[page]
    return Press(
        encode(ResetRules(options.place, page, options.seen(page))),
        words.say("Reset this group"),
        Style.DANGER,
        disabled=all(options.value(field) == options.usual(field) for field in fields),
    )


def _is_menu(field: str) -> bool:
    if field in SERVER_TEXTS:
        return field in MENUS
    if field == MARKS or is_toggle(field):
        return False
    limits = bounds(field)
    return limits is None or len(text_of(field).values) > limits[1] - limits[0]


def _label(options: Options, field: str, words: Words) -> Text:
    """The line above a menu. Channels are chosen from Discord's own list, which explains nothing."""
    name = setting_name(field, words)
    if field in CHANNELS:
        return Text(f"**{name}** · {words.say(text_of(field).question)}")
    return menu_label(name, _value(options, field, words))


def _menu(options: Options, field: str, words: Words, fresh: str) -> Menu | ChannelMenu:
    token = encode(Setting(options.place, field, None, options.seen(field), fresh))
    now, usual = options.value(field), options.usual(field)
    if field in CHANNELS:
        return ChannelMenu(token, _value(options, field, words), options.channels(field))
    choices: list[Choice] = []
    for value, sent in _values(field, now):
        about = [words.say("as usual")] if value == usual else []
        about += [_sentence(options, field, value, words)]
        shown = _short(_value(options, field, words, value))
        choices.append(Choice(sent, shown, _joined(list(filter(None, about))), chosen=value == now))
    # Said twice, as some clients show the placeholder where they should show what is chosen.
    return Menu(token, _short(_value(options, field, words)), tuple(choices))


def _values(field: str, now: Any) -> list[tuple[Any, str]]:
    """The values on offer, each with what the menu sends for it."""
    if field == "turn_seconds":
        known = sorted({*CLOCKS, *({now} if now is not None else ())})
        return [*((value, str(value)) for value in known), (None, OFF)]
    if field == "longest_clock":
        known = sorted({0, *CLOCKS, *({now} if now is not None else ())})
        return [*((value, str(value)) for value in known), (None, ANY)]
    if field == "pace":
        return [(value, str(value)) for value in sorted({*PACES, now})]
    if field == "language":
        return [(None, AUTO), *((code, code) for code in LANGUAGES)]
    return [(value, str(value)) for value in text_of(field).values]


def _sentence(options: Options, field: str, value: Any, words: Words) -> str:
    """What a value means, where its name does not say it."""
    for key, said in text_of(field).values.items():
        if type(key) is type(value) and key == value and said.sentence:
            return words.say(said.sentence, word=call_word(options.rules, words))
    return ""


def _presses(options: Options, field: str, words: Words, fresh: str) -> list[Press]:
    """The buttons of a setting that is switched or typed."""
    if field in CHANNELS:
        none = encode(Setting(SERVER, field, EVERYWHERE, options.seen(field), fresh))
        label = words.say("Tables everywhere") if field == "channels" else words.say("Close no channel")
        return [Press(none, label)] if options.value(field) else []
    if _is_menu(field):
        return []
    text, seen = _named(field, _value(options, field, words), words), options.seen(field)
    is_other = options.value(field) != options.usual(field)
    label = f"{CHANGED} {text}" if is_other and field in RULE_TEXTS else text
    style = Style.PRIMARY if is_other else Style.SECONDARY
    if field in TOGGLES or (field in RULE_TEXTS and is_toggle(field)):
        other = OFF if options.value(field) else ON
        return [Press(encode(Setting(options.place, field, other, seen, fresh)), label, style)]
    presses = [Press(encode(AskValue(options.place, field, seen)), label, style)]
    if field == "forfeits":
        other, name = (
            (USUAL, words.say("Ready-made forfeits"))
            if options.value(field) is None
            else (
                OFF,
                words.say("No forfeits"),
            )
        )
        presses.append(Press(encode(Setting(SERVER, field, other, seen, fresh)), name))
    return presses


def _explained(options: Options, field: str, words: Words) -> str:
    """The range of a number, or what a switch decides, and what is usual. Of a number the form says more."""
    name, usual = f"**{setting_name(field, words)}**", _usual(options, field, words)
    span = span_text(field, words)
    if span:
        return f"{name} · {words.say('{range}, usually {usual}.', range=span, usual=usual)}"
    question = words.say(text_of(field).question)
    return f"{name} · {question} {words.say('Usually {usual}.', usual=usual)}"


def span_text(field: str, words: Words) -> str:
    """The range of a number; empty where there is none."""
    limits = (1, MOST_TABLES) if field == "tables_max" else bounds(field) if field in RULE_TEXTS else None
    if limits is None:
        return ""
    numbers = words.say("{low} to {high}", low=limits[0], high=limits[1])
    return words.one_of([words.say("none"), numbers]) if has_none_at(field) else numbers


def has_none_at(field: str) -> bool:
    return field in RULE_TEXTS and has_none(field)


def _usual(options: Options, field: str, words: Words) -> str:
    return _value(options, field, words, options.usual(field))


_NOW = object()


def _value(options: Options, field: str, words: Words, value: Any = _NOW) -> str:
    shown = options.value(field) if value is _NOW else value
    if field in SERVER_TEXTS:
        return setting_value(field, shown, words)
    return rule_value(field, shown, words)


def _named(field: str, value: str, words: Words) -> str:
    return words.say("{rule}: {value}", rule=setting_name(field, words), value=value)


def _joined(parts: list[str]) -> str:
    """As many of the parts as an option has room for."""
    text = ""
    for part in parts:
        longer = f"{text} · {part}" if text else part
        if len(longer) > LONGEST_OPTION - 8:
            return f"{text} · …" if text else _short(part)
        text = longer
    return text


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_OPTION - 6 else f"{text[: LONGEST_OPTION - 7].rstrip()}…"
