"""Rate limits: a window for each route and place, one for everything, one for edits of old messages."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.discord_server.errors import ApiError

Headers = dict[str, str]

GLOBAL_REQUESTS = 50
OLD_EDITS, OLD_SECONDS = 3, 6.0
RULES: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): (5, 2.0),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"): (5, 2.0),
}
"""Requests and seconds. Discord documents none of these; they are what people have observed."""
DEFAULT_RULE = (50, 1.0)
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


@dataclass
class Window:
    limit: int
    seconds: float
    used: int = 0
    ends: float = 0.0

    def take(self, now: float) -> bool:
        """Counts one request; says whether it still fits."""
        if now >= self.ends:
            self.used, self.ends = 0, now + self.seconds
        if self.used >= self.limit:
            return False
        self.used += 1
        return True


@dataclass
class Limits:
    now: Callable[[], float] = time.monotonic
    rules: dict[tuple[str, str], tuple[int, float]] = field(default_factory=lambda: dict(RULES))
    is_on: bool = True
    windows: dict[tuple[str, str], Window] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    """429 answers by scope: `user` (a route), `global`, `old` (edits of old messages), `shared`."""
    invalid: int = 0
    """Answers that count towards the ban at 10,000 in ten minutes: 401, 403, and 429 unless shared."""
    whole: Window = field(default_factory=lambda: Window(GLOBAL_REQUESTS, 1.0))

    def admit(self, method: str, template: str, major: str) -> Headers:
        """The headers of a request that may pass. Raises the 429 of one that may not."""
        if template == CALLBACK or not self.is_on:
            return {}
        now = self.now()
        if not template.startswith("/webhooks/") and not self.whole.take(now):
            raise self._too_many("global", self.whole.ends - now)
        name = bucket_name(method, template)
        limit, seconds = self.rules.get((method, template), DEFAULT_RULE)
        window = self.windows.setdefault((name, major), Window(limit, seconds))
        fits = window.take(now)
        headers = self._headers(name, window, now)
        if not fits:
            error = self._too_many("user", window.ends - now)
            error.headers = headers | error.headers
            raise error
        return headers

    def admit_old_edit(self, channel: int) -> None:
        """Raises 30046 where a channel has seen too many edits of messages older than an hour."""
        window = self.windows.setdefault(("old", str(channel)), Window(OLD_EDITS, OLD_SECONDS))
        now = self.now()
        if self.is_on and not window.take(now):
            error = ApiError(30046, retry_after=round(window.ends - now, 3), **{"global": False})
            raise self._marked(error, "old", window.ends - now)

    def _headers(self, name: str, window: Window, now: float) -> Headers:
        wait = max(0.0, window.ends - now)
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(window.limit - window.used),
            "X-RateLimit-Reset": f"{time.time_ns() / 1e9 + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": name,
        }

    def _too_many(self, scope: str, wait: float) -> ApiError:
        return self._marked(too_many(wait, scope=scope), scope, wait)

    def _marked(self, error: ApiError, scope: str, wait: float) -> ApiError:
        self.refused[scope] += 1
        error.headers = _retry_headers(wait, scope)
        return error

    def note(self, status: int, headers: Headers) -> None:
        """Counts an answer that went out."""
        is_shared = headers.get("X-RateLimit-Scope") == "shared"
        if status in {401, 403} or (status == 429 and not is_shared):
            self.invalid += 1


def too_many(wait: float, *, scope: str = "user") -> ApiError:
    """A 429 of this scope, also for tests that inject one."""
    error = ApiError(30046, retry_after=round(wait, 3))
    error.code = 0
    error.body = {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": round(wait, 3),
        "global": scope == "global",
    }
    error.headers = _retry_headers(wait, scope)
    return error


def _retry_headers(wait: float, scope: str) -> Headers:
    headers = {
        "Retry-After": str(max(1, round(wait))),
        "X-RateLimit-Scope": "user" if scope == "old" else scope,
        # discord.py takes a 429 without this for a ban by the proxy in front of Discord.
        "Via": "1.1 local",
    }
    return headers | {"X-RateLimit-Global": "true"} if scope == "global" else headers


def bucket_name(method: str, template: str) -> str:
    return hashlib.sha256(f"{method} {template}".encode()).hexdigest()[:32]
