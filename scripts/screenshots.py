"""Makes the pictures of the documentation from the running demo: `python -m scripts.screenshots`.

With `--everything FOLDER` also the lobby and a round's result, at the width of a desktop and of a phone.
"""

import argparse
from pathlib import Path

from playwright.sync_api import Browser

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everything", type=Path, metavar="FOLDER", help="pictures for looking at")
    folder: Path | None = parser.parse_args().everything
    with browser() as started:
        if folder is None:
            PICTURES.mkdir(parents=True, exist_ok=True)
            take(started, PICTURES, DESKTOP, ("table", "hand"))
            return
        for width in (DESKTOP, PHONE):
            target = folder / str(width)
            target.mkdir(parents=True, exist_ok=True)
            take(started, target, width, ("lobby", "table", "hand", "result"))


def take(started: Browser, folder: Path, width: int, wanted: tuple[str, ...]) -> None:
    """Plays until each wanted scene was there, and keeps a picture of it."""
    with running_demo("--computers", "2") as (address, _):
        window = started.new_page(viewport={"width": width, "height": HEIGHT}, bypass_csp=True)
        page = DemoPage(window, address)

        window.add_style_tag(content=NO_TOOLS)

        def keep(name: str, text: str) -> None:
            if name in wanted:
                picture(page, text, folder / f"{name}.png")

        keep("lobby", "who plays?")
        page.press("Start")
        page.wait_for("Round 1")
        page.press("My hand")
        page.wait_for("Only you can see this")
        play_to_a_meld(page)
        keep("table", "My hand")
        keep("hand", "Only you can see this")
        if "result" in wanted:
            play_to_the_result(page)
            keep("result", "starts the next round")


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
