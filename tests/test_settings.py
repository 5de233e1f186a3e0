"""Settings: what is read, what is refused, and that no message repeats a secret. What a log never holds."""

import io
import json
import logging
import re
from pathlib import Path

import pytest
import structlog
from pydantic import ValidationError

from bot.logs import HIDDEN, configure_logs
from bot.settings import TOKEN_PLACEHOLDER, Settings, SettingsError, load_settings

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
NAMES = [name.upper() for name in Settings.model_fields]
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """No setting from outside, and a working directory without `.env`."""
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def faults_of(**changes: object) -> dict[str, str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(**changes)
    return {fault.name: str(fault) for fault in caught.value.faults}


def test_everything_has_a_default():
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == f"sqlite+aiosqlite:///{ROOT / 'data' / 'yaniv.sqlite3'}"
    assert (settings.shard_count, settings.shard_ids, settings.metrics_port) == (None, None, None)
    assert (settings.log_level, settings.log_format, settings.default_language) == ("INFO", "text", "en")


def test_settings_can_be_built_from_keyword_arguments():
    settings = Settings(discord_token="x", database_url="sqlite+aiosqlite:///a.sqlite3")
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "x"
    assert settings.database_url == "sqlite+aiosqlite:///a.sqlite3"


def test_settings_do_not_change():
    with pytest.raises(ValidationError):
        Settings().log_level = "DEBUG"


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nLOG_FORMAT=json\nSHARD_IDS=\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    settings = load_settings()
    assert (settings.log_level, settings.log_format, settings.shard_ids) == ("DEBUG", "json", None)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    (tmp_path / ".env").write_bytes(b"LOG_LEVEL=\xff\xfe\n")
    assert faults_of() == {".env": ".env: cannot be read: it is not UTF-8 text"}


def test_secrets_stay_out_of_the_representation():
    settings = Settings(discord_token=TOKEN, database_url="postgresql://ann:sesame@host/yaniv")
    assert TOKEN not in repr(settings)
    assert "sesame" not in repr(settings)


def test_all_faults_are_told_at_once_each_with_what_is_allowed(monkeypatch: pytest.MonkeyPatch):
    wrong = {
        "DISCORD_TOKEN": "a b",
        "DATABASE_URL": "mysql://ann:sesame@host/yaniv",
        "SHARD_COUNT": "0",
        "SHARD_IDS": "one",
        "LOG_LEVEL": "loud",
        "LOG_FORMAT": "xml",
        "METRICS_PORT": "70000",
        "DEFAULT_LANGUAGE": "xx",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    faults = faults_of()
    assert list(faults) == NAMES
    for name, line in faults.items():
        assert re.fullmatch(rf"{name}: .+; it may be .+", line)
    assert "sesame" not in "".join(faults.values())
    assert "'70000'" in faults["METRICS_PORT"]
    assert "1 to 65535" in faults["METRICS_PORT"]


@pytest.mark.parametrize("token", [TOKEN_PLACEHOLDER, "   ", f" {TOKEN}", f"Bot {TOKEN}", f"{TOKEN}é"])
def test_a_token_that_cannot_be_one_is_refused_without_repeating_it(token: str):
    line = faults_of(discord_token=token)["DISCORD_TOKEN"]
    assert TOKEN not in line
    assert "page Bot" in line


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("sqlite:///a.sqlite3", "sqlite+aiosqlite:///a.sqlite3"),
        ("postgres://ann:p%40ss@host/yaniv", "postgresql+asyncpg://ann:p%40ss@host/yaniv"),
        ("postgresql://ann@host:5433/yaniv", "postgresql+asyncpg://ann@host:5433/yaniv"),
        ("postgresql+asyncpg://host/yaniv", "postgresql+asyncpg://host/yaniv"),
        ("postgres://host/yaniv?sslmode=require", "postgresql+asyncpg://host/yaniv?ssl=require"),
    ],
)
def test_database_addresses_get_their_asynchronous_driver(written: str, used: str):
    assert load_settings(database_url=written).database_url == used


@pytest.mark.parametrize("written", ["yaniv.sqlite3", "mysql://ann:sesame@host/yaniv", "://", ""])
def test_other_databases_are_refused(written: str):
    assert "sesame" not in faults_of(database_url=written)["DATABASE_URL"]


