"""Who owes whom a forfeit, and what is offered."""

from dataclasses import replace

import pytest

from bot.i18n.catalog import LANGUAGES
from bot.ports.store import GuildSettings
from bot.ports.tables import Member, Status
from bot.present.forfeits import (
    Forfeit,
    dare_form,
    forfeit_line,
    forfeit_screen,
    forfeits_of,
    losers_of,
    usual_forfeits,
    winners_of,
)
from bot.present.settings_values import LONGEST_FORFEIT, MOST_FORFEITS
from tests.present.builders import ANN, BEN, CEM, ROBOT, reader
from tests.present.limits import faults
from tests.present.scenes import match_over

PEOPLE = (Member("Ann", ANN), Member("Ben", BEN), Member("Cem", CEM))


def over(*members, joint=False):
    return match_over(joint=joint).table(members=members or PEOPLE)


def test_the_first_chooses_for_the_last():
    table = over()
    ranks = table.view.result.ranks
    assert [ranks[seat] for seat in winners_of(table)] == [1]
    assert [ranks[seat] for seat in losers_of(table)] == [max(ranks)]


def test_joint_winners_may_both_choose():
    assert len(winners_of(over(joint=True))) == 2
    assert len(losers_of(over(joint=True))) == 1


@pytest.mark.parametrize("member", [ROBOT, Member("Left", 9, gone=True), Member("", -5)])
def test_computers_leavers_and_the_forgotten_take_no_part(member):
    table = over()
    (winner,), (loser,) = winners_of(table), losers_of(table)
    members = list(PEOPLE)
    members[winner] = members[loser] = member
    changed = replace(table, members=tuple(members))
    assert winners_of(changed) == ()
    assert losers_of(changed) == ()


@pytest.mark.parametrize("status", [Status.LOBBY, Status.PLAYING, Status.STOPPED])
def test_a_match_that_was_not_played_to_its_end_has_none(status):
    table = replace(over(), status=status)
    assert winners_of(table) == ()
    assert losers_of(table) == ()


def test_a_server_offers_its_own_list_or_the_ready_made_one_or_none():
    words = reader().words
    assert forfeits_of(GuildSettings(1), words) == []
    assert forfeits_of(GuildSettings(1, forfeits=("Sing",)), words) == ["Sing"]
    assert forfeits_of(GuildSettings(1, forfeits=()), words) == usual_forfeits(words)


def test_the_ready_made_list_could_be_a_servers_own():
    for language in LANGUAGES:
        texts = usual_forfeits(reader(language).words)
        assert len(set(texts)) == len(texts) <= MOST_FORFEITS
        assert all(len(text) <= LONGEST_FORFEIT for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_list_keeps_within_discords_limits(language):
    longest = [f"{n}" * LONGEST_FORFEIT for n in range(MOST_FORFEITS)]
    for forfeits in ([text[:LONGEST_FORFEIT] for text in longest], ["ש" * 100, "日" * 100, "👩‍🚀" * 30]):
        assert faults(forfeit_screen(over(), forfeits, reader(language))) == []
    form = dare_form(77, "f" * 16, reader(language))
    assert len(form.title) <= 45
    assert len(form.inputs[0].label) <= 45


def test_what_was_dared_is_one_harmless_line():
    text = forfeit_line(over(), Forfeit(0, "# *a*\n> b @everyone <@1>" + "x" * 500), reader().words)
    assert "\n" not in text
    assert "\\*a\\*" in text
    assert "@everyone" not in text
    assert "<@1>" not in text
    assert text.count("x") < 200
