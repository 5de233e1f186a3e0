"""An evening of play with a bot that keeps dying, and what has to be true each time it is back."""

import asyncio
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.engine.cards import cards_in
from bot.engine.state import MatchState
from bot.i18n.catalog import words_for
from bot.present.reader import card_label
from tests.discord_server.client import LocalDiscord, controls, labels
from tests.discord_server.interactions import Interaction
from tests.discord_server.tally import TALLY
from tests.discord_server.world import Channel, Message
from tests.network.book import Book, Move, StoredMatch
from tests.network.mortal import MortalDiscord, Runner
from tests.network.people import CALL, DRAW, MY_HAND, TAP, Player, plain

PEOPLE = ("Ann", "Ben", "Cem")
MOST_STEPS = 40
"""A process dies at one of so many steps after its first press ..."""
MOST_STEPS_OF_A_START = 60
"""... or at one of so many from its start on."""


@dataclass
class Report:
    """What an evening amounted to."""

    killed: Counter[str] = field(default_factory=Counter)
    """Deaths by step."""
    moves: int = 0
    matches: int = 0
    presses: int = 0
    unanswered: int = 0
    """Presses during which the bot died."""
    orphans: int = 0
    """Restarts after which a table had two messages."""


class Evening:
    """Three people, perhaps with computers, and one table after another, each in a channel of its own."""

    def __init__(
        self, here: MortalDiscord, runner: Runner, database: Path, seed: int, *, computers: int = 0
    ) -> None:
        self.here = here
        self.computers = computers
        self.runner = runner
        self.book = Book(database)
        self.chance = random.Random(seed)
        self.report = Report()
        self.players = [
            Player(here, here.person(name), random.Random(self.chance.random())) for name in PEOPLE
        ]
        self.channel: Channel = here.channel

    # --- Life and death ------------------------------------------------------------------------

    async def live(self, *, last: int = 0, only: str = "", from_start: bool = False) -> None:
        """Starts a bot that will die at its `last` step (0: never), or the `last` one of the name `only`."""
        server = self.here.server
        order = self._order(self.book.path) | {
            "last": last,
            "only": only,
            "from_start": from_start,
        }
        self.here.death = await self.runner.start(order)
        while not self.here.is_dead and not server.gateway.live():
            waiting = asyncio.ensure_future(server.gateway.identified.wait())
            await asyncio.wait([waiting, self.here.death], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()

    async def warm_up(self) -> None:
        await self.runner.warm_up(self._order(self.book.path.with_suffix(".warm")))

    def _order(self, database: Path) -> dict[str, Any]:
        server = self.here.server
        return {
            "database": f"sqlite+aiosqlite:///{database}",
            "base": server.base,
            "gateway": server.gateway_url,
            "token": server.token,
            "seed": self.chance.getrandbits(64),
        }

    async def bury(self) -> str:
        """The step at which the bot died."""
        assert self.here.death is not None
        end = await self.here.death
        assert end["status"] == 9, f"the bot ended by itself: {end}"
        self.report.killed[end["step"]] += 1
        TALLY["bots killed"] += 1
        self.here.world.touch()
        return end["step"]

    # --- What people do ------------------------------------------------------------------------

    async def act(self) -> None:
        """One thing that somebody does next, by what the table needs."""
        stored = self.stored
        if stored is None or stored.status in {"over", "stopped"}:
            await self._open(stored)
        elif stored.status == "lobby":
            await self._fill(stored)
        else:
            await self._play()

    async def _open(self, stored: StoredMatch | None) -> None:
        if stored is not None:
            self.report.matches += stored.status == "over"
            self.channel = self.here.world.add_channel(self.here.guild)
            await self.here.server.gateway.dispatch(
                self.here.guild, "CHANNEL_CREATE", channel_payload(self.channel)
            )
        for player in self.players:
            player.hand = None
        await self._did(self.here.slash(self.players[0].user, "yaniv start", channel=self.channel))

    async def _fill(self, stored: StoredMatch) -> None:
        lobby = await self._message_with("Join")
        if lobby is None:
            return
        missing = [player for player in self.players if player.user.id not in stored.users]
        host = self.players[0].user
        if missing:
            await self._did(self.here.click(missing[0].user, lobby, "Join"))
        elif stored.users.count(None) < self.computers:
            await self._did(self.here.click(host, lobby, "Add computer"))
        else:
            await self._did(self.here.click(host, lobby, "Start"))

    async def _play(self) -> None:
        stored = await self._at_a_persons_turn()
        if stored is None:
            return
        player = self._mover(stored)
        if player.is_to_move:
            await self._turn(player, stored)
            return
        board = await self._message_with("My hand")
        if board is not None:
            self.report.presses += 1
            await player.look(board)

    async def _at_a_persons_turn(self) -> StoredMatch | None:
        """The match once no computer is to move; `None` if it is over, or the bot dies."""
        while not self.here.is_dead:
            stored = self.stored
            if stored is None or stored.status != "playing":
                return None
            state = stored.replayed()
            if state.round is not None and stored.users[state.round.to_move] is not None:
                return stored
            await asyncio.sleep(0.01)
        return None

    async def _turn(self, player: Player, before: StoredMatch) -> None:
        """A whole turn by presses, of which the last one must count exactly once if it is answered."""
        assert player.hand is not None
        if not presses(player.hand, CALL):
            await self._did(player.choose_cards())
        choice = presses(player.hand, CALL) or presses(player.hand, DRAW)
        if self.here.is_dead or not choice:
            return
        button = self.chance.choice(choice)
        asked = await self._did(self.here.click(player.user, player.hand, button))
        stored = self.stored
        assert stored is not None
        new = self.assert_follows(before, stored, player)
        if asked is not None and not asked.has_failed:
            assert new == 1
        self.report.moves += new

    def assert_follows(self, before: StoredMatch, after: StoredMatch, player: Player) -> int:
        """Nothing is lost, nothing changed, and besides computers only this person moved, at most once.

        Says how often he did.
        """
        assert after.moves[: len(before.moves)] == before.moves
        new: tuple[Move, ...] = after.moves[len(before.moves) :]
        by_people = [after.users[move.seat] for move in new if after.users[move.seat] is not None]
        assert by_people in ([], [player.user.id])
        return len(by_people)

    async def _did(self, doing: Any) -> Any:
        self.report.presses += 1
        done = await doing
        if isinstance(done, Interaction) and done.has_failed:
            self.report.unanswered += 1
        return done

    # --- What has to be true after a restart ----------------------------------------------------

    async def assert_recovered(self, before: StoredMatch | None) -> None:
        """The bot is back: table, hands and buttons are where the last committed move left them."""
        stored = self.stored
        if stored is None or before is None or stored.status in {"lobby", "stopped"}:
            return
        new = stored.moves[len(before.moves) :]
        assert stored.moves[: len(before.moves)] == before.moves
        assert all(stored.users[move.seat] is None for move in new)
        stored = await self._at_a_persons_turn()
        if stored is None:
            await self._message_with("Rematch")
            return
        state = stored.replayed()
        await self._press_an_old_button(stored, state)
        board = await self._shown(lambda message: shows(message, state, self._mover(stored)))
        if not self.here.is_dead:
            await self._count_orphans()
        for player in self.players:
            if board is not None and not self.here.is_dead:
                await player.look(board)
                self._assert_hand(player, stored, state)

    async def _press_an_old_button(self, stored: StoredMatch, state: MatchState) -> None:
        """The message from before the crash still works, or becomes today's."""
        player = self._mover(stored)
        if player.hand is None or not presses(player.hand, TAP):
            return
        asked = await self._did(self.here.click(player.user, player.hand, presses(player.hand, TAP)[0]))
        if not self.here.is_dead:
            assert not asked.has_failed
        self._assert_hand(player, stored, state)

    def _assert_hand(self, player: Player, stored: StoredMatch, state: MatchState) -> None:
        if self.here.is_dead or player.hand is None:
            return
        seat = stored.users.index(player.user.id)
        assert state.round is not None
        held = state.round.hands[seat]
        if held is None:
            return
        words = words_for("en")
        assert sorted(map(plain, player.cards())) == sorted(
            plain(card_label(card, words)) for card in cards_in(held)
        )
        assert player.is_to_move == (state.round.to_move == seat)

    async def assert_told(self) -> None:
        """After a match: each round's result stands in the channel once, and one table message is left."""
        stored = self.stored
        if stored is None or stored.status != "over":
            return
        await self._shown(lambda _message: results_in(self.here, self.channel)[-1:] == [stored.round])
        if self.here.is_dead:
            return
        assert results_in(self.here, self.channel) == list(range(1, stored.round + 1))
        await self._message_with("Rematch")

    async def _count_orphans(self) -> None:
        """One message is left for the table, as soon as the bot has put in order what it found."""

        def is_alone() -> bool:
            tables = [message for message in self.here.world.public(self.channel) if has(message, MY_HAND)]
            return self.here.is_dead or len(tables) <= 1

        try:
            await self.here.until(is_alone)
        except TimeoutError:
            self.report.orphans += 1

    # --- Looking -------------------------------------------------------------------------------

    @property
    def stored(self) -> StoredMatch | None:
        return self.book.match_in(self.channel.id)

    def _mover(self, stored: StoredMatch) -> Player:
        state = stored.replayed()
        assert state.round is not None
        user = stored.users[state.round.to_move]
        return next(player for player in self.players if player.user.id == user)

    async def _message_with(self, label: str) -> Message | None:
        """The newest public message with this button, as soon as there is one; `None` if the bot dies."""
        return await self._shown(lambda message: label in labels(message))

    async def _shown(self, is_so: Any) -> Message | None:
        def newest() -> Message | bool:
            if self.here.is_dead:
                return True
            found = [message for message in self.here.world.public(self.channel) if is_so(message)]
            return found[-1] if found else False

        found = await self.here.until(newest)
        return found if isinstance(found, Message) else None


def presses(message: Message, kind: str) -> list[str]:
    return [
        control.custom_id
        for control in controls(message)
        if control.custom_id.startswith(kind) and not control.is_disabled
    ]


def has(message: Message, kind: str) -> bool:
    return any(control.custom_id.startswith(kind) for control in controls(message))


def shows(message: Message, state: MatchState, mover: Player) -> bool:
    """Whether a table's message tells where the match stands."""
    assert state.round is not None
    text = plain(message.text)
    stock = re.search(r"(\d+) cards? in the stock", text)
    return (
        f"## Round {state.round_number}\n" in text
        and f"**{mover.user.name}'s turn**" in text
        and stock is not None
        and int(stock[1]) == len(state.round.stock)
    )


def results_in(here: LocalDiscord, channel: Channel) -> list[int]:
    """The rounds whose results stand in a channel, in the order of the messages."""
    found = [re.match(r"-# Round (\d+)\n", plain(message.text)) for message in here.world.public(channel)]
    return [int(match[1]) for match in found if match]


def channel_payload(channel: Channel) -> dict[str, Any]:
    from tests.discord_server import payloads

    return payloads.channel(channel)
