"""The columns that a strategy reads on drawn paths, of all paths in one call where that can be."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from packages.domain.backtest.compiling.sources import (
    ComputedSource,
    IndicatorSource,
    NumberSource,
    PriceSource,
    Source,
    VolatilitySource,
    with_all_outputs,
)
from packages.domain.backtest.expressions.operations import OF_ONE_COLUMN, computed
from packages.domain.backtest.fundamentals.record import CompanyRecord
from packages.domain.backtest.kernel.work import of_rows
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.row_functions import RowFunction
from packages.domain.strategy.operands import ValueOperation

PATH_PRICES = ("open", "high", "low", "close")
_ROWS_IN_CACHE = 8  # whose passes stay in the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class PathBars:
    """Prices of some paths, a row each; the volume is the same on all of them."""

    times: OwnTimes
    prices: dict[str, Floats]
    volume: Floats
    record: CompanyRecord | None = None
    _whole: dict[str, bool] = field(default_factory=dict)
    _parts: dict[Source, Floats | None] = field(default_factory=dict)  # of expressions

    def __len__(self) -> int:
        return len(self.prices["close"])

    def one(self, at: int) -> OwnBars:
        prices = {name: self.prices[name][at] for name in PATH_PRICES}
        return OwnBars(self.times, **prices, volume=self.volume, record=self.record)

    def columns(self, sources: Sequence[Source]) -> list[Floats | list[Floats]]:
        """For each source, its column on every path: a matrix where all paths were computed in one call."""
        found = {source: self._of_all(source) for source in sources}
        others = [source for source in sources if found[source] is None]
        together = with_all_outputs(others)
        rows = [self.one(at).columns(others, together) for at in range(len(self))] if others else []
        by_row = {source: [row[at] for row in rows] for at, source in enumerate(others)}
        return [by_row[source] if (column := found[source]) is None else column for source in sources]

    def column(self, source: Source) -> Floats | list[Floats]:
        return self.columns([source])[0]

    def _of_all(self, source: Source) -> Floats | None:
        """The matrix of a source that is worked out for all paths in one call; None where it is not."""
        match source:
            case PriceSource(price) if price.value in self.prices:
                return self.prices[price.value]
            case PriceSource():
                return np.tile(self.volume, (len(self), 1))
            case IndicatorSource(timeframe=None, function=RowFunction() as function) if self._suits(function):
                return self._by_function(source, function)
            case VolatilitySource():
                return self._volatility(source)
            case NumberSource(value):
                return np.full(self.prices["close"].shape, value)
            case ComputedSource(operation, inputs, window) if operation not in OF_ONE_COLUMN:
                return self._computed(operation, [self._part(each) for each in inputs], window)
            case _:
                return None

    def _part(self, source: Source) -> Floats | None:
        if source not in self._parts:
            self._parts[source] = self._of_all(source)
        return self._parts[source]

    def _computed(self, operation: ValueOperation, inputs: Sequence[Floats | None], window: int) -> Floats | None:
        known = [each for each in inputs if each is not None]
        if len(known) < len(inputs):
            return None
        some = [slice(first, first + _ROWS_IN_CACHE) for first in range(0, len(self), _ROWS_IN_CACHE)]
        return np.concatenate([computed(operation, [each[rows] for each in known], window) for rows in some])

    def _volatility(self, source: VolatilitySource) -> Floats:
        close, per_year = self.prices["close"], self.times.bars_per_year
        some = (close[first : first + _ROWS_IN_CACHE] for first in range(0, len(close), _ROWS_IN_CACHE))
        return np.concatenate([source.of(rows, per_year) for rows in some])

    def _suits(self, function: RowFunction) -> bool:
        """Whether the function sees nothing but whole columns that are long enough."""
        if any(name not in self.prices for name in function.columns) or function.lookback >= len(self.volume):
            return False
        return all(self._is_whole(name) for name in function.columns)

    def _is_whole(self, name: str) -> bool:
        if name not in self._whole:
            self._whole[name] = bool(np.isfinite(self.prices[name]).all())
        return self._whole[name]

    def _by_function(self, source: IndicatorSource, function: RowFunction) -> Floats:
        columns = [self.prices[name] for name in function.columns]
        values = of_rows(function, columns)
        for at in np.flatnonzero(columns[0][:, 0] == columns[0][:, 1]).tolist():
            values[at] = self.one(at).column(source)
        return values
