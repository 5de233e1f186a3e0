"""Leaderboards, profiles, past matches and replays, by commands and buttons alone."""

import json
import sys
from dataclasses import replace

import pytest
from simcord.components import walk_components
from sqlalchemy import text

from bot.engine.replay import replay_transcript
from bot.ports.statistics import Criterion
from bot.ports.tables import Status
from bot.present import past_tokens as tokens
from bot.present.tokens import encode
from bot.ratings.periods import ALL_TIME
from tests.cogs.test_match import play_out

GALLERY, FILE = 12, 13


@pytest.fixture
async def played(room, ann, ben, cem):
    """A whole match of three, over."""
    await room.set_by_owner("preset", "quick")
    await room.start(ann, ben, cem)
    await play_out(room, [ann, ben, cem])
    await room.wait()
    assert room.table.status == Status.OVER
    return room.table


@pytest.fixture
async def elsewhere(room):
    """A member of another server with the same bot."""
    guild = room.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("yaniv")
    return guild.add_member(room.env.create_user("eve", global_name="Eve")), channel


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def pictures(room, message):
    return [part for part in room.parts(message) if part.get("type") == GALLERY]


def options(room, message, token):
    """What a menu offers."""
    (menu,) = [part for part in room.parts(message) if part.get("custom_id") == encode(token)]
    return [option["value"] for option in menu["options"]]


# --- Leaderboard ----------------------------------------------------------------------------------


async def test_the_leaderboard_by_everything(room, played, ann):
    shown = await room.command(ann, "yaniv leaderboard")
    assert not shown.response.ephemeral
    for by in Criterion:
        menu = encode(tokens.LeadersBy(ALL_TIME))
        answer = await ann.select(shown.response, [by.value], custom_id=menu)
        assert answer.response.id == shown.response.id
        text = plain(room.text(shown.response))
        assert "Leaderboard" in text
        needs = {Criterion.SHARE: "4 matches more", Criterion.RATING: "4 matches more"}
        assert needs.get(by, "") in text
    everything, month = options(room, shown.response, tokens.LeadersIn("streak"))
    assert everything == ALL_TIME
    await ann.select(shown.response, [month], custom_id=encode(tokens.LeadersIn("streak")))
    assert "This month" in room.text(shown.response)
    winner = played.members[played.view.result.winners[0]].name
    assert f"🥇 **{winner}** · 1 win in a row" in plain(room.text(shown.response))


async def test_forged_choices_change_nothing(room, played, ann):
    shown = await room.command(ann, "yaniv leaderboard")
    before = room.text(shown.response)
    for forged in (
        "y1:page:money:all:0",
        "y1:page:wins:1999:0",
        "y1:by:all",
        "y1:in:wins",
        "y1:page:wins:all:zz9",
    ):
        await room.raw_presses((ann, shown.response, forged))
    assert "Leaderboard" in room.text(shown.response)
    assert plain(before).splitlines()[0] == plain(room.text(shown.response)).splitlines()[0]


async def test_seasons_and_their_hall_of_fame(room, played, ann):
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(replace(settings, season="monthly"))
    shown = await room.command(ann, "yaniv leaderboard")
    assert "This season" in room.text(shown.response)
    await room.press(ann, shown.response, "Hall of fame")
    assert "No season has ended yet" in room.text(shown.response)
    # A month goes by: what was this season's is now the last one's.
    moved = text("UPDATE tallies SET period = '2025-12' WHERE period = '2026-01'")
    await room.bot.store.write(lambda connection: connection.execute(moved))
    late = await room.command(ann, "yaniv leaderboard")
    assert "Nobody" in room.text(late.response)
    await room.press(ann, late.response, "Hall of fame")
    winner = played.members[played.view.result.winners[0]].name
    assert winner in room.text(late.response)
    await room.press(ann, late.response, "Leaderboard")
    assert winner in room.text(late.response)


# --- Profiles -------------------------------------------------------------------------------------


async def test_a_profile_is_private_and_tells_the_record(room, played, ann, ben):
    answer = await room.command(ann, "yaniv stats")
    assert answer.response.ephemeral
    text = plain(room.text(answer.response))
    assert "## Ann" in text
    assert "provisional" in text
    assert "Plays most with" in text
    other = await ann.slash(room.channel, "yaniv stats", member=ben)
    assert "## Ben" in plain(room.text(other.response))


async def test_two_people_compared(room, played, ann, ben):
    answer = await ann.slash(room.channel, "yaniv stats", against=ben)
    text = plain(room.text(answer.response))
    assert "Ann against Ben" in text
    assert "1 match together" in text


async def test_somebody_without_a_record(room, played, ann):
    dan = room.person("Dan")
    answer = await room.command(dan, "yaniv stats")
    assert answer.response.ephemeral
    assert "Dan has not finished a round here yet" in plain(room.text(answer.response))
    met = await ann.slash(room.channel, "yaniv stats", against=dan)
    assert "have not finished a match together" in plain(room.text(met.response))


