"""What a server may choose, and what becomes of a choice."""

import pytest

from bot.engine.house_rules import RulesError, parse_rules
from bot.i18n.catalog import LANGUAGES
from bot.ports.store import GuildSettings
from bot.present.settings import chosen, settings_screen
from bot.present.tokens import Setting, decode
from tests.present.builders import reader
from tests.present.limits import menus, texts

PLAIN = GuildSettings(1)


def test_each_setting_shows_its_value_and_what_is_usual():
    screen = settings_screen(PLAIN, reader())
    now = {
        decode(menu.token): next(choice for choice in menu.choices if choice.chosen) for menu in menus(screen)
    }
    assert {token: choice.label for token, choice in now.items()} == {
        Setting("preset"): "Rules: Classic",
        Setting("call_limit"): "Call limit: 7 points",
        Setting("assaf_penalty"): "Penalty: 30 points",
        Setting("limit"): "Limit: 200 points",
        Setting("turn_seconds"): "Turn time: 2 minutes",
        Setting("pace"): "Computers: normal",
        Setting("language"): "Language: as the server",
    }
    usual = [choice.description for token, choice in now.items() if token != Setting("preset")]
    assert usual == ["as usual"] * 6
    assert "Changes apply from the next match." in texts(screen)[0]


def test_a_value_that_is_not_on_offer_is_shown_all_the_same():
    settings = GuildSettings(1, rules={"preset": "classic", "limit": 321}, turn_seconds=77)
    labels = [
        choice.label
        for menu in menus(settings_screen(settings, reader()))
        for choice in menu.choices
        if choice.chosen
    ]
    assert "Limit: 321 points" in labels
    assert "Turn time: 77 seconds" in labels


@pytest.mark.parametrize(
    ("field", "value", "after"),
    [
        ("preset", "yanef", GuildSettings(1, rules={"preset": "yanef"})),
        ("call_limit", "5", GuildSettings(1, rules={"preset": "classic", "call_limit": 5})),
        ("call_limit", "7", PLAIN),
        ("turn_seconds", "off", GuildSettings(1, turn_seconds=None)),
        ("turn_seconds", "300", GuildSettings(1, turn_seconds=300)),
        ("pace", "0.5", GuildSettings(1, pace=0.5)),
        ("language", "he", GuildSettings(1, language="he")),
        ("language", "auto", PLAIN),
        ("language", "xx", None),
        ("preset", "poker", None),
        ("pace", "fast", None),
        ("turn_seconds", "7", None),
        ("call_limit", "many", None),
        ("no_such", "1", None),
    ],
)
def test_a_choice_changes_one_thing(field, value, after):
    assert chosen(PLAIN, field, value) == after


def test_every_choice_on_the_screen_can_be_made():
    for menu in menus(settings_screen(PLAIN, reader())):
        token = decode(menu.token)
        assert isinstance(token, Setting)
        for choice in menu.choices:
            after = chosen(PLAIN, token.field, choice.value)
            assert after is not None
            parse_rules(after.rules)


def test_another_preset_starts_without_changes():
    changed = GuildSettings(1, rules={"preset": "classic", "call_limit": 3})
    after = chosen(changed, "preset", "japanese")
    assert after is not None
    assert after.rules == {"preset": "japanese"}


def test_a_choice_that_cannot_be_played_is_refused_with_its_reason():
    own_marks = GuildSettings(1, rules={"preset": "classic", "exact_hits": {"150": 75}})
    with pytest.raises(RulesError):
        chosen(own_marks, "limit", "100")


def test_every_language_is_on_offer():
    values = {choice.value for choice in menus(settings_screen(PLAIN, reader()))[-1].choices}
    assert values == {"auto", *LANGUAGES}
