"""What the whole channel sees: lobby, table, results."""

from dataclasses import replace

import pytest

from bot.engine.actions import Call, Leave
from bot.ports.tables import Member, Status
from bot.present.lobby import lobby_screen
from bot.present.result import match_screen, round_screen
from bot.present.screens import PublicScreen
from bot.present.table import table_screen
from bot.present.tokens import AddComputer, Rematch, SlapAny, Start, StartWith, TakeBack, decode
from tests.present.builders import ANN, PEOPLE, ROBOT, lobby, play, reader, rules, turn
from tests.present.dump import without_isolates
from tests.present.limits import menus, presses, texts
from tests.present.scenes import assaf, classic, final_lap, match_over, no_call, yaniv


def text(screen: PublicScreen) -> str:
    return without_isolates("\n".join(texts(screen)))


def states(screen: PublicScreen) -> dict[str, bool]:
    return {press.label: not press.disabled for press in presses(screen)}


def test_the_lobby_has_the_agreed_buttons_and_says_what_is_missing():
    alone = lobby_screen(lobby(PEOPLE[0]), reader())
    assert states(alone) == {
        "Join": True,
        "Leave": True,
        "Invite": True,
        "Rules": True,
        "Add computer": True,
        "Remove computer": False,
        "Start": False,
    }
    assert "Still missing: 1 more player or computer." in text(alone)
    two = lobby_screen(lobby(PEOPLE[0], ROBOT), reader())
    assert states(two)["Start"]
    assert states(two)["Remove computer"]
    assert "Ready" in text(two)
    assert {decode(press.token) for press in presses(two)} >= {Start(77), AddComputer(77, "normal", 2)}


def test_the_lobby_marks_host_computers_and_free_seats():
    shown = text(lobby_screen(lobby(*PEOPLE, ROBOT), reader()))
    assert "**Ann** · host" in shown
    assert "🤖 **Robin** · normal" in shown
    assert "5 free seats" in shown


def test_a_full_lobby_takes_nobody():
    full = lobby_screen(lobby(*PEOPLE, house=rules(players_max=2)), reader(), ("easy", "normal"))
    assert not states(full)["Join"]
    assert not states(full)["Add computer"]
    assert not states(full)["Invite"]
    assert [decode(menu.token) for menu in menus(full)] == [StartWith(77, 2)]


def test_levels_on_offer_are_a_menu_when_there_are_several():
    menu, _ = menus(lobby_screen(lobby(*PEOPLE), reader(), ("easy", "normal")))
    assert [choice.value for choice in menu.choices] == ["easy", "normal"]
    assert decode(menu.token) == AddComputer(77, None, 2)


def test_numbers_of_players_are_on_offer_that_seat_everybody_and_can_be_played():
    def offered(table):
        (menu,) = menus(lobby_screen(table, reader()))
        chosen = [choice.value for choice in menu.choices if choice.chosen]
        return [choice.value for choice in menu.choices], chosen

    house = rules(players_max=4)
    assert offered(lobby(*PEOPLE, house=house)) == (["host", "2", "3", "4"], ["host"])
    assert offered(lobby(*PEOPLE, ROBOT, house=house, starts_with=4)) == (["host", "3", "4"], ["4"])
    assert offered(lobby(*PEOPLE, house=rules(teams=2)))[0] == ["host", "4", "6", "8"]


def test_fewer_seats_are_free_where_fewer_players_are_wanted():
    shown = text(lobby_screen(lobby(*PEOPLE, starts_with=3), reader()))
    assert "1 free seat" in shown
    assert "With 3 players the match starts by itself." in shown


def test_a_lobby_that_starts_says_when_and_not_when_it_closes():
    table = lobby(*PEOPLE, starts_with=2, is_starting=True)
    shown = text(lobby_screen(table, reader()))
    assert f"The match starts <t:{int(table.deadline)}:R>" in shown
    assert "closes" not in shown
    assert "Ready" not in shown


def test_the_others_learn_when_they_can_start_without_the_host():
    shown = text(lobby_screen(lobby(*PEOPLE, host_until=1_800_000_120.0), reader()))
    assert "from <t:1800000120:t> on" in shown
    alone = text(lobby_screen(lobby(PEOPLE[0], ROBOT, host_until=1_800_000_120.0), reader()))
    assert "host stays away" not in alone


def test_the_lobby_tells_which_rules_differ():
    plain = text(lobby_screen(lobby(*PEOPLE), reader()))
    changed = text(lobby_screen(lobby(*PEOPLE, house=rules(call_limit=5, limit=100)), reader()))
    assert "**Classic**: call at 7" in plain
    assert "**Classic**, but Call limit: 5 · Limit: 100" in changed


def test_teams_need_an_even_number():
    table = lobby(*PEOPLE, *[replace(ROBOT, name=f"Robin {n}") for n in range(3)], house=rules(teams=2))
    assert "even number" in text(lobby_screen(table, reader()))
    two = text(lobby_screen(lobby(*PEOPLE, house=rules(teams=2)), reader()))
    assert "Still missing: 2 more" in two
    assert "Ready" not in two


def test_the_table_shows_turn_clock_cards_totals_and_what_lies_open():
    shown = text(table_screen(classic().table(), reader()))
    assert "**Ann's turn** · ends <t:1800000120:R>" in shown
    assert "➤ **Ann** · 5 cards · total 34" in shown
    assert "## 9♦" in shown
    assert "May be taken: 9♦ · 38 cards in the stock" in shown
    assert "`3fa9c1b2d4e6`" in shown


