"""What may be set, and what becomes of a choice, of a typed value and of a file."""

import json
from dataclasses import replace

import pytest

from bot.engine.house_rules import PRESETS, HouseRules, RulesError, parse_rules
from bot.i18n.catalog import LANGUAGES
from bot.ports.store import GuildSettings
from bot.present.rule_texts import RULE_TEXTS
from bot.present.rule_values import bounds, is_toggle, read_value, write_value
from bot.present.screens import ChannelMenu, Text
from bot.present.settings import settings_screen
from bot.present.settings_forms import settings_form
from bot.present.settings_json import FIELDS, exported, faults_text, imported
from bot.present.settings_texts import PAGES, SERVER_TEXTS
from bot.present.settings_values import (
    ALL,
    GROUP_FIELDS,
    IMPORT,
    PRESET,
    match_options,
    page_of,
    server_options,
    with_choice,
    with_reset,
)
from bot.present.tokens import AskValue, Setting, decode
from tests.present.builders import PEOPLE, lobby, reader, rules
from tests.present.limits import faults, menus, presses, texts
from tests.present.scenes import CHANGED, SWITCHED

PLAIN = GuildSettings(1)
EVERYTHING = replace(
    PLAIN,
    rules=rules(**CHANGED).short(),
    language="he",
    turn_seconds=None,
    pace=0.5,
    pings="off",
    vary_rules=True,
    hints=True,
    threads=True,
    channels=(5, 6),
    tables_max=3,
    forfeits=("Sing", "Dance"),
    achievements=False,
    season="monthly",
    computer_talk=False,
    longest_clock=3600,
)


def settable(screen):
    """The settings that a page can change, with what their menus or buttons send."""
    found = {}
    for menu in menus(screen):
        token = decode(menu.token)
        if isinstance(token, Setting):
            found[token.field] = [choice.value for choice in menu.choices]
    for block in screen.blocks:
        if isinstance(block, ChannelMenu):
            found[decode(block.token).field] = ["5,6"]
    for press in presses(screen):
        token = decode(press.token)
        if isinstance(token, Setting):
            found.setdefault(token.field, []).append(token.value)
        elif isinstance(token, AskValue):
            found.setdefault(token.field, [])
    return found


def page(settings, name, language="en"):
    return settings_screen(server_options(settings), reader(language), name)


def test_every_setting_stands_on_one_page():
    house = parse_rules({"slap": "both", "assaf_on": "lower"})
    shown = [settable(page(replace(PLAIN, rules=house.short()), name)) for name in (ALL, *PAGES)]
    fields = [field for one in shown for field in one if field != IMPORT]
    assert len(fields) == len(set(fields))
    rounds = {"rounds"}
    assert set(fields) == {PRESET, *RULE_TEXTS, *SERVER_TEXTS} - rounds
    ends = settable(page(replace(PLAIN, rules={"preset": "classic", "game_end": "rounds"}), "end"))
    assert rounds < set(ends)


@pytest.mark.parametrize("name", [ALL, *PAGES])
def test_every_choice_on_a_page_can_be_made(name):
    for field, values in settable(page(EVERYTHING, name)).items():
        for value in values:
            after = with_choice(PLAIN, field, value)
            parse_rules(after.rules)
            assert page_of(field) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [ALL, *PAGES])
@pytest.mark.parametrize("settings", [PLAIN, EVERYTHING, replace(PLAIN, rules=SWITCHED.short())])
def test_every_page_keeps_within_discords_limits(settings, name, language):
    assert faults(page(settings, name, language)) == []


def test_a_page_shows_what_stands_there_and_what_is_usual():
    screen = page(replace(PLAIN, rules={"preset": "classic", "call_limit": 5}), "calling")
    assert "-# **Call limit** · 0 to 50, usually 7." in texts(screen)
    assert "**Classic**, but Call limit: 5" in texts(screen)[0]
    assert "Changes apply from the next match." in texts(screen)[0]
    assert "◆ Call limit: 5" in [press.label for press in presses(screen)]
    name = screen.blocks.index(Text("**Last turn after a call**"))
    lap = screen.blocks[name + 1]
    assert lap.placeholder == "no"
    assert [choice.label for choice in lap.choices if choice.chosen] == ["no"]
    assert lap.choices[0].description.startswith("as usual · ")