@pytest.mark.parametrize(
    ("written", "shards"), [("0", (0,)), ("2, 0,2", (0, 2)), ("0-3", (0, 1, 2, 3)), ("7,1-2", (1, 2, 7))]
)
def test_shards_are_listed_or_given_as_ranges(written: str, shards: tuple[int, ...]):
    assert load_settings(shard_count=8, shard_ids=written).shard_ids == shards


@pytest.mark.parametrize("written", ["8", "0-8", "-1", "1-", "a", "0,,1", "3-1", "0-999999999999"])
def test_shards_outside_the_count_are_refused(written: str):
    assert list(faults_of(shard_count=8, shard_ids=written)) == ["SHARD_IDS"]


def test_shards_need_the_count_beside_them():
    assert "SHARD_COUNT" in faults_of(shard_ids="0")["SHARD_IDS"]


def test_the_example_file_lists_every_setting_with_its_default(tmp_path: Path):
    assert re.findall(r"^([A-Z_]+)=", EXAMPLE, flags=re.MULTILINE) == NAMES
    for paragraph in EXAMPLE.strip().split("\n\n")[1:]:
        assert "default" in paragraph.lower()
    (tmp_path / ".env").write_text(EXAMPLE, encoding="utf-8")
    assert list(faults_of()) == ["DISCORD_TOKEN"]
    (tmp_path / ".env").write_text(EXAMPLE.replace(TOKEN_PLACEHOLDER, ""), encoding="utf-8")
    assert load_settings() == Settings(_env_file=None)


# --- Logs -----------------------------------------------------------------------------------------


@pytest.fixture
def stream():
    """Where the log goes; afterwards logging is as it was."""
    root, before = logging.getLogger(), logging.getLogger().handlers[:]
    names = [None, "bot", "cogs", "discord", "sqlalchemy", "aiosqlite", "alembic"]
    levels = {name: logging.getLogger(name).level for name in names}
    root.handlers.clear()  # so that they are not closed
    yield io.StringIO()
    root.handlers[:] = before
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    structlog.reset_defaults()


@pytest.mark.parametrize("form", ["text", "json"])
def test_secrets_are_blanked_in_every_form_of_line(stream: io.StringIO, form):
    configure_logs("DEBUG", form, secrets=["sesame"], stream=stream)
    log = structlog.get_logger("bot.test")
    webhook = "https://discord.com/api/webhooks/123456/" + "aW50ZXJhY3Rpb24" * 8
    log.info("opened sesame", seed="5eed", hand=["AH"], table=3, url=webhook)
    logging.getLogger("discord.http").warning("PATCH %s with %s", webhook, TOKEN)
    logging.getLogger("bot.storage").error("postgresql://ann:swordfish@host/yaniv")
    try:
        raise ValueError(TOKEN)
    except ValueError:
        log.exception("failed")
    text = stream.getvalue()
    for secret in ("sesame", "5eed", "AH", "aW50ZXJhY3Rpb24", TOKEN, "swordfish"):
        assert secret not in text
    assert HIDDEN in text
    assert "ValueError" in text
    assert text.count("123456") == 2


def test_json_lines_are_objects(stream: io.StringIO):
    configure_logs("INFO", "json", stream=stream)
    structlog.get_logger("bot.test").warning("moved", table=3, version=12)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["table"], line["version"], line["level"]) == ("moved", 3, 12, "warning")
    assert line["logger"] == "bot.test"


def test_only_our_own_loggers_go_below_info(stream: io.StringIO):
    configure_logs("DEBUG", "text", stream=stream)
    for name in ("discord.gateway", "discord.http", "aiosqlite", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(name).debug("a hand and a token")
    logging.getLogger("sqlalchemy.engine.Engine").info("INSERT with its parameters")
    assert stream.getvalue() == ""
    logging.getLogger("bot.manager").debug("ours")
    logging.getLogger("discord.client").info("theirs")
    assert "ours" in stream.getvalue()
    assert "theirs" in stream.getvalue()


def test_local_variables_are_in_no_line(stream: io.StringIO):
    configure_logs("DEBUG", "text", stream=stream)
    hand = "a hidden hand"
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        structlog.get_logger("bot.test").exception("failed")
    assert hand not in stream.getvalue()
    assert "broken" in stream.getvalue()
