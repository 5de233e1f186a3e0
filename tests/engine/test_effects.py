"""What a move leaves behind, field by field: the whole state after it and all that it tells."""

from dataclasses import replace

import pytest

from bot.engine.apply import apply
from bot.engine.cards import cards_in, parse_card
from bot.engine.chance import shuffled
from bot.engine.events import (
    Called,
    JokerSwapped,
    Left,
    MatchEnded,
    Passed,
    Reshuffled,
    RoundEnded,
    Slapped,
    TurnTaken,
)
from bot.engine.melds import Kind, Meld
from bot.engine.results import MatchResult, Outcome, RoundResult
from bot.engine.state import RoundState
from tests.builders import (
    CLASSIC,
    SEED,
    YANEF,
    cards,
    deal,
    hand,
    is_allowed,
    match,
    move,
    play,
    position,
    result_of,
    rules,
    running,
    show,
    step,
    worth,
)

LAP_AND_SWAPS = rules("yanef", runs=True, jokers_per_pack=2, joker_swap=True, slap="anyone")


def with_round(state, **changes):
    return replace(state, round=replace(running(state), **changes))


def check(state, text, *events, **changes):
    """The move changes these fields of the round and no others, and tells these events."""
    done = step(state, text)
    assert done.events == events
    assert done.state == with_round(state, **changes)


@pytest.mark.rule("1.1")
def test_a_deal_begins_everything_anew():
    state, _ = show(position(CLASSIC, *worth(3, 20, 30), totals=[0, 190, 0]), "0: call")
    now = running(deal(state, ["AS 2S", "", "KD QD"], upcard="9C", stock="7C 8C"))
    assert now == RoundState(
        number=2,
        dealer=2,
        starter=0,
        to_move=0,
        hands=(hand("AS 2S"), None, hand("KD QD")),
        stock=now.stock,
        open=Meld(cards("9C"), Kind.UPCARD),
        covered=(),
        buried=0,
        known=(0, 0, 0),
        drawn=(None, None, None),
        turns=(0, 0, 0),
    )
    assert (len(now.stock), now.stock[-2:]) == (54 - 5, cards("8C 7C"))


@pytest.mark.rule("1.3", "1.4", "3.1")
def test_a_turn_with_a_card_from_the_stock():
    state = position(CLASSIC, "7C KH 2C", "KD QD", upcard="10D", stock="3C 4C")
    state = with_round(state, known=(hand("7C KH"), hand("QD")), buried=hand("AS"))
    check(
        state,
        "0: 7C > stock",
        TurnTaken(0, cards("7C"), from_stock=True, drawn=parse_card("3C")),
        to_move=1,
        hands=(hand("2C 3C KH"), hand("KD QD")),
        stock=running(state).stock[:-1],
        open=Meld(cards("7C"), Kind.SINGLE),
        covered=cards("10D"),
        buried=hand("AS 10D"),
        known=(hand("KH"), hand("QD")),
        drawn=(parse_card("3C"), None),
        turns=(1, 0),
        last_mover=0,
        drew_from_stock=True,
    )


@pytest.mark.rule("1.3")
def test_a_turn_leaves_the_match_around_the_round_as_it_is():
    state = position(rules(teams=2), "7C KH", "KD QD", "", "JC 9C", totals=[1, 2, 3, 4])
    state = replace(
        state,
        out_since=(None, None, 4, None),
        left=(False, False, True, False),
        dealer=3,
        next_starter=1,
        round_number=6,
        is_extra=True,
    )
    after = play(state, "0: 7C > stock")
    assert after == replace(state, round=after.round)
    assert running(after).to_move == 1


@pytest.mark.rule("1.3", "1.4", "3.1")
def test_a_turn_with_a_card_from_the_discard():
    state = position(CLASSIC, "7C 7D KH", "KD QD", upcard="10D", stock="3C 4C")
    check(
        state,
        "0: 7D 7C > 10D",
        TurnTaken(0, cards("7D 7C"), from_stock=False, drawn=parse_card("10D")),
        to_move=1,
        hands=(hand("KH 10D"), hand("KD QD")),
        open=Meld(cards("7D 7C"), Kind.SET),
        covered=cards("10D"),
        known=(hand("10D"), 0),
        drawn=(parse_card("10D"), None),
        turns=(1, 0),
        last_mover=0,
    )


