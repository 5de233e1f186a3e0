"""Tapping cards: what the first tap proposes and what further taps do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import cards_in, is_joker, texts
from bot.engine.house_rules import HouseRules
from bot.engine.melds import melds_of
from bot.ports.tables import Hand
from bot.present.selection import laid, largest_meld, meld_of, toggle
from tests.present.builders import cards, play, rules

CARDS = st.lists(st.integers(0, 53), min_size=1, max_size=7, unique=True)


def hand_of(text: str, house: HouseRules | None = None) -> Hand:
    return play([text, "2S"], upcard="KD", house=house).hand(0)


def tap(hand: Hand, *named: str, selection: tuple[int, ...] = ()) -> tuple[int, ...]:
    places = cards_in(hand.view.hand)
    for name in named:
        selection = toggle(hand, selection, places.index(cards(name)[0]))
    return selection


def chosen(hand: Hand, *named: str) -> list[str]:
    return texts(laid(hand, tap(hand, *named)))


@pytest.mark.parametrize(
    ("hand", "tapped", "proposed"),
    [
        ("7D 7C AH 3S KC", "KC", {"KC"}),
        ("7D 7C AH 3S KC", "7C", {"7D", "7C"}),
        ("7D 8D 9D 9C 9H", "8D", {"7D", "8D", "9D"}),
        # Two melds of three: the one that sheds more points.
        ("7D 8D 9D 9C 9H", "9D", {"9D", "9C", "9H"}),
        ("9D 10D JD QD 9C", "9D", {"9D", "10D", "JD", "QD"}),
        # A joker would make a run of three, but it stays out until it is tapped itself.
        ("5H 6H JK1 KC 2S", "5H", {"5H"}),
        ("5H 6H JK1 KC 2S", "JK1", {"5H", "6H", "JK1"}),
        ("5H 6H 7H JK1 2S", "6H", {"5H", "6H", "7H"}),
        # The other joker stays out as well.
        ("5H KC JK1 JK2 2S", "JK1", {"JK1"}),
        ("5H 6H JK1 JK2 2S", "JK2", {"5H", "6H", "JK2"}),
    ],
)
def test_the_first_tap_chooses_the_largest_meld(hand, tapped, proposed):
    assert set(chosen(hand_of(hand), tapped)) == proposed


def test_further_taps_add_and_remove_single_cards():
    hand = hand_of("7D 7C 7H 3S KC")
    assert set(chosen(hand, "7D")) == {"7D", "7C", "7H"}
    assert set(chosen(hand, "7D", "7C")) == {"7D", "7H"}
    assert set(chosen(hand, "7D", "7C", "7C")) == {"7D", "7C", "7H"}
    assert chosen(hand, "3S", "3S") == []


@pytest.mark.parametrize(
    ("hand", "taps", "then"),
    [
        ("8D KS KH 4C JK1", ["8D", "KS"], {"KS", "KH"}),
        ("8D KS KH 4C JK1", ["KS", "4C"], {"4C"}),
        # From a pair to the run that one of its cards belongs to, and back.
        ("7D 7C 8D 9D", ["7C", "8D"], {"7D", "8D", "9D"}),
        ("7D 7C 8D 9D", ["8D", "7C"], {"7D", "7C"}),
        # Part of a run waits for the rest, and for a joker that is held.
        ("5H 6H 7H KC", ["6H", "5H", "6H", "6H"], {"6H", "7H"}),
        ("5H 6H JK1 KC", ["5H", "6H"], {"5H", "6H"}),
        ("7D 7C JK1 KC", ["7D", "JK1"], {"JK1"}),
    ],
)
def test_a_card_that_goes_with_none_of_the_chosen_is_chosen_instead(hand, taps, then):
    assert set(chosen(hand_of(hand), *taps)) == then


def test_2_4_the_order_of_taps_is_the_order_laid():
    hand = hand_of("7D 7C 7H 3S KC")
    assert set(chosen(hand, "7D")) == {"7D", "7C", "7H"}
    # Taken away and tapped again, a card lies last.
    for last in ("7D", "7C", "7H"):
        order = chosen(hand, "7D", last, last)
        assert order[-1] == last
        assert len(order) == 3


def test_a_meld_is_laid_as_the_rules_put_it():
    hand = hand_of("7D 8D 9D 2S KC")
    places = cards_in(hand.view.hand)
    order = tuple(places.index(card) for card in cards("9D 7D 8D"))
    meld = meld_of(hand, order)
    assert meld is not None
    assert texts(meld.cards) == ["7D", "8D", "9D"]
    assert meld_of(hand, order[:2]) is None
    assert meld_of(hand, ()) is None


def test_where_there_are_no_runs_none_is_proposed():
    assert chosen(hand_of("7D 8D 9D 2S KC", rules("yanef")), "8D") == ["8D"]


def test_off_turn_the_hand_answers_as_well():
    hand = play(["2S 3S", "7D 7C AH"], upcard="KD").hand(1)
    assert len(hand.view.legal) == 0
    assert len(toggle(hand, (), cards_in(hand.view.hand).index(cards("7C")[0]))) == 2


def test_places_that_the_hand_does_not_have_are_dropped():
    hand = hand_of("7D 7C")
    assert toggle(hand, (5, 0), 9) == (0,)
    assert toggle(hand, (6,), 0) == tap(hand, texts([cards_in(hand.view.hand)[0]])[0])
    assert laid(hand, (4, 0)) == (cards_in(hand.view.hand)[0],)


@given(CARDS, st.data())
def test_the_proposal_is_a_legal_meld_with_the_tapped_card(held, data):
    mask = sum(1 << card for card in held)
    card = data.draw(st.sampled_from(held))
    meld = largest_meld(mask, card, rules())
    assert card in meld
    assert meld in melds_of(mask, rules())
    naturals = [other for other in melds_of(mask, rules()) if card in other and not jokers_in(other)]
    assert jokers_in(meld) <= {card}
    assert len(meld) >= max(map(len, naturals), default=1)


@given(CARDS, st.lists(st.integers(0, 7), max_size=12))
def test_any_taps_choose_cards_of_the_hand_once(held, taps):
    upcard, other = texts(card for card in range(54) if card not in held)[:2]
    hand = play([" ".join(texts(held)), other], upcard=upcard, stock="").hand(0)
    selection: tuple[int, ...] = ()
    for index in taps:
        selection = toggle(hand, selection, index)
    assert len(set(selection)) == len(selection)
    assert set(laid(hand, selection)) <= set(held)


def jokers_in(meld: tuple[int, ...]) -> set[int]:
    return {card for card in meld if is_joker(card)}
