"""The lobby says how long the match will take, when that is known."""

from concurrent.futures import Future

from bot.manager.estimate import Estimates, Length

SHORT = Length(turns=(60, 100), rounds=(5, 8))
LONG = Length(turns=(1500, 2500), rounds=(20, 30))


def answering(room, answers):
    """Estimates at hand at once, by the number of seats."""

    def start(_function, _rules, seats):
        answer = Future()
        answer.set_result(answers.get(seats))
        return answer

    room.bot.estimates = Estimates(room.bot.manager.guild_settings, start)


async def test_the_lobby_tells_how_long_the_match_will_take(room, ann, ben, cem):
    answering(room, {2: SHORT, 3: LONG})
    await room.open_table(ann)
    await room.wait()
    assert "A match takes" not in room.text(room.board())
    await room.press(ben, room.board(), "Join")
    assert "A match takes about 10 to 30 minutes." in room.text(room.board())
    await room.press(cem, room.board(), "Join")
    assert "A match takes about 4 to 12 hours." in room.text(room.board())


async def test_an_estimate_that_comes_late_is_shown_all_the_same(room, ann, ben):
    await room.open_table(ann, ben)
    assert "A match takes" not in room.text(room.board())
    answering(room, {2: SHORT})
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Remove computer")
    await room.wait()
    assert "A match takes about 10 to 30 minutes." in room.text(room.board())


async def test_nothing_is_foretold_of_a_match_over_days(room, ann, ben):
    answering(room, {2: SHORT})
    await room.set_by_owner("turn_seconds", "86400")
    await room.open_table(ann, ben)
    await room.wait()
    assert "A match takes" not in room.text(room.board())
