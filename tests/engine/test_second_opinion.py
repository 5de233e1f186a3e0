"""What may be laid: the engine against the plain second opinion, on all small and on random big hands."""

import random
from itertools import combinations, permutations, product

import pytest

from bot.engine.cards import CARDS, card_set, pack, texts
from bot.engine.house_rules import parse_rules
from bot.engine.melds import book_for
from tests.builders import CLASSIC, JAPANESE, YANEF, cards
from tests.engine import second_opinion
from tests.strategies import MELD_SWITCHES, meld_rules

SMALL_DECKS = [
    cards("AH 2H 3H QH KH 2S JK1 JK2"),
    cards("4C 5C 6C 8C 5C#2 5D JK1 JK2"),
]


def as_sets(discards):
    return [frozenset(texts(discard)) for discard in discards]


def check_discards(hand, house):
    """The same sets of cards, each once, each in an order that lies as it is written."""
    book = book_for(house)
    discards = book.discards(card_set(hand))
    found = as_sets(discards)
    assert len(found) == len(set(found)), f"{texts(hand)} lists a discard twice under {house.differences()}"
    expected = second_opinion.melds(texts(hand), house)
    assert set(found) == expected, f"{texts(hand)} under {house.differences()}"
    for discard in discards:
        meld = book.laid(discard)
        assert meld is not None
        assert meld.cards == discard


def check_order(picked, house):
    meld = book_for(house).laid(picked)
    expected = second_opinion.laid(texts(picked), house)
    lies = None if meld is None else texts(meld.cards)
    assert lies == expected, f"{texts(picked)} under {house.differences()}"


def combinations_of_switches(*names):
    for values in product(*(MELD_SWITCHES[name] for name in names)):
        yield parse_rules({"preset": "classic", "packs": 2} | dict(zip(names, values, strict=True)))


@pytest.mark.rule("2.2", "2.3", "2.5", "2.6", "2.7", "2.8")
@pytest.mark.parametrize("deck", SMALL_DECKS, ids=["ends of the ladder", "twins and gaps"])
def test_every_hand_of_a_small_deck_under_every_choice_of_switches(deck):
    names = ("set_min", "jokers_in_sets", "joker_pair", "run_min", "ace_in_runs", "jokers_in_runs")
    for house in combinations_of_switches(*names):
        known = {}
        for size in range(1, 6):
            for hand in combinations(deck, size):
                known[frozenset(texts(hand))] = second_opinion.is_meld(texts(hand), house)
        for size in (4, 5):
            for hand in combinations(deck, size):
                found = set(as_sets(book_for(house).discards(card_set(hand))))
                expected = {chosen for chosen in _subsets(texts(hand)) if known[chosen]}
                assert found == expected, f"{texts(hand)} under {house.differences()}"


def _subsets(held):
    for size in range(1, len(held) + 1):
        yield from map(frozenset, combinations(held, size))


@pytest.mark.rule("2.4", "2.9", "2.10")
@pytest.mark.parametrize("deck", SMALL_DECKS, ids=["ends of the ladder", "twins and gaps"])
def test_every_order_of_every_small_hand(deck):
    rng = random.Random(2)
    some = [meld_rules(rng) for _ in range(30)]
    for house in [CLASSIC, YANEF, JAPANESE, *some]:
        for size in range(1, 5):
            for hand in combinations(deck, size):
                for picked in permutations(hand):
                    check_order(picked, house)


def test_the_second_opinion_agrees_with_itself():
    """A set of cards can be put in order exactly if one of its orders is a run as laid."""
    rng = random.Random(3)
    for house in [CLASSIC, *(meld_rules(rng) for _ in range(10))]:
        for hand in combinations(texts(SMALL_DECKS[0]), 4):
            some_order = any(second_opinion.is_run_as_laid(picked, house) for picked in permutations(hand))
            assert second_opinion.is_run(hand, house) == some_order


def test_big_random_hands_of_two_packs():
    rng = random.Random(4)
    whole = pack(2, 2)
    for _ in range(200):
        house = meld_rules(rng)
        for _ in range(4):
            check_discards(tuple(rng.sample(whole, rng.randint(5, 7))), house)


def test_hands_full_of_jokers_and_one_suit():
    """Random hands seldom hold long runs, so take them from one suit, its twins and the four jokers."""
    rng = random.Random(5)
    jokers = cards("JK1 JK2 JK1#2 JK2#2")
    hearts = [card for card in CARDS if texts([card])[0].removesuffix("#2").endswith("H")]
    for _ in range(400):
        house = meld_rules(rng)
        helpers = rng.sample(jokers, rng.randint(1, 4))
        check_discards((*rng.sample(hearts, rng.randint(3, 7 - len(helpers))), *helpers), house)


def test_random_orders_of_long_melds():
    rng = random.Random(6)
    deck = cards("AH 2H 3H 4H 9H 10H JH QH KH JK1 JK2 JK1#2 AS")
    for _ in range(300):
        house = meld_rules(rng)
        for _ in range(40):
            check_order(tuple(rng.sample(deck, rng.randint(4, 7))), house)


def test_no_card_twice_and_not_nothing():
    book = book_for(CLASSIC)
    assert book.laid(()) is None
    assert book.laid(cards("5H 5H")) is None
    assert book.discards(0) == ()
