"""`RULES.md`, the code and the tests cite one another: no number leads nowhere, no sentence goes untested."""

import re
from pathlib import Path

import pytest

from bot.engine.house_rules import HouseRules

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "bot" / "engine"
RULES = (ENGINE / "RULES.md").read_text(encoding="utf-8")
SENTENCES = re.findall(r"^- \*\*(\d+\.\d+)\*\*", RULES, re.MULTILINE)
SECTIONS = re.findall(r"^## (\d+)\.", RULES, re.MULTILINE)

AND = r"(?:, | and | to )"
CITATIONS = [
    # `rule 5.2`, `rules 7.1 to 7.3`; as `rule 5` it would cite a sentence that nobody finds.
    re.compile(rf"\b[Rr]ules? (\d[\d.]*(?:{AND}\d[\d.]*)*)"),
    re.compile(r"[Rr](?:ule|ULE)\w*\"?\)?(?:: str)? ?(?:=|:|==) ?\"(\d+\.\d+)\""),
    re.compile(r"\bRejection\([^()\"]*\"(\d+\.\d+)\""),
]
ALONE = re.compile(r"(?<![^\s\"`(])\((\d\.\d+)\)")
"""`(5.2)`, which among figures, as in the papers, need be no rule."""


def numbers_in(text):
    """Whole numbers of sentences that stand as strings."""
    return set(re.findall(r'"(\d+\.\d+)"', text))


def cited_in(text, suffix=".py"):
    """Whatever the text cites as the number of a sentence, be there one or not."""
    in_one_line = re.sub(r"\s+(?:# )?", " ", text)
    forms = [*CITATIONS, ALONE] if suffix == ".py" else CITATIONS
    cited = [found for form in forms for found in form.findall(in_one_line)]
    return {number.rstrip(".") for found in cited for number in re.split(AND, found)}


def sources():
    """Everything written here that a reader may meet a number in."""
    folders = [ROOT / folder for folder in ("bot", "cogs", "scripts", "tests", "docs")]
    paths = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".md")]
    return {path: path.read_text(encoding="utf-8") for path in (*paths, *ROOT.glob("*.md"))}


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


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("It stands (rule 6.2).", {"6.2"}),
        ("Rules 6.3 to 6.7: once", {"6.3", "6.7"}),
        ("as rules 1.3, 5.1 and\n    # 7.13 say", {"1.3", "5.1", "7.13"}),
        ("(rule 1.1.3)", {"1.1.3"}),
        ("the points (rule 6)", {"6"}),
        ('raise Error("kept back (1.1)")', {"1.1"}),
        ('SETUP_RULE = "1.1"', {"1.1"}),
        ('{"code": "not_a_meld", "rule": "2.2"}', {"2.2"}),
        ('Rejection(Code.SEAT_IS_OUT, "7.3")', {"7.3"}),
        ("wait(3.1), 1.5 s (1.5 MB), Python 3.11, version 1.0.0, a rule, 2.0 points", set()),
    ],
)
def test_what_counts_as_a_citation(text, cited):
    assert cited_in(text) == cited


def test_a_figure_in_a_paper_is_no_citation():
    assert cited_in("0.24 (1.3) | rule 2.9", ".md") == {"2.9"}


def test_every_number_cited_anywhere_is_a_sentence():
    cited = {
        f"{path.relative_to(ROOT)}: {number}"
        for path, text in sources().items()
        if path != Path(__file__)
        for number in cited_in(text, path.suffix) - set(SENTENCES)
    }
    assert not cited, "these numbers are no sentences of RULES.md"
    assert set(re.findall(r"\b\d\.\d+\b", RULES)) == set(SENTENCES)


def test_every_section_cited_in_the_code_is_there():
    cited = {
        number
        for path, text in sources().items()
        if path.suffix == ".py" and path != Path(__file__)
        for sections in re.findall(rf"\bsections? (\d+(?:{AND}\d+)*)", text)
        for number in re.split(AND, sections)
    }
    assert cited
    assert cited <= set(SECTIONS)


def test_no_number_leads_out_of_the_repository():
    """An `A` with two digits would be a decision that is written down elsewhere, if anywhere."""
    form = re.compile(r"\bA\d\d\b|\btest_a\d\d_")
    assert not {
        f"{path.relative_to(ROOT)}: {found}"
        for path, text in sources().items()
        for found in form.findall(text)
    }


def test_every_test_that_is_named_is_there():
    texts = sources()
    there = {name for text in texts.values() for name in re.findall(r"def (test_\w+)\(", text)}
    files = {path.stem for path in texts}
    named = {name for text in texts.values() for name in re.findall(r"`(test_\w+)`", text)}
    assert named
    assert named <= there | files


def test_every_switch_is_in_the_rules():
    switches = set(HouseRules.model_fields) - {"preset"}
    assert switches <= set(re.findall(r"`(\w+)`", RULES))


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
