"""Transcripts: what cannot be read or set up, and what is filled in."""

import pytest

from bot.engine.actions import STOCK, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.replay import replay_transcript
from bot.engine.transcript import action_from_json, action_to_json
from tests.builders import SEED, cards

KS, JOKER = *cards("KS"), *cards("JK1")
ACTIONS = [
    (Turn(cards("AH 2H 3H"), STOCK), {"discard": ["AH", "2H", "3H"], "draw": "stock"}),
    (Turn(cards("KS"), JOKER), {"discard": ["KS"], "draw": "JK1"}),
    (Turn((), STOCK), {"discard": [], "draw": "stock"}),
    (Slap(KS), {"slap": "KS"}),
    (Swap(KS, JOKER), {"swap": "KS", "for": "JK1"}),
    (Call(), {"call": True}),
    (Pass(), {"pass": True}),
    (Timeout(), {"timeout": True}),
    (Leave(), {"leave": True}),
]


def transcript(*rounds, **more):
    usual = {"format": "yaniv-transcript/1", "rules": "classic", "players": ["Ann", "Ben"]}
    return usual | {"rounds": list(rounds)} | more


def opened(*hands, actions=(), stock=(), upcard="10D", **more):
    dealt = {"hands": [text.split() for text in hands], "upcard": upcard, "stock": list(stock)}
    return {"starter": 0, "deal": dealt, "actions": list(actions)} | more


def error(data):
    report = replay_transcript(data)
    assert report["ok"] is False
    assert report["format"] == "yaniv-replay/1"
    return report["error"]


@pytest.mark.parametrize(("action", "written"), ACTIONS)
def test_actions_are_written_and_read(action, written):
    assert action_to_json(action) == written
    assert action_from_json({"seat": 3} | written) == (3, action)


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"call": True},
        {"seat": 0},
        {"seat": -1, "call": True},
        {"seat": "0", "call": True},
        {"seat": True, "call": True},
        {"seat": 0, "call": False},
        {"seat": 0, "call": True, "pass": True},
        {"seat": 0, "discard": ["KS"]},
        {"seat": 0, "draw": "stock"},
        {"seat": 0, "discard": "KS", "draw": "stock"},
        {"seat": 0, "discard": ["KX"], "draw": "stock"},
        {"seat": 0, "discard": ["KS"], "draw": "ks"},
        {"seat": 0, "discard": ["KS"], "draw": ""},
        {"seat": 0, "slap": "1H"},
        {"seat": 0, "swap": "KS"},
        {"seat": 0, "for": "JK1"},
        {"seat": 0, "call": True, "for": "JK1"},
        {"seat": 0, "call": True, "draw": "stock"},
        {"seat": 0, "call": True, "note": "a remark"},
        {"seat": 2, "call": True},
    ],
)
def test_what_is_no_action_is_named_with_its_place(written):
    found = error(transcript(opened("AS 2S", "KD", actions=[written])))
    assert (found["code"], found["round"], found["action"]) == ("bad_transcript", 1, 1)
    assert found["message"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        "text",
        [],
        {},
        transcript(format="yaniv-transcript/2"),
        transcript(players=["Ann"]),
        transcript(players=[]),
        transcript(players=["Ann", ""]),
        transcript(players="Ann and Ben"),
        transcript(rounds={}),
        transcript(rules=None),
        transcript(seed="5a"),
        transcript(seed=5),
        transcript(totals=[0]),
        transcript(totals=[0, -1]),
        transcript(totals=[0, "1"]),
        transcript(teams=[0, 2]),
        transcript(comment="a remark"),
        transcript({"actions": [], "winner": 0}, seed=SEED),
        transcript(rules={"teams": 2}, players=list("ABCD"), teams=[0, 1]),
        transcript(rules={"teams": 2}, players=list("ABCD"), teams=[0, 0, 0, 1]),
        transcript(opened("AS", "KD", starter=2)),
        transcript(opened("AS", "KD", dealer=-1)),
        transcript(opened("AS", "KD", joins=["Cem"])),
        transcript(opened("AS", "KD"), opened("AS", "KD")),
    ],
)
def test_what_is_no_transcript(data):
    found = error(data)
    assert found["code"] == "bad_transcript"
    assert found["message"]


