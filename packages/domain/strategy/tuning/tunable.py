"""One number of a strategy that could be another one, with the range over which it is worth trying."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["int", "float"]
MOST_BARS = 100_000
DAY = 1440  # minutes


@dataclass(frozen=True, slots=True)
class Tunable:
    """`minimum` and `maximum` are values that validation takes; the pointer may lead to a default that the document
    does not spell out."""

    pointer: str
    kind: Kind
    value: int | float
    minimum: int | float
    maximum: int | float
    step: int | float


def whole(pointer: str, value: int, least: int, most: int = MOST_BARS) -> Tunable:
    """From half to double, inside what is allowed; one at a time while that stays a short way."""
    low, high = max(least, value // 2), min(most, max(value * 2, value + 2))
    return Tunable(pointer, "int", value, min(low, value), max(high, value), max(1, round((high - low) / 40)))


def whole_minutes(pointer: str, value: int, step: int) -> Tunable:
    """Whole bars, from half to double."""
    low, high = max(step, value // 2 // step * step), min(DAY // step * step, value * 2)
    return Tunable(pointer, "int", value, min(low, value), max(high, value), step)


def real(pointer: str, value: int | float, least: float, most: float) -> Tunable:
    """Half the value to either side, inside what is allowed; around zero, a little to either side."""
    reach = abs(value) / 2 or min(1.0, most / 50)
    step = _round_step(reach / 10)
    low, high = max(least, value - reach), min(most, value + reach)
    if low <= 0 == least and value > 0:
        low = min(step, value)
    return Tunable(pointer, "float", value, min(low, value), max(high, value), step)


def _round_step(size: float) -> float:
    """One significant figure."""
    return float(f"{size:.0e}")
