"""Presses that are double, stale, forged, late or a stranger's: each is answered, and none does harm."""

import asyncio
import random
from itertools import islice

import pytest

from bot.ports.tables import Status
from tests.discord_server.client import controls, labels
from tests.discord_server.components import walk
from tests.network.club import Club, bot_on
from tests.network.forging import forgeries, random_bytes
from tests.network.people import CALL, DRAW, MY_HAND, SHORT, TAP, board

FORGED = 300


def moves_of(club):
    return club.bot.store.all_moves(club.table_id)


async def draw_button(club, player):
    await player.choose_cards()
    return next(
        control.custom_id
        for control in controls(player.hand)
        if control.custom_id.startswith(DRAW) and not control.is_disabled
    )


async def test_a_double_press_plays_once(here, club):
    await club.deal(3)
    player = club.mover
    button = await draw_button(club, player)
    first = await here.start_click(player.user, player.hand, button)
    second = await here.start_click(player.user, player.hand, button)
    assert not (await here.answered(first)).has_failed
    assert not (await here.answered(second)).has_failed
    assert len(await moves_of(club)) == 1


async def test_presses_of_three_people_at_once(here, club):
    await club.deal(3)
    asked = [await here.start_click(player.user, club.board(), "My hand") for player in club.players]
    for press in asked:
        assert not (await here.answered(press)).has_failed
    assert {press.shown.owner for press in asked} == {player.user for player in club.players}


async def test_an_older_hand_heals_itself(here, club):
    await club.deal(3)
    player = club.mover
    old, picture = player.hand, list(player.hand.components)
    stale = await draw_button(club, player)
    picture = list(old.components)
    await player.look(club.board())
    await player.turn()
    version = club.table.version
    asked = await here.click(player.user, old, stale, shown=picture)
    assert not asked.has_failed
    assert asked.shown is old
    assert "earlier hand" in old.text
    assert club.table.version == version
    assert [control.label for control in controls(old)] == [
        control.label for control in controls(player.hand)
    ]


async def test_forged_presses_are_answered_and_change_nothing(here, club, seed):
    """By the person who is not to move, by a stranger, and on a table of another server."""
    await club.deal(3)
    other = await another_table(here, club)
    chance = random.Random(seed)
    stranger = here.person("Mallory")
    waiting = next(player for player in club.players if player is not club.mover)
    seen = [control.custom_id for player in club.players for control in controls(player.hand)]
    seen += [control.custom_id for control in controls(club.board()) + controls(other.board())]
    settings = await club.bot.manager.guild_settings(here.guild.id)
    versions = club.table.version, other.table.version
    tables = [club.table_id, other.table_id]
    for number, forged in enumerate(islice(forgeries(seen, tables, chance), FORGED)):
        user, message = (
            (waiting.user, waiting.hand)
            if number % 2
            else (stranger, chance.choice([club.board(), other.board()]))
        )
        asked = await here.forge(user, message, forged)
        assert not asked.has_failed, forged
        assert asked.original is None or asked.original.owner in (None, user), forged
    assert (club.table.version, other.table.version) == versions
    assert await club.bot.manager.guild_settings(here.guild.id) == settings
    assert await moves_of(club) == []


async def another_table(here, club):
    guild = here.world.add_guild("Elsewhere")
    channel = here.world.add_channel(guild)
    await here.add_bot(guild)
    users = [here.person(name, guild=guild) for name in ("Xia", "Yun")]
    opened = await here.slash(users[0], "yaniv start", channel=channel)
    await here.click(users[1], opened.shown, "Join")
    await here.click(users[0], opened.shown, "Start")
    other = Club(here, club.bot)
    other.table_id = club.bot.manager.table_in_channel(channel.id).id
    other.board = lambda: board(here, channel)
    return other


async def test_the_buttons_of_one_hand_do_not_work_in_another_hand(here, club):
    await club.deal(3)
    mover, other = club.mover, next(player for player in club.players if player is not club.mover)
    await mover.choose_cards()
    version = club.table.version
    buttons = plays_on(mover.hand.components)
    assert buttons
    for custom_id in buttons:
        asked = await here.forge(other.user, other.hand, custom_id)
        assert not asked.has_failed
        assert other.cards()
        assert set(other.cards()) != set(mover.cards())
    assert club.table.version == version


async def test_a_press_that_discord_refuses_to_know_changes_nothing(here, club, seed):
    """discord.py drops presses of buttons that the message does not have: no answer, no harm."""
    await club.deal(3)
    player, version = club.mover, club.table.version
    asked = await here.press(player.user, player.hand, random_bytes(random.Random(seed)))
    await here.answered(asked, within=0.3)
    assert club.table.version == version
    assert not (await player.turn()).has_failed