@pytest.mark.parametrize(
    ("dealt", "message"),
    [
        ({"hands": [["AS"]]}, "1 hands for 2 seats"),
        ({"hands": [["AS"], ["AS"]]}, "AS is named twice"),
        ({"hands": [["AS"], ["KS"]], "upcard": "KS"}, "KS is named twice"),
        ({"hands": [["AS"], ["KS"]], "stock": ["9C", "9C"]}, "9C is named twice"),
        ({"hands": [["AS#2"], ["KS"]]}, "AS#2 is not in the pack"),
        ({"hands": [["AX"], ["KS"]]}, "'AX' is not a card"),
        ({"hands": [["AS"], ["KS"]], "upcard": "10"}, "'10' is not a card"),
        ({"hands": [["AS", "2S", "3S", "4S", "5S", "6S"], ["KS"]]}, "hand size is 5"),
    ],
)
def test_what_is_no_deal(dealt, message):
    found = error(transcript({"deal": dealt, "actions": []}))
    assert (found["code"], found["round"], found["action"]) == ("bad_deal", 1, None)
    assert message in found["message"]


def test_a_seat_that_is_out_is_dealt_nothing():
    first = opened("AS", "KD QD", "9C", actions=[{"seat": 0, "call": True}])
    three = {"players": ["Ann", "Ben", "Cem"], "totals": [0, 195, 0]}
    found = error(transcript(first, opened("AS", "KD", "9C"), **three))
    assert found["code"] == "bad_deal"
    assert found["round"] == 2
    for nothing in (None, []):
        second = {"deal": {"hands": [["AS"], nothing, ["9C"]]}, "actions": []}
        report = replay_transcript(transcript(first, second, **three))
        assert report["position"]["hands"] == [["AS"], None, ["9C"]]
        assert report["position"]["counts"] == [1, None, 9]
    found = error(transcript(first, opened("AS", "", "9C", starter=1), **three))
    assert found["code"] == "bad_transcript"


def test_a_round_needs_a_deal_or_a_seed():
    assert error(transcript({"actions": []}))["code"] == "bad_deal"
    assert replay_transcript(transcript({"actions": []}, seed=SEED))["ok"]


def test_rules_are_refused_with_the_field_its_range_and_the_value():
    found = error(transcript(rules={"preset": "classic", "call_limit": 51, "slaps": True}))
    assert found["code"] == "bad_rules"
    assert "call_limit: 51 is not allowed; it may be 0 to 50" in found["message"]
    assert "slaps: there is no such house rule" in found["message"]
    assert error(transcript(rules="clasic"))["code"] == "bad_rules"
    assert error(transcript(rules={"teams": 2}))["code"] == "bad_rules"
    assert error(transcript(rules={"teams": 2}, players=list("ABCDE")))["code"] == "bad_rules"


def test_too_many_players():
    assert error(transcript(rules="yanef", players=list("ABCDEF")))["code"] == "too_many_players"
    assert error(transcript(players=list("ABCDEFGHI")))["code"] == "too_many_players"
    seven = {"preset": "classic", "hand_size": 7}
    assert error(transcript(rules=seven, players=list("ABCDEFGH")))["code"] == "too_many_players"


def test_cards_named_nowhere_follow_in_the_packs_own_order():
    dealt = {"hands": [["AS", "3S"], ["KD"]], "stock": ["9C"]}
    report = replay_transcript(transcript({"starter": 0, "deal": dealt, "actions": []}))
    assert report["position"]["open"] == ["9C"]
    assert report["position"]["stock"] == 50
    draw = {"seat": 0, "discard": ["3S"], "draw": "stock"}
    report = replay_transcript(transcript({"starter": 0, "deal": dealt, "actions": [draw]}))
    assert report["position"]["hands"] == [["AS", "2S"], ["KD"]]


def test_an_unfinished_round_is_reported_as_a_position():
    draw = {"seat": 0, "discard": ["7C"], "draw": "stock"}
    data = transcript(opened("7C KH", "7H 2D", actions=[draw], stock=["7D"]), rules={"slap": "both"})
    report = replay_transcript(data)
    assert report["rounds"] == []
    assert report["match"] == {"over": False, "winners": [], "ranks": [1, 1]}
    assert report["position"] == {
        "to_move": 1,
        "phase": "turn",
        "hands": [["KH", "7D"], ["7H", "2D"]],
        "counts": [17, 9],
        "open": ["7C"],
        "drawable": ["7C"],
        "discard_pile": 2,
        "stock": 48,
        "may_call": False,
        "slaps": [{"seat": 0, "card": "7D"}, {"seat": 1, "card": "7H"}],
    }


def test_a_lap_and_a_transcript_without_rounds_have_their_phases():
    call = {"seat": 0, "call": True}
    report = replay_transcript(transcript(opened("AS", "2D", actions=[call]), rules="yanef"))
    assert report["position"]["phase"] == "final_lap"
    assert report["position"]["may_call"] is False
    report = replay_transcript(transcript())
    assert report["position"]["phase"] == "between_rounds"
    assert report["position"]["may_call"] is False


