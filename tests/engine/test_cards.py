"""Cards and their texts, packs and points."""

import pytest

from bot.engine.cards import CARDS, JOKERS, TEXT, card_set, cards_in, is_joker, pack, parse_card, points_table


def test_every_card_has_a_text_of_its_own_that_reads_back():
    assert len(set(TEXT)) == len(CARDS) == 108
    assert [parse_card(text) for text in TEXT] == list(CARDS)
    assert {"AS", "10H", "KC", "JK1", "JK2", "AH#2", "JK2#2"} <= set(TEXT)


@pytest.mark.parametrize("text", ["", "1H", "as", "AH#1", "JK3", "JK", "10", "AH ", "♥A", None, 5, ["AH"]])
def test_other_texts_are_no_cards(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_the_packs_own_order():
    one = [TEXT[card] for card in pack(1, 2)]
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert one == [rank + suit for suit in "SHDC" for rank in ranks] + ["JK1", "JK2"]
    two = [TEXT[card] for card in pack(2, 1)]
    assert two == one[:53] + [f"{text}#2" for text in one[:53]]


def test_sets_of_cards():
    assert cards_in(card_set([5, 3, 5, 107])) == (3, 5, 107)
    assert cards_in(0) == ()
    assert [card for card in CARDS if is_joker(card)] == list(cards_in(JOKERS))
    assert JOKERS.bit_count() == 4


@pytest.mark.rule("1.6")
def test_points():
    plain, steep = points_table("10-10-10"), points_table("11-12-13")
    pips = {"A": 1, "10": 10, "J": (10, 11), "Q": (10, 12), "K": (10, 13), "7": 7}
    for rank, value in pips.items():
        low, high = value if isinstance(value, tuple) else (value, value)
        for suit in ("S", "C#2"):
            assert (plain[parse_card(rank + suit)], steep[parse_card(rank + suit)]) == (low, high)
    assert plain[parse_card("JK1")] == steep[parse_card("JK2#2")] == 0
