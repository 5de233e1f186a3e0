"""The life of an interaction: three seconds to the first answer, one answer, fifteen minutes of token."""

import asyncio
import secrets
from dataclasses import dataclass, field

from tests.discord_server.components import EPHEMERAL, LOADING
from tests.discord_server.errors import ApiError, Json, bad_form
from tests.discord_server.mentions import pinged
from tests.discord_server.world import Channel, Message, User, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
ANSWER, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
TOKEN_SECONDS = 15 * 60


@dataclass(eq=False)
class Interaction:
    id: int
    token: str = field(repr=False)
    kind: int
    user: User
    channel: Channel
    data: Json
    created_at: float
    message: Message | None = None
    """The message whose button was pressed."""
    answer: int | None = None
    """How it was answered."""
    original: Message | None = None
    """What `@original` of its token means."""
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[Message] = field(default_factory=list)
    refused: ApiError | None = None
    """What the last attempt at an answer was told."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def shown(self) -> Message:
        """The message that the answer made or changed."""
        assert self.original is not None, f"nothing was shown: answer {self.answer}, refused {self.refused}"
        return self.original

    @property
    def has_failed(self) -> bool:
        """Whether the person reads "interaction failed"."""
        return self.answer is None


class Interactions:
    def __init__(self, world: World) -> None:
        self.world = world
        self.by_token: dict[str, Interaction] = {}
        self.answer_seconds = 3.0
        self.ages: list[float] = []
        """Seconds from the event to the accepted answer, for every interaction."""

    def begin(
        self, kind: int, user: User, channel: Channel, data: Json, message: Message | None = None
    ) -> Interaction:
        world = self.world
        token = secrets.token_urlsafe(128)
        made = Interaction(world.new_id(), token, kind, user, channel, data, world.clock.now(), message)
        self.by_token[token] = made
        return made

    def respond(self, number: int, token: str, body: Json, files: dict[str, bytes]) -> Interaction:
        """The first answer."""
        asked = self.by_token.get(token)
        if asked is None or asked.id != number:
            raise ApiError(10062)
        age = self.world.clock.now() - asked.created_at
        try:
            if asked.answer is not None:
                raise ApiError(40060)
            if age > self.answer_seconds:
                raise ApiError(10062)
            self._answer(asked, body, files)
        except ApiError as error:
            asked.refused = error
            if error.code != 50035:
                asked.settled.set()
            raise
        self.ages.append(age)
        asked.settled.set()
        return asked

    def _answer(self, asked: Interaction, body: Json, files: dict[str, bytes]) -> None:
        kind, data = body["type"], body.get("data") or {}
        self._check_kind(asked, kind)
        match kind:
            case 4:
                asked.original = self._new(asked, data, files)
            case 5:
                asked.original = self._placeholder(asked, data)
            case 6:
                asked.original = asked.message
            case 7:
                message = asked.message
                if message is None or message.is_deleted:
                    raise ApiError(10008)
                asked.original = self.world.edit(message, data, files)
            case 8:
                asked.choices = data.get("choices") or []
            case _:
                asked.modal = data
        asked.answer = kind

    def _check_kind(self, asked: Interaction, kind: int) -> None:
        on_message = asked.kind in {COMPONENT, MODAL_SUBMIT} and asked.message is not None
        allowed = {ANSWER, DEFER}
        if on_message:
            allowed |= {DEFER_UPDATE, UPDATE}
        if asked.kind in {COMMAND, COMPONENT}:
            allowed.add(MODAL)
        if asked.kind == AUTOCOMPLETE:
            allowed = {CHOICES}
        if kind not in allowed:
            raise bad_form([("type", "BASE_TYPE_CHOICES", f"Type {kind} does not answer this interaction.")])

    def _new(self, asked: Interaction, data: Json, files: dict[str, bytes]) -> Message:
        owner = asked.user if (data.get("flags") or 0) & EPHEMERAL else None
        message = self.world.create(asked.channel, self.world.bot, data, files, owner)
        message.interaction = asked
        if owner is None:
            message.pings = pinged(message.text, data.get("allowed_mentions"), by_default="users")
        return message

    def _placeholder(self, asked: Interaction, data: Json) -> Message:
        flags = data.get("flags") or 0
        if flags & ~EPHEMERAL:
            raise bad_form([("data.flags", "BASE_TYPE_CHOICES", "Only EPHEMERAL may be set here.")])
        message = self._new(asked, {"content": "…", "flags": flags}, {})
        message.content, message.flags = "", message.flags | LOADING
        return message

    # --- After the answer ----------------------------------------------------------------------

    def alive(self, token: str) -> Interaction:
        """The interaction of a token that still works."""
        asked = self.by_token.get(token)
        if asked is None or asked.answer is None:
            raise ApiError(10015)
        if self.world.clock.now() - asked.created_at > TOKEN_SECONDS:
            raise ApiError(50027)
        return asked

    def message_of(self, asked: Interaction, name: str) -> Message:
        """`@original`, or a followup by its number."""
        owned = {str(message.id): message for message in asked.followups}
        if asked.original is not None:
            owned |= {"@original": asked.original, str(asked.original.id): asked.original}
        message = owned.get(name)
        if message is None or message.is_deleted:
            raise ApiError(10008)
        return message

    def edit(self, token: str, name: str, body: Json, files: dict[str, bytes]) -> Message:
        message = self.message_of(self.alive(token), name)
        message.flags &= ~LOADING
        return self.world.edit(message, body, files)

    def follow_up(self, token: str, body: Json, files: dict[str, bytes]) -> Message:
        """One more message. After "thinking" it takes the place of the placeholder, whatever its flags."""
        asked = self.alive(token)
        if asked.answer == DEFER and asked.original is not None and asked.original.flags & LOADING:
            return self.edit(token, "@original", body, files)
        message = self._new(asked, body, files)
        asked.followups.append(message)
        return message
