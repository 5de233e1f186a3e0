"""A card house for tests: a manager with stand-ins for everything around it, and people to play there."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from bot.engine.actions import Action, Call
from bot.engine.options import Legal
from bot.engine.views import SeatView
from bot.manager.manager import Manager, Parts
from bot.manager.outcomes import Accepted, Outcome
from bot.manager.requests import AddComputer, Join, Play, Start
from bot.ports.store import GuildSettings, StoredTable
from bot.ports.tables import Hand, Status, Table
from tests.fakes import FakeClock, MemoryStore, RecordingPublisher

GUILD, CHANNEL = 10, 20
ANN, BEN, CEM, DAN = 1, 2, 3, 4
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DAN: "Dan"}
QUICK = {"preset": "quick", "limit": 20, "round_turn_cap": 200}
"""House rules under which a random match ends after a few rounds."""


def random_opponent(view: SeatView, legal: Legal, chance: random.Random) -> Action:
    """Calls whenever it may, else does anything legal."""
    return Call() if legal.may_call else chance.choice(list(legal))


class House:
    """One process of the bot, as far as the manager knows. `restart` makes the next one."""

    def __init__(self, seed: int = 0, opponents: Mapping[str, Any] | None = None) -> None:
        self.chance = random.Random(seed)
        self.store = MemoryStore()
        self.clock = FakeClock()
        self.publisher = RecordingPublisher()
        self.opponents = (
            {"normal": random_opponent, "easy": random_opponent} if opponents is None else opponents
        )
        self.manager = self._manager()

    def _manager(self) -> Manager:
        return Manager(
            Parts(
                store=self.store,
                clock=self.clock,
                publisher=self.publisher,
                seeds=lambda: f"{self.chance.getrandbits(256):064x}",
                opponents=self.opponents,
                chance=random.Random(self.chance.random()),
            )
        )

    async def restart(self) -> list[Table]:
        self.manager = self._manager()
        return await self.manager.recover()

    async def settle(self, **changes: Any) -> None:
        """The server's settings."""
        values: dict[str, Any] = {"rules": QUICK} | changes
        await self.manager.save_guild_settings(GuildSettings(GUILD, **values))

    async def lobby(
        self, *people: int, computers: int = 0, channel: int = CHANNEL, level: str = "normal"
    ) -> int:
        """The id of a new lobby with these people, the first of them host."""
        host = people[0]
        outcome = await self.manager.open_lobby(
            guild=GUILD, channel=channel, user=host, name=NAMES[host], language="en"
        )
        table_id = accepted(outcome).table.id
        for user in people[1:]:
            accepted(await self.manager.submit(Join(table_id, user, NAMES[user])))
        for _ in range(computers):
            accepted(await self.manager.submit(AddComputer(table_id, host, level)))
        return table_id

    async def match(
        self, *people: int, computers: int = 0, channel: int = CHANNEL, level: str = "normal"
    ) -> int:
        """The same, dealt."""
        table_id = await self.lobby(*people, computers=computers, channel=channel, level=level)
        accepted(await self.manager.submit(Start(table_id, people[0])))
        return table_id

    def table(self, table_id: int) -> Table:
        table = self.manager.table(table_id)
        assert table is not None
        return table

    def hand(self, table_id: int, user: int) -> Hand:
        hand = self.manager.hand(table_id, user)
        assert hand is not None
        return hand

    def hands(self, table_id: int) -> list[Hand | None]:
        """By seat; `None` for computers and for people who are out."""
        return [
            None if member.user is None else self.manager.hand(table_id, member.user)
            for member in self.table(table_id).members
        ]

    def user_to_move(self, table_id: int) -> int | None:
        """`None` where a computer is to move."""
        table = self.table(table_id)
        assert table.view is not None
        assert table.view.to_move is not None
        return table.members[table.view.to_move].user

    def any_move(self, table_id: int, user: int) -> Play:
        """Some legal move of a person, as a press of his present hand."""
        hand = self.hand(table_id, user)
        action = random_opponent(hand.view, hand.view.legal, self.chance)
        return Play(table_id, user, action, hand.stamp)

    async def move(self, table_id: int) -> Accepted:
        """The person to move does something legal."""
        user = self.user_to_move(table_id)
        assert user is not None
        return accepted(await self.manager.submit(self.any_move(table_id, user)))

    async def one_step(self, table_id: int) -> None:
        """A person moves, or time passes until a computer has."""
        if self.is_persons_turn(table_id):
            await self.move(table_id)
        else:
            await self.wait(3.0)

    def is_persons_turn(self, table_id: int) -> bool:
        user = self.user_to_move(table_id)
        return user is not None and not self.member(table_id, user).is_away

    def member(self, table_id: int, user: int) -> Any:
        return next(member for member in self.table(table_id).members if member.user == user)

    async def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.manager.tick()

    async def play_out(self, table_id: int, after_step: Callable[[], Any] | None = None) -> Table:
        """To the end of the match."""
        for _ in range(5000):
            if self.table(table_id).status is not Status.PLAYING:
                return self.table(table_id)
            await self.one_step(table_id)
            if after_step is not None:
                await after_step()
        raise AssertionError("the match does not end")

    async def stored(self, table_id: int) -> StoredTable:
        stored = await self.store.load(table_id)
        assert stored is not None
        return stored


def accepted(outcome: Outcome) -> Accepted:
    assert isinstance(outcome, Accepted), outcome
    return outcome
