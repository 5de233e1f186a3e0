"""Every achievement by its rule: what earns it, and what just does not."""

from dataclasses import replace

import pytest

from bot.achievements.rules import (
    KEYS,
    MATCH_RULES,
    ROUND_RULES,
    TOTALS_AFTER_MATCH,
    TOTALS_AFTER_ROUND,
    Match,
    Round,
    Totals,
    earned_in_match,
    earned_in_round,
    reached,
)
from bot.ports.store import MatchRecord, MoveRecord, RoundRecord, SeatMatch, SeatRound

ANN, BEN, CEM, DAN = 1, 2, 3, 4
PLAIN = SeatRound(0, ANN, 12, 12, called=False, assafed=False, assafs=0, halved=False)


def held(seat, count, hand="2H", **facts):
    """A seat at the show, with its cards."""
    return replace(PLAIN, seat=seat, user=seat + 1, count=count, points=count, **facts), hand.split()


def called(seat, count, hand="2H", **facts):
    """The same for the caller, who takes no points unless he is beaten."""
    shown, cards = held(seat, count, hand, called=True, **facts)
    return replace(shown, points=count + 30 if shown.assafed else 0), cards


def moves(*written):
    return tuple(MoveRecord(number, 1, seat, action) for number, (seat, action) in enumerate(written, 1))


def lay(seat, cards):
    return seat, {"discard": cards.split(), "draw": "stock"}


def round_of(*seats, laid=(), hits=()):
    result = {"hands": [hand for _, hand in seats], "exact_hits": list(hits), "totals": [0] * len(seats)}
    return Round(RoundRecord(1, result, tuple(seat for seat, _ in seats), 1.0), moves(*laid))


def earns(ended, key, user=ANN):
    return (user, key) in set(earned_in_round(ended))


ROUNDS = {
    "first_yaniv": (round_of(called(0, 5), held(1, 9)), round_of(called(0, 5, assafed=True), held(1, 4))),
    "first_assaf": (
        round_of(held(0, 3, assafs=1), called(1, 5, assafed=True)),
        round_of(held(0, 3), called(1, 5, assafed=True)),
    ),
    "called_with_0": (round_of(called(0, 0, "JK1")), round_of(called(0, 1, "AH"))),
    "called_at_once": (
        round_of(called(0, 5), laid=[lay(1, "KS"), (0, {"call": True})]),
        round_of(called(0, 5), laid=[lay(0, "KS"), (0, {"call": True})]),
    ),
    "full_hand_call": (
        round_of(called(0, 5, "AS AH AD AC JK1")),
        round_of(called(0, 5, "AS AH AD 2C")),
    ),
    "two_jokers": (round_of(called(0, 1, "JK1 JK2 AS")), round_of(called(0, 1, "JK1 AS"))),
    "haul": (
        round_of(called(0, 5), held(1, 50), held(2, 50)),
        round_of(called(0, 5), held(1, 50), held(2, 49)),
    ),
    "assaf_by_a_tie": (
        round_of(held(0, 5, assafs=1), called(1, 5, assafed=True)),
        round_of(held(0, 4, assafs=1), called(1, 5, assafed=True)),
    ),
    "so_close": (
        round_of(called(0, 1, assafed=True), held(1, 0)),
        round_of(called(0, 2, assafed=True), held(1, 0)),
    ),
    "beaten_by_a_crowd": (
        round_of(called(0, 6, assafed=True), held(1, 6), held(2, 5), held(3, 0)),
        round_of(called(0, 6, assafed=True), held(1, 7), held(2, 5), held(3, 0)),
    ),
    "back_from_100": (
        round_of(held(0, 10), hits=[{"seat": 0, "from": 100, "to": 50}]),
        round_of(
            held(0, 10),
            held(1, 3),
            hits=[{"seat": 1, "from": 100, "to": 50}, {"seat": 0, "from": 200, "to": 100}],
        ),
    ),
    "five_cards": (
        round_of(held(0, 9), laid=[lay(0, "3H 4H 5H JK1 7H")]),
        round_of(held(0, 9), laid=[lay(1, "3H 4H 5H 6H 7H"), lay(0, "3H 4H 5H 6H")]),
    ),
    "four_of_a_kind": (
        round_of(held(0, 9), laid=[lay(0, "10S 10H 10D 10C")]),
        round_of(held(0, 9), laid=[lay(0, "10S 10H 10D JK1")]),
    ),
    "long_run": (
        round_of(held(0, 9), laid=[lay(0, "3H JK1 5H 6H")]),
        round_of(held(0, 9), laid=[lay(0, "3H 4H 5H"), lay(0, "7S 7H 7D 7C")]),
    ),
    "slap": (
        round_of(held(0, 9), laid=[(0, {"slap": "7D"})]),
        round_of(held(0, 9), laid=[(1, {"slap": "7D"})]),
    ),
    "two_slaps": (
        round_of(held(0, 9), laid=[(0, {"slap": "7D"}), (0, {"slap": "8D"})]),
        round_of(held(0, 9), laid=[(0, {"slap": "7D"}), (1, {"slap": "8D"})]),
    ),
    "heavy_hand": (round_of(held(0, 45)), round_of(held(0, 44))),
}


