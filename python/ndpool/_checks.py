"""Arguments of the wrong type, said in one line."""
from __future__ import annotations

import numbers
import operator
from typing import Any, Optional

_LARGEST_SEED = 2**64 - 1


def whole(name: str, value: Any, least: Optional[int] = None) -> int:
    """The argument as an int, also from a number of NumPy; TypeError for anything else, InvalidInput below `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: found {value!r}, expected a whole number") from None
    if least is not None and number < least:
        from ._core import InvalidInput

        raise InvalidInput(f"{name}: found {number}, expected at least {least}")
    return number


def seed_of(value: Any) -> int:
    """A seed: a whole number of 64 bits."""
    if value.__class__ is not int or not 0 <= value <= _LARGEST_SEED:
        if whole("seed", value, 0) > _LARGEST_SEED:
            from ._core import InvalidInput

            raise InvalidInput(f"seed: found {value}, expected at most {_LARGEST_SEED}")
    return int(value)


def same_kind(name: str, value: Any, default: Any) -> None:
    """TypeError unless the value of an option is of the kind of its default."""
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise TypeError(f"{name}: found {value!r}, expected True or False")
    elif isinstance(default, str):
        if not isinstance(value, str):
            raise TypeError(f"{name}: found {value!r}, expected a word")
    elif isinstance(default, int):
        whole(name, value)
    elif not isinstance(value, numbers.Real):
        raise TypeError(f"{name}: found {value!r}, expected a number")
