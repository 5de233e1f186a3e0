"""Who leaves, who joins, and what stays as it is (section 7)."""

import pytest

from bot.engine.actions import Leave
from bot.engine.apply import apply
from bot.engine.cards import cards_in
from bot.engine.events import Left, MatchEnded, RoundEnded, RoundStarted
from bot.engine.match import can_join_late, deal_round, from_checkpoint, join_late
from bot.engine.results import Outcome
from bot.engine.standings import ranks
from bot.engine.views import table_view
from tests.builders import (
    CLASSIC,
    JAPANESE,
    YANEF,
    call_round,
    cards,
    deal,
    is_allowed,
    match,
    match_result,
    move,
    play,
    position,
    refusal,
    result_of,
    rules,
    running,
    show,
    step,
    worth,
)


def test_7_11_who_leaves_is_out_with_his_total_and_his_hand_goes_under_the_stock():
    before = position(CLASSIC, "KS QS", "KD QD", "KC QC", totals=[5, 6, 7])
    done = step(before, "0: leave")
    after = running(done.state)
    assert done.events == (Left(0),)
    assert after.hands[0] is None
    assert set(after.stock[:2]) == set(cards("KS QS"))
    assert after.stock[2:] == running(before).stock
    assert after.to_move == 1
    assert done.state.totals == (5, 6, 7)
    assert not done.state.is_in(0)
    assert refusal(done.state, "0: KS > stock") == refusal(done.state, "0: leave") == "seat_is_out"


def test_7_11_the_turn_stays_where_another_leaves():
    after = play(position(CLASSIC, "KS QS", "KD QD", "KC QC"), "1: leave")
    assert running(after).to_move == 0
    assert running(play(after, "0: KS > stock")).to_move == 2
    _, result = show(after, "0: KS > stock", "2: leave")
    assert result.out == (2,)


def test_7_11_with_one_left_the_match_is_over():
    done = step(position(CLASSIC, "KS QS", "KD QD", totals=[5, 90]), "0: leave")
    assert done.state.is_over
    result = match_result(done.events)
    assert result.winners == (1,)
    assert result.ranks == (2, 1)
    assert result_of(done.events).points == (None, 0)
    assert done.state.totals == (5, 90)


def test_7_11_a_caller_who_leaves_in_the_lap_is_still_scored():
    state = play(position(YANEF, "AS 2S", "KD QD", "9H 8H"), "0: call", "0: leave")
    assert refusal(state, "0: leave") == "seat_is_out"
    assert table_view(state).places[0].cards == 2
    state, result = show(state, "1: pass", "2: pass")
    assert result.outcome is Outcome.YANIV
    assert result.points == (0, 20, 17)
    assert result.out == (0,)
    assert not state.is_in(0)
    assert not state.is_over


def test_7_11_the_lap_ends_when_its_last_seat_leaves():
    state = play(position(YANEF, "AS 2S", "KD QD", "9H 8H"), "0: call", "1: pass")
    _, result = show(state, "2: leave")
    assert result.points == (0, 20, None)


def test_7_11_between_two_rounds_one_may_leave_too():
    state, _ = call_round(CLASSIC, *worth(3, 20, 30))
    done = step(state, "0: leave")
    assert done.events == (Left(0),)
    assert running(deal_round(done.state).state).starter == 1
    over = step(done.state, "2: leave")
    assert isinstance(over.events[-1], MatchEnded)
    assert over.state.result.winners == (1,)


def test_7_11_a_leaver_of_a_team_leaves_his_points_to_it():
    state, _ = call_round(rules("japanese", teams=2), *worth(1, 20, 9, 9), totals=[0, 100, 0, 70])
    state = play(state, "1: leave")
    assert not state.is_over
    state, result = show(deal(state, [*worth(1), "", *worth(9, 20)], starter=0), "0: call")
    assert result.totals == (0, 120, 18, 99)
    assert state.result.winners == (0, 2)


def test_7_9_who_left_ranks_behind_all_who_stayed_where_totals_decide():
    house = rules(game_end="rounds", rounds=1)
    state = play(position(house, "AS 2S", "KD QD", "9H 8H", totals=[50, 60, 0]), "2: leave")
    state, _ = show(state, "0: call")
    assert state.result.winners == (0,)
    assert state.result.ranks == (1, 2, 3)


def test_7_9_later_out_ranks_higher():
    state, _ = call_round(CLASSIC, *worth(1, 10, 9, 20), totals=[0, 195, 190, 0])
    state = deal(state, [*worth(1), "", *worth(2, 30)], starter=0)
    state, _ = show(state, "0: call")
    assert state.totals == (0, 205, 201, 50)
    assert ranks(state) == (1, 4, 3, 2)


def test_7_9_who_leaves_a_match_of_the_last_one_in_ranks_by_when_he_left():
    state, _ = call_round(CLASSIC, *worth(1, 10, 9), totals=[0, 195, 190])
    state = play(deal(state, [*worth(1), "", *worth(2)]), "2: leave")
    assert state.result.ranks == (1, 3, 2)


def test_7_12_a_latecomer_sits_down_at_the_highest_total():
    for how, total in (("highest", 30), ("highest_plus_10", 40)):
        state, _ = call_round(rules(late_join=how), *worth(1, 9, 20), totals=[0, 21, 0])
        assert can_join_late(state)
        joined = join_late(state)
        assert joined.totals == (0, 30, 20, total)
        assert (joined.out_since, joined.left) == ((None,) * 4, (False,) * 4)
        now = running(deal_round(joined).state)
        assert now.hands[3].bit_count() == 5
        assert not can_join_late(deal_round(joined).state)


