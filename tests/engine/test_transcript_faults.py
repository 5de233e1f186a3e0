"""What a replay says of a transcript that it refuses: round, action, code, sentence and the whole message."""

from dataclasses import replace

import pytest

from bot.engine.actions import Timeout
from bot.engine.apply import apply
from bot.engine.cards import cards_in, texts
from bot.engine.chance import commitment
from bot.engine.errors import Code, Rejection
from bot.engine.match import Opening, deal_round
from bot.engine.replay import message_of, replay_transcript
from bot.engine.transcript import TranscriptError, action_from_json, read_transcript
from tests.builders import CLASSIC, SEED, match, play, position

CALL = {"seat": 0, "call": True}
KINDS = "an action is one of discard, slap, swap, call, pass, timeout, leave"


def transcript(*rounds, **more):
    usual = {"format": "yaniv-transcript/1", "rules": "classic", "players": ["Ann", "Ben"]}
    return usual | {"rounds": list(rounds)} | more


def opened(*hands, actions=(), **more):
    dealt = {"hands": [text.split() for text in hands], "upcard": "10D", "stock": []}
    return {"starter": 0, "deal": dealt, "actions": list(actions)} | more


def acting(*actions):
    return transcript(opened("AS 2S", "KD", actions=actions))


def with_seat_1_out(second):
    first = opened("AS", "KD QD", "9C", actions=[CALL])
    return transcript(first, second, players=["Ann", "Ben", "Cem"], totals=[0, 195, 0])


TEAMS = {"rules": {"teams": 2}, "players": list("ABCD")}
OVER = {"totals": [0, 195]}
FAULTS = {
    "no object": ([], None, None, "bad_transcript", "a transcript is a JSON object"),
    "totals": (transcript(totals=[0]), None, None, "bad_transcript", "totals: 1 entries for 2 players"),
    "seed": (transcript(seed="5a"), None, None, "bad_transcript", "seed: must be 64 hexadecimal digits"),
    "commitment": (
        transcript(commitment="5a"),
        None,
        None,
        "bad_transcript",
        "commitment: nothing to check it against without a seed",
    ),
    "several": (
        transcript(totals=[0], seed="5a"),
        None,
        None,
        "bad_transcript",
        "totals: 1 entries for 2 players; seed: must be 64 hexadecimal digits",
    ),
    "number of teams": (
        transcript(**TEAMS, teams=[0, 1]),
        None,
        None,
        "bad_transcript",
        "teams: 2 entries for 4 players",
    ),
    "size of teams": (
        transcript(**TEAMS, teams=[0, 0, 0, 1]),
        None,
        None,
        "bad_transcript",
        "teams: the two teams must be of one size",
    ),
    "players": (
        transcript(rules="yanef", players=list("ABCDEF")),
        None,
        None,
        "too_many_players",
        "6 players, but these rules seat 5 at the most",
    ),
    "odd teams": (
        transcript(rules={"teams": 2}, players=list("ABCDE")),
        None,
        None,
        "bad_rules",
        "teams: two teams need an even number of players, not 5",
    ),
    "after the match": (
        transcript(opened("AS", "KD", actions=[CALL]), opened("AS", "KD"), **OVER),
        2,
        None,
        "match_over",
        "the match is over",
    ),
    "action after the match": (
        transcript(opened("AS", "KD", actions=[CALL]), opened("AS", "KD", actions=[CALL]), **OVER),
        2,
        1,
        "match_over",
        "the match is over",
    ),
    "unfinished round": (
        transcript(opened("AS", "KD"), opened("AS", "KD")),
        2,
        None,
        "bad_transcript",
        "the round before is unfinished",
    ),
    "latecomer": (
        transcript(opened("AS", "KD", joins=["Cem"])),
        1,
        None,
        "bad_transcript",
        "nobody may join before this round",
    ),
    "no deal": (transcript({"actions": []}), 1, None, "bad_deal", "neither a deal nor a seed is given"),
    "dealer": (
        transcript(opened("AS", "KD", dealer=-1)),
        1,
        None,
        "bad_transcript",
        "dealer: -1 is not a seat that is in",
    ),
    "starter": (
        transcript(opened("AS", "KD", starter=2)),
        1,
        None,
        "bad_transcript",
        "starter: 2 is not a seat that is in",
    ),
    "starter who is out": (
        with_seat_1_out(opened("AS", "", "9C", starter=1)),
        2,
        None,
        "bad_transcript",
        "starter: 1 is not a seat that is in",
    ),
    "hand of a seat that is out": (
        with_seat_1_out(opened("AS", "KD", "9C")),
        2,
        None,
        "bad_deal",
        "seat 1 is out and holds no cards",
    ),
    "hands": (transcript(opened("AS")), 1, None, "bad_deal", "1 hands for 2 seats"),
    "big hand": (
        transcript(opened("AS 2S 3S 4S 5S 6S", "KD")),
        1,
        None,
        "bad_deal",
        "seat 0 holds 6 cards, the hand size is 5",
    ),
    "foreign card": (transcript(opened("AS#2", "KD")), 1, None, "bad_deal", "AS#2 is not in the pack"),
    "card twice": (transcript(opened("AS", "10D")), 1, None, "bad_deal", "10D is named twice"),
    "two cards twice": (
        transcript(opened("AS KS", "KS AS")),
        1,
        None,
        "bad_deal",
        "AS is named twice",
    ),
    "no card": (transcript(opened("AX", "KD")), 1, None, "bad_deal", "'AX' is not a card"),
    "no action": (acting({"seat": 0}), 1, 1, "bad_transcript", f"{KINDS}, not none"),
    "two actions": (
        acting({"seat": 0, "call": True, "pass": True}),
        1,
        1,
        "bad_transcript",
        f"{KINDS}, not call and pass",
    ),
    "half a turn": (
        acting({"seat": 0, "discard": ["AS"]}),
        1,
        1,
        "bad_transcript",
        "discard and draw go together",
    ),
    "half a swap": (acting({"seat": 0, "swap": "AS"}), 1, 1, "bad_transcript", "swap and for go together"),
    "no card to slap": (acting({"seat": 0, "slap": ""}), 1, 1, "bad_transcript", "'' is not a card"),
    "no card to draw": (
        acting({"seat": 0, "discard": ["AS"], "draw": ""}),
        1,
        1,
        "bad_transcript",
        "'' is not a card",
    ),
    "no card to swap": (
        acting({"seat": 0, "swap": "", "for": "JK1"}),
        1,
        1,
        "bad_transcript",
        "'' is not a card",
    ),
    "no joker to take": (
        acting({"seat": 0, "swap": "AS", "for": ""}),
        1,
        1,
        "bad_transcript",
        "'' is not a card",
    ),
    "seat": (
        acting({"seat": 2, "call": True}),
        1,
        1,
        "bad_transcript",
        "seat: 2 is not one of 2 players",
    ),
}


