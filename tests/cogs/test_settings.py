"""What a server sets: by whom, how, and what becomes of it."""

import json

import discord
import pytest
from simcord.backend.errors import SetupError

from bot.present import tokens
from bot.present.settings_json import FILE_NAME
from bot.present.tokens import encode


@pytest.fixture
def role(room):
    return room.guild.create_role("admin", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def ada(room, role):
    return room.person("Ada", roles=[role])


@pytest.fixture
def bob(room, role):
    return room.person("Bob", roles=[role])


async def saved(room):
    return await room.bot.manager.guild_settings(room.guild.id)


async def typed(room, who, message, field, text):
    """Opens the form of a setting, types into it and sends it."""
    form = await who.click(message, custom_id=room.setting(message, field))
    return await who.submit_modal(form, {"value": text})


# --- By menus, switches and forms -----------------------------------------------------------------


async def test_an_administrator_sets_rules_clock_and_language(room, ada, ann):
    shown = await room.command(ada, "yaniv settings")
    assert shown.response.ephemeral
    for field, value in (
        ("preset", "yanef"),
        ("final_lap", "none"),
        ("turn_seconds", "60"),
        ("language", "de"),
    ):
        answer = await room.set_in(ada, shown.response, field, value)
        assert answer.response.id == shown.response.id
    settings = await saved(room)
    assert settings.rules == {"preset": "yanef", "final_lap": "none"}
    assert (settings.turn_seconds, settings.language) == (60, "de")
    table = await room.open_table(ann)
    assert (table.rules.preset, table.rules.final_lap, table.language) == ("yanef", "none", "de")


async def test_a_number_is_typed_into_a_form(room, ada):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "calling")
    assert "0 to 50, usually 7" in room.text(shown.response)
    answer = await typed(room, ada, shown.response, "call_limit", "4")
    assert answer.response.id == shown.response.id
    assert (await saved(room)).rules == {"preset": "classic", "call_limit": 4}
    assert "Call limit: 4" in room.text(shown.response)


async def test_a_number_out_of_range_is_refused_with_the_range(room, ada):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "calling")
    for text in ("51", "many", ""):
        form = await ada.click(shown.response, custom_id=room.setting(shown.response, "call_limit"))
        if text:
            await ada.submit_modal(form, {"value": text})
            assert "Possible: 0 to 50" in room.text(shown.response)
    assert (await saved(room)).rules == {"preset": "classic"}


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("off", "off"),
        ("half of 50", {"multiple": 50, "to": "half"}),
        ("50=25, 100 = 50", {"50": 25, "100": 50}),
        ("50=60", None),
        ("something", None),
        ("300=1", None),
    ],
)
async def test_exact_totals_are_typed(room, ada, text, stored):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "scoring")
    await typed(room, ada, shown.response, "exact_hits", text)
    wanted = {} if stored is None else {"exact_hits": stored}
    assert (await saved(room)).rules == {"preset": "classic"} | wanted
    assert ("Nothing was changed" in room.text(shown.response)) == (stored is None)


async def test_a_switch_changes_with_each_press(room, ada):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "laying")
    for runs in (False, True):
        await ada.click(shown.response, custom_id=room.setting(shown.response, "runs"))
        assert (await saved(room)).rules.get("runs", True) is runs


async def test_an_impossible_combination_is_refused_in_plain_words(room, ada):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "cards")
    await typed(room, ada, shown.response, "players_max", "10")
    await typed(room, ada, shown.response, "hand_size", "7")
    assert "10 players with 7 cards each need 72 cards" in room.text(shown.response)
    assert (await saved(room)).rules == {"preset": "classic", "players_max": 10}


async def test_channels_and_forfeits(room, ada):
    shown = await room.command(ada, "yaniv settings")
    other = room.guild.create_text_channel("other")
    await room.set_in(ada, shown.response, "channels", room.channel, other)
    assert (await saved(room)).channels == (room.channel.id, other.id)
    everywhere = next(
        button for button in room.buttons(shown.response) if button.label == "Tables everywhere"
    )
    room.env.backend.delete_channel(other.id)
    await room.env.settle()
    await ada.click(shown.response, custom_id=everywhere.id)
    assert (await saved(room)).channels == ()
    await typed(room, ada, shown.response, "forfeits", "Sing\n\n  Dance  wildly \nSing")
    assert (await saved(room)).forfeits == ("Sing", "Dance wildly")


# --- By whom --------------------------------------------------------------------------------------


