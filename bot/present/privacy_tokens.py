"""The tokens of what a person may see and delete of himself (see `tokens`); who he is, the press says."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShowPrivacy:
    """What is stored."""


@dataclass(frozen=True, slots=True)
class SaveMyData:
    """All of it about whoever presses, as a file."""


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Asks again before ..."""


@dataclass(frozen=True, slots=True)
class ForgetMeNow:
    """... the deliberate press that deletes it."""


@dataclass(frozen=True, slots=True)
class StartAnew:
    """Asks again before ..."""


@dataclass(frozen=True, slots=True)
class StartAnewNow:
    """... the deliberate press that deletes his record on this server."""
