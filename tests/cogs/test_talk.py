"""A computer's word under the result of a round, where the server wants it."""

import hashlib

from bot.engine.chance import commitment
from bot.opponents.characters import CHARACTERS
from bot.present import tokens

COMPUTER = 1
"""Its seat: it comes after the host."""


def talkative_seed(name: str) -> str:
    """A match in which the computer at its seat has something to say about the first round."""
    return next(
        seed
        for seed in (f"{number:064x}" for number in range(100))
        if hashlib.sha256(f"{commitment(seed)} 1 {COMPUTER}".encode()).digest()[0]
        < 256 * CHARACTERS[name].talk
    )


async def first_result(room, ann) -> str:
    """Ann plays on until the computer has called; the message that tells it."""
    room.bot.seed = talkative_seed("Noa")
    await room.open_table(ann)
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Start")
    assert room.table.members[COMPUTER].name == "Noa"
    for _ in range(300):
        if room.table.last_round is not None:
            break
        if room.table.view.to_move == COMPUTER:
            await room.wait()
            continue
        hand = await room.hand(ann)
        await ann.click(hand, custom_id=room.buttons(hand, tokens.Tap)[-1].id)
        draw = next(button for button in room.buttons(hand, tokens.Draw) if button.is_on)
        await ann.click(hand, custom_id=draw.id)
    await room.wait()
    assert room.table.last_round.caller == COMPUTER
    texts = [room.text(message) for message in room.channel.history(viewer=ann)]
    (told,) = [text for text in texts if text.startswith("-# Round 1\n")]
    return told


async def test_a_computer_that_called_says_a_word_under_the_result(room, ann):
    told = await first_result(room, ann)
    (line,) = [line for line in told.split("\n") if line.startswith("> ")]
    assert "🤖 **" in line
    assert "Noa" in line


async def test_computers_are_silent_where_the_server_wants_it(room, ann):
    await room.set_by_owner("computer_talk", "")
    assert not (await room.bot.manager.guild_settings(room.guild.id)).computer_talk
    told = await first_result(room, ann)
    assert "\n> " not in told
