"""Which card emojis an application has, which it still needs, and which it may drop.

Names carry a hash of the drawing, so a list of names is all there is to know. Nothing here knows Discord.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.engine.cards import Card
from bot.pictures.cards import BACK, EMOJIS, face_of, face_on


class Emoji(NamedTuple):
    name: str
    id: int


class EmojiBook:
    """The emojis of one application, as far as they are ours; grows as missing ones are uploaded."""

    def __init__(self, existing: Iterable[tuple[str, int]], drawn: Mapping[str, bytes] = EMOJIS) -> None:
        self._drawn = drawn
        self._current: dict[str, Emoji] = {}
        self._old: dict[str, list[Emoji]] = {}
        # Oldest first, so that every process settles on the same one of two with one name.
        for name, number in sorted(existing, key=lambda emoji: emoji[1]):
            self.add(name, number)

    def add(self, name: str, number: int) -> None:
        """Note an emoji that the application has, such as one just uploaded; a foreign name is ignored."""
        face = face_of(name)
        if face is None:
            return
        emoji = Emoji(name, number)
        if name in self._drawn and self._current.setdefault(face, emoji) == emoji:
            return
        self._old.setdefault(face, []).append(emoji)

    @property
    def missing(self) -> tuple[tuple[str, bytes], ...]:
        """Name and PNG of each emoji to upload."""
        have = {emoji.name for emoji in self._current.values()}
        return tuple((name, png) for name, png in self._drawn.items() if name not in have)

    @property
    def outdated(self) -> tuple[Emoji, ...]:
        """Emojis of ours that may be deleted: earlier drawings whose successor is there, and duplicates."""
        return tuple(emoji for face, emojis in self._old.items() if face in self._current for emoji in emojis)

    def of(self, card: Card) -> Emoji | None:
        """The emoji of a card: today's drawing, else the newest earlier one, else nothing."""
        return self._shown(face_on(card))

    @property
    def back(self) -> Emoji | None:
        """The emoji of a card's back, found like a face."""
        return self._shown(BACK)

    def _shown(self, face: str) -> Emoji | None:
        old = self._old.get(face)
        return self._current.get(face) or (old[-1] if old else None)
