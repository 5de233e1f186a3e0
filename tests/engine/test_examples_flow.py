"""Worked examples F: starters, dealers, the final lap, the deal."""
# ruff: noqa: N802 (an example keeps its name)

import pytest

from bot.engine.match import deal_round
from tests.builders import (
    CLASSIC,
    JAPANESE,
    SEED,
    YANEF,
    call_round,
    held,
    match,
    play,
    position,
    refusal,
    running,
    show,
    worth,
)


def openings(state, result):
    """Dealer and starter of a round just played and of the one after it."""
    after = running(deal_round(state).state)
    assert result.next_starter == after.starter
    return (result.dealer, result.starter), (after.dealer, after.starter)


@pytest.mark.rule("1.2", "6.8")
def test_F01_a_caller_who_scored_0_starts():
    state, result = call_round(CLASSIC, *worth(3, 20, 30), caller=0)
    assert openings(state, result)[1][1] == 0


@pytest.mark.rule("6.8")
def test_F02_the_assaf_player_starts():
    state, result = call_round(CLASSIC, *worth(5, 20, 3))
    assert openings(state, result)[1][1] == 2


@pytest.mark.rule("6.8")
def test_the_first_of_level_assaf_players_after_the_caller_starts():
    state, result = call_round(CLASSIC, *worth(3, 5, 30, 3), caller=1)
    assert result.assafers == (3, 0)
    assert openings(state, result)[1][1] == 3


@pytest.mark.rule("7.13")
def test_F04_the_deal_moves_round_in_japanese():
    start = deal_round(match(JAPANESE, 4)).state
    assert (running(start).dealer, running(start).starter) == (0, 1)
    state, result = call_round(JAPANESE, *worth(20, 3, 20, 10), caller=1)
    assert openings(state, result) == ((0, 1), (1, 2))


@pytest.mark.rule("7.13")
def test_F05_a_seat_that_is_out_is_passed_over():
    state, result = call_round(JAPANESE, *worth(20, 10, 4, 9), totals=[0, 195, 0, 0], caller=2)
    assert result.out == (1,)
    assert openings(state, result)[1] == (2, 3)


@pytest.mark.rule("5.4", "5.5")
def test_F07_a_final_lap():
    hands = ["6H 6D", "AS 4S", "3H 3C KD", "9H"]
    state = position(YANEF, *hands, upcard="10D", stock="2S AC", starter=1)
    moves = ["1: call", "2: KD > stock", "3: pass", "0: 6H 6D > stock"]
    _, result = show(state, *moves)
    assert result.counts == (1, 5, 8, 9)
    assert result.points == (0, 20, 8, 9)
    assert refusal(play(state, "1: call"), "2: call") == "call_not_allowed"
    assert refusal(play(state, "1: call"), "1: AS > stock") == "not_your_turn"


@pytest.mark.rule("5.4")
def test_F09_a_lap_may_be_passed():
    state = play(position(YANEF, "AS 4S", "9H 8H", "KD QD"), "0: call")
    after = play(state, "1: pass")
    assert held(after, 1) == held(state, 1)
    assert running(after).open == running(state).open
    assert running(after).stock == running(state).stock


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("house", "players", "stock"),
    [
        pytest.param(CLASSIC, 4, 33, id="F10"),
        pytest.param(YANEF, 5, 26, id="F11"),
        pytest.param(JAPANESE, 8, 13, id="F12"),
    ],
)
def test_F10_F11_F12_size_of_the_stock_after_the_deal(house, players, stock):
    now = running(deal_round(match(house, players)).state)
    assert len(now.stock) == stock
    assert [held_cards.bit_count() for held_cards in now.hands] == [5] * players


def test_the_deal_goes_one_card_at_a_time_from_the_left_of_the_dealer():
    from bot.engine.chance import deal_label, shuffled
    from bot.engine.match import pack_of

    state = match(CLASSIC, 3)
    order = shuffled(pack_of(state), SEED, deal_label(1))
    now = running(deal_round(state).state)
    assert now.hands[1] == sum(1 << card for card in order[0:15:3])
    assert now.hands[2] == sum(1 << card for card in order[1:15:3])
    assert now.hands[0] == sum(1 << card for card in order[2:15:3])
    assert now.open.cards == (order[15],)
    assert now.stock[::-1] == tuple(order[16:])


@pytest.mark.rule("7.13")
def test_where_the_next_dealer_leaves_the_deal_and_the_start_move_on():
    state, _ = call_round(JAPANESE, *worth(20, 3, 20, 10), caller=1)
    after = running(deal_round(play(state, "1: leave")).state)
    assert (after.dealer, after.starter) == (2, 3)


@pytest.mark.rule("7.11", "7.13")
def test_a_caller_who_left_in_the_lap_does_not_deal_next():
    state = position(YANEF, "KD QD", "AS 2S", "9H 8H", "KC QC", starter=1)
    state, result = show(state, "1: call", "1: leave", "2: pass", "3: pass", "0: pass")
    assert result.points == (20, 0, 17, 20)
    assert result.out == (1,)
    after = running(deal_round(state).state)
    assert (after.dealer, after.starter) == (2, 3)
    assert result.next_starter == 3
