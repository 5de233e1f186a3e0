"""People at a table: each looks at his own private message and presses what he finds there."""

import random
import re

from tests.discord_server.client import LocalDiscord, controls, labels
from tests.discord_server.interactions import Interaction
from tests.discord_server.world import Channel, Message, User

TAP, DRAW, CALL, MY_HAND = "y1:t:", "y1:d:", "y1:call:", "y1:hand:"
LONG = {"preset": "classic", "call_limit": 0}
"""House rules under which nobody calls for a long time."""
SHORT = {"preset": "quick", "limit": 20, "round_turn_cap": 200}
"""House rules under which a match ends after a round or two."""
MOST_TURNS = 2_000


class Player:
    """One person. `chance` decides what he does."""

    def __init__(self, here: LocalDiscord, user: User, chance: random.Random) -> None:
        self.here = here
        self.user = user
        self.chance = chance
        self.hand: Message | None = None
        """The private message with his cards that he looks at."""

    async def look(self, board: Message) -> Interaction:
        """Presses *My hand* on a table's message."""
        asked = await self.here.click(self.user, board, "My hand")
        if asked.original is not None and asked.original.owner is self.user:
            self.hand = asked.original
        return asked

    @property
    def is_to_move(self) -> bool:
        """Whether his private message says so."""
        return self.hand is not None and "Your turn ·" in self.hand.text

    async def turn(self) -> Interaction:
        """One whole turn by presses: a call where one is allowed, else some discard and a draw."""
        assert self.hand is not None
        call = self._presses(CALL)
        if call:
            return await self.here.click(self.user, self.hand, call[0])
        await self.choose_cards()
        draws = self._presses(DRAW)
        assert draws, f"nothing to draw in {labels(self.hand)}\n{self.hand.text}"
        return await self.here.click(self.user, self.hand, self.chance.choice(draws))

    async def choose_cards(self) -> Interaction:
        """Taps a card; the meld that the table proposes for it stays chosen."""
        assert self.hand is not None
        for control in controls(self.hand):
            if control.custom_id.startswith(TAP) and not _is_plain(control.custom_id):
                break
        else:
            taps = [control.custom_id for control in controls(self.hand) if control.custom_id.startswith(TAP)]
            return await self.here.click(self.user, self.hand, self.chance.choice(taps))
        asked = await self.here.click(self.user, self.hand, control.custom_id)
        return asked if self._presses(DRAW) else await self.choose_cards()

    def _presses(self, kind: str) -> list[str]:
        assert self.hand is not None
        return [
            control.custom_id
            for control in controls(self.hand)
            if control.custom_id.startswith(kind) and not control.is_disabled
        ]

    def cards(self) -> list[str]:
        """The labels of the cards in his private message."""
        assert self.hand is not None
        return [control.label for control in controls(self.hand) if control.custom_id.startswith(TAP)]


def _is_plain(custom_id: str) -> bool:
    """Whether a tap's token carries no selection yet."""
    return custom_id.split(":")[4] == "-"


def board(here: LocalDiscord, channel: Channel | None = None) -> Message:
    """The newest table message at play that everybody sees."""
    shown = [
        message
        for message in here.world.public(channel or here.channel)
        if any(control["custom_id"].startswith(MY_HAND) for control in message.controls)
    ]
    assert shown, [message.text for message in here.world.public(channel or here.channel)]
    return shown[-1]


def plain(text: str) -> str:
    """A text without the marks around names and cards that nobody sees, and without times."""
    return re.sub(r"[\u2066-\u2069\ufe0e]|<t:\d+:\w>", "", text)


def is_turn_of(user: User, message: Message) -> bool:
    """Whether a table's message says that it is this person's turn."""
    return f"**{user.name}'s turn**" in plain(message.text)
