"""A finished match as a transcript: it replays to the same end and proves that the deals were fair."""

import json
import random
from dataclasses import replace

import pytest

from bot.engine.actions import Call, Leave, Turn
from bot.engine.apply import apply
from bot.engine.chance import commitment
from bot.engine.errors import IllegalActionError
from bot.engine.events import RoundEnded
from bot.engine.export import Played, transcript_of
from bot.engine.house_rules import parse_rules
from bot.engine.legal import legal_actions
from bot.engine.match import can_join_late, deal_round, join_late, new_match
from bot.engine.replay import replay_transcript, round_to_json
from bot.engine.transcript import action_to_json

SEED = "5e" * 32


def random_move(state, chance):
    seat = state.round.to_move
    legal = legal_actions(state, seat)
    discard = chance.choice(legal.discards)
    return seat, Call() if legal.may_call else Turn(discard, chance.choice(legal.draws_after(discard)))


def played(rules, players, between=lambda state: (state, [])):
    """A whole match by random legal turns, and the results of its rounds.

    `between` may seat latecomers and let seats leave before the next deal.
    """
    chance, moves, results = random.Random(3), [], []
    state = deal_round(new_match(rules, players, SEED)).state
    since = [1] * players
    while not state.is_over:
        if state.round is None:
            state, leavers = between(state)
            moves += [(state.round_number, seat, {"leave": True}) for seat in leavers]
            if state.is_over:
                break
            since += [state.round_number + 1] * (len(state.totals) - len(since))
            state = deal_round(state).state
        seat, action = random_move(state, chance)
        step = apply(state, seat, action)
        moves.append((state.round_number, seat, action_to_json(action)))
        results += [round_to_json(e.result) for e in step.events if isinstance(e, RoundEnded)]
        state = step.state
    names = [f"Player {seat}" for seat in range(len(since))]
    return Played(rules, SEED, names, moves, since), results


@pytest.fixture(scope="module")
def match():
    return played(parse_rules("quick"), 3)


def test_the_transcript_replays_to_the_same_rounds(match):
    transcript = json.loads(json.dumps(transcript_of(match[0])))
    result = replay_transcript(transcript)
    assert result["ok"]
    assert result["rounds"] == match[1]
    assert result["match"]["over"]
    assert result["fair"] == {"seed": True, "deals": True}


def test_what_there_is_nothing_to_say_of_is_not_written(match):
    transcript = transcript_of(match[0])
    assert "teams" not in transcript
    assert {name for entry in transcript["rounds"] for name in entry} == {
        "dealer",
        "starter",
        "deal",
        "actions",
    }


def test_teams_are_written_down():
    rules = parse_rules({"preset": "quick", "teams": 2})
    transcript = transcript_of(Played(rules, SEED, ["A", "B", "C", "D"], []))
    assert transcript["teams"] == [0, 1, 0, 1]


def test_another_commitment_is_noticed(match):
    transcript = transcript_of(match[0]) | {"commitment": commitment("00" * 32)}
    assert replay_transcript(transcript)["fair"] == {"seed": False, "deals": True}


def test_a_deal_that_does_not_follow_from_the_seed_is_noticed(match):
    transcript = json.loads(json.dumps(transcript_of(match[0])))
    transcript["rounds"] = transcript["rounds"][:1]
    opening = transcript["rounds"][0]
    opening["actions"] = []
    stock = opening["deal"]["stock"]
    stock[0], stock[1] = stock[1], stock[0]
    assert replay_transcript(transcript)["fair"] == {"seed": True, "deals": False}


def test_a_commitment_needs_a_seed(match):
    transcript = transcript_of(match[0])
    del transcript["seed"]
    error = replay_transcript(transcript)["error"]
    assert error["code"] == "bad_transcript"
    assert "commitment" in error["message"]


def test_moves_that_the_rules_refuse_are_a_defect(match):
    number, seat, move = match[0].moves[0]
    for wrong in [(number, seat + 1, move), (number + 1, seat, move)]:
        with pytest.raises(IllegalActionError):
            transcript_of(replace(match[0], moves=[wrong]))


def come_and_go(state):
    """After the first round somebody comes, after the second two come and the first seat leaves."""
    leavers = [0] if state.round_number == 2 and state.is_in(0) else []
    for seat in leavers:
        state = apply(state, seat, Leave()).state
    for _ in range(state.round_number if state.round_number < 3 and not state.is_over else 0):
        state = join_late(state) if can_join_late(state) else state
    return state, leavers


@pytest.mark.parametrize("late_join", ["highest", "highest_plus_10"])
def test_7_12_latecomers_and_leavers_between_two_rounds_are_in_the_transcript(late_join):
    rules = parse_rules({"preset": "classic", "late_join": late_join, "call_limit": 30, "limit": 300})
    match, results = played(rules, 2, come_and_go)
    transcript = json.loads(json.dumps(transcript_of(match)))
    assert transcript["players"] == ["Player 0", "Player 1"]
    joins = [entry.get("joins", []) for entry in transcript["rounds"]]
    assert joins[:4] == [[], ["Player 2"], ["Player 3", "Player 4"], []]
    assert transcript["rounds"][1]["actions"][-1] == {"seat": 0, "leave": True}
    assert transcript["rounds"][2]["deal"]["hands"][0] is None
    result = replay_transcript(transcript)
    assert result["ok"], result
    assert result["rounds"] == results
    assert result["match"]["over"]
    assert result["fair"] == {"seed": True, "deals": True}


def test_after_a_round_nothing_but_leaving_is_allowed_before_the_next_deal(match):
    transcript = json.loads(json.dumps(transcript_of(match[0])))
    first = transcript["rounds"][0]
    transcript["rounds"] = [first]
    first["actions"].append({"seat": 0, "discard": ["KS"], "draw": "stock"})
    error = replay_transcript(transcript)["error"]
    assert (error["code"], error["action"]) == ("round_over", len(first["actions"]))


def test_a_deal_that_the_rules_do_not_allow_is_a_defect(match):
    late = replace(match[0], names=["A", "B", "C", "D"], since=[1, 1, 1, 2])
    with pytest.raises(ValueError, match="nobody may join now"):
        transcript_of(late)