def test_what_a_narrow_menu_would_cut_stands_above_it_too():
    blocks = page(replace(PLAIN, rules={"preset": "classic", "stock_empty": "no_points"}), "drawing").blocks
    above = blocks.index(Text("**Empty stock** · round ends without points"))
    assert blocks[above + 1].placeholder == "round ends without points"
    assert Text("**Taking from a set**") in blocks


def test_a_value_that_is_not_on_offer_is_shown_all_the_same():
    screen = page(replace(PLAIN, turn_seconds=77, pace=1.5), "play")
    chosen = [choice.label for menu in menus(screen) for choice in menu.choices if choice.chosen]
    assert "77 seconds" in chosen
    assert "×1.5" in chosen


def test_a_switch_without_effect_is_named_and_not_offered():
    screen = page(replace(PLAIN, rules={"preset": "yanef"}), "laying")
    assert "Shortest run" in texts(screen)[0].split("Without effect at present: ")[1]
    assert "run_min" not in settable(screen)


def test_channels_that_are_gone_are_not_shown():
    chosen = replace(PLAIN, channels=(5, 6), closed_channels=(7, 8))
    options = replace(server_options(chosen), existing=frozenset({6, 7}))
    blocks = settings_screen(options, reader(), "server").blocks
    assert [block.chosen for block in blocks if isinstance(block, ChannelMenu)] == [(6,), (7,)]


def test_a_match_has_house_rules_alone():
    options = match_options(lobby(*PEOPLE, house=SWITCHED))
    for name in [name for name in PAGES if name not in ("play", "server")]:
        screen = settings_screen(options, reader(), name)
        assert set(settable(screen)) <= set(RULE_TEXTS)
        assert "next match" not in texts(screen)[0]


@pytest.mark.parametrize(
    ("field", "text", "after"),
    [
        ("preset", "yanef", replace(PLAIN, rules={"preset": "yanef"})),
        ("call_limit", " 5 ", replace(PLAIN, rules={"preset": "classic", "call_limit": 5})),
        ("call_limit", "7", PLAIN),
        ("caller_bonus", "−5", replace(PLAIN, rules={"preset": "classic", "caller_bonus": -5})),
        ("packs", "2", replace(PLAIN, rules={"preset": "classic", "packs": 2})),
        ("packs", "auto", replace(PLAIN, rules={"preset": "classic", "packs": "auto"})),
        ("assaf_tie_penalty", "none", PLAIN),
        ("turn_seconds", "off", replace(PLAIN, turn_seconds=None)),
        ("turn_seconds", "604800", replace(PLAIN, turn_seconds=604800)),
        ("longest_clock", "any", replace(PLAIN, longest_clock=None)),
        ("longest_clock", "0", replace(PLAIN, longest_clock=0)),
        ("longest_clock", "600", PLAIN),
        ("pace", "0.5", replace(PLAIN, pace=0.5)),
        ("language", "he", replace(PLAIN, language="he")),
        ("language", "auto", PLAIN),
        ("pings", "off", replace(PLAIN, pings="off")),
        ("tables_max", "50", replace(PLAIN, tables_max=50)),
        ("threads", "on", replace(PLAIN, threads=True)),
        ("forfeits", "usual", replace(PLAIN, forfeits=())),
        ("forfeits", "off", PLAIN),
        ("channels", "5,6,5", replace(PLAIN, channels=(5, 6))),
        ("channels", "everywhere", PLAIN),
    ],
)
def test_a_choice_changes_one_thing(field, text, after):
    assert with_choice(PLAIN, field, text) == after


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("preset", "poker", "bad_value"),
        ("call_limit", "51", "bad_value"),
        ("call_limit", "many", "bad_value"),
        ("call_limit", "1" * 5000, "bad_value"),
        ("runs", "perhaps", "bad_value"),
        ("final_lap", "twice", "bad_value"),
        ("exact_hits", "100=", "bad_marks"),
        ("exact_hits", "100=5000", "bad_marks"),
        ("exact_hits", "100=50, 100=20", "bad_marks"),
        ("exact_hits", "half of 25", "odd_marks"),
        ("exact_hits", "300=100", "mark_above_limit"),
        ("turn_seconds", "7", "bad_value"),
        ("longest_clock", "7", "bad_value"),
        ("longest_clock", "off", "bad_value"),
        ("pace", "fast", "bad_value"),
        ("pace", "nan", "bad_value"),
        ("language", "xx", "bad_value"),
        ("pings", "never", "bad_value"),
        ("season", "", "bad_value"),
        ("tables_max", "0", "bad_value"),
        ("hints", "maybe", "bad_value"),
        ("channels", "here", "bad_value"),
        ("forfeits", "x" * 101, "bad_value"),
        ("forfeits", "\n".join(str(n) for n in range(21)), "bad_value"),
    ],
)
def test_what_cannot_be_set_is_refused_with_field_and_reason(field, text, reason):
    with pytest.raises(RulesError) as refused:
        with_choice(PLAIN, field, text)
    (fault,) = refused.value.faults
    assert (fault.field, fault.reason) == (field, reason)
    told = faults_text(refused.value.faults, reader().words)
    assert told.startswith("Nothing was changed:\n- ")
    assert len(told) < 400


