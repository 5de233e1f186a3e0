"""Rate limits, old messages, permissions, forms."""

import asyncio
import time

import aiohttp
import discord
import pytest

from tests.discord_server.limits import too_many
from tests.discord_server.probe import screen
from tests.discord_server.world import READ_HISTORY, SEND, VIEW


@pytest.fixture
async def message(discord_here, probe):
    sent = await probe.place(discord_here.channel.id).send(view=screen(0))
    return discord_here.world.messages[sent.id]


@pytest.fixture
def partial(discord_here, probe, message):
    return probe.place(discord_here.channel.id).get_partial_message(message.id)


EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


async def test_discord_py_waits_for_the_bucket_it_was_told_of(discord_here, partial, message):
    discord_here.server.limits.rules[EDIT] = (2, 0.4)
    began = time.monotonic()
    for number in range(5):
        await partial.edit(view=screen(number))
    assert time.monotonic() - began >= 0.75
    assert discord_here.server.limits.refused == {}
    assert message.text == "Number 4"


async def test_a_full_bucket_answers_429_with_everything_a_client_needs(discord_here, message):
    discord_here.server.limits.rules[EDIT] = (1, 60.0)
    url = f"{discord_here.server.base}/channels/{discord_here.channel.id}/messages/{message.id}"
    headers = {"Authorization": f"Bot {discord_here.server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        body = {"components": screen(1).to_components()}
        async with session.patch(url, json=body) as first:
            assert first.headers["X-RateLimit-Remaining"] == "0"
        async with session.patch(url, json=body) as second:
            told = await second.json()
    assert second.status == 429
    assert 58 < told["retry_after"] <= 60
    assert told["global"] is False
    assert second.headers["Retry-After"] == "60"
    assert second.headers["X-RateLimit-Scope"] == "user"
    assert second.headers["X-RateLimit-Bucket"] == first.headers["X-RateLimit-Bucket"]
    assert discord_here.server.limits.invalid == 1


async def test_discord_py_retries_a_429(discord_here, partial, message):
    discord_here.server.faults.add("PATCH", "/messages/", error=too_many(0.1))
    await partial.edit(view=screen(1))
    assert message.text == "Number 1"
    assert [done.status for done in discord_here.server.log[-2:]] == [429, 200]


async def test_the_global_limit_holds_every_route_but_interactions(discord_here, probe, message):
    window = discord_here.server.limits.whole
    window.limit, window.seconds, window.used, window.ends = 1, 0.5, 1, discord_here.server.limits.now() + 0.5
    ann = discord_here.person("Ann")
    edit = asyncio.ensure_future(probe.http.get_channel(discord_here.channel.id))
    press = await discord_here.click(ann, message, "Pressed 0")
    assert not press.has_failed
    await edit
    assert discord_here.server.limits.refused["global"] >= 1


async def test_a_message_older_than_an_hour_takes_three_edits_with_30046(discord_here, partial, message):
    discord_here.world.clock.advance(3601)
    url = f"{discord_here.server.base}/channels/{discord_here.channel.id}/messages/{message.id}"
    headers = {"Authorization": f"Bot {discord_here.server.token}"}
    answers = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(4):
            async with session.patch(url, json={"components": screen(number).to_components()}) as answer:
                answers.append((answer.status, (await answer.json()).get("code")))
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1] == (429, 30046)
    assert message.text == "Number 2"


async def test_a_nonce_is_taken_once(discord_here, probe):
    place = probe.place(discord_here.channel.id)
    first = await place.send(view=screen(0), nonce="round-1")
    second = await place.send(view=screen(0), nonce="round-1")
    assert first.id == second.id
    assert len(discord_here.world.public(discord_here.channel)) == 1


@pytest.mark.parametrize(("denied", "code"), [(VIEW, 50001), (SEND, 50013)])
async def test_missing_permissions_are_named(discord_here, probe, denied, code):
    discord_here.channel.denied = denied
    with pytest.raises(discord.Forbidden) as caught:
        await probe.place(discord_here.channel.id).send(view=screen(0))
    assert caught.value.code == code


async def test_edits_need_no_permission_to_send(discord_here, partial, message):
    discord_here.channel.denied = SEND
    await partial.edit(view=screen(3))
    assert message.text == "Number 3"