def test_a_finished_round_has_no_position_and_all_its_figures():
    call = {"seat": 1, "call": True}
    report = replay_transcript(
        transcript(opened("KS 9H", "AS", starter=1, actions=[call]), totals=[81, 0], seed=SEED)
    )
    assert report["ok"] is True
    assert "position" not in report
    assert report["rounds"] == [
        {
            "number": 1,
            "dealer": 0,
            "starter": 1,
            "caller": 1,
            "outcome": "yaniv",
            "hands": [["KS", "9H"], ["AS"]],
            "counts": [19, 1],
            "points": [19, 0],
            "totals_before": [81, 0],
            "totals": [50, 0],
            "exact_hits": [{"seat": 0, "from": 100, "to": 50}],
            "out": [],
            "next_starter": 1,
        }
    ]
    assert report["match"] == {"over": False, "winners": [], "ranks": [2, 1]}


def test_level_seats_share_a_rank_and_the_next_follows_without_a_gap():
    call = {"seat": 0, "call": True}
    data = transcript(opened("AS", "KD 9C", "2D", actions=[call]), players=["Ann", "Ben", "Cem"])
    assert replay_transcript(data | {"totals": [2, 0, 0]})["match"]["ranks"] == [1, 2, 1]


def test_a_given_dealer_moves_the_start_where_the_rules_leave_it_open():
    report = replay_transcript(transcript({"dealer": 1, "actions": []}, players=list("ABC"), seed=SEED))
    assert report["position"]["to_move"] == 2
    call = {"seat": 0, "call": True}
    first = opened("AS", "KD 9C", "9D", actions=[call])
    for preset, starter in (("classic", 0), ("japanese", 0)):
        data = transcript(first, {"dealer": 2, "actions": []}, rules=preset, players=list("ABC"), seed=SEED)
        assert replay_transcript(data)["position"]["to_move"] == starter
    data = transcript(first, {"dealer": 0, "actions": []}, rules="japanese", players=list("ABC"), seed=SEED)
    assert replay_transcript(data)["position"]["to_move"] == 1


def test_teams_alternate_unless_they_are_given():
    four = {"players": list("ABCD"), "rules": {"teams": 2}, "totals": [199, 0, 0, 0], "seed": SEED}
    first = opened("AS", "9D", "9C", "9S", actions=[{"seat": 0, "call": True}])
    assert replay_transcript(transcript(first, **four))["match"]["winners"] == [1, 3]
    given = transcript(first, **four, teams=[0, 1, 1, 0])
    assert replay_transcript(given)["match"]["winners"] == [1, 2]
    ignored = transcript(first, **(four | {"rules": "classic"}), teams=[0, 1, 1, 0])
    assert replay_transcript(ignored)["match"]["over"] is False


def test_a_team_that_left_has_lost_whatever_its_sum():
    leaving = [{"seat": 0, "leave": True}, {"seat": 2, "leave": True}]
    four = {"players": list("ABCD"), "rules": {"teams": 2}, "totals": [0, 50, 0, 50]}
    report = replay_transcript(transcript(opened("AS", "9D", "9C", "9S", actions=leaving), **four))
    assert report["match"] == {"over": True, "winners": [1, 3], "ranks": [2, 1, 2, 1]}


def test_a_swap_may_be_written_as_a_discard_and_a_draw():
    laid = {"seat": 0, "discard": ["7S", "JK1", "9S"], "draw": "stock"}
    swapped = {"seat": 1, "discard": ["8S"], "draw": "JK1"}
    first = opened("7S JK1 9S KS", "8S KD", actions=[laid, swapped], stock=["2C"])
    report = replay_transcript(transcript(first, rules={"joker_swap": True}))
    assert report["position"]["open"] == ["7S", "8S", "9S"]
    assert report["position"]["hands"][1] == ["KD", "JK1"]
    assert error(transcript(first))["code"] == "draw_not_open"
    wrong = opened("7S JK1 9S KS", "8S KD", actions=[laid, swapped | {"discard": ["KD"]}], stock=["2C"])
    assert error(transcript(wrong, rules={"joker_swap": True}))["code"] == "draw_not_open"


def test_a_discard_of_two_cards_is_no_swap():
    laid = {"seat": 0, "discard": ["7S", "JK1", "9S"], "draw": "stock"}
    two = {"seat": 1, "discard": ["8S", "KD"], "draw": "JK1"}
    first = opened("7S JK1 9S KS", "8S KD", actions=[laid, two], stock=["2C"])
    assert error(transcript(first, rules={"joker_swap": True}))["code"] == "not_a_meld"


def test_a_refusal_for_nothing_laid_reads_well():
    nothing = {"seat": 0, "discard": [], "draw": "stock"}
    found = error(transcript(opened("KS", "KD", actions=[nothing])))
    assert found["code"] == "not_a_meld"
    assert found["message"] == "at least one card must be laid"
