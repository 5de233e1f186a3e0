"""Makes the pictures of the documentation from the running demo: `python -m scripts.screenshots`.

With `--widths FOLDER` at the width of a desktop and of a phone, to look at.
"""

import argparse
import asyncio
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from bot.storage.migrate import upgrade
from bot.storage.sample import GUILD, Sample, fill
from scripts.demo_page import ROOT, DemoPage, browser, running_demo

PICTURES = ROOT / "docs" / "pictures"
DESKTOP, PHONE = 1280, 400
HEIGHT = 1400
WIDEST = 690
"""Of a message, in pixels: what is right of it is empty."""
NO_TOOLS = ".message-context-actions { display: none !important }"
"""The buttons that the simulation shows over a message are not ours."""
MOST_TURNS = 60
SETTLING = 1000
"""Milliseconds until the page has shown what was pressed, pictures included."""
MELD = "→"
"""Stands between cards that are laid together."""
ADDRESS = "sqlite+aiosqlite:///{}"
PEOPLE = {"Ann": 4, "Ben": -3, "Cem": 7, "Dina": -5, "Eli": 1, "Fay": -2, "Gal": 3, "Hana": -5}
"""Who is on the leaderboard, and how many matches more than the others they have won."""
HISTORY = Sample(rounds=1200, people=len(PEOPLE))
BETTER = """
    UPDATE tallies SET win_parts = win_parts + 2520 * :luck, points = points - :luck * rounds / 3
    WHERE user_id = :user
"""
OF_A_SERVER = (
    "tables",
    "people",
    "seat_matches",
    "seat_rounds",
    "match_counts",
    "tallies",
    "ratings",
    "rating_changes",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--widths", type=Path, metavar="FOLDER", help="pictures for looking at")
    folder: Path | None = parser.parse_args().widths
    with tempfile.TemporaryDirectory() as place:
        history = with_a_history(Path(place))
        with browser() as started:
            if folder is None:
                take(Shots(started, history, PICTURES, DESKTOP))
                return
            for width in (DESKTOP, PHONE):
                take(Shots(started, history, folder / str(width), width))


@dataclass(frozen=True)
class Shots:
    """Where pictures are taken, and where they go."""

    browser: Browser
    history: Path
    """A database to begin with."""
    folder: Path
    width: int


def take(shots: Shots) -> None:
    """Plays through the scenes, and keeps a picture of each."""
    shots.folder.mkdir(parents=True, exist_ok=True)
    database = shutil.copy(shots.history, shots.history.with_name(f"{shots.width}.sqlite3"))
    with running_demo("--computers", "2", "--database", ADDRESS.format(database)) as (address, _):
        window = shots.browser.new_page(viewport={"width": shots.width, "height": HEIGHT}, bypass_csp=True)
        page = DemoPage(window, address)

        window.add_style_tag(content=NO_TOOLS)

        def keep(name: str, text: str) -> None:
            picture(page, text, shots.folder / f"{name}.png")

        keep("lobby", "who plays?")
        page.command("/yaniv settings")
        page.wait_for("Settings of this server")
        page.choose("Choose what to change", "Calling")
        keep("settings", "Call limit")
        page.command("/yaniv leaderboard")
        keep("leaderboard", "Leaderboard")
        page.press("Start")
        page.wait_for("Round 1")
        page.press("My hand")
        page.wait_for("Only you can see this")
        play_to_a_meld(page)
        keep("table", "My hand")
        keep("hand", "Your turn")
        play_to_the_result(page)
        keep("result", "starts the next round")


def with_a_history(folder: Path) -> Path:
    """A database in which people have played on the demo's server for a while."""
    database = folder / "history.sqlite3"
    asyncio.run(upgrade(ADDRESS.format(database)))
    fill(database, HISTORY)
    server = server_of_the_demo(folder / "empty.sqlite3")
    with sqlite3.connect(database) as connection:
        for table in OF_A_SERVER:
            connection.execute(f"UPDATE {table} SET guild_id = ? WHERE guild_id = ?", (server, GUILD))  # noqa: S608
        for number, (name, luck) in enumerate(PEOPLE.items(), 1):
            connection.execute("UPDATE people SET name = ? WHERE user_id = ?", (name, number))
            connection.execute(BETTER, {"luck": luck, "user": number})
    connection.close()
    return database


def server_of_the_demo(database: Path) -> int:
    """The id that the simulated server has at every start."""
    with running_demo("--computers", "1", "--database", ADDRESS.format(database)):
        connection = sqlite3.connect(database)
        ((server,),) = connection.execute("SELECT guild_id FROM tables").fetchall()
        connection.close()
    return int(server)


def picture(page: DemoPage, text: str, path: Path) -> None:
    """A picture of the last message that says this, without the empty part beside it."""
    message = page.message(text)
    message.scroll_into_view_if_needed()
    page.page.wait_for_timeout(SETTLING)
    box = message.bounding_box()
    if box is None:
        raise RuntimeError(f"the message that says {text!r} cannot be seen")
    clip = {"x": box["x"], "y": box["y"], "width": min(box["width"], WIDEST), "height": box["height"]}
    page.page.screenshot(path=path, clip=clip)


def play_to_a_meld(page: DemoPage) -> None:
    """Plays until cards that go together are chosen in the hand, on his turn."""
    for _ in range(MOST_TURNS):
        page.wait_for("Your turn ·")
        for card in dict.fromkeys(page.cards()):
            page.press(card)
            page.page.wait_for_timeout(SETTLING)
            text = page.message("Only you can see this").inner_text()
            if "Lay " in text and MELD in text:
                return
            page.press(card)
        page.play_turn()
        page.page.wait_for_timeout(1000)


def play_to_the_result(page: DemoPage) -> None:
    for _ in range(10 * MOST_TURNS):
        if page.page.get_by_text("starts the next round").count():
            return
        if page.page.get_by_text("Your turn ·").count():
            page.play_turn()
        page.page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
