"""The settings of an indicator: kinds, defaults and bounds, and the values chosen within them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from packages.core.errors import Invalid
from packages.core.messages import Language, Message, message, render


class UnknownIndicator(Invalid):
    """A name that the catalogue does not have."""


class UnknownParameter(Invalid):
    """A parameter that the indicator does not take."""


class BadParameter(Invalid):
    """A parameter of the wrong kind, or outside its bounds, or out of order with another one."""


class UnknownOutput(Invalid):
    """An output that the indicator does not give."""


class BadColumns(Invalid):
    """Price or volume columns that are missing, uneven or not one-dimensional."""


Value: TypeAlias = int | float | str
Kind: TypeAlias = Literal["int", "float", "source", "choice"]

SOURCES = ("open", "high", "low", "close", "volume", "hl2", "hlc3", "ohlc4")
LONGEST = 5000


@dataclass(frozen=True, slots=True)
class Parameter:
    """Bounds are inclusive; `choices` is for sources and choices."""

    name: str
    kind: Kind
    default: Value
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()

    def checked(self, value: object) -> Value:
        """The value in its own type, or `BadParameter`."""
        if self.kind in ("source", "choice"):
            if not isinstance(value, str) or value not in self.choices:
                raise self._refusal(value, message("strategy.expected_choice", choices=self.choices))
            return value
        number = self._number(value)
        if not (self.minimum is None or number >= self.minimum) or not (self.maximum is None or number <= self.maximum):
            raise self._refusal(
                value, message("strategy.expected_between", least=f"{self.minimum:g}", most=f"{self.maximum:g}")
            )
        return number

    def _number(self, value: object) -> int | float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self._refusal(
                value, message("strategy.expected_whole" if self.kind == "int" else "strategy.expected_number")
            )
        if self.kind == "float":
            return float(value)
        if value != int(value):
            raise self._refusal(value, message("strategy.expected_whole"))
        return int(value)

    def _refusal(self, value: object, expected: Message) -> BadParameter:
        details = {"parameter": self.name, "given": repr(value), "expected": render(expected, Language.EN)}
        return BadParameter(
            "strategy.bad_parameter", name=self.name, expected=expected, value=repr(value), details=details
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """Checked values by name."""

    values: Mapping[str, Value]

    def whole(self, name: str = "period") -> int:
        return int(self.values[name])

    def real(self, name: str) -> float:
        return float(self.values[name])


def period(default: int, minimum: int = 2, name: str = "period", maximum: int = LONGEST) -> Parameter:
    """A number of bars."""
    return Parameter(name, "int", default, minimum, maximum)


def number(name: str, default: float, minimum: float, maximum: float) -> Parameter:
    return Parameter(name, "float", default, minimum, maximum)


SOURCE = Parameter("source", "source", "close", choices=SOURCES)
