"""What a button or menu sends back when it is pressed: `y1:<verb>:<arguments>`.

A token says what is asked and for which state; who asks is known from the press alone. Tokens of
public messages carry public facts only. Numbers are in base 36, arguments between colons.
"""

from dataclasses import dataclass
from typing import Any

from bot.engine.cards import Card
from bot.present.forfeit_tokens import AskDare, Dare, OpenForfeits, PickForfeit
from bot.present.idle_tokens import GiveTime, GoOn, IdleToken, TooSlow
from bot.present.lobby_tokens import (
    AddComputer,
    AskGuests,
    InviteGuests,
    Join,
    LeaveLobby,
    LobbyToken,
    Rematch,
    RemoveComputer,
    SetClock,
    ShowRules,
    Start,
    StartWith,
)
from bot.present.own_tokens import (
    Accept,
    AskHint,
    AskLeave,
    BringDown,
    Choose,
    Learn,
    LeaveLater,
    Options,
    ShowHelp,
    StayHere,
    SureCall,
)
from bot.present.past_tokens import (
    HallOfFame,
    HistoryPage,
    LeaderboardPage,
    LeadersBy,
    LeadersIn,
    MatchRounds,
    PastMatch,
    ReplayRound,
    ReplayStep,
    SaveMatch,
    WatchAgain,
)
from bot.present.privacy_tokens import (
    ForgetMe,
    ForgetMeNow,
    SaveMyData,
    ShowPrivacy,
    StartAnew,
    StartAnewNow,
)
from bot.present.setting_tokens import (
    AskValue,
    ExportSettings,
    FillValue,
    ResetRules,
    Setting,
    SettingsPage,
)
from bot.present.token_parts import CARD, LIST, NUMBER, SELECTION, WORD, Part, Selection, or_none

VERSION = "y1"
MAX_LENGTH = 100


@dataclass(frozen=True, slots=True)
class MyHand:
    table: int


@dataclass(frozen=True, slots=True)
class SlapAny:
    """The table's own slap button: the same for everybody, whatever they hold."""

    table: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    table: int


