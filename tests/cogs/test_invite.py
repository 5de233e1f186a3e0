"""Asking one member to the table: one mention, one button, not too often."""

import re

import pytest

from bot.manager.requests import Start
from bot.ports.store import GuildSettings
from bot.present import tokens
from bot.present.tokens import decode


async def invite(room, host, guest, channel=None):
    return await host.slash(channel or room.channel, "yaniv invite", member=guest)


def mentioned(room, answer) -> list[int]:
    """Whom the answer's message pings."""
    (message,) = [one for one in room.channel.history() if one.id == answer.response.id]
    assert not message.mention_everyone
    return [person.id for person in message.mentions]


async def test_an_invitation_mentions_its_guest_alone_and_seats_him(room, ann, ben):
    await room.open_table(ann)
    answer = await invite(room, ann, ben)
    message = answer.response
    assert not message.ephemeral
    assert mentioned(room, answer) == [ben.id]
    assert str(room.table.message) in room.text(message)
    await room.press(ben, message, "Join")
    assert [member.name for member in room.table.members] == ["Ann", "Ben"]
    assert "has taken a seat" in room.text(message)
    assert room.buttons(message) == []
    await room.wait()
    # The table's own message is still where it was, and shows him.
    assert "Ben" in room.text(room.board())


async def test_the_entry_in_a_members_menu_does_the_same(room, ann, ben):
    await room.open_table(ann)
    answer = await ann.context_menu(room.channel, "Invite to Yaniv", ben)
    await room.press(ben, answer.response, tokens.Accept)
    assert room.table.seat_of(ben.id) == 1


async def test_somebody_elses_invitation_leads_to_the_table_only(room, ann, ben, cem):
    await room.open_table(ann)
    message = (await invite(room, ann, ben)).response
    answer = await room.press(cem, message, "Join")
    assert answer.response.ephemeral
    assert "somebody else" in room.text(answer.response)
    assert room.table.seat_of(cem.id) is None


async def test_a_name_cannot_mention_others(room, ben):
    eve = room.person("@everyone")
    await room.open_table(eve)
    assert mentioned(room, await invite(room, eve, ben)) == [ben.id]


async def test_one_invitation_at_a_time(room, ann, ben, cem):
    await room.open_table(ann)
    await invite(room, ann, ben)
    soon = await invite(room, ann, cem)
    assert soon.response.ephemeral
    assert "invite again" in room.text(soon.response)
    await room.wait(25)
    again = await invite(room, ann, ben)
    assert again.response.ephemeral
    other = await invite(room, ann, cem)
    assert mentioned(room, other) == [cem.id]


async def test_who_invites_on_one_server_may_at_once_do_so_on_another(room, ann, ben, cem):
    await room.open_table(ann)
    await invite(room, ann, ben)
    elsewhere = room.env.create_guild("Elsewhere")
    hall = elsewhere.create_text_channel("hall")
    ann_there, ben_there, cem_there = (elsewhere.add_member(who) for who in (ann, ben, cem))
    await room.command(ann_there, "yaniv start", hall)
    answer = await invite(room, ann_there, ben_there, hall)
    assert not answer.response.ephemeral
    # There as here: one at a time.
    assert (await invite(room, ann_there, cem_there, hall)).response.ephemeral


@pytest.mark.parametrize("guest", ["itself", "seated", "bot", "host"])
async def test_who_cannot_come_is_not_invited(room, ann, ben, guest):
    await room.open_table(ann, ben)
    program = room.guild.add_member(room.env.create_user("program", bot=True))
    who = {"itself": ann, "seated": ben, "host": ann, "bot": program}[guest]
    answer = await invite(room, ben if guest == "host" else ann, who)
    assert answer.response.ephemeral


async def test_without_a_table_or_a_seat_there_is_nothing_to_invite_to(room, ann, ben, cem):
    assert "no table" in room.text((await invite(room, ann, ben)).response)
    await room.open_table(ann)
    assert "no seat" in room.text((await invite(room, cem, ben)).response)
    await room.bot.manager.submit(Start(room.table.id, ann.id))
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Start")
    assert "no table here to invite to" in room.text((await invite(room, ann, ben)).response)