async def test_a_member_without_the_right_changes_nothing(room, ada, ann):
    refused = await room.command(ann, "yaniv settings")
    assert "manage this server" in room.text(refused.response)
    shown = await room.command(ada, "yaniv settings")
    menu = room.setting(shown.response, "preset")
    with pytest.raises(SetupError):
        await ann.select(shown.response, ["yanef"], custom_id=menu)
    seen = tokens.decode(menu).seen
    forged = [
        tokens.Setting(0, "preset", "yanef", seen, "0"),
        tokens.ResetRules(0, "all", seen),
        tokens.AskValue(0, "limit", seen),
        tokens.FillValue(0, "limit", seen, "0"),
        tokens.SettingsPage(0, "cards", "0"),
        tokens.ExportSettings("0"),
    ]
    for token in forged:
        await room.raw_presses((ann, shown.response, encode(token)))
    assert (await saved(room)).rules == {"preset": "classic"}


async def test_a_right_that_was_lost_no_longer_counts(room, ada):
    shown = await room.command(ada, "yaniv settings")
    await room.turn_to(ada, shown.response, "calling")
    form = await ada.click(shown.response, custom_id=room.setting(shown.response, "call_limit"))
    room.env.backend.get_guild(room.guild.id).members[ada.id].role_ids.clear()
    await ada.submit_modal(form, {"value": "4"})
    assert "manage this server" in room.text(shown.response)
    assert (await saved(room)).rules == {"preset": "classic"}


async def test_two_administrators_do_not_overwrite_one_another(room, ada, bob):
    """Each changes what he sees; a setting that the other changed meanwhile is shown, not overwritten."""
    first = (await room.command(ada, "yaniv settings")).response
    second = (await room.command(bob, "yaniv settings")).response
    for who, message in ((ada, first), (bob, second)):
        await room.turn_to(who, message, "end")
    form = await bob.click(second, custom_id=room.setting(second, "limit"))
    await typed(room, ada, first, "limit", "100")
    await bob.submit_modal(form, {"value": "300"})
    assert (await saved(room)).rules == {"preset": "classic", "limit": 100}
    assert "somebody has changed **Limit**" in room.text(second)
    assert "Limit: 100" in [button.label.strip("◆ ") for button in room.buttons(second)]
    await typed(room, bob, second, "limit", "300")
    assert (await saved(room)).rules == {"preset": "classic", "limit": 300}
    stale = encode(tokens.Setting(0, "limit_test", "reach", "0000", "0"))
    await room.raw_presses((ada, first, stale))
    assert (await saved(room)).rules == {"preset": "classic", "limit": 300}


async def test_different_settings_of_two_administrators_both_hold(room, ada, bob):
    first = (await room.command(ada, "yaniv settings")).response
    second = (await room.command(bob, "yaniv settings")).response
    await room.set_in(ada, first, "tie_at_end", "extra_round")
    await room.set_in(bob, second, "slap", "own")
    assert (await saved(room)).rules == {"preset": "classic", "slap": "own", "tie_at_end": "extra_round"}


async def test_presses_at_the_same_moment_both_hold(room, ada, bob):
    first = (await room.command(ada, "yaniv settings")).response
    second = (await room.command(bob, "yaniv settings")).response
    await room.turn_to(ada, first, "laying")
    await room.turn_to(bob, second, "drawing")
    await room.raw_presses(
        (ada, first, room.setting(first, "joker_pair")), (bob, second, room.setting(second, "joker_swap"))
    )
    assert (await saved(room)).rules == {"preset": "classic", "joker_pair": True, "joker_swap": True}


# --- Reset, export, import ------------------------------------------------------------------------


async def change_some(room, who):
    shown = (await room.command(who, "yaniv settings")).response
    await room.set_in(who, shown, "slap", "both")
    await room.set_in(who, shown, "slap_last_card", "forbid")
    await room.set_in(who, shown, "tie_at_end", "extra_round")
    return shown


async def test_a_group_is_reset_and_the_others_stay(room, ada):
    shown = await change_some(room, ada)
    await room.turn_to(ada, shown, "slap")
    await room.press(ada, shown, "Reset this group")
    assert (await saved(room)).rules == {"preset": "classic", "tie_at_end": "extra_round"}
    assert "Before: " in room.text(shown)


async def test_all_rules_are_reset(room, ada):
    shown = await change_some(room, ada)
    await room.turn_to(ada, shown, "all")
    await room.press(ada, shown, "Reset all rules")
    assert (await saved(room)).rules == {"preset": "classic"}
    assert not room.button(shown, "Reset all rules").is_on


async def test_what_is_exported_is_imported_again(room, ada):
    shown = await change_some(room, ada)
    await room.turn_to(ada, shown, "all")
    before = await saved(room)
    exported = await room.press(ada, shown, "Export")
    assert exported.response.ephemeral
    assert exported.response.id != shown.id
    (file,) = room.env.backend.get_message(room.channel.id, exported.response.id).attachments
    assert file["filename"] == FILE_NAME
    content = room.text(exported.response).split("```")[1].removeprefix("json")
    await room.press(ada, shown, "Reset all rules")
    answer = await ada.slash(room.channel, "yaniv settings", file=(FILE_NAME, content.encode()))
    assert answer.response.ephemeral
    assert await saved(room) == before


