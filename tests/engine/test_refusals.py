"""Every refusal says why: the code, the number of the sentence that refuses, and what of."""

from dataclasses import replace

import pytest

from bot.engine.apply import apply
from bot.engine.errors import Rejection
from tests.builders import CLASSIC, YANEF, call_round, move, play, position, rules, running, worth

OWN = rules(slap="own")
ANYONE = rules(slap="anyone")
BOTH = rules(slap="both")


def two(house=CLASSIC, first="7C KH", second="KD QD 7S", upcard="10D", stock="7D 2C 3C"):
    return position(house, first, second, upcard=upcard, stock=stock)


def laid(house, *moves, **cards):
    """Seat 0 has laid its 7C and drawn the first card of the stock."""
    return play(two(house, **cards), "0: 7C > stock", *moves)


def emptied(house=OWN):
    """Seat 0 has slapped its last card and is to move."""
    return laid(house, "0: slap 7D", "1: KD > stock", first="7C")


def between_rounds():
    return call_round(CLASSIC, *worth(3, 20, 30))[0]


def over():
    return call_round(CLASSIC, *worth(3, 20), totals=[0, 195])[0]


def seat_2_is_out():
    return call_round(CLASSIC, *worth(3, 20, 30), totals=[0, 0, 195])[0]


def in_lap(house=YANEF, *moves):
    """Seat 0 has called; the lap is with seat 1."""
    return play(position(house, "AS 4S", "9H 8H", "KD QD", upcard="10D", stock="2C"), "0: call", *moves)


def without_stock():
    state = two()
    return replace(state, round=replace(running(state), stock=()))


def run_with_joker(**switches):
    house = rules(joker_swap=True, **switches)
    state = position(house, "7S JK1 9S KH", "8S KD", "QD", upcard="10D", stock="6S 2S")
    return play(state, "0: 7S JK1 9S > stock")


