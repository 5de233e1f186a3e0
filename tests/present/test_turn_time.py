"""The turn clock of one match in words, and what its host may choose."""

import pytest

from bot.ports.store import GuildSettings
from bot.present.lobby import lobby_screen
from bot.present.rules import OfTable, rules_screen
from bot.present.screens import Text
from bot.present.tokens import SetClock, decode
from bot.present.turn_time import chosen_clock, turn_clock
from tests.present.builders import PEOPLE, lobby, reader, rules
from tests.present.limits import menus, texts


def seen_by(chosen: int | None = None, *, is_host: bool = True, **settings):
    clock = turn_clock(lobby(*PEOPLE, clock=chosen), GuildSettings(1, **settings), is_host=is_host)
    return rules_screen(rules(), reader(), OfTable(clock=clock, fresh="5f"))


def offered(screen) -> list[tuple[str, bool]]:
    (menu,) = menus(screen)
    return [(choice.value, choice.chosen) for choice in menu.choices]


def test_the_host_chooses_among_what_his_server_allows():
    screen = seen_by(longest_clock=300)
    assert offered(screen) == [
        ("server", True),
        *((value, False) for value in ("30", "60", "90", "180", "300")),
    ]
    (menu,) = menus(screen)
    assert decode(menu.token) == SetClock(77, "5f")
    assert screen.blocks[screen.blocks.index(menu) - 1] == Text("**Turn time**")
    assert menu.placeholder == "2 minutes"
    assert (menu.choices[0].label, menu.choices[0].description) == ("2 minutes", "as the server")


def test_where_everything_is_allowed_so_is_no_clock():
    assert ("0", True) in offered(seen_by(0, longest_clock=None))
    assert menus(seen_by(0, longest_clock=None))[0].placeholder == "no limit"
    # Where the server has none, that is its own choice already.
    values = [value for value, _ in offered(seen_by(turn_seconds=None, longest_clock=None))]
    assert "0" not in values
    assert menus(seen_by(turn_seconds=None))[0].placeholder == "no limit"


def test_what_was_chosen_stays_in_the_list_when_the_server_allows_less():
    assert offered(seen_by(3600, longest_clock=60)) == [
        ("server", False),
        ("30", False),
        ("60", False),
        ("3600", True),
    ]


@pytest.mark.parametrize(("is_host", "longest"), [(False, None), (True, 0)])
def test_whoever_may_not_choose_reads_the_turn_time(is_host, longest):
    screen = seen_by(300 if longest is None else None, is_host=is_host, longest_clock=longest)
    assert menus(screen) == []
    time = "5 minutes" if longest is None else "2 minutes"
    assert f"Turn time: {time}" in texts(screen)


def test_the_lobby_tells_what_its_host_has_chosen():
    def shown(clock):
        return "\n".join(texts(lobby_screen(lobby(*PEOPLE, clock=clock), reader())))

    assert "Turn time" not in shown(None)
    assert "-# Turn time: 5 minutes" in shown(300)
    assert "-# Turn time: no limit" in shown(0)


def test_a_choice_is_read_back():
    assert [chosen_clock(value) for value in ("server", "0", "300")] == [None, 0, 300]
    with pytest.raises(ValueError, match="soon"):
        chosen_clock("soon")
