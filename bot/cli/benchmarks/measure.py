"""Timing: warm up, take samples, say the median and the tail."""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured figure. `p50` and `p99` are in the unit of `value`, over `n` samples."""

    value: float
    unit: str
    n: int
    p50: float
    p99: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def percentile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least this share of all samples does not exceed."""
    ordered = sorted(samples)
    place = max(0, -(-len(ordered) * share // 1) - 1)
    return ordered[int(place)]


def milliseconds(seconds: Sequence[float]) -> Figure:
    """Durations in seconds as a figure in milliseconds; the value is the median."""
    samples = [second * 1000 for second in seconds]
    middle = percentile(samples, 0.5)
    return Figure(middle, "ms", len(samples), middle, percentile(samples, 0.99))


def per_second(rates: Sequence[float], unit: str) -> Figure:
    """Rates of several runs; the value is the median, `p99` the rate that 99 % of the runs reach."""
    middle = percentile(rates, 0.5)
    return Figure(middle, unit, len(rates), middle, percentile(rates, 0.01))


def seconds_of(work: Callable[[], object]) -> float:
    """Seconds of the processor for one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def rates_of(work: Callable[[int], int], runs: int) -> list[float]:
    """Units per second of the processor in several runs of `work(run) -> units`, after one to warm up.

    What the process holds by then is set apart from the garbage collector, as the bot does when it is ready.
    """
    work(0)
    rates: list[float] = []
    gc.freeze()
    try:
        for run in range(1, runs + 1):
            start = time.process_time()
            units = work(run)
            rates.append(units / (time.process_time() - start))
    finally:
        gc.unfreeze()
    return rates
