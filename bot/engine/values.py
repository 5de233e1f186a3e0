"""What the engine is made of: frozen dataclasses with slots, at half the price of the standard library's.

A turn makes half a dozen of them with some forty fields. `dataclass(frozen=True)` sets every field by its
name, through `object.__setattr__`; here each goes straight into its slot.
"""

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make the class `dataclass(frozen=True, slots=True)`; defaults must be values, no factories."""
    made: Any = dataclass(frozen=True, slots=True)(cls)
    if any(each.default_factory is not MISSING for each in fields(made)):
        raise TypeError(f"{cls.__name__} has a default that is no value")
    names = [each.name for each in fields(made)]
    if names:
        made.__init__ = _init(made, names)
    return made


def _init(made: Any, names: list[str]) -> Any:
    """The `__init__` of the dataclass, written anew: one line for each field, `set_name(self, name)`."""
    lines = [f"def __init__(self, {', '.join(names)}):", *(f"    set_{name}(self, {name})" for name in names)]
    written: dict[str, Any] = {f"set_{name}": getattr(made, name).__set__ for name in names}
    exec("\n".join(lines), written)  # noqa: S102 - the dataclasses of the standard library are written so too
    init = written["__init__"]
    init.__defaults__ = made.__init__.__defaults__
    init.__annotations__ = made.__init__.__annotations__
    init.__qualname__ = made.__init__.__qualname__
    return init