def test_another_preset_starts_without_changes():
    changed = replace(PLAIN, rules={"preset": "classic", "call_limit": 3})
    assert with_choice(changed, "preset", "japanese").rules == {"preset": "japanese"}


@pytest.mark.parametrize("group", PAGES)
def test_a_group_is_reset_alone(group):
    after = with_reset(EVERYTHING, group)
    options, before, usual = server_options(after), server_options(EVERYTHING), server_options(PLAIN)
    for name in PAGES:
        for field in GROUP_FIELDS[name]:
            assert options.value(field) == (usual if name == group else before).value(field)


def test_what_was_seen_tells_of_another_value_alone():
    before, after = server_options(PLAIN), server_options(with_choice(PLAIN, "limit", "100"))
    differs = {
        field for field in (PRESET, *RULE_TEXTS, *SERVER_TEXTS) if before.seen(field) != after.seen(field)
    }
    assert differs == {PRESET, "limit"}
    assert before.seen("end") != after.seen("end")
    assert before.seen("cards") == after.seen("cards")
    assert before.seen(IMPORT) != after.seen(IMPORT)


@pytest.mark.parametrize("house", [*PRESETS.values(), SWITCHED, rules(**CHANGED)])
def test_every_value_reads_back_as_it_is_written(house):
    for name in RULE_TEXTS:
        read = read_value(name, write_value(name, getattr(house, name)))
        assert parse_rules(house.dump() | {name: read}) == house


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_keeps_within_discords_limits(language):
    options = server_options(EVERYTHING)
    typed = [name for name in RULE_TEXTS if bounds(name) or name == "exact_hits"]
    for field in (*typed, "tables_max", "forfeits", IMPORT):
        form = settings_form(options, field, reader(language), "f" * 16)
        assert 1 <= len(form.title) <= 45
        assert len(form.token) <= 100
        (one,) = form.inputs
        assert 1 <= len(one.label) <= 45
        assert len(one.hint) <= 100
        assert one.most <= 4000
        assert len(one.value) <= one.most


def test_toggles_are_the_switches_with_two_sides():
    assert {name for name in RULE_TEXTS if is_toggle(name)} == {
        name for name in RULE_TEXTS if isinstance(getattr(HouseRules(), name), bool)
    }


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [PLAIN, EVERYTHING, replace(PLAIN, forfeits=())])
def test_what_is_exported_is_imported_again(settings):
    other = GuildSettings(2, channels=(9,))
    assert imported(other, exported(settings)) == replace(settings, guild=2, channels=(9,))


def test_what_a_file_does_not_name_stays():
    assert imported(EVERYTHING, '{"pace": 2}') == replace(EVERYTHING, pace=2.0)
    assert imported(EVERYTHING, '{"rules": "quick"}') == replace(EVERYTHING, rules={"preset": "quick"})


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [-1, 10**9, "x", [1], {"a": 1}, [""], ["x" * 101], 1.5, float("nan")])
def test_a_wrong_value_in_a_file_is_named(field, value):
    with pytest.raises(RulesError) as refused:
        imported(PLAIN, json.dumps({field: value, "rules": {"limit": "x"}}))
    assert {fault.field for fault in refused.value.faults} == {field, "limit"}
    for language in LANGUAGES:
        faults_text(refused.value.faults, reader(language).words)


def test_a_hundred_faults_are_counted():
    with pytest.raises(RulesError) as refused:
        imported(PLAIN, json.dumps({f"x{n}": n for n in range(100)}))
    told = faults_text(refused.value.faults, reader().words)
    assert "75 more" in told
    assert len(told) < 3500
