"""The log: one form for our own lines and for those of the libraries, and nothing secret in either.

Ids, versions and codes only. What libraries say at DEBUG holds hands, tokens and SQL parameters, so
`LOG_LEVEL` reaches below INFO for our own loggers alone.
"""

import logging
import re
import sys
from collections.abc import Iterable
from typing import Any, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

OURS = ("bot", "cogs")
"""The loggers that `LOG_LEVEL` may take down to DEBUG."""
_TALKATIVE = ("sqlalchemy", "aiosqlite", "alembic")
"""Loggers that print statements with their parameters at INFO or below."""
HIDDEN = "[hidden]"
_SECRET_KEYS = re.compile(
    r"(?:^|_)(?:token|password|secret|authorization|seed|hands?|cards?)(?:_|$)", re.IGNORECASE
)
_PATTERNS = (
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?\"']+"), rf"\1{HIDDEN}"),
    (re.compile(r"(://[^/\s:@]*:)[^/\s@]+(?=@)"), rf"\1{HIDDEN}"),
    (re.compile(r"\b[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{25,}"), HIDDEN),
    (re.compile(r"\b[\w-]{100,}={0,2}"), HIDDEN),
)
"""Interaction and webhook tokens in addresses, passwords in database addresses, bot tokens, and the
long run of letters that an interaction token is."""


class Redactor:
    """Blanks what looks like a secret, and the exact `secrets`, in every text of a log line."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if secret)

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {
            key: HIDDEN if _SECRET_KEYS.search(key) else self._clean(value) for key, value in event.items()
        }

    def _clean(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        text = value if isinstance(value, str) else str(value)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for pattern, replacement in _PATTERNS:
            text = pattern.sub(replacement, text)
        return text


def configure_logs(
    level: str,
    form: Literal["text", "json"],
    *,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send everything that is logged from `level` on to `stream` (default: standard error).

    `secrets` are texts, such as the bot's token, that no line may hold.
    """
    target = sys.stderr if stream is None else stream
    shared = _shared_processors()
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                Redactor(secrets),
                _renderer(form, target),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], force=True)
    _set_levels(logging.getLevelNamesMapping()[level])


def _shared_processors() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]


def _renderer(form: Literal["text", "json"], stream: TextIO) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    # The exception is text by now; the renderer's own would show local variables, and with them hands.
    return structlog.dev.ConsoleRenderer(
        colors=stream.isatty(), exception_formatter=structlog.dev.plain_traceback
    )


def _set_levels(level: int) -> None:
    logging.getLogger().setLevel(max(level, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("discord").setLevel(max(level, logging.INFO))
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
