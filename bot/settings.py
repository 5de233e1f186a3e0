"""What a host can set, from the environment and from `.env`, with every fault named at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.i18n.catalog import LANGUAGES
from bot.paths import default_database
from bot.storage.connections import parse_address
from bot.storage.errors import DatabaseUrlError

TOKEN_PLACEHOLDER = "paste-the-token-of-your-bot-here"
MOST_SHARDS = 10_000
ALLOWED = {
    "discord_token": "the token from the page Bot of your application, nothing before or after it",
    "database_url": "sqlite+aiosqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
    "shard_count": f"a whole number from 1 to {MOST_SHARDS}",
    "shard_ids": "numbers below SHARD_COUNT such as 0,1,2 or 0-15, and only together with SHARD_COUNT",
    "log_level": "DEBUG, INFO, WARNING or ERROR",
    "log_format": "text or json",
    "metrics_port": "a port from 1 to 65535",
    "default_language": " or ".join((", ".join(list(LANGUAGES)[:-1]), list(LANGUAGES)[-1])),
}
"""What each setting may be, in words."""
_SECRET = frozenset({"discord_token", "database_url"})
"""Settings whose value no message may repeat."""


class Settings(BaseSettings):
    """Everything a host can set. `ALLOWED` and `.env.example` say what each value may be."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    """Only `run` needs one."""
    database_url: str = Field(default_factory=lambda: f"sqlite+aiosqlite:///{default_database()}", repr=False)
    """With the asynchronous driver named; may hold a password."""
    shard_count: int | None = Field(None, ge=1, le=MOST_SHARDS)
    """`None`: what Discord recommends."""
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None
    """The shards of this process; `None`: all of them."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    metrics_port: int | None = Field(None, ge=1, le=65535)
    """`None`: no metrics are served."""
    default_language: str = "en"
    """For servers and people whose own language is not on offer."""

    @field_validator("discord_token")
    @classmethod
    def _is_a_token(cls, value: SecretStr | None) -> SecretStr | None:
        text = "x" if value is None else value.get_secret_value()
        if text == TOKEN_PLACEHOLDER:
            raise ValueError("still the placeholder of .env.example")
        if not text or text.split() != [text]:
            raise ValueError("holds blanks" if text.strip() else "is blank")
        if not (text.isascii() and text.isprintable()):
            raise ValueError("holds characters that no token has")
        return value

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, value: str) -> str:
        try:
            return parse_address(value).url.render_as_string(hide_password=False)
        except DatabaseUrlError:
            raise ValueError("is no address of a database that Yaniv knows") from None

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return _shard_numbers(value) if isinstance(value, str) else value

    @field_validator("shard_ids")
    @classmethod
    def _within_the_count(cls, value: tuple[int, ...] | None, info: ValidationInfo) -> tuple[int, ...] | None:
        if value is None or "shard_count" not in info.data:
            return value
        count: int | None = info.data["shard_count"]
        if count is None:
            raise ValueError("needs SHARD_COUNT beside it")
        if not value or any(not 0 <= shard < count for shard in value):
            raise ValueError(f"names shards outside 0 to {count - 1}")
        return tuple(sorted(set(value)))

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_capitals(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _in_small_letters(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("default_language")
    @classmethod
    def _on_offer(cls, value: str) -> str:
        if value not in LANGUAGES:
            raise ValueError(f"{value!r} is not on offer")
        return value


@dataclass(frozen=True, slots=True)
class SettingFault:
    """One setting that cannot be used. `str()` gives the line a host reads."""

    name: str
    """As in the environment."""
    wrong: str
    allowed: str

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.wrong}; it may be {self.allowed}"
            if self.allowed
            else f"{self.name}: {self.wrong}"
        )


class SettingsError(Exception):
    """Settings that cannot be used: every fault at once."""

    def __init__(self, faults: Iterable[SettingFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def load_settings(**changes: Any) -> Settings:
    """The settings from `changes`, the environment and `.env`, in that order of precedence.

    Raises `SettingsError` with all faults; no fault repeats a token or a password.
    """
    try:
        return Settings(**changes)
    except ValidationError as error:
        raise SettingsError(_faults(error)) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise SettingsError([SettingFault(".env", f"cannot be read: {reason}", "")]) from None


def _faults(error: ValidationError) -> Iterable[SettingFault]:
    """One fault for each field, in the order of the fields."""
    seen: set[str] = set()
    for detail in error.errors():
        field = str(detail["loc"][0])
        if field in seen:
            continue
        seen.add(field)
        own_words = detail.get("ctx", {}).get("error")
        given = "this value" if field in _SECRET else repr(detail["input"])
        wrong = f"{given} is not allowed" if own_words is None else str(own_words)
        yield SettingFault(field.upper(), wrong, ALLOWED[field])


def _shard_numbers(text: str) -> tuple[int, ...]:
    """`0,1,2` and `0-15`, also mixed."""
    numbers: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError(f"{text!r} is no list of shard numbers")
        if int(last or first) >= MOST_SHARDS:
            raise ValueError(f"{text!r} names a shard beyond {MOST_SHARDS - 1}")
        numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)
