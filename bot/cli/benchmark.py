"""`benchmark`: the figures that this machine reaches, as a table or as JSON."""

import json
from collections.abc import Callable, Iterable

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bot.cli.benchmarks import checkout, clicks, engine, leaderboard, opponents, tables
from bot.cli.benchmarks.measure import Figure
from bot.cli.endings import MISUSED, give_up
from bot.opponents.levels import LEVELS

FORMAT = "yaniv-benchmark/1"


def figures(at_play: int = clicks.TABLES) -> dict[str, Callable[[], Figure]]:
    """Every figure by name, in the order in which they are measured; presses with so many tables at play."""
    return {
        "engine.turns_per_second": engine.turns_per_second,
        "engine.greedy_rounds_per_second": engine.greedy_rounds_per_second,
        "engine.legal_actions_per_second": engine.legal_actions_per_second,
        **{
            f"opponent.{level}.milliseconds": lambda level=level: opponents.decision_milliseconds(level)
            for level in LEVELS
        },
        "manager.submit.milliseconds": tables.submit_milliseconds,
        "table.bytes": tables.table_bytes,
        "recovery.tables_per_second": tables.recovered_per_second,
        "leaderboard.milliseconds": leaderboard.leaderboard_milliseconds,
        "profile.milliseconds": leaderboard.profile_milliseconds,
        "click.milliseconds": lambda: clicks.click_milliseconds(at_play),
        "turn.rest_calls": clicks.turn_rest_calls,
        "start.seconds": checkout.start_seconds,
        "render.milliseconds": checkout.render_milliseconds,
    }


def run_benchmark(only: str | None, at_play: int, *, as_json: bool) -> None:
    """Measure all figures, or the one named, and print them."""
    known = figures(at_play)
    if only is not None and only not in known:
        give_up([f"--only: {only!r} is not one of {', '.join(known)}"], MISUSED)
    wanted = known if only is None else {only: known[only]}
    console, measured = Console(), dict[str, Figure]()
    for name, measure in _shown(wanted, hidden=as_json):
        try:
            measured[name] = measure()
        except checkout.NotHereError as error:
            Console(stderr=True).print(f"{name} is left out: {error}", markup=False)
    if as_json:
        report = {"format": FORMAT, "figures": {name: figure.to_json() for name, figure in measured.items()}}
        console.file.write(json.dumps(report) + "\n")
        return
    console.print(_as_table(measured))


def _shown(
    wanted: dict[str, Callable[[], Figure]], *, hidden: bool
) -> Iterable[tuple[str, Callable[[], Figure]]]:
    """The figures one by one, with a progress bar on a terminal."""
    steps = list(wanted.items())
    return track(steps, "Measuring", console=Console(stderr=True), transient=True, disable=hidden)


def _as_table(measured: dict[str, Figure]) -> Table:
    table = Table("figure", "value", "unit", "n", "p50", "p99")
    for name, figure in measured.items():
        value, middle, tail = (_text(number) for number in (figure.value, figure.p50, figure.p99))
        table.add_row(name, value, figure.unit, str(figure.n), middle, tail)
    return table


def _text(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
