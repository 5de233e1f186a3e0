"""Whatever a good player would do is said, with a reason that fits, in every language."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace

from bot.engine.actions import Call, Pass, Slap, Swap, Turn
from bot.engine.apply import apply
from bot.engine.house_rules import HouseRules
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState, Step
from bot.engine.views import SeatView, view_for
from bot.i18n.catalog import LANGUAGES, words_for
from bot.opponents.reasons import Motive, Reason, explain
from bot.opponents.yardsticks import any_turn, random_play
from bot.ports.tables import Hand
from bot.present.hints import hint_text
from tests.present.builders import PEOPLE, ROBOT, STAMP, cards, lobby, rules
from tests.strategies import seed_text

SEATS = 3
HOUSES = (
    rules("classic"),
    rules("yanef", final_lap="optional"),
    rules("quick", slap="anyone", final_lap="compulsory"),
    rules("classic", slap="both"),
    rules("classic", stock_empty="score_hands", call_limit=1),
    rules("japanese"),
    rules("classic", assaf_penalty=0),
)
EVERY_LANGUAGE = [words_for(language) for language in LANGUAGES]
ENGLISH = words_for("en")


def moments(house: HouseRules, rounds: int) -> Iterator[SeatView]:
    """What every seat sees that may do something, in rounds that are played well and badly."""
    rng = random.Random(json.dumps(house.short()))  # a switch more in the program changes no deal here
    for _ in range(rounds):
        state = deal_round(new_match(house, SEATS, seed_text(rng), totals=(85, 40, 0))).state
        while state.round is not None:
            views = [view_for(state, seat) for seat in range(SEATS)]
            yield from (view for view in views if len(view.legal))
            state = moved(state, views, rng)


def moved(state: MatchState, views: list[SeatView], rng: random.Random) -> MatchState:
    """Many slaps empty a hand, which then has to call; with few calls the stock runs out."""
    slappers = [view for view in views if view.legal.slaps and rng.random() < 0.5]
    assert state.round is not None
    view = slappers[0] if slappers else views[state.round.to_move]
    action = random_play(view, view.legal, rng)
    if view.legal.slaps:
        action = Slap(view.legal.slaps[0])
    elif view.legal.discards and rng.random() < 0.6:
        action = any_turn(view.legal, rng)
    step = apply(state, view.seat, action)
    assert isinstance(step, Step)
    return step.state


def hint(reason: Reason, view: SeatView, house: HouseRules) -> str:
    """The hint in English; said in all languages on the way."""
    hand = Hand(lobby(*PEOPLE, ROBOT, house=house), view, STAMP)
    said = [hint_text(reason, hand, words) for words in EVERY_LANGUAGE]
    assert all(text.startswith("**") and "{" not in text for text in said)
    return said[0]


def test_every_move_that_a_good_player_makes_can_be_said_with_its_reason():
    motives, kinds = set(), set()
    for house in HOUSES:
        for view in moments(house, 10):
            reason = explain(view, view.legal)
            assert hint(reason, view, house)
            motives.add(reason.motive)
            kinds.add(type(reason.action))
    assert motives == set(Motive)
    assert kinds == {Call, Pass, Slap, Turn}


def test_a_slap_is_a_choice_even_where_nothing_else_can_be_done():
    """Out of turn a slap is all there is."""
    house = rules("quick", slap="anyone")
    slaps = 0
    for view in moments(house, 12):
        if len(view.legal) == len(view.legal.slaps) == 1:
            reason = explain(view, view.legal)
            is_slap = isinstance(reason.action, Slap)
            assert ("a card less for nothing" in hint(reason, view, house)) == is_slap
            slaps += is_slap
    assert slaps > 3


def test_a_draw_that_ends_the_round_says_so():
    house = rules("classic", stock_empty="no_points", call_limit=1)
    ends = 0
    for view in moments(house, 6):
        reason = explain(view, view.legal)
        from_stock = isinstance(reason.action, Turn) and reason.action.draw is None
        is_last = from_stock and not view.table.stock and len(view.legal) > 1
        assert (reason.motive is Motive.ROUND_ENDS) == is_last
        assert ("ends the round" in hint(reason, view, house)) == is_last
        ends += is_last
    assert ends


def test_a_hint_recalls_what_the_others_took_openly():
    house, told = rules("classic"), set()
    for view in moments(house, 4):
        reason = explain(view, view.legal)
        text = hint(reason, view, house)
        assert ("Taken openly and still held" in text) == bool(reason.known_cards)
        told.add(bool(reason.known_cards))
    assert told == {False, True}


def test_a_swap_is_said_as_well():
    house = rules("japanese", joker_swap=True)
    view = next(moments(house, 1))
    reason = replace(explain(view, view.legal), action=Swap(*cards("4S JK1")))
    assert " in place of the joker.** " in hint(reason, view, house)
