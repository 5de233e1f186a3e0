"""What the bot remembers of Discord between two presses. All of it may be lost at any moment.

Truth is the database; this only saves requests: which version a table's message shows, and through
which fresh interaction a player's private hand can still be changed.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.ports.tables import Hand

HAND_SECONDS = 14 * 60
"""An interaction's token lives 15 minutes; the last one is left alone."""
EDIT_SECONDS = 1.2
"""Least distance between two changes of one table's message: Discord allows about 5 in 5 seconds."""
LATE_SECONDS = 3.0
"""After this the person has been told that the interaction failed."""
PAUSE_SECONDS = 3.0
"""A connection lost for longer stops the clocks of its tables."""
REQUESTS_A_SECOND = 38.0
"""About messages of channels, in all processes of the bot together: Discord takes 50 of all kinds ..."""
REQUESTS_AT_ONCE = 5
"""... and with so many after a rest there are still fewer than 50 in any second."""
MOST_QUEUED = 1_000
"""Requests that wait for their turn; far fewer ever do."""
MUTE_SECONDS = 24 * 60 * 60
"""For so long tables stand still where the bot lacks a permission."""
REST_SECONDS = (5, 20, 60, 300, 600)
"""How long a channel that refuses is left alone, by the number of refusals in a row."""


@dataclass(frozen=True, slots=True)
class HandNote:
    """The private message in which a person last saw his hand."""

    asked: discord.Interaction[Any] = field(repr=False)
    """The press that the message answered; its token changes the message for 15 minutes."""
    at: float
    hand: Hand = field(repr=False)
    selection: tuple[int, ...] = field(repr=False)

    def is_outdated_by(self, hand: Hand) -> bool:
        """Whether the newer `hand` is worth an unasked change: he may act, his turn went by without him, or
        it is another deal."""
        if hand.table.version <= self.hand.table.version:
            return False
        is_new_deal = hand.view.table.round != self.hand.view.table.round
        return is_new_deal or len(hand.view.legal) > 0 or self._was_to_move

    @property
    def _was_to_move(self) -> bool:
        return self.hand.view.table.to_move == self.hand.view.seat

    def with_hand(self, hand: Hand) -> "HandNote":
        """The same message showing a newer hand; what was chosen of the same cards stays chosen."""
        selection = self.selection if hand.stamp == self.hand.stamp else ()
        return replace(self, hand=hand, selection=selection)


@dataclass(slots=True)
class BoardNote:
    """A table's public message."""

    shown: int = -1
    """The version of the table that it shows."""
    round: int | None = None
    """The round in which it was sent; `None` if that was before this process."""
    told: int = 0
    """The last round whose result was posted by this process."""
    nonce: str = ""
    """Of the last attempt to send it."""
    edited_at: float = 0.0
    dirty: bool = False
    """Something was committed since."""
    busy: bool = False
    """A change is under way ..."""
    paid: bool = False
    """... and its first request is within the budget."""
    held: int = 0
    """Presses that are not answered yet."""

    def is_due(self, now: float) -> bool:
        # A clock that was put back must not stop the table until it has caught up.
        is_fresh = 0 <= now - self.edited_at < EDIT_SECONDS
        return self.dirty and not self.busy and not self.held and not is_fresh


@dataclass(slots=True)
class Breaker:
    """A channel that refused to take a message is left alone for longer and longer."""

    refusals: int = 0
    until: float = 0.0

    def is_open(self, now: float) -> bool:
        """Whether the channel is to be left alone now."""
        return now < self.until

    def refused(self, now: float) -> None:
        self.until = now + REST_SECONDS[min(self.refusals, len(REST_SECONDS) - 1)]
        self.refusals += 1


