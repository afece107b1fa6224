"""One instrument's own bars with every value that a strategy looks at on them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.compiling.sources import ExpressionCompiler
from packages.domain.backtest.market.slow_bars import slow_bars, spread
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.backtest.panel import PRICES, Counts, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.strategy.indicators.indicator import Indicator
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.operands import Constant, Expression, FactorOutput, Operand, Price, lag_of


@dataclass(frozen=True, slots=True, eq=False)
class OwnColumns:
    """The bars that the instrument has."""

    time: Instants
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats


class AnalysisBars:
    """Columns are over the instrument's own bars; each is calculated when it is first asked for, and kept."""

    def __init__(self, strategy: Strategy, panel: Panel, ticker: int, catalogue: Mapping[str, Indicator]) -> None:
        self._strategy = strategy
        self._panel = panel
        self._catalogue = catalogue
        self.places: Counts = np.flatnonzero(np.isfinite(panel.close[ticker]))
        prices = {name: np.ascontiguousarray(getattr(panel, name)[ticker, self.places]) for name in PRICES}
        self.columns = OwnColumns(panel.time[self.places], **prices)
        self._factors: dict[str, dict[str, Floats]] = {}
        self._ranges: dict[int, Floats] = {}
        self._own = OwnBars.of(panel, ticker, OwnTimes.of(panel, self.places), self.places)
        self._expressions: dict[Expression, Floats] = {}

    def __len__(self) -> int:
        return len(self.places)

    def at(self, bar: int) -> int:
        """The last own bar at or before a place on the panel's axis."""
        return int(self.places.searchsorted(bar, side="right")) - 1

    def values(self, operand: Operand) -> Floats:
        """What the operand is on each own bar; NaN where it is not known."""
        return lagged(self._column(operand), lag_of(operand))

    def value(self, operand: Operand, at: int) -> float | None:
        """What the operand is on one own bar."""
        if isinstance(operand, Constant):
            return float(operand.value)
        return _known(self._column(operand), at - lag_of(operand))

    def average_true_range(self, period: int, at: int) -> float | None:
        if period not in self._ranges:
            computed = self._catalogue["atr"].compute(self.columns, {"period": period})
            self._ranges[period] = next(iter(computed.values()))
        return _known(self._ranges[period], at)

    def _column(self, operand: Operand) -> Floats:
        match operand:
            case Constant(number):
                return np.full(len(self), float(number))
            case Price(field):
                column: Floats = getattr(self.columns, field.value)
                return column
            case FactorOutput(name, output):
                outputs = self._factor(name)
                return outputs[output] if output is not None else next(iter(outputs.values()))
            case _:
                return self._expression(operand)

    def _expression(self, operand: Expression) -> Floats:
        if operand not in self._expressions:
            source = ExpressionCompiler(self._strategy, self._catalogue).source("", operand)
            self._expressions[operand] = self._own.column(source)
        return self._expressions[operand]

    def _factor(self, name: str) -> dict[str, Floats]:
        if name not in self._factors:
            self._factors[name] = self._calculated(self._strategy.factor(name))
        return self._factors[name]

    def _calculated(self, factor: Factor) -> dict[str, Floats]:
        indicator, params = self._catalogue[factor.type], dict(factor.params)
        own, slower = self._panel.timeframe, factor.timeframe
        if slower is None or slower is own:
            return indicator.compute(self.columns, params)
        bars = slow_bars(self.columns, self._panel.market, own, slower)
        computed = indicator.compute(bars.columns, params)
        return {output: spread(values, bars.finished) for output, values in computed.items()}


def lagged(values: Floats, lag: int) -> Floats:
    """What the column was `lag` bars back; NaN before the first bar."""
    if lag == 0:
        return values
    out = np.full(len(values), np.nan)
    out[lag:] = values[:-lag] if lag < len(values) else values[:0]
    return out


def _known(values: Floats, at: int) -> float | None:
    value = float(values[at]) if at >= 0 else math.nan
    return value if math.isfinite(value) else None
