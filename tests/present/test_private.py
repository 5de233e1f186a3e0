"""Leaderboard, help, refusals and confirmations."""

import re

import pytest

from bot.engine.errors import Code
from bot.engine.events import JokerSwapped, Left, Passed, Reshuffled, Slapped, TimedOut, TurnTaken
from bot.manager.outcomes import Why
from bot.present.confirm import leave_screen, stop_screen
from bot.present.help import help_screen
from bot.present.moves import move_lines
from bot.present.notices import REASONS, notice_screen, refusal_text
from bot.present.screens import PrivateScreen
from bot.present.tokens import LeaveLater, LeaveNow, MyHand, StopNow, decode
from tests.present.builders import BEN, cards, play, reader
from tests.present.dump import plain, without_isolates
from tests.present.limits import presses, texts
from tests.present.scenes import classic

PARAMS = {
    "table_full": {"most": 8},
    "too_few_players": {"seated": 1, "needed": 2},
    "teams_uneven": {"seated": 5},
    "rules_unplayable": {"faults": ["teams: two teams need at least 4 players, not 2"]},
    "channel_busy": {"table": 5},
    "channel_not_allowed": {"channels": [7, 8]},
    "too_many_tables": {"most": 10},
    "clock_too_long": {"longest": 300},
    "too_soon": {"when": 1_800_000_000.5},
    "host_starts": {"when": 1_800_000_000.5},
    "starts_by_itself": {"when": 1_800_000_000.5},
    "not_in_hand": {"card": "5H"},
    "not_a_meld": {"cards": ["5H", "6H", "KS"]},
    "draw_not_open": {"card": "JK1"},
    "over_call_limit": {"points": 12, "limit": 7},
    "not_your_turn": {"seat": 1},
}


@pytest.mark.parametrize("why", [*Code, *Why])
def test_every_refusal_has_a_sentence(why):
    said = refusal_text(why, PARAMS.get(why, {}), reader())
    assert re.search(r"[.!*]$", said)
    assert not re.search(r"[{}]", said)


@pytest.mark.parametrize("why", [why for why in [*Code, *Why] if "{" not in REASONS[why]])
def test_a_refusal_without_values_needs_none(why):
    assert refusal_text(why, {}, reader()) == REASONS[why]


def test_there_is_no_sentence_for_what_nobody_refuses():
    assert set(REASONS) == {*Code, *Why}


def test_refusals_name_cards_as_people_do():
    refused = refusal_text("not_a_meld", PARAMS["not_a_meld"], reader())
    assert plain(refused).startswith("5♥ 6♥ K♠ do not go together")
    assert refusal_text("draw_not_open", {"card": "JK1"}, reader()).startswith("Joker cannot be taken")
    assert refusal_text("draw_not_open", {}, reader()).startswith("This cannot be taken")


def test_the_help_names_each_step_in_one_screen():
    screen = help_screen(reader(), "1.2.3")
    shown = "\n".join(texts(screen))
    for word in ("/yaniv start", "My hand", "Draw", "Take", "Yaniv!", "Assaf", "/yaniv rules", "Yaniv 1.2.3"):
        assert word in shown
    assert len(shown) < 1500


def test_private_answers_are_private():
    table = classic().table()
    assert isinstance(notice_screen("Hello"), PrivateScreen)
    asked = leave_screen(table, BEN, reader())
    assert [decode(press.token) for press in presses(asked)] == [LeaveLater(77), LeaveNow(77), MyHand(77)]
    assert [decode(press.token) for press in presses(stop_screen(table, reader()))] == [StopNow(77)]


def test_what_the_clock_played_is_told_with_its_move():
    events = (TimedOut(0), Reshuffled(9), TurnTaken(0, cards("KC"), from_stock=True, drawn=None), Passed(1))
    table = play(["KC QC", "KD QD"], upcard="9H").table(recent=events)
    assert [without_isolates(line) for line in move_lines(table, reader().words)] == [
        "The stock ran out: 9 discards were shuffled",
        "Ann laid K♣, drew from the stock (time ran out)",
        "Ben passed",
    ]


def test_each_kind_of_move_has_its_line():
    card, joker = cards("6H JK1")
    events = (
        JokerSwapped(0, card, joker),
        Slapped(1, card),
        TurnTaken(0, cards("KC"), from_stock=False, drawn=None),
        Left(1),
    )
    table = play(["KC QC", "KD QD"], upcard="9H").table(recent=events)
    assert [without_isolates(line) for line in move_lines(table, reader().words)] == [
        "Ann put 6♥ in place of a joker",
        "Ben slapped 6♥",
        "Ann laid K♣",
        "Ben left the match",
    ]
