"""Custom ids that no screen of ours ever showed."""

import random
import string
from collections.abc import Iterator

ALPHABETS = (
    string.printable,
    string.digits + string.ascii_lowercase + ":-_.",
    "".join(map(chr, range(0x20, 0x250))),
    "אבגד🂡😀\u202e\u2066\x00\n",
)
VERBS = (
    *("join", "leave", "add", "remove", "rules", "start", "hand", "slapany", "rematch", "back", "t", "d"),
    *("call", "pass", "slap", "swap", "new", "stop", "set", "page", "x"),
)
ODD_PARTS = ("", "-", "0", "00", "-1", "zzzzzzzzzzzzz", "1", "2", "9" * 20, "A", ".", "normal", "limit", "🂡")


def random_bytes(chance: random.Random) -> str:
    alphabet = chance.choice(ALPHABETS)
    return "".join(chance.choice(alphabet) for _ in range(chance.randint(1, 100)))


def edited(custom_id: str, chance: random.Random) -> str:
    """A real custom id with one part or one character changed."""
    parts = custom_id.split(":")
    match chance.randrange(4):
        case 0:
            parts[chance.randrange(len(parts))] = chance.choice(ODD_PARTS)
        case 1:
            parts.insert(chance.randint(0, len(parts)), chance.choice(ODD_PARTS))
        case 2:
            del parts[chance.randrange(len(parts))]
        case _:
            place = chance.randrange(len(custom_id))
            return custom_id[:place] + chance.choice(string.printable) + custom_id[place + 1 :]
    return ":".join(parts) or "x"


def made_up(table_ids: list[int], chance: random.Random) -> str:
    """The form of a token with any parts."""
    number = chance.choice([*map(str, table_ids), *ODD_PARTS])
    rest = [chance.choice(ODD_PARTS) for _ in range(chance.randrange(4))]
    return ":".join(["y1", chance.choice(VERBS), number, *rest])


def forgeries(seen: list[str], table_ids: list[int], chance: random.Random) -> Iterator[str]:
    """Endlessly, each of 1 to 100 characters as Discord demands."""
    while True:
        kind = chance.randrange(3)
        if kind == 0:
            forged = random_bytes(chance)
        elif kind == 1:
            forged = edited(chance.choice(seen), chance)
        else:
            forged = made_up(table_ids, chance)
        yield forged[:100] or "x"