def test_the_last_discard_lies_in_its_order():
    made = classic().do((0, turn("7C 7D")))
    shown = text(table_screen(made.table(), reader()))
    assert "## 7♣ 7♦" in shown
    assert "-# Ann laid 7♣ 7♦, drew from the stock" in shown


def test_the_last_moves_are_few():
    made = play(["KC QC JC", "KD QD JD", "2S 3D 4H"], upcard="9H")
    for first, second, third in (("KC", "KD", "2S"), ("QC", "QD", "3D"), ("JC", "JD", "4H")):
        made.do((0, turn(first)), (1, turn(second)), (2, turn(third)))
    shown = text(table_screen(made.table(), reader()))
    assert shown.count(" laid ") == 4


def test_a_clock_that_is_off_shows_no_moment():
    assert "<t:" not in text(table_screen(classic().table(deadline=None), reader()))


def test_the_final_lap_names_the_caller():
    shown = text(table_screen(final_lap().table(), reader()))
    assert "Ann called Yanef! Everybody else has one last turn." in shown
    assert "total 20 · called" in shown


@pytest.mark.parametrize(
    ("slap", "is_shown"), [("off", False), ("own", False), ("anyone", True), ("both", True)]
)
def test_the_slap_button_follows_the_rules_and_nothing_else(slap, is_shown):
    screen = table_screen(play(["KH QD", "9S"], house=rules(slap=slap)).table(), reader())
    tokens = {decode(press.token) for press in presses(screen)}
    assert (SlapAny(77) in tokens) is is_shown


def test_a_way_back_is_there_only_for_somebody_away():
    away = (Member("Ann", ANN, "normal"), ROBOT)
    made = play(["KH QD", "9S"], members=away)
    assert TakeBack(77) in {decode(press.token) for press in presses(table_screen(made.table(), reader()))}
    assert "away, a computer plays" in text(table_screen(made.table(), reader()))
    here = table_screen(classic().table(), reader())
    assert TakeBack(77) not in {decode(press.token) for press in presses(here)}


def test_a_call_that_stands():
    made = yaniv()
    shown = text(round_screen(made.table(), made.ended, reader()))
    assert "## Yaniv!\nAnn wins the round with 2 points" in shown
    assert "**Ben** · 9♥ 9♦ · **18 points**\n-# +18, total 78" in shown
    assert "Ann starts the next round." in shown


def test_an_assaf_with_an_exact_hit_and_somebody_out():
    made = assaf()
    shown = text(round_screen(made.table(), made.ended, reader()))
    assert "## Assaf!\nAnn called with 7 points, beaten by Ben and Dan" in shown
    assert "+37, exactly 100: the total falls to 50" in shown
    assert "Out: Robin" in shown


def test_a_round_without_a_call():
    made = no_call()
    assert "without a call" in text(round_screen(made.table(), made.ended, reader()))


def test_the_end_of_a_match_ranks_everybody_and_offers_a_rematch():
    screen = match_screen(match_over().table(), reader())
    shown = text(screen)
    assert "🏆 Ann wins the match!" in shown
    assert shown.index("**1.** **Ann**") < shown.index("**2.** **Ben**") < shown.index("**3.** 🤖")
    assert [decode(press.token) for press in presses(screen)] == [Rematch(77)]


def test_7_7_joint_winners_share_the_first_rank():
    shown = text(match_screen(match_over(joint=True).table(), reader()))
    assert "Ann and Ben win the match together!" in shown
    assert shown.count("**1.**") == 2


def test_a_stopped_match_has_no_winner():
    table = classic().table(status=Status.STOPPED)
    assert "Nobody won this match; the rounds that were finished count" in text(match_screen(table, reader()))
    assert "E\\_va stopped the match" in text(match_screen(replace(table, stopped_by="E_va"), reader()))
    closed = lobby(*PEOPLE, status=Status.STOPPED, stopped_by="E_va")
    assert "E\\_va closed this table" in text(match_screen(closed, reader()))
    assert table_screen(table, reader()) == match_screen(table, reader())


def test_a_round_that_was_cut_short_is_not_told_as_played():
    assert "-# 0 rounds played" in text(match_screen(classic().table(status=Status.STOPPED), reader()))
    assert "-# 1 round played" in text(match_screen(match_over().table(), reader()))


def test_whoever_left_a_stopped_match_stands_below_those_who_stayed():
    hands = ["7D 7C AH", "2D 2H 8S", "AD 4C 5C"]
    left = play(hands, totals=(34, 0, 12)).do((1, Leave()))
    shown = text(match_screen(left.table(status=Status.STOPPED, stopped_by="Ann"), reader()))
    assert shown.index("**Robin**") < shown.index("**Ann**") < shown.index("**Ben**")


def test_a_lobby_that_everybody_left_offers_nothing_that_nobody_could_press():
    left = lobby(status=Status.STOPPED)
    assert presses(match_screen(left, reader())) == []
    assert presses(match_screen(lobby(ROBOT, status=Status.STOPPED), reader())) == []
    assert states(match_screen(lobby(*PEOPLE, status=Status.STOPPED), reader())) == {"Open again": True}


def test_a_finished_table_shows_the_match():
    over = play(["AH", "9S"], totals=(0, 200)).do((0, Call())).table()
    assert table_screen(over, reader()) == match_screen(over, reader())