async def test_achievements_are_announced_once_and_listed(room, played, ann):
    texts = [room.text(message) for message in room.channel.history(viewer=ann)]
    announced = [line for text in texts for line in text.splitlines() if line.startswith("🏅")]
    assert any("**First call**" in line for line in announced)
    assert len(set(announced)) == len(announced)
    answer = await room.command(ann, "yaniv stats")
    own = [line for line in announced if "Ann" in line]
    assert f"{len(own)} achievement" in room.text(answer.response)


async def test_a_server_may_do_without_achievements(room, ann, ben):
    await room.set_by_owner("preset", "quick")
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(replace(settings, achievements=False))
    await room.start(ann, ben)
    await play_out(room, [ann, ben])
    await room.wait()
    texts = [room.text(message) for message in room.channel.history(viewer=ann)]
    assert not any("🏅" in text for text in texts)
    answer = await room.command(ann, "yaniv stats")
    assert "🏅" not in room.text(answer.response)


# --- The past -------------------------------------------------------------------------------------


async def test_the_history_and_one_match_with_its_chart(room, played, ann):
    shown = await room.command(ann, "yaniv history")
    assert shown.response.ephemeral
    assert "Ann" in room.text(shown.response)
    chosen = await ann.select(shown.response, [str(played.id)], custom_id=encode(tokens.PastMatch(0)))
    assert chosen.response.ephemeral
    assert chosen.response.id != shown.response.id
    (gallery,) = pictures(room, chosen.response)
    meaning = gallery["items"][0]["description"]
    assert "Points of each player" in meaning
    winner = played.members[played.view.result.winners[0]].name
    assert winner in room.text(chosen.response)


async def test_round_by_round(room, played, ann):
    match = await open_match(room, played, ann)
    answer = await room.press(ann, match, "Round by round")
    assert answer.response.id != match.id
    assert "**Round 1**" in plain(room.text(answer.response))
    assert pictures(room, match)


async def test_watching_a_match_again(room, played, ann):
    match = await open_match(room, played, ann)
    replay = (await room.press(ann, match, "Watch again")).response
    assert replay.ephemeral
    assert "step 1 of" in room.text(replay)
    assert plain(room.text(replay)).count("points ·") == 3
    seen = set()
    while room.button(replay, "Forward").is_on:
        seen.add(room.text(replay))
        await room.press(ann, replay, "Forward")
    assert len(seen) > 10
    assert not room.button(replay, "Next round").is_on
    await room.press(ann, replay, "Round before")
    await room.press(ann, replay, "Back")


async def test_a_transcript_that_replays(room, played, ann):
    answer = await room.command(ann, "yaniv export")
    assert answer.response.ephemeral
    assert [part["file"]["url"] for part in room.parts(answer.response) if part.get("type") == FILE]
    transcript = await room.bot.manager.transcript(played.id, room.guild.id)
    result = replay_transcript(json.loads(json.dumps(transcript)))
    assert result["ok"]
    assert result["match"]["winners"] == list(played.view.result.winners)


async def test_mine_alone(room, played, ann):
    dan = room.person("Dan")
    shown = await room.command(dan, "yaniv history")
    await room.press(dan, shown.response, "Mine alone")
    assert "No match" in room.text(shown.response)
    await room.press(dan, shown.response, "Everybody's")
    assert "Ann" in room.text(shown.response)


async def test_a_picture_that_fails_is_left_out(room, played, ann, monkeypatch):
    monkeypatch.setattr(sys.modules["cogs.history"], "score_chart", lambda *_: 1 / 0)
    match = await open_match(room, played, ann)
    assert pictures(room, match) == []
    winner = played.members[played.view.result.winners[0]].name
    assert winner in room.text(match)
    room.bot.counts["faults"] = 0


async def open_match(room, table, who):
    shown = await room.command(who, "yaniv history")
    chosen = await who.select(shown.response, [str(table.id)], custom_id=encode(tokens.PastMatch(0)))
    return chosen.response


# --- Other servers --------------------------------------------------------------------------------


async def test_another_server_sees_nothing(room, played, elsewhere):
    eve, channel = elsewhere

    def told(message):
        stored = room.env.backend.get_message(channel.id, message.id)
        return "\n".join(part.get("content", "") for part in walk_components(stored.components))

    for command, expected in (
        ("leaderboard", "Nobody"),
        ("stats", "has not finished a round"),
        ("history", "No match has been played"),
        ("export", "No match has been played"),
    ):
        answer = await eve.slash(channel, f"yaniv {command}")
        assert not any(name in told(answer.response) for name in ("Ann", "Ben", "Cem"))
        assert expected in told(answer.response)
