"""What the local Discord went through in one run of the tests: its figures for the end of the report."""

from collections import Counter

TALLY: Counter[str] = Counter()
