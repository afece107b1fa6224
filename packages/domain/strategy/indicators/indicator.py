"""One entry of the catalogue: what an indicator reads, takes and gives, its words, and its calculation with every
check."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from packages.core.messages import Language, message, render
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import (
    SOURCE_PARTS,
    Asked,
    Bars,
    ColumnReading,
    Columns,
    Series,
    series_of,
)
from packages.domain.strategy.indicators.parameters import (
    BadParameter,
    Chosen,
    Parameter,
    UnknownOutput,
    UnknownParameter,
    Value,
)

OHLC = ("open", "high", "low", "close")
HLC = ("high", "low", "close")
HLCV = ("high", "low", "close", "volume")
HL = ("high", "low")
CV = ("close", "volume")
Outcome: TypeAlias = Floats | Mapping[str, Floats | Callable[[], Floats]]


class Category(StrEnum):
    TREND = "trend"
    MOMENTUM = "momentum"
    VOLATILITY = "volatility"
    VOLUME = "volume"
    STATISTICS = "statistics"


class _Quiet(threading.local):
    """A context for each thread in which 0 / 0 and overflows raise no warning: to run in it costs far less than to
    enter `errstate`."""

    def __init__(self) -> None:
        context = Context()
        context.run(np.seterr, all="ignore")
        self.run = context.run


_QUIET = _Quiet()


@dataclass(frozen=True, slots=True, eq=False)
class Calculation:
    """An indicator with its parameters chosen. `main` is the output that a single column stands for; `firsts` says
    where the first value stands, by the outputs that are wanted. `compiled` is that of the indicator."""

    formula: Callable[[Bars, Chosen], Outcome]
    chosen: Chosen
    asked: Asked
    main: str
    firsts: Mapping[str, int]
    soonest: int
    compiled: str = ""

    def of(self, series: Series) -> dict[str, Floats]:
        """Fresh columns of the length of the series, by output; NaN where there is no value."""
        reading = series.reading(self.asked)
        if reading.bars.length <= self.soonest:
            return {name: np.full(reading.length, np.nan) for name in self.firsts}
        return _QUIET.run(self._computed, reading)

    def with_outputs_of(self, others: Sequence["Calculation"]) -> "Calculation":
        """The outputs of others beside its own; they are of the same indicator with the same parameters."""
        firsts = {name: first for each in (self, *others) for name, first in each.firsts.items()}
        return replace(self, firsts=firsts, soonest=min(firsts.values()))

    def _computed(self, reading: ColumnReading) -> dict[str, Floats]:
        outcome = self.formula(reading.bars, self.chosen)
        if isinstance(outcome, np.ndarray):
            return {self.main: reading.spread(outcome, self.soonest)}
        columns = {name: _value(outcome[name]) for name in self.firsts}
        return {name: reading.spread(columns[name], first) for name, first in self.firsts.items()}


@dataclass(frozen=True, slots=True)
class Indicator:
    """`formula` gives a column for the one output, or columns by output, where a function is called only when its
    output is wanted. `first` is the index of the first value, by output where they differ. `rising` names pairs of
    parameters of which the first must be the smaller one. `compiled` names the formula where the kernel has it: a
    function of TA-Lib of the source or of the inputs, over `period` bars, or one of those that `row_function` knows."""

    name: str
    category: Category
    parameters: tuple[Parameter, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    first: Callable[[Chosen], int | Mapping[str, int]]
    formula: Callable[[Bars, Chosen], Outcome]
    rising: tuple[tuple[str, str], ...] = ()
    compiled: str = ""

    def label(self, language: Language) -> str:
        return render(message(f"indicators.{self.name}.label"), language)

    def description(self, language: Language) -> str:
        return render(message(f"indicators.{self.name}.description"), language)

    def checked(self, params: Mapping[str, object]) -> dict[str, Value]:
        """Every parameter with its value or default; `UnknownParameter` or `BadParameter` when one cannot be taken."""
        names = [parameter.name for parameter in self.parameters]
        for name in params:
            if name not in names:
                raise UnknownParameter(
                    "strategy.unknown_parameter",
                    indicator=self.name,
                    name=name,
                    allowed=names or message("words.none"),
                    details={"indicator": self.name, "parameter": name, "allowed": names},
                )
        values = {each.name: each.checked(params.get(each.name, each.default)) for each in self.parameters}
        for smaller, greater in self.rising:
            if not float(values[smaller]) < float(values[greater]):
                raise BadParameter(
                    "strategy.parameter_order",
                    smaller=smaller,
                    indicator=self.name,
                    greater=greater,
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

    def calculation(self, params: Mapping[str, object], outputs: Iterable[str] | None = None) -> "Calculation":
        """Everything checked once, to be calculated on many series; gives all outputs, unless some are named."""
        chosen = Chosen(self.checked(params))
        source = chosen.values.get("source")
        asked = self.inputs, None if source is None else str(source)
        firsts = self._firsts(chosen, self._wanted(outputs))
        return Calculation(self.formula, chosen, asked, self.outputs[0], firsts, min(firsts.values()), self.compiled)

    def compute(
        self, columns: Columns, params: Mapping[str, object], outputs: Iterable[str] | None = None
    ) -> dict[str, Floats]:
        """Columns of the length of the input, by output (all, unless named); NaN where there is no value."""
        return self.calculation(params, outputs).of(series_of(columns))

    def _wanted(self, outputs: Iterable[str] | None) -> tuple[str, ...]:
        wanted = self.outputs if outputs is None else tuple(outputs) or self.outputs
        for name in wanted:
            if name not in self.outputs:
                raise UnknownOutput(
                    "strategy.unknown_output",
                    indicator=self.name,
                    name=name,
                    outputs=self.outputs,
                    details={"indicator": self.name, "output": name, "allowed": list(self.outputs)},
                )
        return wanted

    def _firsts(self, chosen: Chosen, wanted: tuple[str, ...]) -> dict[str, int]:
        first = self.first(chosen)
        return {name: first if isinstance(first, int) else first[name] for name in wanted}


def _value(part: Floats | Callable[[], Floats]) -> Floats:
    return part() if callable(part) else part


@dataclass(frozen=True, slots=True)
class InCategory:
    """Makes the entries of one category."""

    category: Category

    def __call__(
        self,
        name: str,
        parameters: tuple[Parameter, ...],
        inputs: tuple[str, ...],
        first: int | Callable[[Chosen], int | Mapping[str, int]],
        formula: Callable[[Bars, Chosen], Outcome],
        outputs: tuple[str, ...] = ("value",),
        rising: tuple[tuple[str, str], ...] = (),
        compiled: str = "",
    ) -> Indicator:
        reached = (lambda p: first) if isinstance(first, int) else first
        return Indicator(name, self.category, parameters, inputs, outputs, reached, formula, rising, compiled)


trend_indicator = InCategory(Category.TREND)
momentum_indicator = InCategory(Category.MOMENTUM)
volatility_indicator = InCategory(Category.VOLATILITY)
volume_indicator = InCategory(Category.VOLUME)
statistic_indicator = InCategory(Category.STATISTICS)


def full(p: Chosen) -> int:
    """The first bar with a whole window of `period` bars."""
    return p.whole() - 1


def full_changes(p: Chosen) -> int:
    """The first bar with a whole window of `period` changes from bar to bar."""
    return p.whole()
