"""The command line: what it prints, and the status it ends with."""

import asyncio
import io
import json
import os
import re
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

import aiohttp
import discord
import jsonschema
import pytest

from bot.cli import app as command_line
from bot.client import StartError
from bot.discord_identify import NotNowError
from bot.engine.house_rules import PRESETS
from bot.ports.store import DatabaseError
from bot.settings import TOKEN_PLACEHOLDER, Settings

TRANSCRIPT: dict[str, Any] = {
    "format": "yaniv-transcript/1",
    "rules": {"preset": "classic", "call_limit": 7},
    "players": ["Ann", "Ben", "Cem"],
    "totals": [0, 80, 0],
    "rounds": [
        {
            "dealer": 2,
            "starter": 0,
            "deal": {
                "hands": [["KS", "KH", "2D"], ["10S", "9H"], ["AS", "2C", "3C"]],
                "upcard": "9D",
                "stock": ["5S"],
            },
            "actions": [
                {"seat": 0, "discard": ["KS", "KH"], "draw": "stock"},
                {"seat": 1, "discard": ["9H"], "draw": "KH"},
                {"seat": 2, "call": True},
            ],
        }
    ],
}
ILLEGAL = TRANSCRIPT | {
    "rounds": [
        {**TRANSCRIPT["rounds"][0], "actions": [{"seat": 0, "discard": ["KS", "2D"], "draw": "stock"}]}
    ]
}
UNFINISHED = TRANSCRIPT | {"rounds": [{**TRANSCRIPT["rounds"][0], "actions": []}]}


class Ended(NamedTuple):
    status: int | str | None
    out: str
    err: str

    @property
    def results(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def yaniv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Runs the command line in an empty folder, without any setting from outside."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, stdin: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "argv", ["yaniv", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as ending:
            command_line.main()
        captured = capsys.readouterr()
        return Ended(ending.value.code, captured.out, captured.err)

    return run


# --- Help and wrong usage -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ((), ("run", "demo", "replay", "tournament", "rules", "database")),
        (("run",), (".env",)),
        (("demo",), ("--port", "--people", "--computers", "--level", "--no-browser", "--database")),
        (("replay",), ("FILE", "--json")),
        (("tournament",), ("--seats", "--matches", "--rules", "--seed", "--jobs", "--json")),
        (("rules",), ("--preset", "--schema")),
        (("database",), ("upgrade",)),
        (("database", "upgrade"), ("schema",)),
    ],
)
def test_every_level_has_help(yaniv, command: tuple[str, ...], told: tuple[str, ...]):
    ended = yaniv(*command, "--help")
    assert (ended.status, ended.err) == (0, "")
    for text in told:
        assert text in ended.out


@pytest.mark.parametrize(
    "arguments",
    [("no-such-command",), ("run", "--fast"), ("replay",), ("demo", "--people", "0"), ("database", "x")],
)
def test_wrong_usage_ends_with_2(yaniv, arguments: tuple[str, ...]):
    ended = yaniv(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err
    assert "Traceback" not in ended.err


def test_a_defect_is_told_in_one_line_without_its_text(yaniv, monkeypatch: pytest.MonkeyPatch):
    def broken(_name: str) -> None:
        raise KeyError("AH of the hidden hand")

    monkeypatch.setattr("bot.cli.rules.print_preset", broken)
    ended = yaniv("rules")
    assert ended.status == 1
    assert len(ended.err.splitlines()) == 1
    assert "KeyError" in ended.err
    assert "test_cli.py" in ended.err
    assert "hidden hand" not in ended.err


# --- Settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [(), ("run",)])
def test_run_without_a_token_says_what_to_do(yaniv, command: tuple[str, ...]):
    ended = yaniv(*command)
    assert (ended.status, ended.out) == (2, "")
    assert "DISCORD_TOKEN" in ended.err
    assert ".env.example" in ended.err
    assert "demo" in ended.err


def test_run_names_every_faulty_setting_in_a_line_of_its_own(yaniv, tmp_path: Path):
    text = f"DISCORD_TOKEN={TOKEN_PLACEHOLDER}\nMETRICS_PORT=http\nSHARD_COUNT=-1\n"
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    ended = yaniv("run")
    assert ended.status == 2
    assert [line.partition(":")[0] for line in ended.err.splitlines()] == [
        "DISCORD_TOKEN",
        "SHARD_COUNT",
        "METRICS_PORT",
    ]


class FakeBot:
    """A client whose connection does what the test says."""

    def __init__(self, serve: Callable[[], Awaitable[None]]) -> None:
        self.serve = serve
        self.closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.closed = True

    def add_listener(self, _work: Callable[[], Awaitable[None]], _event: str) -> None:
        """Nothing ever happens to this client."""

    async def start(self, _token: str) -> None:
        await self.serve()


def closed(code: int) -> discord.ConnectionClosed:
    """Discord has ended the connection for good."""
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)  # type: ignore[arg-type]