REFUSALS = {
    "after the end": (over, "0: KS > stock", "match_over", "7.6", {}),
    "leaving after the end": (over, "0: leave", "match_over", "7.6", {}),
    "who is out plays": (seat_2_is_out, "2: leave", "seat_is_out", "7.3", {}),
    "who called and left leaves again": (
        lambda: in_lap(YANEF, "0: leave"),
        "0: leave",
        "seat_is_out",
        "7.11",
        {},
    ),
    "who left leaves again": (lambda: in_lap(YANEF, "2: leave"), "2: leave", "seat_is_out", "7.11", {}),
    "between two rounds": (between_rounds, "0: KS > stock", "round_over", "1.5", {}),
    "out of turn": (two, "1: KD > stock", "not_your_turn", "1.2", {"seat": 0}),
    "an emptied hand lays": (emptied, "0: 7D > stock", "must_call", "4.8", {}),
    "an emptied hand swaps": (emptied, "0: swap 8S JK1", "must_call", "4.8", {}),
    "a card of another hand": (two, "0: QD > stock", "not_in_hand", "2.1", {"card": "QD"}),
    "no meld": (two, "0: 7C KH > stock", "not_a_meld", "2.2", {"cards": "7C KH"}),
    "one card laid twice": (two, "0: 7C 7C > stock", "not_a_meld", "2.2", {"cards": "7C 7C"}),
    "nothing laid": (two, "0: > stock", "not_a_meld", "2.2", {"cards": ""}),
    "no stock": (without_stock, "0: KH > stock", "stock_empty", "3.7", {}),
    "a card that is not open": (two, "0: KH > 9D", "draw_not_open", "3.2", {"card": "9D"}),
    "the own discard": (two, "0: KH > KH", "draw_not_open", "3.1", {"card": "KH"}),
    "the up-card where it is closed": (
        lambda: two(rules(upcard_drawable=False)),
        "0: KH > 10D",
        "draw_not_open",
        "3.3",
        {"card": "10D"},
    ),
    "a joker where it is closed": (
        lambda: run_with_joker(end_joker_drawable=False),
        "1: KD > JK1",
        "draw_not_open",
        "3.4",
        {"card": "JK1"},
    ),
    "a joker inside a run": (run_with_joker, "1: KD > JK1", "draw_not_open", "3.2", {"card": "JK1"}),
    "a single where several are needed": (
        lambda: two(rules(discard_draw_needs="multi")),
        "0: KH > 10D",
        "draw_not_open",
        "3.5",
        {"card": "10D"},
    ),
    "too many points": (two, "0: call", "over_call_limit", "5.1", {"points": 17, "limit": 7}),
    "a call on the first turn": (
        lambda: two(rules(first_turn_call="after_one_turn"), "AS 2S"),
        "0: call",
        "call_not_allowed",
        "5.2",
        {},
    ),
    "a second call": (lambda: in_lap(YANEF), "1: call", "call_not_allowed", "5.4", {}),
    "passing outside a lap": (two, "0: pass", "pass_not_allowed", "1.3", {}),
    "passing a compulsory lap": (
        lambda: in_lap(rules("yanef", final_lap="compulsory")),
        "1: pass",
        "pass_not_allowed",
        "5.4",
        {},
    ),
    "a swap with a card of another hand": (
        run_with_joker,
        "1: swap 8D JK1",
        "not_in_hand",
        "2.1",
        {"card": "8D"},
    ),
    "a swap with another card": (run_with_joker, "1: swap KD JK1", "draw_not_open", "3.6", {"card": "JK1"}),
    "a swap that the rules do not know": (two, "0: swap 7C JK1", "draw_not_open", "3.6", {"card": "JK1"}),
    "a slap where there is none": (lambda: laid(CLASSIC), "0: slap 7D", "slap_not_allowed", "4.1", {}),
    "a slap of the caller": (
        lambda: in_lap(rules("yanef", slap="anyone"), "1: 9H > stock"),
        "0: slap 4S",
        "slap_not_allowed",
        "4.1",
        {},
    ),
    "a slap with a card of another hand": (
        lambda: laid(BOTH),
        "1: slap 7D",
        "not_in_hand",
        "2.1",
        {"card": "7D"},
    ),
    "a slap of an emptied hand": (
        lambda: play(two(ANYONE, "2C KH", "AD", upcard="AH"), "1: slap AD", "0: KH > stock"),
        "1: slap AS",
        "not_in_hand",
        "2.1",
        {"card": "AS"},
    ),
    "a slap after a call": (
        lambda: laid(rules("yanef", slap="own"), "1: call", second="AS 4S"),
        "0: slap 7D",
        "slap_too_late",
        "4.5",
        {"card": "7D"},
    ),
    "an own slap after the next turn": (
        lambda: laid(OWN, "1: KD > stock"),
        "0: slap 7D",
        "slap_too_late",
        "4.5",
        {},
    ),
    "an own slap on the up-card": (
        lambda: two(OWN, upcard="7D"),
        "0: slap 7C",
        "slap_not_allowed",
        "4.1",
        {},
    ),
    "an own slap of another seat": (lambda: laid(OWN), "1: slap 7S", "slap_not_allowed", "4.1", {}),
    "an own slap of an older card": (
        lambda: laid(OWN, first="7C 7H"),
        "0: slap 7H",
        "slap_not_allowed",
        "4.2",
        {"card": "7H"},
    ),
    "an own slap of a card taken openly": (
        lambda: play(two(OWN, upcard="7D", stock="2C"), "0: 7C > 7D"),
        "0: slap 7D",
        "slap_not_allowed",
        "4.3",
        {"card": "7D"},
    ),
    "an own slap on a set": (
        lambda: play(two(rules(slap="own", slap_trigger="single"), "7C 7H KH"), "0: 7C 7H > stock"),
        "0: slap 7D",
        "slap_not_allowed",
        "4.2",
        {"card": "7D"},
    ),
    "an own slap of another rank": (
        lambda: laid(OWN, stock="8D 2C"),
        "0: slap 8D",
        "slap_no_match",
        "4.2",
        {"card": "8D"},
    ),
    "an own slap on a run": (
        lambda: play(two(OWN, "4H 5H 6H KH", stock="7H"), "0: 4H 5H 6H > stock"),
        "0: slap 7H",
        "slap_no_match",
        "4.2",
        {"card": "7H"},
    ),
    "anyone's slap of another rank": (
        lambda: laid(ANYONE),
        "1: slap QD",
        "slap_no_match",
        "4.4",
        {"card": "QD"},
    ),
    "anyone's slap after the next discard": (
        lambda: laid(ANYONE, "1: KD > stock"),
        "0: slap 7D",
        "slap_too_late",
        "4.5",
        {"card": "7D"},
    ),
    "a slap on what lay two discards below": (
        lambda: laid(ANYONE, "1: KD > stock", "0: KH > stock"),
        "1: slap 7S",
        "slap_no_match",
        "4.4",
        {"card": "7S"},
    ),
    "of two refusals the late one is told": (
        lambda: laid(BOTH, "1: QD > stock", stock="7D 2C"),
        "0: slap 7D",
        "slap_too_late",
        "4.5",
        {},
    ),
    "of two refusals the late one is told, also the second": (
        lambda: laid(BOTH, "1: KD > stock", first="7C 7H"),
        "0: slap 7H",
        "slap_too_late",
        "4.5",
        {"card": "7H"},
    ),
    "of two refusals in time anyone's is told": (
        lambda: laid(BOTH),
        "1: slap QD",
        "slap_no_match",
        "4.4",
        {"card": "QD"},
    ),
    "a last card where it is forbidden": (
        lambda: laid(rules(slap="own", slap_last_card="forbid"), first="7C"),
        "0: slap 7D",
        "slap_not_allowed",
        "4.8",
        {"card": "7D"},
    ),
}


@pytest.mark.parametrize(("situation", "text", "code", "rule", "params"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_says_which_rule_refuses_and_what_of(situation, text, code, rule, params):
    assert apply(situation(), *move(text)) == Rejection(code, rule, params)