async def test_strangers_see_no_hand_and_move_nothing(here, club):
    await club.deal(3)
    stranger, version = here.person("Mallory"), club.table.version
    told = await here.click(stranger, club.board(), "My hand")
    assert told.shown.is_ephemeral
    assert "no seat at this table" in told.shown.text
    for command in ("yaniv hand", "yaniv leave", "yaniv stop"):
        asked = await here.slash(stranger, command)
        assert asked.shown.is_ephemeral, command
    assert club.table.version == version
    assert club.table.status is Status.PLAYING


async def test_a_press_that_arrives_late_after_a_resume_is_let_go(here, club):
    await club.deal(3)
    player, version = club.mover, club.table.version
    button = await draw_button(club, player)
    async with here.outage(seconds=10):
        late = await here.start_click(player.user, player.hand, button)
    await here.until(lambda: club.bot.counts["late"])
    assert late.has_failed
    assert club.table.version == version
    assert not (await player.turn()).has_failed
    assert club.table.version == version + 1


async def test_a_press_that_arrives_in_time_after_a_resume_counts(here, club):
    await club.deal(3)
    player, version = club.mover, club.table.version
    button = await draw_button(club, player)
    async with here.outage():
        press = await here.start_click(player.user, player.hand, button)
    assert not (await here.answered(press)).has_failed
    assert club.table.version == version + 1


async def finished(here, club):
    """A person's old hand and its buttons of a moment of the match, after the end of it."""
    await club.settle(rules=SHORT)
    await club.deal(3)
    player = club.players[0]
    hand, picture = player.hand, list(player.hand.components)
    await club.play_out()
    await here.until(lambda: "Rematch" in labels(last_public(here)))
    return player, hand, picture


async def assert_old_buttons_tell_the_end(here, player, hand, picture):
    for custom_id in plays_on(picture):
        asked = await here.click(player.user, hand, custom_id, shown=picture)
        assert not asked.has_failed
        assert asked.shown is hand
        assert "over" in hand.text, hand.text
        assert plays_on(hand.components) == []


@pytest.mark.parametrize("minutes", [0, 11, 24 * 60])
async def test_buttons_of_a_finished_match_say_so(here, club, minutes):
    """At once, when the table is no longer in memory, and a day later."""
    old = await finished(here, club)
    here.world.clock.advance(minutes * 60)
    await asyncio.sleep(0.1)
    await assert_old_buttons_tell_the_end(here, *old)


async def test_buttons_of_a_finished_match_say_so_after_a_restart(here, tmp_path):
    database = tmp_path / "yaniv.db"
    async with bot_on(here, database) as bot:
        club = Club(here, bot)
        await club.settle()
        old = await finished(here, club)
    async with bot_on(here, database):
        await assert_old_buttons_tell_the_end(here, *old)


def plays_on(components):
    """The buttons of a hand that play, and are not disabled."""
    buttons = [part for _, part in walk(components) if part.get("custom_id") and not part.get("disabled")]
    return [part["custom_id"] for part in buttons if part["custom_id"].startswith((TAP, DRAW, CALL))]


def last_public(here):
    return here.world.public(here.channel)[-1]


async def test_a_hand_a_day_old_still_plays(here, club):
    await club.deal(3)
    player, version = club.mover, club.table.version
    here.world.clock.advance(24 * 60 * 60)
    assert not (await player.turn()).has_failed
    assert club.table.version == version + 1
    await here.until(lambda: club.board().created_at > here.world.clock.now() - 60)
    await here.until(lambda: len(list(filter(has_hand_button, here.world.public(here.channel)))) == 1)


def has_hand_button(message):
    return any(control.custom_id.startswith(MY_HAND) for control in controls(message))


async def test_the_hand_of_a_day_old_turn_shows_todays_cards(here, club):
    """Two of three played on; the third comes back to a message whose token is long dead."""
    await club.deal(3)
    sleeper = next(player for player in club.players if player is not club.mover)
    old, picture = sleeper.hand, list(sleeper.hand.components)
    tap = plays_on(picture)[0]
    here.world.clock.advance(24 * 60 * 60)
    while club.mover is not sleeper:
        await club.mover.look(club.board())
        await club.mover.turn()
    asked = await here.click(sleeper.user, old, tap, shown=picture)
    assert asked.shown is old
    assert "Your turn" in old.text


async def test_settings_belong_to_those_who_manage_the_server(here, club):
    await club.deal(2)
    before = await club.bot.manager.guild_settings(here.guild.id)
    asked = await here.forge(club.players[0].user, club.players[0].hand, "y1:set:preset:yanef")
    assert not asked.has_failed
    assert await club.bot.manager.guild_settings(here.guild.id) == before
