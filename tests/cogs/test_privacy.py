"""What is stored about a person: told, handed out to nobody else, deleted after a second press."""

import json

from bot.ports.store import GuildSettings, PlayerSettings
from bot.ports.tables import Status
from bot.present import privacy_tokens as tokens
from tests.cogs.test_presses import mover_of

SHORT = {"preset": "quick", "limit": 20}


async def play_out(room, *people):
    """A match of these people to its end."""
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=SHORT))
    await room.start(*people)
    for _ in range(400):
        if room.table.status is not Status.PLAYING:
            return
        await room.take_turn(mover_of(room, *people))
        await room.wait()
    raise AssertionError("the match does not end")


async def saved(room, who, shown):
    answer = await room.press(who, shown, "Save my data")
    assert answer.response.ephemeral
    assert answer.response.id != shown.id
    backend = room.env.backend
    (file,) = backend.get_message(room.channel.id, answer.response.id).attachments
    assert file["filename"] == "yaniv-data.json"
    return json.loads(backend.cdn.get(file["url"]))


async def test_one_private_screen_says_what_is_stored(room, ann, ben):
    shown = (await room.command(ann, "yaniv privacy")).response
    assert shown.ephemeral
    text = room.text(shown)
    for told in ("name", "matches", "30 days", "no messages"):
        assert told in text
    assert [button.label for button in room.buttons(shown)] == ["Save my data", "Delete my data"]


async def test_the_file_holds_the_own_data_and_nobody_elses(room, ann, ben):
    await play_out(room, ann, ben)
    shown = (await room.command(ann, "yaniv privacy")).response
    data = await saved(room, ann, shown)
    assert data["user"] == str(ann.id)
    assert [one["name"] for one in data["tables"]] == ["Ann"]
    assert data["rounds"]
    assert data["matches"][0]["rank"] in (1, 2)
    text = json.dumps(data)
    assert "Ben" not in text
    assert str(ben.id) not in text
    # The explanation stays where it was.
    assert "What I know of you" in room.text(shown)


async def test_the_file_of_a_running_match_tells_no_card(room, ann, ben):
    await room.start(ann, ben)
    shown = (await room.command(ann, "yaniv privacy")).response
    data = await saved(room, ann, shown)
    (seat,) = data["tables"]
    assert seat["status"] == "playing"
    assert not any(word in json.dumps(data) for word in ('hand"', "deal", "seed", "action"))


async def test_data_is_deleted_after_a_second_press_only(room, ann, ben):
    await play_out(room, ann, ben)
    record_of_ben = (await room.bot.statistics.profile(room.guild.id, ben.id)).tally
    await room.bot.manager.save_player_settings(PlayerSettings(ann.id, card_order="suit"))
    shown = (await room.command(ann, "yaniv privacy")).response
    await room.press(ann, shown, "Delete my data")
    assert "cannot be brought back" in room.text(shown)
    assert (await room.bot.manager.personal_data(ann.id))["tables"]
    await room.press(ann, shown, "Back")
    await room.press(ann, shown, "Delete my data")
    await room.press(ann, shown, tokens.ForgetMeNow)
    assert "Everything about you is deleted" in room.text(shown)
    left = await room.bot.manager.personal_data(ann.id)
    assert {key: value for key, value in left.items() if value} == {"user": str(ann.id)}
    assert (await room.bot.manager.player_settings(ann.id)).card_order == "rank"
    table = await room.bot.manager.find(room.table_id)
    assert "Ann" not in [member.name for member in table.members]
    assert (await room.bot.statistics.profile(room.guild.id, ben.id)).tally == record_of_ben


async def test_a_record_begins_anew_after_a_second_press_only(room, ann, ben):
    await play_out(room, ann, ben)
    other = (await ben.slash(room.channel, "yaniv stats", member=ann)).response
    assert room.buttons(other) == []
    shown = (await room.command(ann, "yaniv stats")).response
    asked = (await room.press(ann, shown, "Start anew")).response
    assert "cannot be taken back" in room.text(asked)
    assert await room.bot.statistics.profile(room.guild.id, ann.id) is not None
    await room.press(ann, asked, tokens.StartAnewNow)
    assert "begins anew" in room.text(asked)
    assert await room.bot.statistics.profile(room.guild.id, ann.id) is None
    assert await room.bot.statistics.profile(room.guild.id, ben.id) is not None
    assert "not finished a round" in room.text((await room.command(ann, "yaniv stats")).response)


async def test_at_an_open_table_no_record_begins_anew(room, ann, ben):
    await play_out(room, ann, ben)
    shown = (await room.command(ann, "yaniv stats")).response
    await room.start(ann, ben)
    asked = (await room.press(ann, shown, "Start anew")).response
    await room.press(ann, asked, tokens.StartAnewNow)
    assert "/yaniv leave" in room.text(asked)
    assert await room.bot.statistics.profile(room.guild.id, ann.id) is not None


async def test_who_was_never_here_is_told_so(room, ann):
    shown = (await room.command(ann, "yaniv privacy")).response
    await room.press(ann, shown, "Delete my data")
    await room.press(ann, shown, "Delete everything")
    assert "Nothing was stored about you" in room.text(shown)


async def test_who_sits_at_an_open_table_is_told_how_to_get_away(room, ann, ben):
    await room.start(ann, ben)
    shown = (await room.command(ann, "yaniv privacy")).response
    await room.press(ann, shown, "Delete my data")
    await room.press(ann, shown, "Delete everything")
    text = room.text(shown)
    assert f"{room.guild.id}/{room.channel.id}/{room.table.message}" in text
    assert "/yaniv leave" in text
    assert "/yaniv stop" in text
    assert room.table.members[0].name == "Ann"
    hand = await room.hand(ann)
    assert room.buttons(hand)


async def test_the_words_are_the_readers_own(room, ann):
    await room.bot.manager.save_player_settings(PlayerSettings(ann.id, language="de"))
    shown = (await room.command(ann, "yaniv privacy")).response
    assert "Was ich über dich weiß" in room.text(shown)
    await room.press(ann, shown, tokens.ForgetMe)
    await room.press(ann, shown, tokens.ForgetMeNow)
    assert "deleted" in room.text(shown)
