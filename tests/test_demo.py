"""The demo from end to end: a process, a browser, and a round played by its buttons."""

import signal
import subprocess
import sys

import pytest
from playwright.sync_api import Error

from scripts.demo_page import ROOT, DemoPage, browser, running_demo

MOST_TURNS = 60


@pytest.fixture(scope="module")
def chromium():
    try:
        with browser() as started:
            yield started
    except Error as error:
        pytest.skip(f"no Chromium on this machine: {error.message.splitlines()[0]}")


def test_a_round_is_played_in_the_browser(chromium):
    with running_demo("--people", "2", "--computers", "1") as (address, process):
        window = chromium.new_page(viewport={"width": 1280, "height": 1000})
        page = DemoPage(window, address)
        page.press("Start")
        page.wait_for("Round 1")
        page.press("My hand")
        page.wait_for("points in")
        assert len(page.cards()) == 5
        for _ in range(5 * MOST_TURNS):
            if window.get_by_text("starts the next round").count():
                break
            if window.get_by_text("Your turn ·").count():
                page.play_turn()
            window.wait_for_timeout(400)
        page.wait_for("starts the next round")
        page.wait_for("Round 2")

        page.view_as("Ben")
        assert window.get_by_text("Only you can see this").count() == 0
        page.press("My hand")
        page.wait_for("no seat at this table")
        window.close()

        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def test_a_command_typed_in_the_page_opens_a_table(chromium):
    with running_demo("--people", "1") as (address, _):
        window = chromium.new_page(viewport={"width": 400, "height": 800})
        page = DemoPage(window, address)
        page.command("/yaniv start")
        page.wait_for("who plays?")
        window.close()


def test_an_unknown_level_is_refused_in_one_line():
    command = [sys.executable, "-m", "bot", "demo", "--level", "genius"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "--level" in ended.stderr
