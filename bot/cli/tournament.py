"""`tournament`: computer opponents against one another, with the same deals for every seating."""

import json
import math
import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bot.cli.arena import MOST_ACTIONS, Contest, Tally, play_matches
from bot.cli.endings import FAILED, MISUSED, give_up
from bot.cli.own_opponent import OwnOpponentError, UnknownOpponentError, opponent_named
from bot.engine.house_rules import PRESETS, HouseRules, RulesError, parse_rules

FORMAT = "yaniv-tournament/1"
Z95 = 1.959964
"""Standard deviations of a 95 % interval."""
UNFINISHED = (
    f"A match is unfinished where nobody ends a round within {MOST_ACTIONS} actions: "
    "whoever is still in then shares the win."
)
CHUNKS_PER_JOB = 8
LEAST_MATCHES_PER_JOB = 20
"""A process of its own takes as long to start as some matches take to play."""


@dataclass(frozen=True, slots=True)
class Order:
    """A tournament as it was asked for on the command line."""

    seats: str
    matches: int
    rules: str = "classic"
    seed: str = "0"
    jobs: int | None = None
    """Processes; `None` takes one for each core where there is enough to play."""


def run_tournament(order: Order, *, as_json: bool) -> None:
    """Play and print. Ends with status 1 when an opponent breaks the rules, 2 for wrong usage."""
    contest = _contest(order)
    jobs = order.jobs or max(1, min(os.cpu_count() or 1, order.matches // LEAST_MATCHES_PER_JOB))
    try:
        tallies = play(contest, order.matches, jobs)
    except (OwnOpponentError, UnknownOpponentError) as error:
        give_up([" ".join(str(error).split())], FAILED)
    except BrokenProcessPool:
        give_up(["a process of the tournament ended before its time"], FAILED)
    except KeyboardInterrupt:
        give_up(["stopped"], FAILED)
    if as_json:
        typer.echo(json.dumps(result_of(contest, order.matches, tallies)))
    else:
        _show(contest, order.matches, tallies)


def play(contest: Contest, matches: int, jobs: int) -> list[Tally]:
    """All matches, in `jobs` processes. The outcome is the same for any number of them."""
    total = [Tally() for _ in contest.seats]
    parts: dict[int, list[Tally]] = {}
    with _progress(matches) as advance:
        for first, part, count in _parts(contest, matches, jobs):
            parts[first] = part
            advance(count)
    for first in sorted(parts):
        for tally, part in zip(total, parts[first], strict=True):
            tally.add(part)
    return total


def result_of(contest: Contest, matches: int, tallies: list[Tally]) -> dict[str, Any]:
    """The tournament as JSON-able data (`yaniv-tournament/1`)."""
    seats = [_entry(name, matches, tally) for name, tally in zip(contest.seats, tallies, strict=True)]
    return {
        "format": FORMAT,
        "rules": contest.rules.dump(),
        "seed": contest.seed,
        "matches": matches,
        "unfinished": tallies[0].unfinished,
        "seats": seats,
    }


def interval95(wins: float, matches: int) -> tuple[float, float]:
    """The Wilson interval of a win rate: it stays within 0 and 1 where the rate is near them."""
    rate, z2 = wins / matches, Z95 * Z95
    middle = (rate + z2 / (2 * matches)) / (1 + z2 / matches)
    spread = math.sqrt(rate * (1 - rate) / matches + z2 / (4 * matches * matches))
    half = Z95 * spread / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def _entry(name: str, matches: int, tally: Tally) -> dict[str, Any]:
    return {
        "name": name,
        "wins": round(tally.wins, 4),
        "matches": matches,
        "win_rate": round(tally.wins / matches, 4),
        "ci95": [round(bound, 4) for bound in interval95(tally.wins, matches)],
        "rounds_won": tally.rounds_won,
        "calls": tally.calls,
        "assafed": tally.assafed,
        "milliseconds_per_decision": {
            "mean": round(tally.mean_milliseconds(), 4),
            "p99": round(tally.quantile_milliseconds(0.99), 4),
        },
    }


def _contest(order: Order) -> Contest:
    """What was asked for, or the end of the command with a line for each thing wrong with it."""
    seats = tuple(name.strip() for name in order.seats.split(",") if name.strip())
    if order.matches < 1:
        give_up(["--matches: at least one match is played"], MISUSED)
    if len(seats) < 2:
        give_up(["--seats: at least two seats play, for example hard,greedy"], MISUSED)
    faults: list[str] = []
    for name in dict.fromkeys(seats):
        try:
            opponent_named(name)
        except UnknownOpponentError as error:
            faults.append(f"--seats: {' '.join(str(error).split())}")
    if faults:
        give_up(faults, MISUSED)
    return Contest(seats, _rules(order.rules, len(seats)), order.seed)


def _rules(text: str, players: int) -> HouseRules:
    """The house rules of a preset's name or of a JSON file, for so many players."""
    data: object = text
    if text not in PRESETS:
        file = Path(text)
        if not file.is_file():
            give_up([f"--rules: {text!r} is neither a preset ({', '.join(PRESETS)}) nor a file"], MISUSED)
        try:
            data = json.loads(file.read_text("utf-8-sig"))
        except (OSError, ValueError, RecursionError) as error:
            give_up([f"--rules: {text} cannot be read as JSON: {error}"], MISUSED)
    try:
        rules = parse_rules(data, players)
    except RulesError as error:
        give_up([f"--rules: {fault.message}" for fault in error.faults], MISUSED)
    if players > rules.players_max:
        give_up([f"--seats: these rules seat at most {rules.players_max} players, not {players}"], MISUSED)
    return rules


def _parts(contest: Contest, matches: int, jobs: int) -> Iterator[tuple[int, list[Tally], int]]:
    """Stretches of matches as they are done: the first one's number, what was counted, how many."""
    size = max(1, math.ceil(matches / (max(1, jobs) * CHUNKS_PER_JOB)))
    chunks = [range(first, min(first + size, matches)) for first in range(0, matches, size)]
    if jobs <= 1:
        for chunk in chunks:
            yield chunk.start, play_matches(contest, chunk), len(chunk)
        return
    # Spawned, not forked: the progress bar has a thread, and every platform starts processes this way.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        running: dict[Future[list[Tally]], range] = {
            pool.submit(play_matches, contest, chunk): chunk for chunk in chunks
        }
        try:
            for done in as_completed(running):
                yield running[done].start, done.result(), len(running[done])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _progress(matches: int) -> Generator[Callable[[float], None]]:
    """A bar on a terminal, nothing elsewhere; gives what to call with the number of matches played."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _nothing
        return
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("matches", total=matches)
        yield partial(bar.advance, task)


def _nothing(_matches: float) -> None: ...


def _show(contest: Contest, matches: int, tallies: list[Tally]) -> None:
    """The result for a person's eyes."""
    result = result_of(contest, matches, tallies)
    unfinished = result["unfinished"]
    table = Table(
        title=f"{matches} matches, {contest.rules.preset}, {unfinished} unfinished",
        title_justify="left",
        title_style="bold",
        caption=UNFINISHED if unfinished else None,
        caption_justify="left",
    )
    table.add_column("opponent")
    for column in ("wins", "win %", "95 %", "rounds", "calls", "Assafed", "ms", "ms p99"):
        table.add_column(column, justify="right", no_wrap=True)
    for seat in result["seats"]:
        low, high = seat["ci95"]
        times = seat["milliseconds_per_decision"]
        table.add_row(
            seat["name"],
            f"{seat['wins']:.4g}",
            f"{seat['win_rate'] * 100:.1f}",
            f"{low * 100:.1f}–{high * 100:.1f}",
            str(seat["rounds_won"]),
            str(seat["calls"]),
            str(seat["assafed"]),
            f"{times['mean']:.3f}",
            f"{times['p99']:.3f}",
        )
    Console(markup=False, highlight=False, emoji=False).print(table)
