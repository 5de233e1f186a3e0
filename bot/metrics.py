"""What an operator can watch: `/metrics` for Prometheus and `/healthz` for a supervisor, on one port.

Names, counts and times only: no card, no name of a person or server, no custom id ever becomes a label.
"""

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace

import aiohttp
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

ANSWER_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds; Discord gives up after three."""
INVALID = frozenset({401, 403, 429})
"""Statuses that Discord counts as invalid requests: 10,000 in ten minutes and the address is banned."""


class Metrics:
    """The figures of one process since its start."""

    def __init__(self, happened: Mapping[str, int], tables: Callable[[], Mapping[str, int]]) -> None:
        """`happened`: how often what happened, by name; `tables`: how many tables there are, by status."""
        self.registry = CollectorRegistry()
        self.registry.register(_Live(happened, tables))
        self._answers = Histogram(
            "yaniv_answer_seconds",
            "From a press or a command to the end of its answer.",
            buckets=ANSWER_BUCKETS,
            registry=self.registry,
        )
        self._requests = Counter(
            "yaniv_discord_requests", "Requests to Discord by status.", ["status"], registry=self.registry
        )
        self._invalid = Counter(
            "yaniv_discord_invalid_requests",
            "Requests that Discord counts against the address of this machine.",
            registry=self.registry,
        )

    def answered(self, seconds: float) -> None:
        self._answers.observe(max(0.0, seconds))

    def trace(self) -> aiohttp.TraceConfig:
        """Counts the requests of an HTTP session."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._count_request)
        trace.on_request_exception.append(self._count_failure)
        return trace

    def text(self) -> bytes:
        """All figures in the form that Prometheus reads."""
        return generate_latest(self.registry)

    async def _count_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        status = end.response.status
        self._requests.labels(str(status)).inc()
        # A limit that is shared with other applications is not held against us.
        if status in INVALID and end.response.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.inc()

    async def _count_failure(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._requests.labels("none").inc()


class _Live(Collector):
    """Figures that are kept elsewhere and read when somebody asks."""

    def __init__(self, happened: Mapping[str, int], tables: Callable[[], Mapping[str, int]]) -> None:
        self._happened = happened
        self._tables = tables

    def collect(self) -> Iterator[Metric]:
        events = CounterMetricFamily("yaniv_events", "What happened, by name.", labels=["name"])
        for name, count in sorted(self._happened.items()):
            events.add_metric([name], count)
        yield events
        tables = GaugeMetricFamily("yaniv_tables", "Tables in memory, by status.", labels=["status"])
        for status, count in sorted(self._tables().items()):
            tables.add_metric([status], count)
        yield tables


class MetricsServer:
    """Serves the figures and the state of health until it is closed."""

    def __init__(self, metrics: Metrics, is_healthy: Callable[[], bool]) -> None:
        self._metrics = metrics
        self._is_healthy = is_healthy
        app = web.Application()
        app.router.add_get("/metrics", self._figures)
        app.router.add_get("/healthz", self._health)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    async def start(self, port: int, host: str | None = None) -> int:
        """Listen, on all addresses unless one is given; returns the port. Raises `OSError` if it is taken."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        return self._runner.addresses[0][1]

    async def close(self) -> None:
        await self._runner.cleanup()

    async def _figures(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        """200 while connected to Discord, else 503: what a supervisor restarts on."""
        if self._is_healthy():
            return web.Response(text="ok\n")
        return web.Response(status=503, text="not connected\n")
