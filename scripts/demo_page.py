"""Starts the demo as a process and works its page in a browser, the way a person would.

For the pictures of the documentation and for the end-to-end test.
"""

import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Response, sync_playwright
from playwright.sync_api import TimeoutError as NotYet

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COMPOSER = "#channel-composer-input"
SEND = "#send-message"
ANSWERED = 200
CARD = re.compile(r"(A|[2-9]|10|J|Q|K)[♠♥♦♣]|Joker")
_ACTIONS = frozenset({"click", "select", "run_command"})
_TRIES = 8


def browser_path() -> str | None:
    """A Chromium of this machine; `None` leaves it to Playwright's own."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def running_demo(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The demo as a process of its own: its address, and the process. It is ended afterwards."""
    command = [sys.executable, "-m", "bot", "demo", "--no-browser", "--port", "0", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            lines = iter(process.stdout or ())
            address = next((line.strip() for line in lines if line.startswith("http://")), None)
            if address is None:
                raise RuntimeError("the demo printed no address")
            yield address, process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait(30)


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield started
        started.close()


class DemoPage:
    """The page of the demo as one person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        page.wait_for_selector(COMPOSER)

    def command(self, text: str) -> None:
        """Type a slash command and run it: Enter chooses it from the list, the button sends it."""
        self.page.fill(COMPOSER, text)
        self.page.wait_for_timeout(500)
        self.page.keyboard.press("Enter")
        for _ in range(_TRIES):
            try:
                with self.page.expect_response(_is_action, timeout=3000) as answer:
                    self.page.click(SEND, timeout=3000)
            except NotYet:
                continue
            if _was_taken(answer.value):
                return
        raise RuntimeError(f"{text} was not taken")

    def press(self, label: str) -> None:
        """Press the last enabled button with this label. A press just when the page changed is repeated."""
        for _ in range(_TRIES):
            with self.page.expect_response(_is_action) as answer:
                self.button(label).click()
            if _was_taken(answer.value):
                return
            self.page.wait_for_timeout(600)
        raise RuntimeError(f"{label} was not taken")

    def choose(self, menu: str, option: str) -> None:
        """Open the last menu with this text and choose from it."""
        self.page.get_by_text(menu, exact=True).last.click()
        with self.page.expect_response(_is_action):
            self.page.get_by_role("option").filter(has_text=option).first.click()

    def button(self, label: str) -> Locator:
        return self.page.locator(".component-button", has=self.page.get_by_text(label, exact=True)).last

    def is_on(self, label: str) -> bool:
        button = self.button(label)
        return button.count() > 0 and button.is_enabled()

    def message(self, text: str) -> Locator:
        """The last message that says this."""
        return self.page.locator("article.channel-message").filter(has_text=text).last

    def play_turn(self) -> None:
        """Call where that is possible, else lay the highest card and what goes with it, and draw."""
        if self.is_on("Yaniv!"):
            self.press("Yaniv!")
            return
        if not self.is_on("Draw"):
            self.press(self.cards()[-1])
        self.press("Draw")

    def cards(self) -> list[str]:
        """The labels of the cards in the hand, in their order."""
        labels = [text.strip() for text in self.page.locator(".component-button").all_inner_texts()]
        return [label for label in labels if CARD.fullmatch(label)]

    def view_as(self, name: str) -> None:
        self.page.select_option("#viewer-picker", label=name)
        self.page.wait_for_timeout(800)

    def wait_for(self, text: str, seconds: float = 30) -> None:
        self.page.get_by_text(text).last.wait_for(timeout=seconds * 1000)


def _is_action(response: Response) -> bool:
    request = response.request
    if request.method != "POST" or not response.url.endswith("/api/action"):
        return False
    return _kind(request.post_data) in _ACTIONS


def _kind(body: str | None) -> str:
    try:
        return str(json.loads(body or "{}").get("kind"))
    except ValueError:
        return ""


def _was_taken(response: Response) -> bool:
    if response.status != ANSWERED:
        return False
    receipt: dict[str, Any] = response.json()
    return not receipt.get("rejected")