class Budget:
    """How many requests about channels' messages this process may make: its share of the bot's.

    Answers to presses are not among them: Discord does not count those, and they never wait.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._interval = 1.0 / (REQUESTS_A_SECOND * share)
        self._ahead = max(0.0, REQUESTS_AT_ONCE * share - 1) * self._interval
        self._next = 0.0
        """When the next request were due if all came at an even pace."""

    def wait(self, now: float) -> float:
        """Seconds until one more request may go out."""
        if self._next - now > MOST_QUEUED * self._interval:
            self._next = now  # the clock was put back
        return max(0.0, self._next - self._ahead - now)

    def take(self, now: float) -> float:
        """The same, and counts this request."""
        seconds = self.wait(now)
        self._next = max(self._next, now) + self._interval
        return seconds

    async def turn(self, now: float) -> None:
        """Returns when one more request may go out, which is counted."""
        await asyncio.sleep(self.take(now))


class Lateness:
    """Tells presses that come too late to be answered, also where the machine's clock is wrong.

    Discord's time stamp and our clock may differ. The least age among the last presses is what the
    clocks differ by; an age well beyond it is a real delay.
    """

    def __init__(self) -> None:
        self._ages: deque[float] = deque(maxlen=50)

    def is_late(self, age: float) -> bool:
        """Judges one press of this age in seconds, and remembers it."""
        self._ages.append(age)
        return age - min(self._ages) > LATE_SECONDS


class Absence:
    """Which shards are cut off from Discord, and since when. Nobody there can press anything."""

    def __init__(self) -> None:
        self._since: dict[int, float] = {}

    def __contains__(self, shard: int) -> bool:
        return shard in self._since

    def began(self, shard: int, now: float) -> None:
        self._since.setdefault(shard, now)

    def ended(self, shard: int, now: float) -> float:
        """Seconds that it lasted."""
        return now - self._since.pop(shard, now)


class Desk:
    def __init__(self, release: Callable[[int], None], share: float = 1.0) -> None:
        """`release` is told of a table that changed while its news were held back; `share` is this
        process's part of the bot."""
        self._release = release
        self.budget = Budget(share)
        self.boards: dict[int, BoardNote] = {}
        self.waiting: dict[int, float] = {}
        """Tables whose message is to be changed, and since when; who has waited longest stands first."""
        self._hands: dict[int, dict[int, HandNote]] = {}
        """By table and person."""
        self.breakers: dict[int, Breaker] = {}
        self.mute: dict[int, float] = {}
        """Channels in which the bot lacks a permission to show a table, and since when."""
        self.back: dict[int, int] = {}
        """Versions of the tables to which the bot came back: they say so until something happens."""
        self.lateness = Lateness()
        self.absence = Absence()
        self._queues: dict[tuple[int, int], tuple[asyncio.Lock, list[None]]] = {}

    def board(self, table_id: int) -> BoardNote:
        return self.boards.setdefault(table_id, BoardNote())

    def breaker(self, channel: int) -> Breaker:
        return self.breakers.setdefault(channel, Breaker())

    def is_mute(self, channel: int, now: float) -> bool:
        """Whether tables there stand still for want of a permission: a day at most, then clocks run on."""
        since = self.mute.get(channel)
        return since is not None and now - since < MUTE_SECONDS

    def is_resting(self, channel: int, now: float) -> bool:
        """Whether the channel is to be left alone now."""
        breaker = self.breakers.get(channel)
        return breaker is not None and breaker.is_open(now)

    @contextmanager
    def holding(self, table_id: int) -> Generator[BoardNote]:
        """Holds a table's news back until a press is answered: the answer goes first, and may be the news."""
        note = self.board(table_id)
        note.held += 1
        try:
            yield note
        finally:
            note.held -= 1
            if note.dirty and not note.held:
                self._release(table_id)

    @asynccontextmanager
    async def one_at_a_time(self, table_id: int, user: int) -> AsyncGenerator[None]:
        """Puts what one person sees of one table in order: the older picture never lands last."""
        key = (table_id, user)
        lock, waiting = self._queues.setdefault(key, (asyncio.Lock(), []))
        waiting.append(None)
        try:
            async with lock:
                yield
        finally:
            waiting.pop()
            if not waiting:
                del self._queues[key]

    def hand_note(self, table_id: int, user: int) -> HandNote | None:
        return self._hands.get(table_id, {}).get(user)

    def note_hand(self, table_id: int, user: int, note: HandNote | None) -> None:
        """Remembers the message with a person's hand; `None`: there is none that could be changed."""
        if note is not None:
            self._hands.setdefault(table_id, {})[user] = note
        elif table_id in self._hands:
            self._hands[table_id].pop(user, None)

    def forget_hands_of(self, user: int) -> None:
        for notes in self._hands.values():
            notes.pop(user, None)

    def hands_at(self, table_id: int, now: float) -> list[int]:
        """The people whose private hand of this table can still be changed."""
        notes = self._hands.get(table_id, {})
        return [user for user, note in notes.items() if now - note.at <= HAND_SECONDS]

    def drop_old_hands(self, now: float) -> None:
        """Forgets what can no longer be changed."""
        for table_id, notes in list(self._hands.items()):
            for user in [user for user, note in notes.items() if now - note.at > HAND_SECONDS]:
                del notes[user]
            if not notes:
                del self._hands[table_id]

    def show_anew(self, table_id: int) -> None:
        """The table's message is to be changed although nothing was committed."""
        self.board(table_id).shown = -1
        self._release(table_id)

    def forget(self, table_id: int) -> None:
        """Drops what is known of a table that is over."""
        self.boards.pop(table_id, None)
        self.waiting.pop(table_id, None)
        self.back.pop(table_id, None)
        self._hands.pop(table_id, None)
