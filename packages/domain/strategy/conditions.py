"""Conditions, with the meaning that the backtest and the runtime give them; what they compare is in `operands`.

A comparison with a value that is not known yet (a lag before the first bar, an indicator warming up) is false.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from packages.domain.strategy.operands import Constant, FactorOutput, Operand, Price, PriceField

__all__ = [
    "All",
    "AnyOf",
    "BarsSince",
    "Compare",
    "Comparison",
    "Condition",
    "Constant",
    "Cross",
    "Crossing",
    "FactorOutput",
    "Flag",
    "Not",
    "Operand",
    "Price",
    "PriceField",
    "Sequence",
    "WithinBars",
]


class Comparison(StrEnum):
    """How two values are compared."""

    GT = "gt"
    GTE = "gte"
    LT = "lt"
    LTE = "lte"
    EQ = "eq"
    NEQ = "neq"

    @property
    def turned(self) -> "Comparison":
        """The same comparison with its sides exchanged."""
        return _TURNED.get(self, self)


_TURNED = {
    Comparison.GT: Comparison.LT,
    Comparison.LT: Comparison.GT,
    Comparison.GTE: Comparison.LTE,
    Comparison.LTE: Comparison.GTE,
}


class Crossing(StrEnum):
    """From where to where the first value goes."""

    ABOVE = "cross_above"
    BELOW = "cross_below"


@dataclass(frozen=True, slots=True)
class All:
    """Every condition is true on this bar."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one condition is true on this bar."""

    conditions: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The condition is false on this bar."""

    condition: "Condition"


@dataclass(frozen=True, slots=True)
class Compare:
    """Two values on this bar."""

    left: Operand
    op: Comparison
    right: Operand


@dataclass(frozen=True, slots=True)
class Cross:
    """Above: a > b on this bar and a <= b on the bar before; below: a < b now and a >= b before."""

    a: Operand
    op: Crossing
    b: Operand


@dataclass(frozen=True, slots=True)
class Flag:
    """A factor, such as a candle pattern, is known and not zero on this bar."""

    value: FactorOutput


@dataclass(frozen=True, slots=True)
class WithinBars:
    """The condition was true on at least one of the last `bars` bars; this bar is one of them."""

    condition: "Condition"
    bars: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """The steps came true one after another, each on a later bar than the step before, the last on this bar,
    all of them within the last `within_bars` bars; this bar is one of them."""

    steps: tuple["Condition", ...]
    within_bars: int


@dataclass(frozen=True, slots=True)
class BarsSince:
    """Compares the number of bars since the condition was last true (0: on this bar); false if it never was."""

    condition: "Condition"
    op: Comparison
    bars: int


Condition: TypeAlias = All | AnyOf | Not | Compare | Cross | Flag | WithinBars | Sequence | BarsSince
