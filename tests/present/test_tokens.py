"""Custom ids: every token is written and read back, garbage is recognised, nothing raises."""

import re
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.present import tokens
from bot.present.invitation import MOST_GUESTS
from bot.present.tokens import Token, decode, encode

PATTERN = r"y1(?::[0-9A-Za-z_.-]+)+"
NUMBERS = st.integers(0, 2**63 - 1)
WORDS = st.from_regex(r"[0-9A-Za-z_]{1,12}", fullmatch=True)
CARDS = st.integers(0, 107)
BY_FIELD = {
    "table": NUMBERS,
    "version": NUMBERS,
    "index": st.integers(0, 6),
    "page": st.integers(0, 10_000),
    "by": WORDS,
    "period": st.from_regex(r"20[0-9]{2}-(0[1-9]|Q[1-4])", fullmatch=True),
    "user": NUMBERS,
    "users": st.lists(NUMBERS, min_size=1, max_size=MOST_GUESTS).map(tuple),
    "step": NUMBERS,
    "round": NUMBERS,
    "card": CARDS,
    "joker": CARDS,
    "stamp": WORDS,
    "field": WORDS,
    "level": st.none() | WORDS,
    "value": st.none() | WORDS,
    "place": NUMBERS,
    "group": WORDS,
    "seen": WORDS,
    "fresh": WORDS,
    "push": WORDS,
    "selection": st.lists(st.integers(0, 6), unique=True).map(tuple),
}
PUBLIC = ("Join", "LeaveLobby", "AddComputer", "RemoveComputer", "ShowRules", "Start", "MyHand", "SlapAny")
SECRET_FIELDS = {"card", "joker", "selection", "stamp", "index"}


def any_token():
    return st.one_of(
        [
            st.builds(kind, **{field.name: BY_FIELD[field.name] for field in fields(kind)})
            for kind in get_args(Token)
        ]
    )


@given(any_token())
def test_every_token_reads_back_as_itself(token):
    text = encode(token)
    assert decode(text) == token
    assert len(text) <= tokens.MAX_LENGTH
    assert re.fullmatch(PATTERN, text)


@given(st.text(max_size=120) | st.from_regex(r"y1(:[0-9a-z-]{0,6}){1,6}"))
def test_garbage_is_none_and_never_raises(text):
    token = decode(text)
    assert token is None or encode(token) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "y1",
        "y1:",
        "y0:join:1",
        "y1:join",
        "y1:join:1:2",
        "y1:join:-1",
        "y1:join:01",
        "y1:join:１",
        "y1:join: 1",
        "y1:t:1:s:00:1",
        "y1:slap:1:s:zz",
        "y1:unknown:1",
        "y1:join:" + "1" * 200,
    ],
)
def test_what_is_not_a_token(text):
    assert decode(text) is None


def test_a_token_of_the_hand_stays_short_with_big_numbers():
    token = tokens.Draw(table=10**9, stamp="a1b2c3", selection=(6, 5, 4, 3, 2, 1, 0), card=107)
    assert len(encode(token)) < 40


@pytest.mark.parametrize("name", PUBLIC)
def test_public_tokens_have_no_place_for_a_secret(name):
    assert SECRET_FIELDS.isdisjoint(field.name for field in fields(getattr(tokens, name)))


def test_a_token_too_long_or_with_a_colon_is_refused():
    with pytest.raises(ValueError):
        encode(tokens.Setting(0, "limit", "x" * 100, "a", "b"))
    with pytest.raises(ValueError):
        encode(tokens.Setting(0, "a:b", None, "a", "b"))