def test_7_12_nobody_joins_before_the_first_deal_or_where_there_is_no_place():
    assert not can_join_late(match(rules(late_join="highest"), 3))
    state, _ = call_round(rules(late_join="none"), *worth(1, 9, 20))
    assert not can_join_late(state)
    with pytest.raises(ValueError, match="nobody may join"):
        join_late(state)
    extra = rules(late_join="highest", game_end="rounds", rounds=1, tie_at_end="extra_round")
    state, _ = call_round(extra, *worth(1, 9, 20), totals=[9, 0, 0])
    assert state.is_extra
    assert not can_join_late(state)
    state, _ = call_round(rules(late_join="highest", players_max=3), *worth(1, 9, 20))
    assert not can_join_late(state)
    state, _ = call_round(rules(late_join="highest_plus_10"), *worth(1, 9, 20), totals=[0, 185, 0])
    assert not can_join_late(state)
    state, _ = call_round(rules(late_join="highest", packs="auto"), *worth(1, 9, 20, 9, 9))
    assert not can_join_late(state)


def test_7_12_a_latecomer_needs_no_other_number_of_packs():
    house = rules(late_join="highest", packs="auto")
    joinable = [can_join_late(call_round(house, *worth(1, *[9] * others))[0]) for others in (3, 4, 5, 6)]
    assert joinable == [True, False, True, True]


def test_7_12_a_latecomer_may_have_the_last_seat_that_the_pack_serves():
    house = rules(late_join="highest", hand_size=7)
    joinable = [can_join_late(call_round(house, *worth(1, *[9] * others))[0]) for others in (5, 6)]
    assert joinable == [True, False]


def test_a_match_goes_on_from_its_checkpoint():
    state, _ = call_round(JAPANESE, *worth(20, 10, 4, 9), totals=[0, 195, 0, 0], caller=2)
    state = play(state, "3: leave")
    again = from_checkpoint(state.rules, state.seed, state.checkpoint())
    assert again == state
    assert deal_round(again) == deal_round(state)


def test_a_match_of_teams_goes_on_from_its_checkpoint():
    state, _ = call_round(rules(teams=2), *worth(20, 10, 4, 9), teams=[1, 0, 0, 1], caller=2)
    assert from_checkpoint(state.rules, state.seed, state.checkpoint()) == state
    assert state.teams == (1, 0, 0, 1)


def test_an_extra_round_is_played_from_its_checkpoint():
    house = rules(game_end="rounds", rounds=1, tie_at_end="extra_round")
    state, _ = call_round(house, *worth(1, 9, 20), totals=[9, 0, 0])
    assert state.is_extra
    assert from_checkpoint(house, state.seed, state.checkpoint()) == state


def test_a_deal_tells_who_deals_who_starts_and_what_lies_open():
    state, _ = call_round(CLASSIC, *worth(20, 3, 9), caller=1)
    done = deal_round(state)
    assert done.events == (RoundStarted(2, 1, 1, running(done.state).open.top),)
    assert (running(done.state).dealer, running(done.state).starter) == (1, 1)


def test_a_round_is_dealt_once():
    state = deal_round(match(CLASSIC, 2)).state
    with pytest.raises(ValueError, match="no round to deal"):
        deal_round(state)


def test_a_refused_action_changes_nothing():
    state = position(CLASSIC, "KS QS", "KD QD", upcard="10D")
    before = (state, cards_in(running(state).hands[0]), running(state).stock)
    for text in ("0: 9C > stock", "1: KD > stock", "0: call", "0: pass", "0: KS QS > 2C"):
        assert not is_allowed(state, text)
    assert (state, cards_in(running(state).hands[0]), running(state).stock) == before


def test_a_match_that_is_over_takes_nothing():
    done = step(position(CLASSIC, "KS QS", "KD QD"), "0: leave")
    assert any(isinstance(event, RoundEnded) for event in done.events)
    for text in ("1: KD > stock", "1: leave", "0: leave", "1: timeout"):
        assert refusal(done.state, text) == "match_over"
    assert move("1: leave")[1] == Leave()
    assert apply(done.state, 1, Leave()).rule == "7.6"


def test_7_11_a_match_that_ends_by_leaving_ends_its_round_without_a_call():
    state = play(position(YANEF, "AS 2S", "KD QD"), "0: call")
    state, result = show(state, "1: leave")
    assert result.outcome is Outcome.NO_CALL
    assert result.caller is None
    assert result.points == (0, None)
    assert state.result.winners == (0,)


def test_7_11_who_leaves_does_not_end_a_match_that_ends_when_anybody_is_over():
    state = play(position(YANEF, "AS 2S", "KD QD", "9H 8H", totals=[0, 0, 90]), "2: leave", "0: call")
    state, result = show(state, "1: pass")
    assert result.points == (0, 20, None)
    assert not state.is_over
    assert running(deal_round(state).state).hands[2] is None


def test_7_9_who_left_later_ranks_behind_who_went_out_earlier_where_totals_decide():
    house = rules(game_end="rounds", rounds=2, ofer=True)
    state, result = call_round(house, *worth(5, 20, 9, 3))
    assert result.out == (0,)
    state = deal(state, ["", *worth(20, 1, 19)], starter=1)
    state, _ = show(state, "1: leave", "2: call")
    assert state.result.winners == (2,)
    assert state.result.ranks == (3, 4, 1, 2)


def test_7_13_who_leaves_before_the_first_deal_does_not_deal():
    state = play(match(CLASSIC, 3), "0: leave")
    now = running(deal_round(state).state)
    assert (now.dealer, now.starter) == (1, 2)
