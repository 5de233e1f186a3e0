"""Stretches of time that results are added up over, by the names they have in the database. All in UTC.

A season is one of them: it ends by the calendar, and nothing of the past changes when it does.
"""

from datetime import UTC, datetime

from bot.ports.statistics import SeasonKind

ALL_TIME = "all"


def month_of(at: float) -> str:
    """The month of a moment (epoch seconds), as `2026-11`."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year:04}-{day.month:02}"


def quarter_of(at: float) -> str:
    """The quarter of a moment, as `2026-Q4`."""
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year:04}-Q{(day.month + 2) // 3}"


def periods_of(at: float) -> tuple[str, ...]:
    """Every period that a result of this moment counts in."""
    return ALL_TIME, month_of(at), quarter_of(at)


def season_of(at: float, kind: SeasonKind) -> str | None:
    """The season of a moment; `None` where there are none."""
    return {"off": None, "monthly": month_of(at), "quarterly": quarter_of(at)}[kind]


def is_period(text: str) -> bool:
    """Whether a text names a period: it may come from a button that anybody has forged."""
    if text == ALL_TIME:
        return True
    year, _, part = text.partition("-")
    is_part = part in _PARTS
    return is_part and len(year) == 4 and year.isascii() and year.isdigit() and year != "0000"


_PARTS = frozenset({*(f"{month:02}" for month in range(1, 13)), *(f"Q{quarter}" for quarter in range(1, 5))})


def first_day(period: str) -> datetime:
    """The day on which a month or a quarter begins. Raises `ValueError` for anything else."""
    if period == ALL_TIME or not is_period(period):
        raise ValueError(period)
    year, part = period.split("-")
    month = int(part[1]) * 3 - 2 if part.startswith("Q") else int(part)
    return datetime(int(year), month, 1, tzinfo=UTC)
