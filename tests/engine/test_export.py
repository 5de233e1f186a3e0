"""A finished match as a transcript: it replays to the same end and proves that the deals were fair."""

import json
import random
from dataclasses import replace

import pytest

from bot.engine.actions import Call, Turn
from bot.engine.apply import apply
from bot.engine.chance import commitment
from bot.engine.errors import IllegalActionError
from bot.engine.events import RoundEnded
from bot.engine.export import Played, transcript_of
from bot.engine.house_rules import parse_rules
from bot.engine.legal import legal_actions
from bot.engine.match import deal_round, new_match
from bot.engine.replay import replay_transcript, round_to_json
from bot.engine.transcript import action_to_json

SEED = "5e" * 32


def played(rules, players):
    """A whole match by random legal turns, and the results of its rounds."""
    chance, moves, results = random.Random(3), [], []
    state = new_match(rules, players, SEED)
    while not state.is_over:
        if state.round is None:
            state = deal_round(state).state
        seat = state.round.to_move
        legal = legal_actions(state, seat)
        discard = chance.choice(legal.discards)
        action = Call() if legal.may_call else Turn(discard, chance.choice(legal.draws_after(discard)))
        step = apply(state, seat, action)
        moves.append((seat, action_to_json(action)))
        results += [round_to_json(e.result) for e in step.events if isinstance(e, RoundEnded)]
        state = step.state
    names = [f"Player {seat}" for seat in range(players)]
    return Played(rules, SEED, names, moves), results


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
    seat, move = match[0].moves[0]
    with pytest.raises(IllegalActionError):
        transcript_of(replace(match[0], moves=[(seat + 1, move)]))
