"""Finds hidden cards in what was sent to somebody who may not see them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.cards import TEXT, Card, card_set, cards_in, is_joker
from bot.engine.events import RoundStarted, Slapped, TurnTaken
from bot.i18n.catalog import words_for
from bot.ports.tables import Hand, Table
from bot.present.reader import card_label

EVERYBODY = None


@dataclass(frozen=True)
class Sent:
    """One request of the bot, and the only person who sees what it changed (`None`: all)."""

    path: str
    body: str
    reader: int | None


def traces(card: Card) -> tuple[str, ...]:
    """How a card would show in a body: its emoji's name, and its label unless all jokers share it."""
    emoji = f"yaniv_{TEXT[card].removesuffix('#2')}_"
    return (emoji,) if is_joker(card) else (emoji, card_label(card, words_for("en")))


def leaks(sent: Sent, secrets: dict[int, set[Card]]) -> list[str]:
    """What `sent` tells of the hidden cards of others, by their user ids. Empty when nothing."""
    return [
        f"{sent.path} shows {TEXT[card]} of {owner}"
        for owner, cards in secrets.items()
        if sent.reader != owner
        for card in sorted(cards)
        if any(trace in sent.body for trace in traces(card))
    ]


def hidden_cards(table: Table, hands: Iterable[Hand]) -> dict[int, set[Card]]:
    """By user: what he holds that nobody has seen since the round began."""
    seen = set(cards_in(table.view.buried)) | set(table.view.open) | set(_shown(table))
    secrets: dict[int, set[Card]] = {}
    for hand in hands:
        known = seen | set(cards_in(hand.view.table.places[hand.view.seat].known))
        secrets[table.members[hand.view.seat].user] = set(cards_in(hand.view.hand)) - known
    return secrets


def _shown(table: Table) -> Iterator[Card]:
    for event in table.recent:
        match event:
            case RoundStarted(upcard=card) | Slapped(card=card):
                yield card
            case TurnTaken(discard=cards, drawn=drawn):
                yield from cards
                if drawn is not None:
                    yield drawn


def sent_in(entry: Any, backend: Any) -> Sent:
    """A logged request with the person who sees its effect."""
    body = json.dumps(entry.json, ensure_ascii=False)
    return Sent(f"{entry.method} {entry.path}", body, _reader(entry, backend))


def _reader(entry: Any, backend: Any) -> int | None:
    parts = entry.path.strip("/").split("/")
    if parts[0] == "interactions":
        record = backend.interactions[int(parts[1])]
    elif parts[0] == "webhooks":
        record = backend.interaction_by_token(parts[2])
    else:
        return EVERYBODY
    if record.message_id is None:
        return EVERYBODY
    message = backend.messages.get(record.channel_id, {}).get(record.message_id)
    is_public = message is not None and not message.is_ephemeral
    return EVERYBODY if is_public else record.user_id


__all__ = ["Sent", "card_set", "hidden_cards", "leaks", "sent_in"]
