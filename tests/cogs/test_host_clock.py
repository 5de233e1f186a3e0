"""The host of a lobby chooses the turn clock of his match, in the rules that he alone reads."""

from bot.present import tokens
from bot.present.tokens import decode


def clock_menu(room, message):
    """The custom id and the values of the menu, where there is one."""
    for part in room.parts(message):
        if isinstance(decode(part.get("custom_id", "")), tokens.SetClock):
            return part["custom_id"], [option["value"] for option in part["options"]]
    return None


async def choose(room, who, message, value):
    custom_id, _ = clock_menu(room, message)
    answer = await who.select(message, [value], custom_id=custom_id)
    assert answer.acknowledged
    return answer


async def test_the_host_chooses_and_everybody_sees_it(room, ann, ben):
    await room.open_table(ann, ben)
    rules = (await room.press(ann, room.board(), "Rules")).response
    await choose(room, ann, rules, "300")
    assert room.table.clock == 300
    placeholders = [part.get("placeholder") for part in room.parts(rules)]
    assert "5 minutes" in placeholders
    await room.wait()
    assert "Turn time: 5 minutes" in room.text(room.board())
    others = (await room.press(ben, room.board(), "Rules")).response
    assert clock_menu(room, others) is None
    assert "Turn time: 5 minutes" in room.text(others)

    await room.restart()
    assert room.table.clock == 300
    # The menu of before the restart still works, and changes twice.
    await choose(room, ann, rules, "30")
    await choose(room, ann, rules, "600")
    await room.press(ann, room.board(), "Start")
    assert room.table.deadline - room.table.turn_started == 600
    await choose(room, ann, rules, "30")
    assert room.table.clock == 600
    assert clock_menu(room, rules) is None


async def test_the_command_shows_the_same_menu(room, ann, ben):
    await room.open_table(ann, ben)
    rules = (await room.command(ann, "yaniv rules")).response
    await choose(room, ann, rules, "60")
    assert room.table.clock == 60
    assert clock_menu(room, (await room.command(ben, "yaniv rules")).response) is None


async def test_the_server_says_how_far_a_host_may_go(room, ann, ben):
    await room.open_table(ann, ben)
    rules = (await room.press(ann, room.board(), "Rules")).response
    assert clock_menu(room, rules)[1][-1] == "600"
    await room.set_by_owner("longest_clock", "300")
    answer = await choose(room, ann, rules, "600")
    assert "up to 5 minutes" in room.text(answer.response)
    await room.set_by_owner("longest_clock", "0")
    again = (await room.press(ann, room.board(), "Rules")).response
    assert clock_menu(room, again) is None
    assert "Turn time: 2 minutes" in room.text(again)
    assert room.table.clock is None
