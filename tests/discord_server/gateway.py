"""The gateway: identify, resume with replay, heartbeats, and everything it may throw at a client."""

import asyncio
import contextlib
import json
import secrets
import time
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.discord_server import payloads
from tests.discord_server.errors import Json
from tests.discord_server.faults import Faults
from tests.discord_server.routes import Routes
from tests.discord_server.world import Guild, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_MS = 41_250
IDENTIFY_SECONDS = 5.0
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)


class Line:
    """One connection, which compresses if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self._zlib = zlib.compressobj() if compressed else None

    async def send(self, payload: Json) -> None:
        text = json.dumps(payload)
        with contextlib.suppress(ConnectionError):
            if self._zlib is None:
                await self.socket.send_str(text)
            else:
                data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                await self.socket.send_bytes(data)


@dataclass(eq=False)
class Session:
    id: str
    shard: tuple[int, int]
    intents: int
    presence: Json
    """What the client said of itself when it identified."""
    events: list[Json] = field(default_factory=list)
    """Every event, whose place in the list is its sequence number less one."""
    line: Line | None = None
    is_valid: bool = True

    async def dispatch(self, name: str, data: Any) -> None:
        event = {"op": DISPATCH, "t": name, "s": len(self.events) + 1, "d": data}
        self.events.append(event)
        if self.line is not None:
            await self.line.send(event)


class Gateway:
    def __init__(self, world: World, faults: Faults, routes: Routes, token: str) -> None:
        self.world = world
        self.faults = faults
        self.routes = routes
        self.token = token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.identified = asyncio.Event()
        """Set and cleared whenever a session begins or is taken up again."""
        self.counts: Counter[str] = Counter()
        self.identify_log: list[tuple[int, float]] = []
        """Shard and monotonic time of every identify."""
        self.hurried: list[int] = []
        """Shards that identified too soon after another one of the same turn."""
        self._lines: set[Line] = set()

    # --- A connection --------------------------------------------------------------------------

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        if self.faults.outage is not None:
            self.faults.injected["outage"] += 1
            raise web.HTTPServiceUnavailable
        await socket.prepare(request)
        line = Line(socket, compressed=request.query.get("compress") == "zlib-stream")
        self._lines.add(line)
        try:
            await line.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
            await self._listen(line)
        finally:
            self._lines.discard(line)
            for session in self.sessions.values():
                if session.line is line:
                    session.line = None
        return socket

    async def _listen(self, line: Line) -> None:
        async for message in line.socket:
            if message.type is not WSMsgType.TEXT:
                break
            payload = json.loads(message.data)
            match payload["op"]:
                case 1:
                    await line.send({"op": ACK})
                case 2:
                    await self._identify(line, payload["d"])
                case 6:
                    await self._resume(line, payload["d"])
                case _:
                    self.counts[f"op {payload['op']}"] += 1

    async def _identify(self, line: Line, data: Json) -> None:
        self.counts["identify"] += 1
        if data["token"] != self.token:
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return
        if data["intents"] & PRIVILEGED:
            await line.socket.close(code=4014, message=b"Disallowed intent(s).")
            return
        shard = tuple(data.get("shard") or (0, 1))
        self._note_identify(shard[0])
        presence = data.get("presence") or {}
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), data["intents"], presence)
        self._forget_lost(session.shard)
        self.sessions[session.id] = session
        session.line = line
        await self._ready(session)

    def _note_identify(self, shard: int) -> None:
        now, turn = time.monotonic(), shard % self.routes.max_concurrency
        self.routes.identifies_left -= 1
        if any(
            other % self.routes.max_concurrency == turn and now - then < IDENTIFY_SECONDS * 0.9
            for other, then in self.identify_log
        ):
            self.hurried.append(shard)
        self.identify_log.append((shard, now))

    def _forget_lost(self, shard: tuple[int, int]) -> None:
        """A new session of a shard makes those without a connection obsolete."""
        for number in [key for key, old in self.sessions.items() if old.shard == shard and old.line is None]:
            del self.sessions[number]

    async def _ready(self, session: Session) -> None:
        guilds = [
            guild for guild in self.world.guilds.values() if guild.has_bot and is_on(guild, session.shard)
        ]
        ready = {
            "v": 10,
            "user": payloads.me(self.world),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self.world.application), "flags": 0},
        }
        await session.dispatch("READY", ready)
        for guild in guilds:
            await session.dispatch("GUILD_CREATE", payloads.guild_create(guild, self.world))
        self._announce()

    async def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or not session.is_valid or data["token"] != self.token:
            self.counts["resume refused"] += 1
            await line.send({"op": INVALID, "d": False})
            return
        self.counts["resume"] += 1
        seen = data["seq"]
        while seen < len(session.events):
            await line.send(session.events[seen])
            self.counts["replayed"] += 1
            seen += 1
        session.line = line
        await session.dispatch("RESUMED", {})
        self._announce()

    def _announce(self) -> None:
        self.identified.set()
        self.identified.clear()

    # --- What happens to clients ---------------------------------------------------------------

    def live(self) -> list[Session]:
        """Sessions with a connection."""
        return [session for session in self.sessions.values() if session.line is not None]

    async def dispatch(self, guild: Guild, name: str, data: Any) -> int:
        """Tells every session of the server's shard, also those that are away; says how many listen."""
        told = [
            session for session in self.sessions.values() if is_on(guild, session.shard) and session.is_valid
        ]
        for session in told:
            await session.dispatch(name, data)
        return len(told)

    async def reconnect(self) -> None:
        """Op 7: asks every client to come back."""
        for session in self.live():
            assert session.line is not None
            await session.line.send({"op": RECONNECT, "d": None})
        self.faults.injected["op 7"] += 1

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Op 9: ends every session."""
        for session in self.live():
            assert session.line is not None
            session.is_valid = resumable
            await session.line.send({"op": INVALID, "d": resumable})
        self.faults.injected["op 9"] += 1

    async def cut(self, *, code: int | None = None) -> None:
        """Breaks every connection, with a closing code or without a word; sessions can be resumed."""
        for session in self.live():
            line, session.line = session.line, None
            assert line is not None
            await _end(line, code)
        self.faults.injected["connection cut"] += 1

    async def close_all(self) -> None:
        for line in list(self._lines):
            await _end(line, None)


async def _end(line: Line, code: int | None) -> None:
    if code is not None:
        await line.socket.close(code=code)
        return
    transport = line.socket._req.transport if line.socket._req is not None else None
    if transport is not None:
        transport.abort()


def is_on(guild: Guild, shard: tuple[int, int]) -> bool:
    number, total = shard
    return (guild.id >> 22) % total == number