@pytest.fixture
def connect(yaniv, monkeypatch: pytest.MonkeyPatch):
    """Runs `yaniv run` with a client that behaves as told."""
    monkeypatch.setattr("bot.cli.run.configure_logs", lambda *_values, **_more: None)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")

    def run(serve: Callable[[], Awaitable[None]]) -> tuple[Ended, FakeBot]:
        client = FakeBot(serve)
        monkeypatch.setattr("bot.cli.run.build_bot", lambda _settings: client)
        return yaniv("run"), client

    return run


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (discord.LoginFailure("401"), 2, "DISCORD_TOKEN"),
        (DatabaseError("The database is held by another program."), 1, "held by another"),
        (StartError("METRICS_PORT: 9100 cannot be used: Address already in use"), 2, "METRICS_PORT: 9100"),
        (OSError("no route"), 1, "OSError"),
        (TimeoutError(), 1, "cannot be reached"),
        (aiohttp.ClientConnectionError(), 1, "cannot be reached"),
        (discord.GatewayNotFound(), 1, "cannot be reached"),
        (NotNowError("Start again in 3 h 20 min."), 1, "3 h 20 min"),
        (discord.PrivilegedIntentsRequired(0), 2, "intents"),
        (closed(4004), 2, "DISCORD_TOKEN"),
        (closed(4010), 2, "SHARD_IDS"),
        (closed(4011), 2, "SHARD_COUNT"),
        (closed(4014), 2, "intents"),
        (closed(4999), 2, "4999"),
    ],
)
def test_run_says_in_one_line_why_it_could_not_start(connect, error: Exception, status: int, told: str):
    async def serve() -> None:
        raise error

    ended, client = connect(serve)
    assert (ended.status, ended.out) == (status, "")
    assert len(ended.err.splitlines()) == 1
    assert told in ended.err
    assert client.closed


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_signal_ends_run_in_order(connect, number: signal.Signals):
    async def serve() -> None:
        os.kill(os.getpid(), number)
        await asyncio.get_running_loop().create_future()

    ended, client = connect(serve)
    assert ended == (0, "", "")
    assert client.closed


