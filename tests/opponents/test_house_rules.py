"""What other house rules change for a computer: teams, slaps, the price of an Assaf, crowds, the last lap."""

import random
import statistics
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.arena import Contest, play_matches
from bot.engine.actions import Call, Pass, Slap
from bot.engine.cards import card_set, cards_in
from bot.engine.house_rules import HouseRules, parse_rules
from bot.engine.options import Legal
from bot.engine.views import Phase, Place, SeatView, TableView
from bot.opponents.coming_down import way_down
from bot.opponents.hard import accepted_risk, calm_risk, hard, risk_of_assaf
from bot.opponents.levels import easy
from bot.opponents.reasons import Motive, explain
from scripts.endurance import MOST_TURNS, Table, longest_round, played
from scripts.random_rules import random_rules
from tests.builders import cards, hand, rules

SLAPS = rules(slap="both")


def place(seat: int, count: int, known: str = "", *, team: int | None = None, turns: int = 4) -> Place:
    return Place(seat, count, 0, team, False, hand(known), turns)


def seen(house: HouseRules, held: str, places: list[Place], **more: object) -> SeatView:
    """A moment as seat 0 sees it; `legal`, `open`, `to_move`, `phase` and `caller` may be given."""
    legal = more.get("legal", Legal(may_call=True))
    opened = cards(str(more.get("open", "9D")))
    table = TableView(
        rules=house,
        phase=more.get("phase", Phase.TURN),  # type: ignore[arg-type]
        round=1,
        dealer=0,
        starter=1,
        to_move=more.get("to_move", 0),  # type: ignore[arg-type]
        caller=more.get("caller"),  # type: ignore[arg-type]
        places=(place(0, len(held.split()), team=places[-1].team and 0), *places),
        open=opened,
        drawable=opened[-1:],
        buried=0,
        stock=20,
        result=None,
    )
    points = sum(min(10, 1 + card % 13) for card in cards(held))
    return SeatView(table, 0, hand(held), points, None, legal)  # type: ignore[arg-type]


def decided(view: SeatView) -> object:
    return hard(view, view.legal, random.Random(1))


def slap_of(card: str) -> Legal:
    return Legal(slaps=cards(card))


# Teams


def team(partner: int, rivals: int) -> list[Place]:
    return [place(1, rivals, team=1), place(2, partner, team=0), place(3, rivals, team=1)]


def test_a_call_is_worth_less_risk_the_more_the_partner_holds():
    house = rules(teams=2)
    risks = [calm_risk(seen(house, "AS 2S", team(partner, 3))) for partner in (1, 3, 5)]
    assert risks == sorted(risks, reverse=True)
    assert risks[0] > 0.15 > risks[2]


def test_a_call_that_helps_the_rivals_more_is_not_made_even_if_it_is_safe():
    """The partner would write two kings and more, the rivals next to nothing."""
    house = rules(teams=2)
    partner = place(2, 5, "KS KD QS QD JS", team=0)
    view = seen(house, "AS", [place(1, 1, "3S", team=1), partner, place(3, 1, "4S", team=1)])
    assert risk_of_assaf(view, random.Random(1)) == 0
    assert accepted_risk(view) == 0
    richer = seen(
        house, "AS", [place(1, 1, "KS", team=1), place(2, 1, "3S", team=0), place(3, 1, "KD", team=1)]
    )
    assert accepted_risk(richer) > 0.15


def test_a_partners_low_hand_is_a_risk_as_a_rivals_is():
    """A partner may Assaf his own caller (rule 6.3)."""
    house = rules(teams=2)
    low = [place(1, 5, team=1), place(2, 1, "2S", team=0), place(3, 5, team=1)]
    view = seen(house, "2D AS", low, legal=Legal(may_call=True, discards=(cards("2D"),), draws=(None,)))
    assert risk_of_assaf(view, random.Random(1)) == 1
    assert accepted_risk(view) < 1


@pytest.mark.parametrize(("caller", "beats"), [(1, True), (2, False)])
def test_in_a_last_lap_a_rival_is_beaten_and_a_partner_is_not(caller, beats):
    house = rules(teams=2, final_lap="optional")
    places = team(1, 1)
    places[caller - 1] = replace(places[caller - 1], known=hand("3S"))
    legal = Legal((cards("KS"), cards("2D")), (None, *cards("AD")), (None, *cards("AD")), may_pass=True)
    view = seen(
        house, "KS 2D", places, open="AD", legal=legal, phase=Phase.FINAL_LAP, caller=caller, to_move=0
    )
    action = decided(view)
    left = view.hand if isinstance(action, Pass) else view.hand & ~card_set(action.discard) | 1 << action.draw
    assert (sum(min(10, 1 + card % 13) for card in cards_in(left)) <= 3) == beats


# Slaps


def test_a_slap_that_breaks_a_run_is_let_go_and_one_that_costs_nothing_is_made():
    others = [place(1, 4), place(2, 4)]
    run = seen(SLAPS, "5H 6H 7H", others, open="7C", to_move=1, legal=slap_of("7H"))
    assert decided(run) == Pass()
    assert explain(run, run.legal).motive is Motive.BETTER_HAND
    assert decided(replace(run, hand=hand("7H KC"), points=17)) == Slap(*cards("7H"))


