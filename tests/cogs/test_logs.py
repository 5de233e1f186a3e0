"""Whatever happens at a table, no record of any logger and no figure tells a card, a custom id or a token."""

import io
import logging
import re

import pytest
import structlog

from bot.discord_desk import HandNote
from bot.logs import configure_logs
from bot.manager.requests import ComputerMove, Play
from bot.ports.store import DatabaseError, GuildSettings
from bot.ports.tables import Status
from tests.cogs.test_presses import mover_of

CARD = re.compile(r"\b(?:[2-9AJQK]|10)(?:[♠♥♦♣]|[SHDC]\b)|yaniv_[A-Z0-9]+_|\bJK[12]\b")
CUSTOM_ID = re.compile(r"\by1:")
SHORT = {"preset": "quick", "limit": 30}


class Heard(logging.Handler):
    """Keeps every record in full: its text, its values, its exception."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()} {record.args!r} {record.msg!r}")
        if record.exc_info:
            self.lines.append(logging.Formatter().formatException(record.exc_info))


@pytest.fixture
def heard(room):
    """Everything that is logged at `LOG_LEVEL=DEBUG`, as it is handed over and as it is written."""
    written, handler = io.StringIO(), Heard()
    configure_logs("DEBUG", "json", secrets=["x"], stream=written)
    logging.getLogger().addHandler(handler)
    handler.written = written
    yield handler
    for old in list(logging.getLogger().handlers):
        logging.getLogger().removeHandler(old)
    structlog.reset_defaults()


def secrets_in(text, room=None):
    """Cards, custom ids and the tokens of interactions that a text tells."""
    interactions = room.env.backend.interactions.values() if room else ()
    issued = [record.token for record in interactions if record.token in text]
    return CARD.findall(text) + CUSTOM_ID.findall(text) + issued


async def play_out(room, *people):
    for _ in range(400):
        if room.table.status is not Status.PLAYING:
            return
        await room.take_turn(mover_of(room, *people))
        await room.wait()
    raise AssertionError("the match does not end")


async def test_a_whole_match_leaves_no_card_in_any_record(room, ann, ben, heard):
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=SHORT))
    await room.start(ann, ben)
    await play_out(room, ann, ben)
    await room.command(ann, "yaniv export")
    await room.command(ann, "yaniv privacy")
    assert room.table.status is Status.OVER
    told = "\n".join(heard.lines) + heard.written.getvalue()
    assert secrets_in(told, room) == []
    assert secrets_in(room.bot.metrics.text().decode(), room) == []


async def test_what_goes_wrong_in_the_middle_of_a_turn_is_logged_without_cards(room, ann, ben, heard):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await room.hand(mover)

    async def away(_change):
        raise DatabaseError("The database is away.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room.bot.store, "commit", away)
        await room.take_turn(mover)
    await room.raw_presses((mover, hand, "y1:d:1:nonsense:0123456789:2a"), (mover, hand, "y1:t:zz:x:-:9"))
    room.hands.clear()
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await room.take_turn(mover)
    await room.wait(30)
    told = "\n".join(heard.lines)
    assert "not_saved" in told
    assert "board_refused" in told
    assert secrets_in(told + heard.written.getvalue(), room) == []


async def test_a_fault_of_ours_is_logged_by_its_place_and_not_by_what_was_held(room, ann, ben, heard):
    """Tracebacks name lines of code; the values at hand stay out of them."""
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await room.hand(mover)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.manager.play.action_to_json", None)
        await room.take_turn(mover)
    assert "Reference" in room.text(hand)
    assert "TypeError" in heard.written.getvalue()
    assert secrets_in("\n".join(heard.lines) + heard.written.getvalue(), room) == []
    room.bot.counts["faults"] = 0


async def test_values_that_reach_a_log_by_mistake_do_not_show_what_they_hold(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = room.bot.manager.hand(room.table.id, mover.id)
    action = next(iter(hand.view.legal))
    note = HandNote(None, 0.0, hand, (1, 2))
    for value in (Play(1, 2, action, "stamp"), ComputerMove(1, 0, action, 3), note):
        assert repr(action) not in repr(value)
        assert str(hand.view.hand) not in repr(value)


@pytest.mark.parametrize(
    "line", ["drew A♥", "took 10♠", "<:yaniv_QH_c8c978:15768>", "['7D']", "y1:t:1:a:-:0", "JK1"]
)
def test_a_secret_in_a_log_would_be_found(line):
    assert secrets_in(line)
