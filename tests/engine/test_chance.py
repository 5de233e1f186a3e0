"""Shuffles: the same on every machine, even, and not to be guessed from the seed's commitment."""

from collections import Counter
from hashlib import sha256
from itertools import islice, permutations

import pytest

from bot.engine import chance
from bot.engine.cards import pack, texts
from bot.engine.match import deal_round, new_match, pack_of
from tests.builders import CLASSIC, SEED, match, running


def numbers(seed, label):
    """The stream of 32-bit numbers as the docstring of `chance` describes it, written anew."""
    block = 0
    while True:
        digest = sha256(bytes.fromhex(seed) + label.encode() + block.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[at : at + 8], 16) for at in range(0, 64, 8))
        block += 1


def plain_shuffle(things, seed, label):
    stream = numbers(seed, label)
    things = list(things)
    place = len(things) - 1
    while place > 0:
        options = place + 1
        number = next(stream)
        while number >= 2**32 - 2**32 % options:
            number = next(stream)
        chosen = number % options
        things[place], things[chosen] = things[chosen], things[place]
        place -= 1
    return things


@pytest.mark.parametrize("label", ["deal 1", "deal 2", "deal 37", "reshuffle 1 0", "reshuffle 12 3"])
@pytest.mark.parametrize("seed", ["0" * 64, SEED, "f" * 64, sha256(b"yaniv").hexdigest()])
def test_a_shuffle_can_be_checked_by_a_third_party(seed, label):
    whole = pack(2, 2)
    assert chance.shuffled(whole, seed, label) == plain_shuffle(whole, seed, label)


def test_known_answers():
    order = texts(chance.shuffled(pack(1, 2), "0" * 64, "deal 1"))
    assert " ".join(order[:12]) == "AD 6C KH KD 9S 2D 9D JH 8H 5C QC 7H"
    assert chance.choice(8, SEED, "starter") == next(numbers(SEED, "starter")) % 8


def test_labels_are_different_shuffles():
    assert chance.deal_label(1) != chance.deal_label(11)
    assert chance.reshuffle_label(1, 1) != chance.reshuffle_label(11, 0)
    orders = {tuple(chance.shuffled(range(54), SEED, chance.deal_label(number))) for number in range(200)}
    assert len(orders) == 200


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_order_is_equally_likely(size):
    """Chi-square over all orders, far beyond the 0.999 quantile only if something is wrong."""
    samples, orders = 12_000, list(permutations(range(size)))
    counts = Counter(tuple(chance.shuffled(range(size), SEED, f"deal {n}")) for n in range(samples))
    expected = samples / len(orders)
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in orders)
    assert set(counts) == set(orders)
    assert chi_square < {2: 10.8, 3: 20.5, 4: 49.7}[size]


def test_numbers_that_would_favour_a_choice_are_dropped():
    assert 2**32 % 3 == 1
    assert chance._below(3, iter([2**32 - 1, 5])) == 2
    assert chance._below(4, iter([2**32 - 1])) == 3


def test_the_commitment_is_the_hash_of_the_seed():
    assert chance.commitment(SEED) == sha256(b"\x5a" * 32).hexdigest()
    assert chance.commitment(SEED.upper()) == chance.commitment(SEED)


def test_what_is_a_seed():
    assert chance.is_seed("0123456789abcdefABCDEF" + "0" * 42)
    for wrong in ("", "0" * 63, "0" * 65, "g" + "0" * 63, "X" + "0" * 63, ["0"] * 64, 5, None):
        assert not chance.is_seed(wrong)


@pytest.mark.rule("1.1")
def test_a_round_is_dealt_from_its_seed_alone():
    first, again = deal_round(match(CLASSIC, 4)), deal_round(match(CLASSIC, 4))
    assert first == again
    other = deal_round(new_match(CLASSIC, 4, "5b" * 32))
    assert running(first.state).stock != running(other.state).stock
    order = plain_shuffle(pack_of(first.state), SEED, "deal 1")
    dealt = list(islice(order, 20))
    assert running(first.state).hands[1] == sum(1 << card for card in dealt[::4])
