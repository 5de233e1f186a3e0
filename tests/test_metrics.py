"""What an operator sees: figures without secrets, and an honest state of health."""

from collections import Counter

import aiohttp
import pytest
from aiohttp import web

from bot.metrics import Metrics, MetricsServer


@pytest.fixture
def happened():
    return Counter({"faults": 2})


@pytest.fixture
def metrics(happened):
    return Metrics(happened, lambda: {"playing": 3})


@pytest.fixture
async def page(metrics):
    """Reads a path of the running server; `healthy[0]` is what it is told of the connection."""
    healthy = [True]
    server = MetricsServer(metrics, lambda: healthy[0])
    port = await server.start(0, "127.0.0.1")
    async with aiohttp.ClientSession() as session:

        async def read(path):
            async with session.get(f"http://127.0.0.1:{port}{path}") as response:
                return response.status, await response.text()

        read.healthy = healthy
        yield read
    await server.close()


async def test_figures_are_read_when_somebody_asks(page, happened):
    happened["faults"] += 1
    status, text = await page("/metrics")
    assert status == 200
    assert 'yaniv_events_total{name="faults"} 3.0' in text
    assert 'yaniv_tables{status="playing"} 3.0' in text


async def test_answers_are_sorted_by_their_time(page, metrics):
    for seconds in (0.004, 0.3, 9.0, -0.2):
        metrics.answered(seconds)
    _, text = await page("/metrics")
    assert 'yaniv_answer_seconds_bucket{le="0.01"} 2.0' in text
    assert 'yaniv_answer_seconds_bucket{le="3.0"} 3.0' in text
    assert "yaniv_answer_seconds_count 4.0" in text


async def test_health_follows_the_connection(page):
    assert await page("/healthz") == (200, "ok\n")
    page.healthy[0] = False
    assert await page("/healthz") == (503, "not connected\n")


async def test_requests_are_counted_and_invalid_ones_apart(page, metrics):
    async def answer(request):
        status = int(request.query["status"])
        scope = {"X-RateLimit-Scope": request.query.get("scope", "user")}
        return web.Response(status=status, headers=scope)

    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}/"
    async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
        for query in ("status=200", "status=403", "status=429", "status=429&scope=shared"):
            async with session.get(f"{address}?{query}"):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get(address)
    _, text = await page("/metrics")
    assert 'yaniv_discord_requests_total{status="429"} 2.0' in text
    assert 'yaniv_discord_requests_total{status="none"} 1.0' in text
    assert "yaniv_discord_invalid_requests_total 2.0" in text


async def test_a_port_that_is_taken_is_an_error_of_the_system(metrics):
    first = MetricsServer(metrics, lambda: True)
    port = await first.start(0, "127.0.0.1")
    second = MetricsServer(metrics, lambda: True)
    try:
        with pytest.raises(OSError):
            await second.start(port, "127.0.0.1")
    finally:
        await second.close()
        await first.close()
