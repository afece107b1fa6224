"""One entry of the catalogue: what an indicator reads, takes and gives, and its calculation with every check."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import SOURCE_PARTS, Bars, Columns, read
from packages.domain.strategy.indicators.errors import BadParameter, UnknownOutput, UnknownParameter
from packages.domain.strategy.indicators.parameters import Chosen, Parameter, Value

Outcome: TypeAlias = Floats | Mapping[str, Floats | Callable[[], Floats]]


class Category(StrEnum):
    TREND = "trend"
    MOMENTUM = "momentum"
    VOLATILITY = "volatility"
    VOLUME = "volume"
    STATISTICS = "statistics"


@dataclass(frozen=True, slots=True)
class Indicator:
    """`formula` gives a column for the one output, or columns by output, where a function is called only when its
    output is wanted. `first` is the index of the first value, by output where they differ. `rising` names pairs of
    parameters of which the first must be the smaller one."""

    name: str
    category: Category
    label_zh: str
    label_en: str
    description_zh: str
    description_en: str
    parameters: tuple[Parameter, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    first: Callable[[Chosen], int | Mapping[str, int]]
    formula: Callable[[Bars, Chosen], Outcome]
    rising: tuple[tuple[str, str], ...] = ()

    def checked(self, params: Mapping[str, object]) -> dict[str, Value]:
        """Every parameter with its value or default; `UnknownParameter` or `BadParameter` when one cannot be taken."""
        names = [parameter.name for parameter in self.parameters]
        for name in params:
            if name not in names:
                allowed = ", ".join(names) or "none"
                raise UnknownParameter(
                    f"{self.name} does not take {name!r}; it takes: {allowed}.",
                    details={"indicator": self.name, "parameter": name, "allowed": names},
                )
        values = {each.name: each.checked(params.get(each.name, each.default)) for each in self.parameters}
        for smaller, greater in self.rising:
            if not float(values[smaller]) < float(values[greater]):
                raise BadParameter(
                    f"{smaller} of {self.name} must be below {greater}.",
                    details={"indicator": self.name, "parameter": smaller, "below": greater},
                )
        return values

    def reads(self, params: Mapping[str, object]) -> frozenset[str]:
        """The columns that a calculation with these parameters needs."""
        source = self.checked(params).get("source")
        return frozenset(self.inputs) | frozenset(SOURCE_PARTS[str(source)] if source else ())

    def warm_up(self, params: Mapping[str, object], outputs: Iterable[str] | None = None) -> int:
        """The number of bars before each of the outputs (all, unless named) has a value."""
        return max(self._firsts(Chosen(self.checked(params)), self._wanted(outputs)).values())

    def compute(
        self, columns: Columns, params: Mapping[str, object], outputs: Iterable[str] | None = None
    ) -> dict[str, Floats]:
        """Columns of the length of the input, by output (all, unless named); NaN where there is no value."""
        chosen = Chosen(self.checked(params))
        firsts = self._firsts(chosen, self._wanted(outputs))
        source = chosen.values.get("source")
        reading = read(columns, self.inputs, None if source is None else str(source))
        if reading.bars.length <= min(firsts.values()):
            return {name: np.full(reading.length, np.nan) for name in firsts}
        with np.errstate(all="ignore"):
            outcome = self.formula(reading.bars, chosen)
            parts = {self.outputs[0]: outcome} if isinstance(outcome, np.ndarray) else outcome
            told = {name: _value(parts[name]) for name in firsts}
        return {name: reading.spread(told[name], first) for name, first in firsts.items()}

    def _wanted(self, outputs: Iterable[str] | None) -> tuple[str, ...]:
        wanted = self.outputs if outputs is None else tuple(outputs) or self.outputs
        for name in wanted:
            if name not in self.outputs:
                raise UnknownOutput(
                    f"{self.name} does not give {name!r}; it gives: {', '.join(self.outputs)}.",
                    details={"indicator": self.name, "output": name, "allowed": list(self.outputs)},
                )
        return wanted

    def _firsts(self, chosen: Chosen, wanted: tuple[str, ...]) -> dict[str, int]:
        first = self.first(chosen)
        return {name: first if isinstance(first, int) else first[name] for name in wanted}


def _value(part: Floats | Callable[[], Floats]) -> Floats:
    return part() if callable(part) else part
