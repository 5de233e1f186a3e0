"""Where there is more to show than Discord takes, the table that has waited longest is shown first."""

from tests.discord_server.client import LocalDiscord
from tests.network.club import Club, bot_on, with_emojis

EDIT = "/channels/{channel_id}/messages/{message_id}"
BUSY_SECONDS = 30.0


def use_up(bot):
    """As if this process had said more than it may."""
    while bot.desk.budget.take(bot.clock.now()) < BUSY_SECONDS - 10:
        pass


async def test_the_table_that_has_waited_longest_is_shown_first(tmp_path):
    async with LocalDiscord.running() as here, bot_on(with_emojis(here), tmp_path / "yaniv.db") as bot:
        host = here.person("Ann")
        channels = [here.world.add_channel(here.guild) for _ in range(3)]
        for channel in channels:
            await here.slash(host, "yaniv start", channel=channel)
        await here.until(lambda: [note.shown for note in bot.desk.boards.values()] == [1, 1, 1])
        here.world.clock.advance(BUSY_SECONDS)
        use_up(bot)
        began = len(here.server.log)
        order = [channels[1], channels[2], channels[0], channels[1]]
        for channel in order:
            bot.desk.show_anew(bot.manager.table_in_channel(channel.id).id)
        pressed = await here.slash(host, "yaniv rules", channel=channels[0])
        assert not pressed.has_failed
        assert edited(here, began) == []
        here.world.clock.advance(BUSY_SECONDS - 10)
        await here.until(lambda: len(edited(here, began)) == len(channels))
        assert edited(here, began) == [channel.id for channel in order[:3]]


def edited(here, began):
    return [int(done.path.split("/")[-3]) for done in here.server.log[began:] if done.template == EDIT]


async def test_a_move_and_the_computers_answer_are_shown_together(tmp_path):
    async with LocalDiscord.running() as here, bot_on(with_emojis(here), tmp_path / "yaniv.db") as bot:
        club = Club(here, bot)
        await club.settle(pace=1.0)
        await club.deal(1, computers=1)
        await here.until(lambda: club.mover and bot.desk.waiting == {})
        await club.published()
        here.world.clock.advance(2)
        began, version = len(here.server.log), club.table.version
        await club.turn()
        await here.until(lambda: bot.desk.waiting or club.table.version > version + 1)
        assert edited(here, began) == []
        here.world.clock.advance(3.5)
        await here.until(lambda: club.table.version == version + 2 and not bot.desk.waiting)
        await club.published()
        assert len(edited(here, began)) == 1
