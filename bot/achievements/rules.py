"""Achievements: each a pure rule over what is stored of a round, of a match, or of all that somebody did.

Live and when they are reckoned anew, the rules see the same stored values and so say the same. The keys
stand in the database; the texts are in `bot.present.achievements`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.ports.store import MatchRecord, MoveRecord, RoundRecord, SeatMatch, SeatRound


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round with its moves in order."""

    record: RoundRecord
    moves: Sequence[MoveRecord]

    def discards(self, seat: int) -> Iterator[list[str]]:
        """What a seat laid itself, turn by turn; what the clock laid for it is not in here."""
        for move in self.moves:
            if move.seat == seat and "discard" in move.action:
                yield move.action["discard"]

    def slaps(self, seat: int) -> int:
        return sum(move.seat == seat and "slap" in move.action for move in self.moves)

    def hand(self, seat: int) -> list[str]:
        """What the seat held at the show."""
        return self.record.result["hands"][seat] or []

    @property
    def caller(self) -> SeatRound | None:
        return next((seat for seat in self.record.seats if seat.called), None)


@dataclass(frozen=True, slots=True)
class Match:
    """A finished match with its rounds in order."""

    record: MatchRecord
    rounds: Sequence[RoundRecord]

    def rounds_of(self, seat: int) -> Iterator[SeatRound]:
        for ended in self.rounds:
            yield from (each for each in ended.seats if each.seat == seat)


@dataclass(frozen=True, slots=True)
class Totals:
    """What somebody has done on a server in all."""

    wins: float = 0.0
    streak: int = 0
    """Matches won in a row, up to now."""
    rounds: int = 0
    yanivs: int = 0
    assafs_given: int = 0


RoundRule = Callable[[Round, SeatRound], bool]
MatchRule = Callable[[Match, SeatMatch], bool]
TotalsRule = Callable[[Totals], bool]

FIVE_CARDS = 5
HAUL = 100
HEAVY_HAND = 45
CROWD = 3
BIG_TABLE = 6


def earned_in_round(ended: Round) -> Iterator[tuple[int, str]]:
    """User and key for everything that a round brought; whether for the first time is not known here."""
    for seat in ended.record.seats:
        if seat.user is not None:
            yield from ((seat.user, key) for key, rule in ROUND_RULES.items() if rule(ended, seat))


def earned_in_match(match: Match) -> Iterator[tuple[int, str]]:
    """The same for a match as a whole."""
    for seat in match.record.seats:
        if seat.user is not None:
            yield from ((seat.user, key) for key, rule in MATCH_RULES.items() if rule(match, seat))


def reached(totals: Totals, rules: Mapping[str, TotalsRule]) -> Iterator[str]:
    """The keys of a table of rules that these totals fulfil."""
    return (key for key, rule in rules.items() if rule(totals))


def _stood(seat: SeatRound) -> bool:
    return seat.called and not seat.assafed


def _is_joker(card: str) -> bool:
    return card.startswith("JK")


def _rank(card: str) -> str:
    return card.removesuffix("#2")[:-1]


def _naturals(cards: Iterable[str]) -> list[str]:
    return [_rank(card) for card in cards if not _is_joker(card)]


def _full_hand(ended: Round, seat: SeatRound) -> bool:
    return _stood(seat) and len(ended.hand(seat.seat)) >= FIVE_CARDS


def _two_jokers(ended: Round, seat: SeatRound) -> bool:
    return _stood(seat) and sum(map(_is_joker, ended.hand(seat.seat))) >= 2


def _called_at_once(ended: Round, seat: SeatRound) -> bool:
    own = next((move for move in ended.moves if move.seat == seat.seat), None)
    return _stood(seat) and own is not None and "call" in own.action


def _assaf_by_a_tie(ended: Round, seat: SeatRound) -> bool:
    caller = ended.caller
    return bool(seat.assafs) and caller is not None and seat.count == caller.count


def _so_close(_: Round, seat: SeatRound) -> bool:
    return seat.assafed and seat.count <= 1


def _beaten_by_a_crowd(ended: Round, seat: SeatRound) -> bool:
    others = [each for each in ended.record.seats if each.seat != seat.seat]
    return seat.assafed and sum(each.count <= seat.count for each in others) >= CROWD


def _haul(ended: Round, seat: SeatRound) -> bool:
    taken = sum(each.points for each in ended.record.seats if each.seat != seat.seat)
    return _stood(seat) and taken >= HAUL


