"""What servers and people have chosen is asked of the database once, and never out of date here."""

from dataclasses import replace

from bot.manager import archive
from bot.ports.store import GuildSettings, PlayerSettings
from tests.house import ANN, BEN, GUILD, House


def counted(house: House, name: str) -> list[int]:
    asked: list[int] = []
    original = getattr(house.store, name)

    async def ask(key: int):
        asked.append(key)
        return await original(key)

    setattr(house.store, name, ask)
    return asked


async def test_a_servers_settings_are_read_once_and_follow_every_change() -> None:
    house = House()
    asked = counted(house, "guild_settings")
    assert await house.manager.guild_settings(GUILD) == GuildSettings(GUILD)
    changed = GuildSettings(GUILD, hints=True)
    await house.manager.save_guild_settings(changed)
    assert await house.manager.guild_settings(GUILD) == changed
    assert asked == [GUILD]
    await house.manager.forget_guild(GUILD)
    assert await house.manager.guild_settings(GUILD) == GuildSettings(GUILD)


async def test_a_persons_settings_are_read_again_after_a_minute() -> None:
    house = House()
    asked = counted(house, "player_settings")
    await house.manager.player_settings(ANN)
    # Another process, which serves other servers, saves his choice.
    await house.store.save_player_settings(PlayerSettings(ANN, "he"))
    assert (await house.manager.player_settings(ANN)).language is None
    house.clock.advance(archive.PERSON_SECONDS + 1)
    assert (await house.manager.player_settings(ANN)).language == "he"
    assert asked == [ANN, ANN]


async def test_a_database_of_our_own_is_not_asked_twice() -> None:
    """Every press would wait for it once a minute."""
    house = House()
    house.store.is_shared = False
    asked = counted(house, "player_settings")
    for _ in range(3):
        await house.manager.player_settings(ANN)
        house.clock.advance(archive.PERSON_SECONDS + 1)
    assert asked == [ANN]


async def test_a_choice_made_here_holds_at_once_and_is_forgotten_with_the_person() -> None:
    house = House()
    chosen = replace(await house.manager.player_settings(ANN), card_order="suit")
    await house.manager.save_player_settings(chosen)
    assert await house.manager.player_settings(ANN) == chosen
    await house.manager.forget_person(ANN)
    assert await house.manager.player_settings(ANN) == PlayerSettings(ANN)


async def test_only_so_many_people_are_kept_in_mind(monkeypatch) -> None:
    monkeypatch.setattr(archive, "MOST_PEOPLE", 1)
    house = House()
    asked = counted(house, "player_settings")
    for user in (ANN, BEN, ANN):
        await house.manager.player_settings(user)
    assert asked == [ANN, BEN, ANN]