@pytest.mark.parametrize(("data", "number", "action", "code", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_place(data, number, action, code, message):
    report = replay_transcript(data)
    assert report["ok"] is False
    rule = "7.6" if code == "match_over" else "1.1"
    assert report["error"] == {
        "round": number,
        "action": action,
        "code": code,
        "rule": rule,
        "message": message,
    }
    assert len(report["rounds"]) == ((number or 1) - 1 if message != "the round before is unfinished" else 0)


def test_a_refused_action_is_named_with_its_place():
    lay = {"seat": 0, "discard": ["AS"], "draw": "stock"}
    report = replay_transcript(acting(lay, lay))
    assert report == {
        "format": "yaniv-replay/1",
        "ok": False,
        "error": {
            "round": 1,
            "action": 2,
            "code": "not_your_turn",
            "rule": "1.2",
            "message": "it is another seat's turn",
        },
        "rounds": [],
    }
    between = transcript(opened("AS", "9D", actions=[CALL, CALL]))
    assert replay_transcript(between)["error"] == {
        "round": 1,
        "action": 2,
        "code": "round_over",
        "rule": "1.5",
        "message": "the round is over",
    }


@pytest.mark.parametrize(
    ("code", "params", "message"),
    [
        (Code.NOT_YOUR_TURN, {"seat": 1}, "it is another seat's turn"),
        (Code.NOT_IN_HAND, {"card": "KS"}, "KS is not in the hand"),
        (Code.NOT_A_MELD, {"cards": "KS QS"}, "KS QS is neither a set nor a run"),
        (Code.NOT_A_MELD, {"cards": ""}, "at least one card must be laid"),
        (Code.DRAW_NOT_OPEN, {"card": "KS"}, "KS cannot be taken now"),
        (Code.STOCK_EMPTY, {}, "the stock is empty and there is nothing to reshuffle"),
        (Code.OVER_CALL_LIMIT, {"points": 9, "limit": 7}, "the hand counts 9, a call needs 7 or less"),
        (Code.CALL_NOT_ALLOWED, {}, "a call is not allowed now"),
        (Code.MUST_CALL, {}, "an empty hand must call"),
        (Code.SLAP_NOT_ALLOWED, {}, "a slap is not allowed here"),
        (Code.SLAP_TOO_LATE, {}, "the slap comes too late"),
        (Code.SLAP_NO_MATCH, {"card": "KS"}, "KS does not match the open card"),
        (Code.PASS_NOT_ALLOWED, {}, "passing is not allowed now"),
        (Code.SEAT_IS_OUT, {}, "the seat is out"),
        (Code.ROUND_OVER, {}, "the round is over"),
        (Code.MATCH_OVER, {}, "the match is over"),
    ],
)
def test_a_refusal_in_english(code, params, message):
    assert message_of(Rejection(code, "1.1", params)) == message


def test_a_fault_reads_as_its_message():
    with pytest.raises(TranscriptError, match=r"^a transcript is a JSON object$"):
        read_transcript([])


def test_a_seed_may_be_written_in_capitals_and_its_commitment_is_compared():
    deal = {"actions": []}
    plain = replay_transcript(transcript(deal, seed=SEED))
    assert replay_transcript(transcript(deal, seed=SEED.upper())) == plain
    assert "fair" not in plain
    wrong = replay_transcript(transcript(deal, seed=SEED, commitment="00" * 32))
    assert wrong["fair"] == {"seed": False, "deals": True}


def written(now):
    return {
        "hands": [texts(cards_in(held)) for held in now.hands],
        "upcard": texts(now.open.cards)[0],
        "stock": texts(reversed(now.stock)),
    }


def test_one_deal_that_is_not_from_the_seed_is_not_made_good_by_the_next():
    second = deal_round(play(position(CLASSIC, "AS", "9D", upcard="10D"), "0: call")).state.round
    rounds = [opened("AS", "9D", actions=[CALL]), {"deal": written(second), "actions": []}]
    data = transcript(*rounds, seed=SEED, commitment=commitment(SEED))
    assert replay_transcript(data)["fair"] == {"seed": True, "deals": False}


def test_a_deal_from_the_seed_is_fair_whoever_is_said_to_deal_and_to_start():
    house = {"dealer": 1, "starter": 1}
    now = deal_round(match(CLASSIC, 2), Opening(dealer=1, starter=1)).state.round
    dealt = written(now)
    data = transcript(house | {"deal": dealt, "actions": []}, seed=SEED, commitment=commitment(SEED))
    assert replay_transcript(data)["fair"] == {"seed": True, "deals": True}
    dealt["stock"][:2] = reversed(dealt["stock"][:2])
    assert replay_transcript(data)["fair"] == {"seed": True, "deals": False}


def test_without_a_seed_a_reshuffle_goes_by_the_seed_of_noughts():
    state = replace(position(CLASSIC, "KS QS", "KD QD"), seed="0" * 64)
    first, actions = {"starter": 0, "deal": written(state.round)}, []
    while state.round.reshuffles == 0 or state.round.to_move != 0:
        actions.append({"seat": state.round.to_move, "timeout": True})
        state = apply(state, state.round.to_move, Timeout()).state
    report = replay_transcript(transcript(first | {"actions": actions}))
    assert report["position"]["hands"] == [texts(cards_in(held)) for held in state.round.hands]


def test_a_fault_inside_is_told_with_its_path():
    data = transcript({"actions": [], "winner": 0}, seed=SEED)
    assert replay_transcript(data)["error"]["message"].startswith("rounds.0.winner: ")


def test_what_is_no_action_at_all_is_told_by_its_field():
    with pytest.raises(ValueError, match=r"^seat: .*; note: "):
        action_from_json({"seat": -1, "call": True, "note": 1})
