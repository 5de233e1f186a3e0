"""Whole matches by presses alone, through the real network stack."""

from collections import Counter

import pytest

from bot.ports.tables import Status
from tests.network.club import CARDS
from tests.network.people import SHORT, TAP

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
QUICK = {"preset": "quick", "round_turn_cap": 200}


@pytest.mark.parametrize("computers", [0, 1])
async def test_three_people_play_a_match(here, club, computers):
    await club.settle(rules=QUICK)
    await club.deal(3, computers=computers)
    table = await club.play_out()
    assert table.status is Status.OVER
    await here.until(lambda: "Rematch" in " ".join(c["label"] for c in last_public(here).controls))
    assert winner_names(table)
    assert all(name in last_public(here).text for name in winner_names(table))
    assert_hands_stayed_private(here)
    assert sum(here.server.limits.refused.values()) == 0


async def test_a_turn_costs_three_requests_and_one_on_the_way(here, club):
    """Toggling a card is the press's own answer; a turn adds the table and the next player's hand."""
    await club.settle(rules=QUICK)
    await club.deal(3, computers=1)
    began = len(here.server.log)
    await club.play_out()
    spent = Counter(done.template for done in here.server.log[began:])
    presses = len(here.server.interactions.ages)
    assert spent[CALLBACK] <= presses
    beside = sum(spent.values()) - spent[CALLBACK]
    assert beside <= 2 * club.turns


async def test_a_rematch_is_a_new_match_of_the_same_people(here, club):
    await club.settle(rules=SHORT)
    await club.deal(3)
    await club.play_out()
    await here.until(lambda: "Rematch" in " ".join(c["label"] for c in last_public(here).controls))
    again = await here.click(club.players[1].user, last_public(here), "Rematch")
    lobby = again.shown
    assert club.players[1].user.name in lobby.text
    for player in club.players[:1] + club.players[2:]:
        await here.click(player.user, lobby, "Join")
    await here.click(club.players[1].user, lobby, "Start")
    for player in club.players:
        await player.look(lobby)
        assert len(player.cards()) == 5


async def test_names_that_are_markdown_or_mentions_ping_nobody(here, club):
    loud = here.person("@everyone")
    odd = here.person(f"**<@{loud.id}>** \u202eabc||`#")
    opened = await here.slash(odd, "yaniv start")
    await here.click(loud, opened.shown, "Join")
    await here.click(odd, opened.shown, "Start")
    for user in (loud, odd):
        await here.click(user, opened.shown, "My hand")
    assert [message.pings for message in here.world.messages.values() if message.pings] == []


@pytest.mark.parametrize(
    "line", ["drew A♥", "took 10♠", "<:yaniv_QH_c8c978:15768>", "hand=(1, 2)", "stock=3"]
)
def test_a_card_in_the_log_would_be_found(line):
    """Every test here reads the whole log at its end."""
    assert CARDS.search(line)


def last_public(here):
    return here.world.public(here.channel)[-1]


def winner_names(table):
    view = table.view
    return [table.members[seat].name for seat in view.result.winners]


def assert_hands_stayed_private(here):
    for message in here.world.messages.values():
        if any(control["custom_id"].startswith(TAP) for control in message.controls):
            assert message.owner is not None
            assert message.is_ephemeral
