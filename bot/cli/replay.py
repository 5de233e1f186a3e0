"""`replay`: transcripts from files, played and printed."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from bot.cli.endings import MISUSED, give_up
from bot.engine.errors import Code
from bot.engine.replay import FORMAT, replay_transcript

STANDARD_INPUT = Path("-")
SETUP_RULE = "1.1"
"""The rule of everything that cannot be read or set up."""


@dataclass(frozen=True, slots=True)
class Document:
    """One transcript as it was read: its data, or why there is none."""

    data: Any = None
    unreadable: str | None = None


def replay_files(files: Sequence[Path], *, as_json: bool) -> bool:
    """Play every transcript in order and print each result. Tells whether all were accepted.

    Files that cannot be read end the command before anything is played.
    """
    console = Console(markup=False, highlight=False, emoji=False)
    all_accepted = True
    for document in [document for raw in _contents(files) for document in _documents(raw)]:
        result = _play(document)
        all_accepted = all_accepted and bool(result["ok"])
        if as_json:
            typer.echo(json.dumps(result))
        else:
            _show(console, document, result)
    return all_accepted


def _contents(files: Sequence[Path]) -> list[bytes]:
    contents: list[bytes] = []
    faults: list[str] = []
    for file in files:
        try:
            contents.append(sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes())
        except OSError as error:
            faults.append(f"{file}: {error.strerror}")
    if faults:
        give_up(faults, MISUSED)
    return contents


def _documents(raw: bytes) -> Iterator[Document]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield Document(unreadable="the file is not UTF-8 text")
    else:
        yield from _split(text)


def _split(text: str) -> Iterator[Document]:
    """The whole text as one transcript, or each of its lines as one (JSON Lines)."""
    whole = _parse(text)
    lines = [_parse(line) for line in text.splitlines() if line.strip()]
    if whole.unreadable is None or len(lines) < 2 or not any(_is_transcript(line.data) for line in lines):
        yield whole
    else:
        yield from lines


def _parse(text: str) -> Document:
    try:
        return Document(json.loads(text))
    except RecursionError:
        return Document(unreadable="the JSON is nested too deeply")
    except ValueError as error:  # JSON errors, and numbers too long to be read
        return Document(unreadable=f"not JSON: {error}" if text.strip() else "there is nothing in it")


def _is_transcript(data: object) -> bool:
    """Whether a line of its own is meant as a transcript, right or wrong."""
    return isinstance(data, dict) and bool({"format", "players", "rounds"} & data.keys())


def _play(document: Document) -> dict[str, Any]:
    if document.unreadable is None:
        return replay_transcript(document.data)
    error = {"round": None, "action": None, "code": Code.BAD_TRANSCRIPT.value}
    error |= {"rule": SETUP_RULE, "message": document.unreadable}
    return {"format": FORMAT, "ok": False, "error": error, "rounds": []}


def _show(console: Console, document: Document, result: dict[str, Any]) -> None:
    """One result for a person's eyes."""
    names = _names(document.data)
    for played in result["rounds"]:
        _show_round(console, names, played)
    if not result["ok"]:
        _show_refusal(console, result["error"])
    elif result["match"]["over"]:
        winners = ", ".join(_name(names, seat) for seat in result["match"]["winners"])
        console.print(f"The match is over. Won by {winners}.")
    if "position" in result:
        _show_position(console, names, result["position"])
    console.print()


def _show_round(console: Console, names: Sequence[str], played: dict[str, Any]) -> None:
    table = Table(title=_headline(names, played), title_justify="left", title_style="bold")
    for column in ("player", "hand", "count", "points", "total", ""):
        table.add_column(column, justify="right" if column in {"count", "points", "total"} else "left")
    for seat, hand in enumerate(played["hands"]):
        if hand is not None:
            figures = [str(played[key][seat]) for key in ("counts", "points", "totals")]
            table.add_row(_name(names, seat), " ".join(hand) or "none", *figures, _remarks(played, seat))
    console.print(table)


def _headline(names: Sequence[str], played: dict[str, Any]) -> str:
    caller = "nobody calls" if played["caller"] is None else f"{_name(names, played['caller'])} calls"
    outcome = {"yaniv": "and wins", "assaf": "and is Assafed"}.get(played["outcome"], "")
    dealer = _name(names, played["dealer"])
    return f"Round {played['number']}, dealt by {dealer}: {caller} {outcome}".rstrip()


def _remarks(played: dict[str, Any], seat: int) -> str:
    """What befell a seat at the end of a round."""
    remarks = [f"{hit['from']} becomes {hit['to']}" for hit in played["exact_hits"] if hit["seat"] == seat]
    if seat in played["out"]:
        remarks.append("out")
    if seat == played["next_starter"]:
        remarks.append("starts next")
    return ", ".join(remarks)


def _show_refusal(console: Console, error: dict[str, Any]) -> None:
    place = [f"{key} {error[key]}" for key in ("round", "action") if error.get(key) is not None]
    where = f" at {', '.join(place)}" if place else ""
    console.print(
        f"Refused{where}: {error['message']} ({error['code']}, rule {error['rule']}).", soft_wrap=True
    )


def _show_position(console: Console, names: Sequence[str], position: dict[str, Any]) -> None:
    console.print(f"Unfinished ({position['phase']}). Open: {' '.join(position['open']) or 'nothing'};")
    console.print(
        f"may be taken: {' '.join(position['drawable']) or 'nothing'}; stock: {position['stock']} cards."
    )
    for seat, hand in enumerate(position["hands"]):
        if hand is not None:
            mark = "  to move" if seat == position["to_move"] else ""
            console.print(f"  {_name(names, seat)}: {' '.join(hand)} ({position['counts'][seat]}){mark}")


def _names(data: Any) -> Sequence[str]:
    """The players' names, as far as the transcript gives any."""
    try:
        return [str(name) for name in data["players"]]
    except (TypeError, KeyError):
        return []


def _name(names: Sequence[str], seat: int) -> str:
    """A name without what would drive a terminal, or the seat's number."""
    name = "".join(letter for letter in names[seat] if letter.isprintable()) if seat < len(names) else ""
    return name or f"seat {seat}"