async def test_where_latecomers_may_come_they_may_be_invited(room, ann, ben, cem):
    rules = {"preset": "classic", "late_join": "highest"}
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=rules))
    await room.start(ann, ben)
    message = (await invite(room, ann, cem)).response
    await room.press(cem, message, "Join")
    assert [member.name for member in room.table.waiting] == ["Cem"]
    await room.wait()
    assert re.search(r"From the next round on: .*Cem", room.text(room.board()))


async def test_an_invitation_to_a_match_that_has_begun_says_so(room, ann, ben, cem):
    await room.open_table(ann, ben)
    message = (await invite(room, ann, cem)).response
    await room.press(ann, room.board(), "Start")
    answer = await room.press(cem, message, "Join")
    assert "begun" in room.text(answer.response)


# --- The lobby's button ---------------------------------------------------------------------------


async def choose_guests(room, host, *guests):
    """The lobby's button, then the choice in its private menu."""
    asked = await room.press(host, room.board(), "Invite")
    if not any(
        isinstance(decode(part.get("custom_id", "")), tokens.InviteGuests)
        for part in room.parts(asked.response)
    ):
        return asked
    assert asked.response.ephemeral
    answer = await host.select(asked.response, guests)
    assert answer.acknowledged
    return answer


async def test_several_are_asked_in_one_message_and_come_one_after_another(room, ann, ben, cem):
    await room.open_table(ann)
    answer = await choose_guests(room, ann, ben, cem)
    message = answer.response
    assert not message.ephemeral
    assert sorted(mentioned(room, answer)) == sorted([ben.id, cem.id])
    await room.press(cem, message, "Join")
    assert f"Still invited: <@{ben.id}>" in room.text(message)
    again = await room.press(cem, message, "Join")
    assert again.response.ephemeral
    await room.press(ben, message, "Join")
    assert [member.name for member in room.table.members] == ["Ann", "Cem", "Ben"]
    assert room.buttons(message) == []


async def test_whoever_came_by_another_way_is_not_waited_for(room, ann, ben, cem):
    await room.open_table(ann)
    message = (await choose_guests(room, ann, ben, cem)).response
    await room.press(ben, room.board(), "Join")
    await room.press(cem, message, "Join")
    assert room.buttons(message) == []


async def test_who_cannot_come_is_told_in_private_and_the_others_are_asked(room, ann, ben, cem):
    program = room.guild.add_member(room.env.create_user("program", bot=True))
    await room.open_table(ann, ben)
    answer = await choose_guests(room, ann, ann, ben, cem, program)
    assert mentioned(room, answer) == [cem.id]
    (aside,) = answer.followups
    assert aside.ephemeral
    told = room.text(aside)
    assert all(f"<@{who.id}>" in told for who in (ann, ben, program))
    assert f"<@{cem.id}>" not in told


async def test_nobody_is_asked_twice_and_nobody_asks_all_the_time(room, ann, ben, cem):
    await room.open_table(ann)
    await choose_guests(room, ann, ben)
    soon = await choose_guests(room, ann, cem)
    assert soon.response.ephemeral
    assert "invite again" in room.text(soon.response)
    await room.wait(25)
    again = await choose_guests(room, ann, ben)
    assert again.response.ephemeral
    assert "invite again" in room.text(again.response)


async def test_every_guest_may_bring_others_but_a_stranger_may_not(room, ann, ben, cem):
    dan = room.person("Dan")
    await room.open_table(ann, ben)
    refused = await choose_guests(room, cem, dan)
    assert refused.response.ephemeral
    assert "no seat" in room.text(refused.response)
    assert mentioned(room, await choose_guests(room, ben, dan)) == [dan.id]


async def test_a_menu_that_was_open_too_long_invites_nobody(room, ann, ben, cem):
    await room.open_table(ann, cem)
    menu = (await room.press(ann, room.board(), "Invite")).response
    await room.press(ann, room.board(), "Start")
    answer = await ann.select(menu, [ben])
    assert answer.response.ephemeral
    assert "no table here to invite to" in room.text(answer.response)


async def test_a_full_table_invites_nobody(room, ann, ben, cem):
    rules = {"preset": "classic", "players_max": 2}
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=rules))
    await room.open_table(ann)
    menu = (await room.press(ann, room.board(), "Invite")).response
    await room.press(ben, room.board(), "Join")
    assert not room.button(room.board(), "Invite").is_on
    answer = await ann.select(menu, [cem])
    assert "All seats are taken" in room.text(answer.response)
