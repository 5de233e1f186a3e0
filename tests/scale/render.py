"""Seconds of the processor to draw each screen for Discord. `python -m tests.scale.render`."""

import json
import sys
import time

from bot.cli.benchmarks.measure import percentile
from cogs.ui.render import layout
from tests.present.builders import EmojiFaces, reader
from tests.present.scenes import SCENES

LANGUAGE = "en"
WARM_UP, DRAWN = 5, 50


def measure() -> list[float]:
    """The samples of the slowest screen."""
    faces = EmojiFaces()
    drawn = {name: [_seconds(scene, faces) for _ in range(WARM_UP + DRAWN)] for name, scene in SCENES.items()}
    kept = {name: samples[WARM_UP:] for name, samples in drawn.items()}
    return max(kept.values(), key=lambda samples: percentile(samples, 0.5))


def _seconds(scene, faces) -> float:
    began = time.process_time()
    layout(scene(reader(LANGUAGE, faces)), faces).to_components()
    return time.process_time() - began


def main() -> None:
    sys.stdout.write(json.dumps(measure()) + "\n")


if __name__ == "__main__":
    main()