def test_the_last_card_is_not_slapped_into_a_call_that_is_nearly_surely_beaten():
    """Who has nothing left must call; another who has nothing left beats him (rules 4.8 and 6.3)."""
    places = [place(1, 3), place(2, 0)]
    view = seen(SLAPS, "7H", places, open="7C", to_move=1, legal=slap_of("7H"))
    # Seat 2 moves first, calls with nothing and is beaten by the 0.
    assert decided(view) == Slap(*cards("7H"))
    later = [place(1, 0), place(2, 3)]
    own_turn = Legal((cards("7H"),), (None,), (None,), slaps=cards("7H"), may_call=True)
    now = seen(SLAPS, "7H", later, open="7C", to_move=0, legal=own_turn)
    assert decided(now) != Slap(*cards("7H"))
    safe = replace(now, table=replace(now.table, rules=rules(slap="both", slap_last_card="wins_round")))
    assert decided(safe) == Slap(*cards("7H"))


def test_a_slap_comes_before_the_call_it_makes_safer():
    legal = Legal((cards("3H"),), (None,), (None,), slaps=cards("3H"), may_call=True)
    view = seen(SLAPS, "3H 2S", [place(1, 5)], open="3C", legal=legal)
    assert decided(view) == Slap(*cards("3H"))
    assert decided(replace(view, legal=replace(legal, slaps=()))) == Call()


def test_an_opponent_may_let_a_slap_go_in_a_tournament(tmp_path: Path):
    (tmp_path / "shy.py").write_text(
        "from bot.engine.actions import Pass\n"
        "from bot.opponents.levels import LEVELS\n"
        "def shy(view, legal, rng):\n"
        "    return LEVELS['normal'](view, legal, rng) if legal.discards or not legal.slaps else Pass()\n"
    )
    house = parse_rules({"preset": "quick", "slap": "anyone"}, 2)
    tallies = play_matches(Contest((f"{tmp_path / 'shy.py'}:shy", "normal"), house, "shy"), range(20))
    assert 0 < tallies[0].wins < tallies[1].wins


# Rounds that end


def test_where_low_cards_are_all_held_hands_come_down_by_sets():
    """Only high cards are left to draw: of a king and a five the king finds a partner."""
    many = [place(seat, 2, known) for seat, known in enumerate(("AS 5H", "AC 5S", "2H 2C", "3S 5C"), 1)]
    house = rules("yanef", players_max=8)
    laid = ("KS", "5D", "AD", "2D")
    legal = Legal(tuple(cards(card) for card in laid), (None,), (None,))
    view = seen(house, " ".join(laid), many, legal=legal)
    assert way_down(view, legal).discard == cards("5D")


def test_late_in_a_round_a_long_hand_lets_low_cards_go_and_a_short_one_keeps_them():
    """Seat 1 with two cards waits for them. Early in a round nobody lets an ace go for a king."""
    house = rules("yanef", players_max=8)

    def laid(held: str, turns: int) -> tuple[int, ...]:
        many = [place(1, 2, turns=turns), *(place(seat, 4, turns=turns) for seat in range(2, 6))]
        legal = Legal(tuple(cards(card) for card in held.split()), (None,), (None,))
        return way_down(seen(house, held, many, legal=legal), legal).discard

    assert laid("AS 9D QS KS", turns=11) == cards("AS")
    assert laid("AS KS", turns=11) == cards("KS")
    assert laid("AS 9D QS KS", turns=4) != cards("AS")


def test_late_in_a_round_beginners_do_not_hand_each_other_the_same_low_card():
    legal = Legal((cards("KS"), cards("QS")), (None, *cards("4D")), (None, *cards("4D")))
    few = [place(1, 2, turns=60)]
    view = seen(rules("yanef"), "KS QS", few, open="4D", legal=legal)
    assert easy(view, legal, random.Random(1)).draw is None
    early = seen(rules("yanef"), "KS QS", [place(1, 2)], open="4D", legal=legal)
    assert easy(early, legal, random.Random(1)).draw == cards("4D")[0]


@pytest.mark.parametrize("levels", [("hard", "normal"), ("easy", "expert"), ("hard",)])
def test_eight_mostly_end_their_rounds_where_only_several_cards_open_the_pile(levels):
    """Nobody can be handed a low card, and hands get smaller by pairs alone: the hardest rules there are."""
    house = rules("yanef", players_max=8, discard_draw_needs="multi", limit=50, exact_hits="off")
    table = Table(house, tuple(levels[seat % len(levels)] for seat in range(8)))
    longest = [longest_round(table, "eight", number) for number in range(3)]
    assert statistics.median(longest) <= MOST_TURNS


def test_computers_of_any_mix_end_their_rounds_under_any_rules():
    matches = list(played("test", range(24)))
    assert {type(line["longest"]) for line in matches} == {int}
    assert max(line["longest"] for line in matches) <= MOST_TURNS


def test_random_house_rules_are_the_same_for_the_same_seed():
    drawn = [random_rules(str(seed), 4) for seed in range(6)]
    assert drawn == [random_rules(str(seed), 4) for seed in range(6)]
    assert len({house.dump().__repr__() for house in drawn}) == 6
    assert all(house.can_deal(4) and house.limit <= 100 for house in drawn)
