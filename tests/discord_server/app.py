"""The server: one HTTP application on loopback with Discord's routes and its gateway."""

import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.discord_server.errors import ApiError, unauthorized
from tests.discord_server.faults import Faults
from tests.discord_server.gateway import Gateway
from tests.discord_server.interactions import Interactions
from tests.discord_server.limits import Headers, Limits
from tests.discord_server.routes import Call, Handler, Routes
from tests.discord_server.schema import BASE, Schema, load_schema
from tests.discord_server.tally import TALLY
from tests.discord_server.world import World

TOKEN = "local.test.token"
MAJORS = ("channel_id", "guild_id", "webhook_id", "webhook_token")


@dataclass(frozen=True)
class Exchange:
    """One request and what became of it."""

    method: str
    path: str
    template: str
    body: Any
    status: int
    code: int
    began: float
    """Monotonic seconds."""
    ended: float


class Server:
    """Everything of the local Discord, listening."""

    def __init__(self, *, token: str = TOKEN) -> None:
        self.token = token
        self.world = World()
        self.interactions = Interactions(self.world)
        self.limits = Limits()
        self.faults = Faults()
        self.routes = Routes(self.world, self.interactions, self.limits)
        self.gateway = Gateway(self.world, self.faults, self.routes, token)
        self.schema: Schema | None = load_schema()
        self.log: list[Exchange] = []
        self.complaints: list[str] = []
        """What the API description says against requests of the bot and against our own answers."""
        self.port = 0
        self._runner: web.AppRunner | None = None

    @property
    def base(self) -> str:
        """What belongs into `discord.http.Route.BASE`."""
        return f"http://127.0.0.1:{self.port}{BASE}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    async def start(self) -> None:
        app = web.Application(client_max_size=30 * 2**20)
        for method, template, handler in self.routes.table():
            app.router.add_route(method, BASE + template, self._served(template, handler))
        app.router.add_get("/gateway", self.gateway.connect)
        app.router.add_route("*", "/{rest:.*}", self._served("", _unknown))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.gateway.url = self.routes.gateway_url = self.gateway_url

    async def stop(self) -> None:
        TALLY["requests"] += len(self.log)
        TALLY["presses and commands"] += len(self.interactions.by_token)
        TALLY["faults injected"] += sum(self.faults.injected.values())
        self.faults.stopped.set()
        await self.gateway.close_all()
        if self._runner is not None:
            await self._runner.cleanup()

    # --- One request ---------------------------------------------------------------------------

    def _served(self, template: str, handler: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            began = time.monotonic()
            fault = self.faults.take(request.method, request.path)
            if self.faults.outage is not None:
                return self._out_of_order(request)
            call = await _read(request)
            headers: Headers = {}
            if fault is not None:
                await self.faults.wait(fault.delay)
            if fault is not None and (fault.hang or fault.drop == "before"):
                return await self._cut(request, hang=fault.hang)
            try:
                if fault is not None and fault.error is not None:
                    raise fault.error
                headers = self._admit(request, template, call)
                self._check_request(request, call)
                status, body = await handler(call)
                code = 0
            except ApiError as error:
                status, body, code = error.status, error.body, error.code
                headers |= error.headers
            self._check_answer(request, status, body)
            if fault is not None:
                await self.faults.wait(fault.delay_answer)
                if fault.drop == "after":
                    return await self._cut(request, hang=False)
            self.limits.note(status, headers)
            ended = time.monotonic()
            self.log.append(
                Exchange(request.method, request.path, template, call.body, status, code, began, ended)
            )
            return _response(status, body, headers)

        return serve

    def _admit(self, request: web.Request, template: str, call: Call) -> Headers:
        needs_token = not template.startswith(("/interactions/", "/webhooks/"))
        if needs_token and request.headers.get("Authorization") != f"Bot {self.token}":
            raise unauthorized()
        major = "+".join(call.ids[name] for name in MAJORS if name in call.ids)
        return self.limits.admit(request.method, template, major)

    def _check_request(self, request: web.Request, call: Call) -> None:
        if self.schema is None:
            return
        TALLY["requests validated"] += 1
        fault = self.schema.fault_of_request(request.method, request.path, call.body)
        if fault:
            self.complaints.append(f"request {request.method} {request.path}: {fault}")

    def _check_answer(self, request: web.Request, status: int, body: Any) -> None:
        if self.schema is None:
            return
        if status >= 400:
            # The description gives the codes of single fields as numbers; Discord and its guide write words.
            body = {key: value for key, value in body.items() if key != "errors"}
        TALLY["answers validated"] += 1
        fault = self.schema.fault_of_answer(request.method, request.path, status, body)
        if fault:
            self.complaints.append(f"answer {request.method} {request.path} {status}: {fault}")

    def _out_of_order(self, request: web.Request) -> web.Response:
        self.faults.injected["outage"] += 1
        if self.faults.outage == "drop":
            _abort(request)
        return _response(503, {"message": "Service Unavailable", "code": 0}, {})

    async def _cut(self, request: web.Request, *, hang: bool) -> web.Response:
        if hang:
            await self.faults.stopped.wait()
        _abort(request)
        return web.Response(status=503)


def _abort(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


async def _read(request: web.Request) -> Call:
    call = Call(dict(request.match_info), query=dict(request.query))
    if request.content_type == "multipart/form-data":
        form = await request.post()
        call.body = json.loads(str(form["payload_json"]))
        for value in form.values():
            if isinstance(value, web.FileField):
                call.files[value.filename] = value.file.read()
    elif request.can_read_body:
        call.body = json.loads(await request.read())
    return call


def _response(status: int, body: Any, headers: Headers) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    # A charset beside the type would make discord.py take the body for text.
    return web.Response(
        status=status, body=json.dumps(body).encode(), headers=headers, content_type="application/json"
    )


async def _unknown(_call: Call) -> tuple[int, Any]:
    raise ApiError(0)
