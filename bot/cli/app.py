"""The command line. Commands are declared here and import what they need when they are called, so that
`--help` is quick and an extra that is not installed is missed by its own command alone."""

import logging
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bot.cli.endings import FAILED, MISUSED, give_up

DEMO_NEEDS = "The demo needs packages that are not installed ({name}): pip install 'yaniv[demo]'"

app = typer.Typer(
    name="yaniv",
    help="Yaniv, the card game, as a Discord bot.",
    epilog="Without a command: [bold]run[/bold].",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    rich_markup_mode="rich",
)
database = typer.Typer(help="Look after the database.", no_args_is_help=True, rich_markup_mode="rich")
app.add_typer(database, name="database")


def main() -> None:
    """Run the command line; the process ends with 0, 1 (failed) or 2 (wrong usage or configuration)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may know fewer characters than a name holds
    try:
        app()
    except Exception as error:  # noqa: BLE001 - the last resort: a defect of ours, told without a traceback
        _tell_defect(error)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from bot.paths import version

        typer.echo(f"yaniv {version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def choose(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Yaniv, the card game, as a Discord bot."""
    if context.invoked_subcommand is None:
        run()


@app.command()
def run() -> None:
    """Connect to Discord, with the settings from the environment and from `.env`."""
    from bot.cli.run import run_bot

    run_bot()


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 takes a free one.")] = 8000,
    people: Annotated[int, typer.Option(min=1, max=10, help="People you can view the server as.")] = 3,
    computers: Annotated[int, typer.Option(min=0, max=9, help="Computers at the first table.")] = 0,
    level: Annotated[str, typer.Option(help="How well the computers play.")] = "normal",
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: Annotated[
        str | None, typer.Option(help="Keep the tables there; forgotten at the end if left out.")
    ] = None,
) -> None:
    """Play in the browser: the real bot on a simulated Discord. Needs no token."""
    try:
        from bot.cli.demo import Plan
        from bot.cli.demo import demo as play
    except ModuleNotFoundError as error:
        if (error.name or "bot").partition(".")[0] in {"bot", "cogs"}:
            raise
        give_up([DEMO_NEEDS.format(name=error.name)], MISUSED)
    play(Plan(port, people, computers, level, database), browser=browser)


@app.command()
def replay(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            help="Transcripts: one a file, or one a line. `-` reads standard input.",
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a transcript, one a line.")
    ] = False,
) -> None:
    """Play transcripts and print every round. Status 1 if the rules refused any."""
    from bot.cli.replay import replay_files

    if not replay_files(files, as_json=as_json):
        raise typer.Exit(FAILED)


@app.command()
def rules(
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="The preset to print; classic if left out.")
    ] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of the house rules.")
    ] = False,
) -> None:
    """Print a preset of the house rules, or their JSON Schema."""
    from bot.cli.rules import print_preset, print_schema

    if schema and preset is not None:
        give_up(["--preset and --schema exclude one another"], MISUSED)
    if schema:
        print_schema()
    else:
        print_preset(preset or "classic")


@app.command()
def tournament(
    seats: Annotated[
        str,
        typer.Option(metavar="LIST", help="Levels, yardsticks or file.py:name, with commas."),
    ],
    matches: Annotated[
        int, typer.Option(min=1, help="Matches; a multiple of the seats plays every deal in every seating.")
    ],
    rules: Annotated[str, typer.Option(metavar="NAME or FILE", help="A preset, or a JSON file.")] = "classic",
    seed: Annotated[str, typer.Option(help="Another seed, other deals and other chance.")] = "0",
    jobs: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes; one for each core if left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let computer opponents play one another, with the same deals for every seating."""
    from bot.cli.tournament import Order, run_tournament

    run_tournament(Order(seats, matches, rules, seed, jobs), as_json=as_json)


@app.command()
def benchmark(
    only: Annotated[str | None, typer.Option(metavar="NAME", help="Measure this figure alone.")] = None,
    tables: Annotated[
        int, typer.Option(metavar="N", min=1, max=10_000, help="Tables at play while presses are measured.")
    ] = 300,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure what this machine reaches: rules, computers, moves, memory, recovery, presses."""
    from bot.cli.benchmark import run_benchmark

    run_benchmark(only, tables, as_json=as_json)


@database.command()
def upgrade() -> None:
    """Bring the database to the current schema. `run` and `demo` do it by themselves."""
    from bot.cli.database import upgrade_database

    upgrade_database()


@database.command()
def rebuild() -> None:
    """Reckon statistics, ratings and achievements anew from the stored moves. Stop the bot first."""
    from bot.cli.database import rebuild_statistics

    rebuild_statistics()


def _tell_defect(error: Exception) -> NoReturn:
    """Where it happened, not what was said: the text of an exception may hold a card or a token."""
    logging.getLogger(__name__).debug("stopped by a defect", exc_info=error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    typer.echo(
        f"Yaniv stopped on a fault of its own ({type(error).__name__}{place}). Please report it.", err=True
    )
    sys.exit(FAILED)
