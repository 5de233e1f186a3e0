"""`RULES.md`, the code and the tests cite one another: no number leads nowhere, no sentence goes untested."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "bot" / "engine"
SENTENCES = re.findall(
    r"^- \*\*(\d+\.\d+)\*\*", (ENGINE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE
)


def numbers_in(text):
    """Whole numbers of sentences that stand as strings."""
    return set(re.findall(r'"(\d+\.\d+)"', text))


def test_sentences_are_numbered_without_gaps():
    for chapter in {number.partition(".")[0] for number in SENTENCES}:
        found = [int(number.partition(".")[2]) for number in SENTENCES if number.startswith(f"{chapter}.")]
        assert found == list(range(1, len(found) + 1))


def test_every_number_a_refusal_cites_is_a_sentence():
    cited = set()
    for path in ENGINE.glob("*.py"):
        cited |= numbers_in(path.read_text(encoding="utf-8"))
    assert len(cited) > 15
    assert cited <= set(SENTENCES)


def test_every_sentence_has_a_test():
    """By the name `test_2_9_...`, or by the marker `rule("2.9")`."""
    tested = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        tested |= {f"{chapter}.{number}" for chapter, number in re.findall(r"def test_(\d+)_(\d+)_", text)}
        for marked in re.findall(r"mark\.rule\(([^)]*)\)", text):
            tested |= numbers_in(marked)
    assert tested <= set(SENTENCES), "a test cites a sentence that is not there"
    assert set(SENTENCES) <= tested, "these sentences have no test"
