"""`start.seconds` and `render.milliseconds`: measured by programs of the tests, where there are any."""

import json
import subprocess
import sys
from pathlib import Path

from bot.cli.benchmarks.measure import Figure, milliseconds, percentile

ROOT = Path(__file__).resolve().parents[3]


class NotHereError(Exception):
    """A figure cannot be measured here; the text says why."""


def start_seconds() -> Figure:
    """From the start of a process to its first answered command, ten tables at play."""
    samples = _samples_of("start")
    middle = percentile(samples, 0.5)
    return Figure(middle, "s", len(samples), middle, percentile(samples, 0.99))


def render_milliseconds() -> Figure:
    """The screen that takes longest, from what it shows to what Discord gets."""
    return milliseconds(_samples_of("render"))


def _samples_of(name: str) -> list[float]:
    """What one of the programs in `tests/scale` measured, in seconds. Raises `NotHereError`."""
    if not (ROOT / "tests" / "scale" / f"{name}.py").is_file():
        raise NotHereError("it needs a checkout with its tests")
    command = (sys.executable, "-W", "ignore", "-m", f"tests.scale.{name}")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise NotHereError(f"{' '.join(command[3:])} ended with {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)