def _back_from_100(ended: Round, seat: SeatRound) -> bool:
    hits = ended.record.result["exact_hits"]
    return any(hit["seat"] == seat.seat and hit["from"] == 100 and hit["to"] < 100 for hit in hits)


def _five_cards(ended: Round, seat: SeatRound) -> bool:
    return any(len(cards) >= FIVE_CARDS for cards in ended.discards(seat.seat))


def _four_of_a_kind(ended: Round, seat: SeatRound) -> bool:
    return any(
        len(ranks) >= 4 and len(set(ranks)) == 1 for ranks in map(_naturals, ended.discards(seat.seat))
    )


def _long_run(ended: Round, seat: SeatRound) -> bool:
    return any(
        len(cards) >= 4 and len(set(ranks := _naturals(cards))) == len(ranks) >= 2
        for cards in ended.discards(seat.seat)
    )


ROUND_RULES: Mapping[str, RoundRule] = {
    "first_yaniv": lambda _, seat: _stood(seat),
    "first_assaf": lambda _, seat: bool(seat.assafs),
    "called_with_0": lambda _, seat: _stood(seat) and seat.count == 0,
    "called_at_once": _called_at_once,
    "full_hand_call": _full_hand,
    "two_jokers": _two_jokers,
    "haul": _haul,
    "assaf_by_a_tie": _assaf_by_a_tie,
    "so_close": _so_close,
    "beaten_by_a_crowd": _beaten_by_a_crowd,
    "back_from_100": _back_from_100,
    "five_cards": _five_cards,
    "four_of_a_kind": _four_of_a_kind,
    "long_run": _long_run,
    "slap": lambda ended, seat: ended.slaps(seat.seat) >= 1,
    "two_slaps": lambda ended, seat: ended.slaps(seat.seat) >= 2,
    "heavy_hand": lambda _, seat: seat.count >= HEAVY_HAND,
}


def _won(seat: SeatMatch) -> bool:
    return seat.share > 0


def _won_alone(seat: SeatMatch) -> bool:
    return seat.share == 1


def _silent_win(match: Match, seat: SeatMatch) -> bool:
    return _won(seat) and not any(each.called for each in match.rounds_of(seat.seat))


def _clean_win(match: Match, seat: SeatMatch) -> bool:
    calls = [each for each in match.rounds_of(seat.seat) if each.called]
    return _won(seat) and len(calls) >= 3 and not any(each.assafed for each in calls)


def _comeback(match: Match, seat: SeatMatch) -> bool:
    """Half-way he had more points than anybody else, those who were out by then included."""
    if not _won(seat) or len(match.rounds) < 4:
        return False
    totals: list[int] = match.rounds[len(match.rounds) // 2 - 1].result["totals"]
    return all(totals[seat.seat] > other for place, other in enumerate(totals) if place != seat.seat)


def _three_in_a_row(match: Match, seat: SeatMatch) -> bool:
    row = longest = 0
    for ended in match.rounds:
        row = row + 1 if any(each.seat == seat.seat and _stood(each) for each in ended.seats) else 0
        longest = max(longest, row)
    return longest >= 3


MATCH_RULES: Mapping[str, MatchRule] = {
    "first_win": lambda _, seat: _won(seat),
    "silent_win": _silent_win,
    "clean_win": _clean_win,
    "comeback": _comeback,
    "three_in_a_row": _three_in_a_row,
    "big_table": lambda match, seat: _won_alone(seat) and len(match.record.seats) >= BIG_TABLE,
    "expert_beaten": lambda match, seat: (
        _won_alone(seat) and any(each.level == "expert" for each in match.record.seats)
    ),
    "shared_win": lambda _, seat: seat.team is None and 0 < seat.share < 1,
}

TOTALS_AFTER_ROUND: Mapping[str, TotalsRule] = {
    "rounds_100": lambda totals: totals.rounds >= 100,
    "yanivs_50": lambda totals: totals.yanivs >= 50,
    "assafs_25": lambda totals: totals.assafs_given >= 25,
}
"""Asked after every round."""

TOTALS_AFTER_MATCH: Mapping[str, TotalsRule] = {
    "wins_10": lambda totals: totals.wins >= 10,
    "streak_3": lambda totals: totals.streak >= 3,
}
"""Asked after every match."""

KEYS: tuple[str, ...] = (*ROUND_RULES, *MATCH_RULES, *TOTALS_AFTER_ROUND, *TOTALS_AFTER_MATCH)
"""All there are, in the order in which a profile lists them."""