def test_the_demo_without_its_extra_says_what_to_install(yaniv, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delitem(sys.modules, "bot.cli.demo", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    ended = yaniv("demo")
    assert (ended.status, ended.out) == (2, "")
    assert len(ended.err.splitlines()) == 1
    assert "yaniv[demo]" in ended.err


def test_database_upgrade_makes_the_schema(yaniv, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    file = tmp_path / "new" / "yaniv.sqlite3"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    for _ in range(2):
        assert yaniv("database", "upgrade").status == 0
    connection = sqlite3.connect(file)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert "alembic_version" in names
    assert "tables" in names


def test_a_database_that_cannot_be_opened_ends_with_1(yaniv, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}")
    ended = yaniv("database", "upgrade")
    assert (ended.status, ended.out) == (1, "")
    assert len(ended.err.splitlines()) == 1


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(PRESETS))
def test_rules_prints_a_preset_that_its_own_schema_allows(yaniv, name: str):
    printed = json.loads(yaniv("rules", "--preset", name).out)
    schema = json.loads(yaniv("rules", "--schema").out)
    assert printed == PRESETS[name].dump()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(printed, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(printed | {"call_limit": 51}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(printed | {"trumps": True}, schema)


def test_rules_prints_classic_unless_told_otherwise(yaniv):
    assert json.loads(yaniv("rules").out)["preset"] == "classic"


def test_rules_names_the_presets_when_given_another(yaniv):
    ended = yaniv("rules", "--preset", "roman")
    assert (ended.status, ended.out) == (2, "")
    for text in ("roman", *PRESETS):
        assert text in ended.err


def test_rules_prints_one_thing_at_a_time(yaniv):
    assert yaniv("rules", "--preset", "classic", "--schema").status == 2


# --- replay ---------------------------------------------------------------------------------------


def test_replay_prints_a_round_for_people(yaniv, tmp_path: Path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(TRANSCRIPT, indent=2), encoding="utf-8")
    ended = yaniv("replay", file)
    assert (ended.status, ended.err) == (0, "")
    for text in ("Round 1", "Cem calls and wins", "Ann", "KH", "100 becomes 50", "starts next"):
        assert text in ended.out


def test_replay_prints_one_result_a_line(yaniv, tmp_path: Path):
    first, second = tmp_path / "one.json", tmp_path / "many.jsonl"
    first.write_text(json.dumps(UNFINISHED, indent=2), encoding="utf-8-sig")
    second.write_text(f"\n{json.dumps(TRANSCRIPT)}\n\n{{broken\n{json.dumps(TRANSCRIPT)}\n", encoding="utf-8")
    ended = yaniv("replay", first, second, "-", "--json", stdin=json.dumps(ILLEGAL).encode())
    assert ended.status == 1
    assert [result["ok"] for result in ended.results] == [True, True, False, True, False]
    assert {result["format"] for result in ended.results} == {"yaniv-replay/1"}
    assert ended.results[0]["position"]["to_move"] == 0
    assert ended.results[1]["rounds"][0]["totals"] == [7, 50, 0]
    assert ended.results[2]["error"]["code"] == "bad_transcript"
    error = ended.results[4]["error"]
    assert (error["round"], error["action"], error["code"]) == (1, 1, "not_a_meld")


def test_replay_tells_people_what_was_refused_and_where(yaniv):
    ended = yaniv("replay", "-", stdin=json.dumps(ILLEGAL).encode())
    assert ended.status == 1
    assert "Refused at round 1, action 1" in ended.out
    assert "not_a_meld" in ended.out


def test_replay_shows_the_position_of_an_unfinished_round(yaniv):
    ended = yaniv("replay", "-", stdin=json.dumps(UNFINISHED).encode())
    assert ended.status == 0
    assert "Open: 9D" in ended.out
    assert "Ann: KS KH 2D (22)  to move" in ended.out.replace("2D KH KS", "KS KH 2D")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n\n",
        b"not json",
        b"[]",
        b"7",
        b'{"players":\n["Ann"',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"1" * 5_000,
        b'{"format": "yaniv-transcript/1"}',
    ],
)
def test_replay_refuses_what_is_no_transcript(yaniv, raw: bytes):
    ended = yaniv("replay", "--json", "-", stdin=raw)
    assert (ended.status, ended.err) == (1, "")
    (result,) = ended.results
    assert (result["ok"], result["error"]["code"], result["rounds"]) == (False, "bad_transcript", [])
    assert yaniv("replay", "-", stdin=raw).status == 1


def test_replay_names_every_file_that_cannot_be_read_and_plays_none(yaniv, tmp_path: Path):
    file = tmp_path / "match.json"
    file.write_text(json.dumps(TRANSCRIPT), encoding="utf-8")
    ended = yaniv("replay", file, "missing.json", tmp_path)
    assert (ended.status, ended.out) == (2, "")
    assert [line.partition(":")[0] for line in ended.err.splitlines()] == ["missing.json", str(tmp_path)]


def test_replay_lets_no_name_drive_the_terminal(yaniv):
    players = ["\x1b[2JAnn", "[bold]Ben", "\r\n"]
    ended = yaniv("replay", "-", stdin=json.dumps(TRANSCRIPT | {"players": players}).encode())
    assert ended.status in {0, 1}
    assert "\x1b" not in ended.out


# --- tournament -----------------------------------------------------------------------------------


def test_the_opponent_of_the_readme_plays_a_tournament(yaniv, tmp_path: Path):
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", readme, flags=re.MULTILINE | re.DOTALL)
    (command,) = re.findall(r"^\.venv/bin/yaniv (tournament .*)$", readme, flags=re.MULTILINE)
    (tmp_path / "heaviest.py").write_text(code, encoding="utf-8")
    arguments = re.sub(r"--matches \d+", "--matches 4", command).split()
    ended = yaniv(*arguments, "--jobs", 1, "--json")
    assert (ended.status, ended.err) == (0, "")
    (result,) = ended.results
    assert [seat["name"] for seat in result["seats"]] == ["heaviest.py:heaviest", "normal"]
    assert sum(seat["wins"] for seat in result["seats"]) == 4
