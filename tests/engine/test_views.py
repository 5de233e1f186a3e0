"""What everybody and what one seat sees of a match, field by field (rule 1.4)."""

import pytest

from bot.engine.cards import parse_card
from bot.engine.events import Passed, TurnTaken
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round
from bot.engine.results import MatchResult
from bot.engine.views import Phase, Place, SeatView, TableView, redact, table_view, view_for
from tests.builders import (
    CLASSIC,
    YANEF,
    call_round,
    cards,
    deal,
    hand,
    match,
    play,
    position,
    rules,
    running,
    worth,
)

UNMOVED = {"team": None, "out": False, "known": 0, "turns": 0}


def place(seat, count, total=0, **more):
    return Place(**{"seat": seat, "cards": count, "total": total} | UNMOVED | more)


@pytest.mark.rule("1.4")
def test_a_round_at_play():
    house = rules(slap="anyone")
    state = position(house, "7C KH 2C", "KD QD", "9S", totals=[5, 6, 7], upcard="10D", stock="3C", starter=0)
    state = play(state, "0: 7C > 10D", "1: KD > stock")
    assert table_view(state) == TableView(
        rules=house,
        phase=Phase.TURN,
        round=1,
        dealer=0,
        starter=0,
        to_move=2,
        caller=None,
        places=(
            place(0, 3, 5, known=hand("10D"), turns=1),
            place(1, 2, 6, turns=1),
            place(2, 1, 7),
        ),
        open=cards("KD"),
        drawable=cards("KD"),
        buried=hand("7C"),
        stock=len(running(state).stock),
        result=None,
    )
    assert view_for(state, 1) == SeatView(
        table=table_view(state),
        seat=1,
        hand=hand("QD 3C"),
        points=13,
        drawn=parse_card("3C"),
        legal=legal_actions(state, 1),
    )
    assert view_for(state, 2).legal.discards == (cards("9S"),)
    assert view_for(state, 2).drawn is None


@pytest.mark.rule("1.4", "5.4")
def test_a_lap():
    view = table_view(play(position(YANEF, "KS QS", "AS 4S", "9H", starter=1), "1: call"))
    assert (view.phase, view.caller, view.to_move, view.starter) == (Phase.FINAL_LAP, 1, 2, 1)


@pytest.mark.rule("1.4", "1.5")
def test_between_two_rounds():
    house = rules(teams=2)
    state, _ = call_round(house, *worth(20, 3, 30, 9), caller=1)
    assert table_view(state) == TableView(
        rules=house,
        phase=Phase.BETWEEN_ROUNDS,
        round=1,
        dealer=1,
        starter=1,
        to_move=None,
        caller=None,
        places=(
            place(0, 0, 20, team=0),
            place(1, 0, 0, team=1),
            place(2, 0, 30, team=0),
            place(3, 0, 9, team=1),
        ),
        open=(),
        drawable=(),
        buried=0,
        stock=0,
        result=None,
    )
    seen = view_for(state, 2)
    assert (seen.hand, seen.points, seen.drawn, list(seen.legal)) == (0, 0, None, [])


@pytest.mark.rule("1.4", "7.3")
def test_who_is_out_holds_nothing():
    state, _ = call_round(CLASSIC, *worth(3, 20, 30), totals=[0, 190, 0])
    state = deal(state, ["AS", "", "KD QD"], starter=0)
    assert table_view(state).places == (place(0, 1), place(1, 0, 210, out=True), place(2, 2, 30))
    seen = view_for(state, 1)
    assert (seen.hand, seen.points, list(seen.legal)) == (0, 0, [])


def test_before_the_first_deal_and_after_the_end():
    before = table_view(match(CLASSIC, 2))
    assert (before.phase, before.round, before.starter) == (Phase.BETWEEN_ROUNDS, 0, 0)
    over = table_view(call_round(CLASSIC, *worth(3, 20), totals=[0, 190])[0])
    assert (over.phase, over.result) == (Phase.OVER, MatchResult((0,), (1, 2)))
    assert table_view(deal_round(match(CLASSIC, 2)).state).phase is Phase.TURN


@pytest.mark.rule("1.4")
def test_a_stock_card_is_told_to_its_drawer_alone():
    (card,) = cards("3C")
    drawn = TurnTaken(1, cards("7C"), from_stock=True, drawn=card)
    hidden = TurnTaken(1, cards("7C"), from_stock=True, drawn=None)
    assert [redact(drawn, seat) for seat in (0, 1, None)] == [hidden, drawn, hidden]
    taken = TurnTaken(1, cards("7C"), from_stock=False, drawn=card)
    assert [redact(taken, seat) for seat in (0, 1, None)] == [taken] * 3
    assert redact(Passed(1), 0) == Passed(1)