@dataclass(frozen=True, slots=True)
class Tap:
    """Touches the card at `index`; `selection` is what was chosen before."""

    table: int
    stamp: str
    selection: Selection
    index: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Lays the selection and draws `card`, or from the stock if it is `None`."""

    table: int
    stamp: str
    selection: Selection
    card: Card | None


@dataclass(frozen=True, slots=True)
class CallNow:
    table: int
    stamp: str


@dataclass(frozen=True, slots=True)
class PassNow:
    table: int
    stamp: str


@dataclass(frozen=True, slots=True)
class SlapCard:
    table: int
    stamp: str
    card: Card


@dataclass(frozen=True, slots=True)
class SwapCard:
    table: int
    stamp: str
    card: Card
    joker: Card


@dataclass(frozen=True, slots=True)
class Refresh:
    table: int


@dataclass(frozen=True, slots=True)
class StopNow:
    """The second, deliberate press that ends a match for all."""

    table: int


@dataclass(frozen=True, slots=True)
class LeaveNow:
    """The second, deliberate press that gives up a seat for good."""

    table: int


Token = (
    LobbyToken
    | MyHand
    | SlapAny
    | TakeBack
    | Tap
    | Draw
    | CallNow
    | PassNow
    | SlapCard
    | SwapCard
    | Refresh
    | StopNow
    | LeaveNow
    | AskLeave
    | LeaveLater
    | StayHere
    | BringDown
    | SureCall
    | AskHint
    | Options
    | Choose
    | Learn
    | ShowHelp
    | Accept
    | IdleToken
    | Setting
    | SettingsPage
    | ResetRules
    | AskValue
    | FillValue
    | ExportSettings
    | OpenForfeits
    | PickForfeit
    | AskDare
    | Dare
    | LeaderboardPage
    | LeadersBy
    | LeadersIn
    | HallOfFame
    | HistoryPage
    | PastMatch
    | MatchRounds
    | WatchAgain
    | ReplayRound
    | ReplayStep
    | SaveMatch
    | ShowPrivacy
    | SaveMyData
    | ForgetMe
    | ForgetMeNow
    | StartAnew
    | StartAnewNow
)

_N, _W, _C, _S, _L = NUMBER, WORD, CARD, SELECTION, LIST
_FORMS: dict[str, tuple[type[Any], tuple[Part, ...]]] = {
    "join": (Join, (_N,)),
    "leave": (LeaveLobby, (_N,)),
    "add": (AddComputer, (_N, or_none(_W), _N)),
    "remove": (RemoveComputer, (_N, _N)),
    "rules": (ShowRules, (_N,)),
    "start": (Start, (_N,)),
    "with": (StartWith, (_N, _N)),
    "clock": (SetClock, (_N, _W)),
    "guests": (AskGuests, (_N,)),
    "invite": (InviteGuests, (_N, _W)),
    "hand": (MyHand, (_N,)),
    "slapany": (SlapAny, (_N,)),
    "rematch": (Rematch, (_N,)),
    "back": (TakeBack, (_N,)),
    "t": (Tap, (_N, _W, _S, _N)),
    "d": (Draw, (_N, _W, _S, or_none(_C))),
    "call": (CallNow, (_N, _W)),
    "pass": (PassNow, (_N, _W)),
    "slap": (SlapCard, (_N, _W, _C)),
    "swap": (SwapCard, (_N, _W, _C, _C)),
    "new": (Refresh, (_N,)),
    "stop": (StopNow, (_N,)),
    "quit": (LeaveNow, (_N,)),
    "bye": (AskLeave, (_N,)),
    "later": (LeaveLater, (_N,)),
    "stay": (StayHere, (_N,)),
    "down": (BringDown, (_N,)),
    "sure": (SureCall, (_N, _W)),
    "hint": (AskHint, (_N, _W)),
    "options": (Options, (_N,)),
    "choose": (Choose, (_N, _W, or_none(_W))),
    "learn": (Learn, (_N,)),
    "help": (ShowHelp, (_N,)),
    "slow": (TooSlow, (_N,)),
    "goon": (GoOn, (_N, _N, _W)),
    "time": (GiveTime, (_N,)),
    "accept": (Accept, (_N, _L)),
    "set": (Setting, (_N, _W, or_none(_W), _W, _W)),
    "group": (SettingsPage, (_N, or_none(_W), _W)),
    "reset": (ResetRules, (_N, _W, _W)),
    "ask": (AskValue, (_N, _W, _W)),
    "fill": (FillValue, (_N, _W, _W, _W)),
    "export": (ExportSettings, (_W,)),
    "forfeit": (OpenForfeits, (_N,)),
    "pick": (PickForfeit, (_N,)),
    "askdare": (AskDare, (_N,)),
    "dare": (Dare, (_N, _W)),
    "page": (LeaderboardPage, (_W, _W, _N)),
    "by": (LeadersBy, (_W,)),
    "in": (LeadersIn, (_W,)),
    "fame": (HallOfFame, (_N,)),
    "past": (HistoryPage, (_N, _N)),
    "match": (PastMatch, (_N,)),
    "rounds": (MatchRounds, (_N, _N)),
    "watch": (WatchAgain, (_N,)),
    "step": (ReplayStep, (_N, _N)),
    "go": (ReplayRound, (_N, _N)),
    "save": (SaveMatch, (_N,)),
    "privacy": (ShowPrivacy, ()),
    "mydata": (SaveMyData, ()),
    "forget": (ForgetMe, ()),
    "forgetme": (ForgetMeNow, ()),
    "anew": (StartAnew, ()),
    "anewnow": (StartAnewNow, ()),
}
_VERBS = {kind: verb for verb, (kind, _) in _FORMS.items()}


def encode(token: Token) -> str:
    """The custom id of a token, at most 100 characters. Raises `ValueError` if it cannot be written."""
    verb = _VERBS[type(token)]
    _, parts = _FORMS[verb]
    names = token.__dataclass_fields__  # `astuple` copies deeply, and takes longer than all the rest
    written = [part.write(getattr(token, name)) for part, name in zip(parts, names, strict=True)]
    text = ":".join([VERSION, verb, *written])
    if len(text) > MAX_LENGTH:
        raise ValueError(f"{text!r} is longer than {MAX_LENGTH} characters")
    return text


def decode(text: str) -> Token | None:
    """The token that a custom id stands for; `None` for garbage and for older formats."""
    version, *rest = text.split(":")
    if version != VERSION or not rest or len(text) > MAX_LENGTH:
        return None
    verb, *written = rest
    form = _FORMS.get(verb)
    if form is None or len(form[1]) != len(written):
        return None
    kind, parts = form
    try:
        values = [part.read(value) for part, value in zip(parts, written, strict=True)]
    except ValueError:
        return None
    return kind(*values)