@pytest.mark.parametrize("key", ROUND_RULES)
def test_what_a_round_earns(key):
    earned, missed = ROUNDS[key]
    assert earns(earned, key)
    assert not earns(missed, key)


@pytest.mark.parametrize(
    "key", ["first_yaniv", "called_with_0", "called_at_once", "full_hand_call", "two_jokers", "haul"]
)
def test_a_call_that_is_beaten_earns_nothing_of_the_kind(key):
    earned, _ = ROUNDS[key]
    first, *others = earned.record.seats
    beaten = replace(earned.record, seats=(replace(first, assafed=True), *others))
    assert not earns(replace(earned, record=beaten), key)


def test_computers_earn_nothing():
    seat, hand = called(0, 0, "JK1 JK2")
    assert list(earned_in_round(round_of((replace(seat, user=None), hand)))) == []
    alone = SeatMatch(0, None, "hard", 1, 1.0, 20, left=False)
    assert list(earned_in_match(Match(MatchRecord((alone,), 1, 1.0), ()))) == []


def test_a_five_card_run_laid_by_the_clock_earns_nothing():
    assert list(earned_in_round(round_of(held(0, 9), laid=[(0, {"timeout": True})]))) == []


# --- Matches --------------------------------------------------------------------------------------


def place(seat, rank, share, **changes):
    return replace(SeatMatch(seat, seat + 1, None, rank, share, 30, left=False), **changes)


def match(*calls, seats=None, totals=None, won=1.0):
    """A match of Ann's: `calls` are her rounds, `Y`aniv, `A`ssaf or `-`."""
    seats = seats or (place(0, 1, won), place(1, 2, 0.0))
    played = []
    for number, each in enumerate(calls, 1):
        own = replace(PLAIN, called=each != "-", assafed=each == "A")
        shown = totals[number - 1] if totals else [10] * len(seats)
        played.append(RoundRecord(number, {"totals": shown}, (own, replace(PLAIN, seat=1, user=BEN)), 1.0))
    return Match(MatchRecord(tuple(seats), len(calls), 1.0), played)


SIX = tuple(place(seat, seat + 1, float(seat == 0)) for seat in range(6))
LEVELS = (place(0, 1, 1.0), place(1, 2, 0.0, user=None, level="expert"))
MATCHES = {
    "first_win": (match("Y"), match("Y", won=0.0)),
    "silent_win": (match("-", "-"), match("-", "A")),
    "clean_win": (match("Y", "-", "Y", "Y"), match("Y", "Y", "Y", "A")),
    "comeback": (
        match("-", "-", "-", "-", totals=[[0, 9], [40, 39], [40, 99], [40, 201]]),
        match("-", "-", "-", "-", totals=[[90, 9], [40, 40], [40, 99], [40, 201]]),
    ),
    "three_in_a_row": (match("-", "Y", "Y", "Y"), match("Y", "Y", "-", "Y", "Y")),
    "big_table": (match("Y", seats=SIX), match("Y", seats=SIX[:5])),
    "expert_beaten": (
        match("Y", seats=LEVELS),
        match("Y", seats=(LEVELS[0], replace(LEVELS[1], level="hard"))),
    ),
    "shared_win": (match("Y", won=0.5), match("Y", won=1.0)),
}


@pytest.mark.parametrize("key", MATCH_RULES)
def test_what_a_match_earns(key):
    earned, missed = MATCHES[key]
    assert (ANN, key) in set(earned_in_match(earned))
    assert (ANN, key) not in set(earned_in_match(missed))


def test_partners_share_a_win_by_the_rules_and_not_by_luck():
    team = match("Y", seats=(place(0, 1, 0.5, team=0), place(1, 2, 0.0, team=1)))
    assert (ANN, "shared_win") not in set(earned_in_match(team))


def test_two_clean_calls_are_too_few():
    assert (ANN, "clean_win") not in set(earned_in_match(match("Y", "Y", "-")))


def test_a_comeback_takes_four_rounds():
    short = match("-", "-", "-", totals=[[40, 9], [40, 99], [40, 201]])
    assert (ANN, "comeback") not in set(earned_in_match(short))


# --- Totals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "enough", "too_little"),
    [
        ("rounds_100", Totals(rounds=100), Totals(rounds=99)),
        ("yanivs_50", Totals(yanivs=50), Totals(yanivs=49)),
        ("assafs_25", Totals(assafs_given=25), Totals(assafs_given=24)),
        ("wins_10", Totals(wins=10.0), Totals(wins=9.5)),
        ("streak_3", Totals(streak=3), Totals(streak=2)),
    ],
)
def test_what_totals_reach(key, enough, too_little):
    rules = {**TOTALS_AFTER_ROUND, **TOTALS_AFTER_MATCH}
    assert key in set(reached(enough, rules))
    assert key not in set(reached(too_little, rules))


def test_every_rule_has_its_test_and_no_key_stands_twice():
    assert set(ROUNDS) == set(ROUND_RULES)
    assert set(MATCHES) == set(MATCH_RULES)
    assert len(set(KEYS)) == len(KEYS)
    assert 20 <= len(KEYS) <= 40
