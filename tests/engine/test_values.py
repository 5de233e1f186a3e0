"""What the engine is made of behaves like the frozen dataclasses of the standard library."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature

import pytest

from bot.engine.match import deal_round
from bot.engine.state import RoundState
from bot.engine.values import value
from tests.builders import CLASSIC, match, running


@value
class Fruit:
    """A fruit."""

    name: str
    price: int = field(repr=False)
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """A fruit."""

    name: str
    price: int = field(repr=False)
    colour: str | None = None


@value
class Nothing:
    pass


@pytest.mark.parametrize("kind", [Fruit, Plain])
def test_it_is_made_as_by_the_standard_library(kind):
    fruit = kind("fig", price=3)
    assert (fruit.name, fruit.price, fruit.colour) == ("fig", 3, None)
    assert fruit == kind("fig", 3, None) != kind("fig", 3, "green")
    assert len({fruit, kind("fig", 3), kind("fig", 4)}) == 2
    assert repr(fruit) == f"{kind.__name__}(name='fig', colour=None)"
    assert replace(fruit, price=4) == kind("fig", 4)
    assert asdict(fruit) == {"name": "fig", "price": 3, "colour": None}
    for wrong in ((), ("fig",), ("fig", 3, None, 5)):
        with pytest.raises(TypeError, match=rf"{kind.__name__}.__init__\(\) (missing|takes)"):
            kind(*wrong)
    with pytest.raises(TypeError, match="unexpected keyword"):
        kind("fig", 3, size=5)


@pytest.mark.parametrize("made", [Fruit("fig", 3), Nothing(), match(CLASSIC, 2)])
def test_it_stays_as_it_is(made):
    assert not hasattr(made, "__dict__")
    for name in [*(each.name for each in fields(made)), "more"]:
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(made, name, 1)
        with pytest.raises((FrozenInstanceError, TypeError)):
            delattr(made, name)


def test_it_can_be_copied_and_pickled():
    now = running(deal_round(match(CLASSIC, 2)).state)
    assert copy.deepcopy(now) == now == pickle.loads(pickle.dumps(now))


def test_its_signature_is_that_of_its_fields():
    assert str(signature(Fruit)) == str(signature(Plain))
    assert [*signature(RoundState).parameters] == [each.name for each in fields(RoundState)]


def test_a_default_is_a_value_and_no_factory():
    with pytest.raises(TypeError, match="Basket has a default that is no value"):

        @value
        class Basket:
            fruits: list[str] = field(default_factory=list)
