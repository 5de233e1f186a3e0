"""Self-play in C, from which `expert` learned, plays by the engine's rules and thinks as the level does."""

import shutil

import pytest

from scripts.compare_selfplay import DisagreementError, Order, compare, traced
from scripts.selfplay.files import build


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if shutil.which("cc") is None:
        pytest.skip("self-play needs a compiler; playing does not")
    return build("trace", tmp_path_factory.mktemp("selfplay"))


@pytest.mark.parametrize(
    ("name", "seats"),
    [("classic", 2), ("classic", 4), ("quick", 2), ("quick", 4), ("japanese", 2), ("yanef", 2)],
)
def test_it_has_the_same_moves_writes_the_same_points_and_chooses_alike(program, name, seats):
    counts = compare(name, traced(program, Order(name, seats, rounds=20)))
    assert counts["rounds"] >= 10
    assert counts["expert alike"] > 100
    assert counts["expert otherwise"] <= 0.02 * counts["expert alike"]


def test_other_points_or_moves_than_the_engine_has_are_found():
    deal = ["deal", *("31", str(31 << 5)), *(str(card) for card in (20, *range(21, 54)))]
    with pytest.raises(DisagreementError):
        compare("classic", [["totals", "0", "0"], deal, ["turn", "4", "4", "-1"]])
    with pytest.raises(DisagreementError):
        compare("classic", [["totals", "0", "0"], deal, ["end", "0", "5"]])