async def test_house_rules_alone_are_imported_by_a_form(room, ada):
    shown = (await room.command(ada, "yaniv settings")).response
    form = await ada.click(shown, label="Import")
    await ada.submit_modal(form, {"value": json.dumps({"preset": "japanese", "limit": 100})})
    assert (await saved(room)).rules == {"preset": "japanese", "limit": 100}


async def test_an_import_names_every_fault_and_changes_nothing(room, ada):
    shown = (await room.command(ada, "yaniv settings")).response
    data = {
        "rules": {"preset": "poker", "limit": 5, "@everyone": 1},
        "turn_seconds": 1,
        "longest_clock": 9,
        "pace": "fast",
        "colour": "red",
        "tables_max": 3,
    }
    form = await ada.click(shown, label="Import")
    await ada.submit_modal(form, {"value": json.dumps(data)})
    told = room.text(shown)
    for part in (
        "`japanese`",
        "Limit cannot be 5",
        "everyone",
        "Turn time",
        "Host's turn time",
        "Computers",
        "colour",
    ):
        assert part in told
    assert "@everyone" not in told
    assert (await saved(room)).tables_max == 10


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * 40_000])
async def test_a_file_that_is_no_text_is_refused(room, ada, content):
    answer = await ada.slash(room.channel, "yaniv settings", file=("x.json", content))
    assert "cannot be read" in room.text(answer.response)


@pytest.mark.parametrize("text", ["", "[]", "{", "12", "[" * 100_000, "1" * 5000])
async def test_nonsense_is_no_settings(room, ada, text):
    answer = await ada.slash(room.channel, "yaniv settings", file=("x.json", text.encode()[:30_000]))
    assert "Nothing was changed" in room.text(answer.response)
    assert (await saved(room)).rules == {"preset": "classic"}


async def test_a_form_sent_after_a_restart_still_counts(room, ada):
    shown = (await room.command(ada, "yaniv settings")).response
    await room.turn_to(ada, shown, "calling")
    form = await ada.click(shown, custom_id=room.setting(shown, "call_limit"))
    await room.restart()
    answer = await ada.submit_modal(form, {"value": "4"})
    assert answer.acknowledged
    assert (await saved(room)).rules == {"preset": "classic", "call_limit": 4}


async def test_a_form_nobody_knows_is_answered(room, ada):
    shown = (await room.command(ada, "yaniv settings")).response
    form = await ada.click(shown, label="Import")
    form._interaction.modal["custom_id"] = "y0:old"
    answer = await ada.submit_modal(form, {"value": "4"})
    assert "no longer works" in room.text(answer.response)


# --- For one match ----------------------------------------------------------------------------------


async def rules_of_lobby(room, who):
    return (await room.press(who, room.board(), "Rules")).response


async def test_the_host_sets_the_rules_of_one_match(room, ann, ben):
    await room.set_by_owner("vary_rules", "on")
    await room.open_table(ann, ben)
    assert "Other rules for this match" not in [
        b.label for b in room.buttons(await rules_of_lobby(room, ben))
    ]
    shown = await rules_of_lobby(room, ann)
    await room.press(ann, shown, "Other rules for this match")
    await room.set_in(ann, shown, "preset", "quick")
    await room.turn_to(ann, shown, "end")
    await typed(room, ann, shown, "limit", "80")
    assert (room.table.rules.preset, room.table.rules.limit) == ("quick", 80)
    assert (await saved(room)).rules == {"preset": "classic"}
    await room.wait()
    assert "Limit: 80" in room.text(room.board())
    await typed(room, ann, shown, "limit", "5000")
    assert "20 to 1000" in room.text(shown)
    await room.press(ann, shown, "Reset this group")
    assert room.table.rules.limit == 50
    await room.press(ann, room.board(), "Start")
    await room.set_in(ann, shown, "game_end", "last_in")
    assert "match has begun" in room.text(shown)
    assert room.table.rules.game_end == "first_over"


async def test_only_the_host_and_only_where_the_server_allows_it(room, ann, ben):
    await room.open_table(ann, ben)
    shown = await rules_of_lobby(room, ann)
    assert room.buttons(shown) == []
    token = encode(tokens.Setting(room.table_id, "preset", "quick", "0000", "0"))
    await room.raw_presses((ann, shown, token), (ben, room.board(), token))
    await room.set_by_owner("vary_rules", "on")
    await room.raw_presses((ben, room.board(), token), (ann, room.board(), token))
    assert room.table.rules.preset == "classic"
