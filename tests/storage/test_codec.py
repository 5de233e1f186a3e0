"""The text of a JSON column, which has to be readable for years."""

import pytest

from bot.storage import codec
from bot.storage.errors import DatabaseTooNewError


def test_a_value_is_written_with_the_number_of_its_format() -> None:
    assert codec.encode({"discard": ["KS"], "draw": None}) == '{"f":1,"v":{"discard":["KS"],"draw":null}}'


@pytest.mark.parametrize("value", [None, 0, "", [], {}, {"a": [1.5, True, "ä", "\0"]}])
def test_a_value_comes_back(value: object) -> None:
    assert codec.decode(codec.encode(value)) == value


def test_a_row_of_format_1_is_read_today() -> None:
    """Written by the first version; this text stays as it is for ever."""
    assert codec.decode('{"f":1,"v":{"preset":"classic","call_limit":5}}') == {
        "preset": "classic",
        "call_limit": 5,
    }


def test_every_format_up_to_todays_has_a_reader() -> None:
    assert set(codec.READERS) == set(range(1, codec.FORMAT + 1))


def test_a_format_of_the_future_is_refused_with_a_sentence() -> None:
    with pytest.raises(DatabaseTooNewError, match="format 2, written by a newer version"):
        codec.decode('{"f":2,"v":"QH"}')


@pytest.mark.parametrize(("text", "stored"), [("A\0nn", "Ann"), ("\ud800x", "?x"), ("名前🃏", "名前🃏")])
def test_a_text_no_database_takes_is_made_storable(text: str, stored: str) -> None:
    assert codec.storable(text) == stored
