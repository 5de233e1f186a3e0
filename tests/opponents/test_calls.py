"""What a call is worth in the match: the totals, the end that is near, and how the match ends."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.actions import Call, Turn
from bot.engine.house_rules import HouseRules
from bot.engine.options import Legal
from bot.engine.views import SeatView
from bot.opponents.appraisal import appraiser_of
from bot.opponents.calls import NEVER
from bot.opponents.hard import accepted_risk, calm_risk, hard, risk_of_assaf
from bot.opponents.lore import lore_of
from bot.opponents.outlook import Outlook
from bot.opponents.reasons import Motive, explain
from bot.opponents.values import load_table, table_for, table_name
from tests.builders import cards, hand, rules
from tests.opponents.test_house_rules import place, seen

NOTHING_ELSE = {"exact_hits": "off"}
TURN = Legal((cards("5S"),), (None,), (None,), may_call=True)


def at(house: HouseRules, totals: tuple[int, ...], held: str = "2S 5S", *, cards_held: int = 3) -> SeatView:
    """Seat 0 may call; `totals`: its own first."""
    places = [place(seat, cards_held) for seat in range(1, len(totals))]
    view = seen(house, held, places, legal=TURN)
    totalled = [replace(who, total=total) for who, total in zip(view.table.places, totals, strict=True)]
    return replace(view, table=replace(view.table, places=tuple(totalled)))


def in_round(view: SeatView, number: int) -> SeatView:
    return replace(view, table=replace(view.table, round=number))


def calls(view: SeatView) -> bool:
    return hard(view, view.legal, random.Random(1)) == Call()


# The price of an Assaf


def test_the_risk_that_is_taken_follows_from_what_an_assaf_costs():
    def risk(**switches: object) -> float:
        return calm_risk(seen(rules(**switches), "AS", [place(1, 3)]))

    assert risk() == risk(assaf_on="lower") == pytest.approx(0.15, abs=0.02)
    assert risk(assaf_penalty=0) > risk(assaf_mode="flat", assaf_penalty=20) > risk()
    assert risk(ofer=True) < risk(assaf_penalty=60) < risk()


def test_more_rivals_are_worth_a_bolder_call():
    risks = [calm_risk(at(rules(limit=100, game_end="first_over"), (0,) * seats)) for seats in (2, 4, 6)]
    assert risks == sorted(risks)
    assert risks[0] < 0.2 < risks[1] < risks[2] < 0.3


def test_an_assaf_that_lands_on_a_mark_or_ends_a_match_that_is_won_is_no_danger():
    yanef = rules("yanef")
    assert calm_risk(at(yanef, (80, 40))) > 2 * calm_risk(at(yanef, (79, 40)))
    quick = rules("quick")
    assert calm_risk(at(quick, (0, 40, 40, 40))) > 2 * calm_risk(at(quick, (0, 0, 0, 0)))


# The end of a match


def test_a_leader_whose_call_ends_the_match_calls_and_one_who_would_risk_his_lead_does_not():
    quick = rules("quick", **NOTHING_ELSE)
    ahead, level = at(quick, (0, 42, 42)), at(quick, (16, 16, 16))
    assert risk_of_assaf(ahead, random.Random(1)) == risk_of_assaf(level, random.Random(1)) > 0.25
    assert calls(ahead)
    assert not calls(level)


def test_in_the_last_round_only_the_order_counts():
    house = rules(game_end="rounds", rounds=5, **NOTHING_ELSE)
    level = at(house, (30, 30))
    assert calm_risk(in_round(level, 5)) > 1.5 * calm_risk(in_round(level, 1))
    behind = at(house, (95, 10))
    assert calm_risk(in_round(behind, 5)) == NEVER
    assert calm_risk(in_round(behind, 1)) > 0
    assert not calls(replace(in_round(behind, 5), hand=at(house, (0, 0), "5S").hand, points=5))


def test_a_bold_call_is_explained_by_the_totals():
    view = at(rules("quick", **NOTHING_ELSE), (0, 42, 42))
    assert explain(view, view.legal).motive is Motive.BOLD_CALL
    safe = at(rules(), (0, 0), "AS", cards_held=5)
    assert explain(safe, safe.legal).motive is Motive.SAFE_CALL
    assert accepted_risk(view) >= calm_risk(view)


# The outlook


@pytest.mark.parametrize("house", [rules(), rules("quick"), rules(game_end="rounds")])
def test_the_chances_at_a_table_add_up_and_fall_with_the_own_total(house: HouseRules):
    outlook = Outlook(house, rounds_left=3)
    for totals in ((10, 30), (0, 20, 40), (5, 5, 45, 30)):
        turned = [(totals[seat], *totals[:seat], *totals[seat + 1 :]) for seat in range(len(totals))]
        assert sum(map(outlook.equity, turned)) == pytest.approx(1, abs=0.05)
    falling = [outlook.equity((own, 25, 25)) for own in range(0, 50, 5)]
    assert falling == sorted(falling, reverse=True)


def test_an_end_of_the_match_is_known_for_certain():
    last_in, first_over = Outlook(rules(limit=100)), Outlook(rules(limit=100, game_end="first_over"))
    assert last_in.equity((99, 101)) == first_over.equity((99, 101)) == 1
    assert last_in.equity((101, 0)) == first_over.equity((101, 0)) == 0
    assert 0.5 < last_in.equity((50, 70, 101)) < 1
    assert first_over.equity((50, 70, 101)) == 1
    assert first_over.equity((70, 50, 101)) == 0
    assert first_over.equity((50, 50, 101)) == 0.5
    assert last_in.equity((103, 105)) == 1
    assert Outlook(rules(game_end="rounds")).equity((7, 8)) == 1


def test_one_more_who_goes_out_does_no_harm_to_those_who_stay():
    outlook = Outlook(rules())
    assert outlook.equity((0, 100)) >= outlook.equity((0, 100, 195))


# Tables for more house rules


@pytest.mark.parametrize(
    ("switches", "name"),
    [
        ({}, "classic"),
        ({"call_limit": 5}, "japanese"),
        ({"call_limit": 20}, "high"),
        ({"call_limit": 50, "final_lap": "compulsory"}, "high_lap"),
        ({"jokers_in_sets": "wild"}, "wild"),
        ({"jokers_in_sets": "wild", "final_lap": "optional"}, "wild_lap"),
        ({"final_lap": "optional"}, "yanef"),
        ({"call_limit": 4}, None),
        ({"set_min": 3}, None),
    ],
)
def test_hands_are_valued_by_the_table_that_fits_the_rules(switches: dict[str, Any], name: str | None):
    house = rules(**switches)
    assert table_name(house) == name
    assert table_for(house) is (load_table(name) if name else None)


def test_among_more_than_two_a_table_of_their_own_serves_where_there_is_one():
    two, more = (table_for(rules(), among_more=among_more) for among_more in (False, True))
    assert two is load_table("classic")
    assert more is load_table("classic_more")
    assert table_for(rules("japanese"), among_more=True) is load_table("japanese")


def test_among_more_the_small_pair_is_kept_for_a_pair_of_kings():
    laid = tuple(cards(text) for text in ("2S 2H", "9S", "8C", "KC"))
    legal = Legal(laid, (None, *cards("KH")), (None, *cards("KH")))
    for rivals, discard in ((1, "2S 2H"), (3, "9S")):
        places = [place(seat, 5) for seat in range(1, rivals + 1)]
        view = seen(rules(), "2S 9S 2H 8C KC", places, open="KH", legal=legal)
        assert hard(view, legal, random.Random(1)) == Turn(cards(discard), *cards("KH"))


def test_a_king_is_worth_more_with_a_joker_that_may_be_laid_with_it():
    def worth(house: HouseRules, held: str) -> float:
        return appraiser_of(lore_of(house)).worth(hand(held), 5)

    wild, usual = rules(jokers_in_sets="wild"), rules()
    gains = [worth(house, "2S KD QH") - worth(house, "2S KD JK1") for house in (wild, usual)]
    assert gains[0] > gains[1] > 0


def test_where_jokers_alone_are_low_enough_a_low_card_is_left_lying():
    legal = Legal((cards("5S"),), (None, *cards("AD")), (None, *cards("AD")))
    view = seen(rules(call_limit=0), "5S", [place(1, 1)], open="AD", legal=legal)
    assert hard(view, legal, random.Random(1)) == Turn(cards("5S"), None)
