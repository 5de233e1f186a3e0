"""Names and cards as a person reads them."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import parse_card
from bot.i18n.catalog import END_ISOLATE, ISOLATE, words_for
from bot.present.reader import NAME_LENGTH, TextFaces, card_label, card_text, name_text


def inside(name: str) -> str:
    text = name_text(name)
    assert text[0] == ISOLATE
    assert text[-1] == END_ISOLATE
    return text[1:-1]


@pytest.mark.parametrize(
    ("card", "label"),
    [("AH", "A♥"), ("10S", "10♠"), ("QD", "Q♦"), ("JK2", "Joker"), ("KC#2", "K♣"), ("JK1#2", "Joker")],
)
def test_a_card_is_labelled_with_its_text(card, label):
    assert card_label(parse_card(card), words_for("en")) == label


def test_a_suit_inside_a_text_is_drawn_as_text_and_not_as_a_dark_picture():
    assert card_text(parse_card("10S"), words_for("en")) == "10♠\ufe0e"
    assert card_text(parse_card("JK1"), words_for("en")) == "Joker"


def test_text_faces_need_no_language():
    assert TextFaces().inline(parse_card("9D")) == "9♦\ufe0e"
    assert TextFaces().inline(parse_card("JK1")) == "🃏"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  A \n n  ", "A n"),
        ("**bold**", r"\*\*bold\*\*"),
        ("_a_ ~b~ `c` |d|", r"\_a\_ \~b\~ \`c\` \|d\|"),
        ("[a](b)", r"\[a\](b)"),
        ("@everyone", "@\u200beveryone"),
        ("<@12>", "\\<@\u200b12\\>"),
        ("<:x:1>", r"\<\:x\:1\>"),
        ("https://a.b", r"https\:\/\/a.b"),
        ("a\\", "a\\\\"),
        ("\u202egnal\u2066", "gnal"),
        ("a\x00b\u200bc", "abc"),
        ("", "?"),
        ("\u3164\u2800", "?"),
        ("א" + "ב" * 40, "א" + "ב" * 30 + "…"),
        ("👩\u200d🚀 Eva", "👩\u200d🚀 Eva"),
        ("a" + "\u0301" * 20, "a" + "\u0301" * 2),
    ],
)
def test_a_name_is_made_harmless(name, shown):
    assert inside(name) == shown


@given(st.text(max_size=80))
def test_no_name_brings_anything_along(name):
    text = inside(name)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]]", text)
    assert not re.search(r"@(?!\u200b)", text)
    assert "\n" not in text
    plain = re.sub(r"\\(.)", r"\1", text).replace("@\u200b", "@")
    joins = sum(unicodedata.category(char)[0] == "M" or char == "\u200d" for char in plain)
    assert 1 <= len(plain) - 2 * joins <= NAME_LENGTH
    assert all(unicodedata.category(char)[0] != "C" or char == "\u200d" for char in plain)