@pytest.mark.rule("5.4", "7.11")
def test_a_turn_in_the_lap_of_a_caller_who_left():
    state = play(position(YANEF, "AS 4S", "9H 8H", "KD QD", stock="2C 3C"), "0: call", "0: leave")
    assert running(state).lap == (1, 2)
    after = running(play(state, "1: 9H > stock"))
    assert (after.caller, after.caller_left, after.lap, after.to_move) == (0, True, (2,), 2)
    assert not after.is_slap_closed
    done = play(state, "1: 9H > stock", "2: pass")
    assert (done.left, done.out_since) == ((True, False, False), (1, None, None))


@pytest.mark.rule("3.7")
def test_the_order_of_a_reshuffle_follows_from_the_seed_the_round_and_its_count():
    state = position(CLASSIC, "KS QS", "KD QD", upcard="10D")
    buried = hand("AS 2S 3S 4S 5S 6S 7S 8S")
    for count in (0, 1, 2):
        empty = with_round(state, stock=(), buried=buried, reshuffles=count)
        done = step(empty, "0: KS > stock")
        *stock, drawn = shuffled(cards_in(buried), SEED, f"reshuffle 1 {count}")
        assert done.events == (Reshuffled(8), TurnTaken(0, cards("KS"), from_stock=True, drawn=drawn))
        after = running(done.state)
        assert (after.stock, after.reshuffles, after.buried) == (tuple(stock), count + 1, hand("10D"))


@pytest.mark.rule("3.6", "5.4")
def test_a_swap_is_a_whole_turn():
    state = position(LAP_AND_SWAPS, "7S JK1 9S KH", "AS 2S", "8S KD", "QD JD", upcard="10D")
    state = play(state, "0: 7S JK1 9S > stock", "1: call")
    state = with_round(state, known=(0, 0, hand("8S KD"), 0), turns=(1, 0, 2, 0), drew_from_stock=True)
    assert (running(state).lap, running(state).is_slap_closed) == ((2, 3, 0), True)
    check(
        state,
        "2: swap 8S JK1",
        JokerSwapped(2, *cards("8S JK1")),
        to_move=3,
        hands=(*running(state).hands[:2], hand("JK1 KD"), hand("QD JD")),
        open=replace(running(state).open, cards=cards("7S 8S 9S")),
        known=(0, 0, hand("JK1 KD"), 0),
        drawn=(*running(state).drawn[:2], parse_card("JK1"), None),
        turns=(1, 0, 3, 0),
        last_mover=2,
        drew_from_stock=False,
        is_slap_closed=False,
        lap=(3, 0),
    )


@pytest.mark.rule("5.4")
def test_a_call_opens_the_lap_of_the_others():
    state = position(YANEF, "KS QS", "AS 4S", "KD QD", "KC QC", starter=1)
    check(state, "1: call", Called(1), caller=1, lap=(2, 3, 0), to_move=2, is_slap_closed=True)
    called = play(state, "1: call")
    check(called, "2: pass", Passed(2), lap=(3, 0), to_move=3)


@pytest.mark.rule("5.4")
def test_the_lap_goes_over_the_seats_that_are_in():
    state, _ = show(
        position(rules("yanef", game_end="last_in"), *worth(3, 20, 30, 9), totals=[0, 90, 0, 0]),
        "0: call",
        "1: pass",
        "2: pass",
        "3: pass",
    )
    state = deal(state, ["AS 2S", "", "KD QD", "KC QC"], starter=0)
    assert running(play(state, "0: call")).lap == (2, 3)


@pytest.mark.rule("1.4", "4.1", "4.7")
def test_a_slap_lays_one_card_and_nothing_else():
    state = position(rules(slap="anyone"), "KS QS", "7C 7D QD", upcard="7H")
    state = with_round(state, known=(0, hand("7C QD")), drawn=(None, parse_card("QD")))
    check(
        state,
        "1: slap 7C",
        Slapped(1, parse_card("7C")),
        hands=(hand("KS QS"), hand("7D QD")),
        open=Meld(cards("7H 7C"), Kind.SET),
        known=(0, hand("QD")),
    )
    drawn = with_round(state, drawn=(parse_card("QS"), parse_card("7C")))
    assert running(play(drawn, "1: slap 7C")).drawn == (parse_card("QS"), None)
    assert running(play(drawn, "1: slap 7D")).drawn == (parse_card("QS"), parse_card("7C"))


@pytest.mark.rule("3.2", "4.7")
def test_a_run_with_a_slapped_card_is_still_taken_from_as_a_run():
    house = rules(slap="anyone", draw_from_run="any", draw_from_set="top")
    state = play(position(house, "4H 5H 6H KS", "6C KD", stock="2C"), "0: 4H 5H 6H > stock", "1: slap 6C")
    assert running(state).open == Meld(cards("4H 5H 6H 6C"), Kind.RUN)
    assert is_allowed(state, "1: KD > 5H")