async def test_unknown_channels_and_messages(discord_here, probe, partial, message):
    discord_here.world.delete(message)
    with pytest.raises(discord.NotFound) as caught:
        await partial.edit(view=screen(3))
    assert caught.value.code == 10008
    await discord_here.delete_channel(discord_here.channel)
    with pytest.raises(discord.NotFound) as caught:
        await partial.edit(view=screen(3))
    assert caught.value.code == 10003


async def test_archived_threads_take_messages_but_no_edits(discord_here, probe):
    thread = discord_here.world.add_channel(discord_here.guild, "thread", parent=discord_here.channel)
    place = probe.place(thread.id)
    sent = await place.send(view=screen(0))
    thread.is_archived = True
    with pytest.raises(discord.HTTPException) as caught:
        await place.get_partial_message(sent.id).edit(view=screen(1))
    assert caught.value.code == 50083
    await place.send(view=screen(2))
    assert not thread.is_archived


def button(**parts):
    return {"type": 2, "style": 1, "custom_id": "x"} | parts


def row(*parts):
    return {"type": 1, "components": list(parts)}


BAD_FORMS = {
    "no label": [row(button())],
    "long label": [row(button(label="x" * 81))],
    "long id": [row(button(label="x", custom_id="y" * 101))],
    "no id": [row({"type": 2, "style": 1, "label": "x"})],
    "twice": [row(button(label="a"), button(label="b"))],
    "six in a row": [row(*(button(label="x", custom_id=str(n)) for n in range(6)))],
    "playing card symbol": [row(button(emoji={"id": None, "name": "🂡"}))],
    "unknown emoji": [row(button(emoji={"id": 123, "name": "x"}))],
    "too much text": [{"type": 10, "content": "x" * 2001}, {"type": 10, "content": "x" * 2000}],
    "no text": [{"type": 10, "content": ""}],
    "nested container": [{"type": 17, "components": [{"type": 17, "components": [row(button(label="x"))]}]}],
    "41 parts": [{"type": 10, "content": "x"} for _ in range(41)],
    "select beside button": [
        row(
            button(label="x"),
            {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]},
        )
    ],
    "same value twice": [
        row(
            {
                "type": 3,
                "custom_id": "s",
                "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "a"}],
            }
        )
    ],
}


@pytest.mark.parametrize("name", BAD_FORMS)
async def test_bad_forms_are_refused_with_50035(discord_here, probe, name):
    body = {"components": BAD_FORMS[name], "flags": 1 << 15}
    with pytest.raises(discord.HTTPException) as caught:
        await probe.http.request(
            discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=discord_here.channel.id),
            json=body,
        )
    assert caught.value.code == 50035
    discord_here.server.complaints.clear()


async def test_content_beside_new_components_is_refused(discord_here, probe):
    body = {"content": "x", "components": [{"type": 10, "content": "x"}], "flags": 1 << 15}
    with pytest.raises(discord.HTTPException) as caught:
        await probe.http.request(
            discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=discord_here.channel.id),
            json=body,
        )
    assert caught.value.code == 50035


async def test_mentions_notify_only_whom_the_bot_allows(discord_here, probe):
    ann = discord_here.person("Ann")
    place = probe.place(discord_here.channel.id)
    only_ann = discord.AllowedMentions(users=[discord.Object(ann.id)], everyone=False)
    for allowed in (discord.AllowedMentions.none(), only_ann, None):
        await place.send(f"<@{ann.id}> @everyone", allowed_mentions=allowed)
    pings = [message.pings for message in discord_here.world.public(discord_here.channel)]
    assert pings == [set(), {ann.id}, {ann.id, 0}]


async def test_the_history_of_a_channel_can_be_read_where_that_is_allowed(discord_here, probe):
    place = probe.place(discord_here.channel.id)
    sent = [await place.send(view=screen(number)) for number in range(3)]
    assert [old.id async for old in place.history(limit=2)] == [sent[2].id, sent[1].id]
    assert [old.id async for old in place.history(after=sent[0])] == [sent[1].id, sent[2].id]
    discord_here.channel.denied = READ_HISTORY
    assert [old async for old in place.history()] == []
