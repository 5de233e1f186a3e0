"""Months, quarters and seasons, in UTC."""

from datetime import UTC, datetime

import pytest

from bot.ratings.periods import first_day, is_period, month_of, periods_of, quarter_of, season_of

NEW_YEAR = datetime(2027, 1, 1, tzinfo=UTC).timestamp()


def test_a_period_begins_with_its_first_moment():
    assert (month_of(NEW_YEAR), quarter_of(NEW_YEAR)) == ("2027-01", "2027-Q1")
    assert (month_of(NEW_YEAR - 0.001), quarter_of(NEW_YEAR - 0.001)) == ("2026-12", "2026-Q4")
    assert periods_of(NEW_YEAR) == ("all", "2027-01", "2027-Q1")


@pytest.mark.parametrize(
    ("month", "quarter"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 4)]
)
def test_quarters(month, quarter):
    assert quarter_of(datetime(2026, month, 15, tzinfo=UTC).timestamp()) == f"2026-Q{quarter}"


def test_seasons_are_months_or_quarters_or_none():
    seasons = [season_of(NEW_YEAR, kind) for kind in ("off", "monthly", "quarterly")]
    assert seasons == [None, "2027-01", "2027-Q1"]


@pytest.mark.parametrize("text", ["all", "2026-01", "2026-12", "2026-Q1", "2026-Q4"])
def test_names_of_periods(text):
    assert is_period(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "All",
        "2026",
        "2026-00",
        "2026-13",
        "2026-Q0",
        "2026-Q5",
        "26-01",
        "٢٠٢٦-01",
        "0000-01",
        "2026-1",
        "2026-01-01",
    ],
)
def test_what_names_no_period(text):
    assert not is_period(text)


def test_the_first_day():
    assert first_day("2026-11") == datetime(2026, 11, 1, tzinfo=UTC)
    assert first_day("2026-Q4") == datetime(2026, 10, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="all"):
        first_day("all")