@pytest.mark.rule("7.11")
def test_who_leaves_takes_nothing_along():
    state = position(CLASSIC, "KS QS", "KD QD", "KC QC", starter=1, stock="2C")
    state = with_round(state, known=(0, hand("QD"), hand("KC")), drawn=(None, parse_card("QD"), None))
    done = step(state, "1: leave")
    assert done.events == (Left(1),)
    assert done.state == replace(
        with_round(
            state,
            to_move=2,
            hands=(hand("KS QS"), None, hand("KC QC")),
            stock=(*cards_in(hand("KD QD")), *running(state).stock),
            known=(0, 0, hand("KC")),
            drawn=(None, None, None),
        ),
        out_since=(None, 1, None),
        left=(False, True, False),
    )


@pytest.mark.rule("7.11")
def test_a_caller_who_leaves_changes_nothing_before_the_show():
    check(play(position(YANEF, "AS 4S", "9H 8H", "KD QD"), "0: call"), "0: leave", Left(0), caller_left=True)


@pytest.mark.rule("7.11")
def test_an_emptied_hand_that_leaves_puts_nothing_under_the_stock():
    state = play(position(rules(slap="anyone"), "KS QS", "7C", "KC QC", upcard="7H"), "1: slap 7C")
    assert running(play(state, "1: leave")).stock == running(state).stock


@pytest.mark.rule("7.11")
def test_who_leaves_the_lap_loses_his_turn_in_it():
    state = play(position(YANEF, "AS 4S", "9H 8H", "KD QD", "KC QC"), "0: call")
    after = running(play(state, "2: leave"))
    assert (after.lap, after.to_move) == ((1, 3), 1)
    after = running(play(state, "1: leave"))
    assert (after.lap, after.to_move) == ((2, 3), 2)


@pytest.mark.rule("1.5", "6.1")
def test_the_result_of_a_round_tells_all_of_it():
    house = rules(call_limit=9)
    hands = ["AS 5S", "3H", "KD 2D", ""]
    state = replace(
        match(house, 4, totals=[10, 20, 190, 300]), out_since=(None, None, None, 1), round_number=4
    )
    state = deal(state, hands, dealer=2, starter=0)
    state, result = show(state, "0: call")
    assert result == RoundResult(
        number=5,
        dealer=2,
        starter=0,
        outcome=Outcome.ASSAF,
        caller=0,
        assafers=(1,),
        hands=(hand("AS 5S"), hand("3H"), hand("KD 2D"), None),
        counts=(6, 3, 12, None),
        points=(36, 0, 12, None),
        totals_before=(10, 20, 190, 300),
        totals=(46, 20, 202, 300),
        exact_hits=(),
        out=(2,),
        next_starter=1,
    )
    assert state.out_since == (None, None, 5, 1)


@pytest.mark.rule("7.11", "1.5")
def test_a_match_that_ends_by_leaving_tells_of_its_round_and_its_end():
    state = play(position(YANEF, "AS 4S", "9H 8H", totals=[3, 40]), "0: call")
    done = apply(state, *move("1: leave"))
    left, ended, over = done.events
    assert left == Left(1)
    assert isinstance(ended, RoundEnded)
    assert ended.result == RoundResult(
        number=1,
        dealer=0,
        starter=0,
        outcome=Outcome.NO_CALL,
        caller=None,
        assafers=(),
        hands=(hand("AS 4S"), None),
        counts=(5, None),
        points=(0, None),
        totals_before=(3, 40),
        totals=(3, 40),
        exact_hits=(),
        out=(1,),
        next_starter=None,
    )
    assert over == MatchEnded(MatchResult((0,), (1, 2)))
    assert done.state.round is None


@pytest.mark.rule("7.4")
def test_a_show_that_ends_the_match_tells_of_both():
    done = step(position(CLASSIC, *worth(3, 20), totals=[0, 190]), "0: call")
    called, ended, over = done.events
    assert called == Called(0)
    assert isinstance(ended, RoundEnded)
    assert (ended.result.out, ended.result.next_starter) == ((1,), None)
    assert over == MatchEnded(MatchResult((0,), (1, 2)))
    assert done.state.result == over.result


@pytest.mark.rule("3.8")
def test_the_last_discard_before_an_empty_stock_is_no_more_in_the_hand():
    state = position(rules(stock_empty="score_hands"), "KS QS", "KD QD", upcard="10D")
    done = step(with_round(state, stock=()), "0: KS > stock")
    assert done.events[0] == TurnTaken(0, cards("KS"), from_stock=True, drawn=None)
    assert result_of(done.events).hands == (hand("QS"), hand("KD QD"))
    assert len(done.events) == 2
