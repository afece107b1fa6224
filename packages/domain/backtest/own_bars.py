"""The bars that one instrument has, none missing, and the columns that a strategy reads of them."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from packages.domain.backtest.compiling.conditions import IndicatorSource, PriceSource, Source, VolatilitySource
from packages.domain.backtest.kernel.work import of_row
from packages.domain.backtest.market.slow_bars import SlowGrid, slow_grid, spread
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.bars import Series, series_of


@dataclass(frozen=True, slots=True, eq=False)
class OwnTimes:
    """When bars begin, and how they make slower ones: the same for all instruments and paths without gaps."""

    time: Instants
    market: Market
    timeframe: Timeframe
    bars_per_year: float
    _grids: dict[Timeframe, SlowGrid] = field(default_factory=dict)

    @classmethod
    def of(cls, panel: Panel, held: np.ndarray | None = None) -> "OwnTimes":
        time = panel.time if held is None else panel.time[held]
        return cls(time, panel.market, panel.timeframe, panel.bars_per_year)

    def grid(self, slower: Timeframe) -> SlowGrid:
        if slower not in self._grids:
            self._grids[slower] = slow_grid(self.time, self.market, self.timeframe, slower)
        return self._grids[slower]


@dataclass(frozen=True, eq=False)
class OwnBars:
    """Prices and volumes of one instrument or path."""

    times: OwnTimes
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats

    @classmethod
    def of(cls, panel: Panel, at: int, times: OwnTimes, held: np.ndarray | None = None) -> "OwnBars":
        prices = {name: getattr(panel, name)[at] for name in PRICES}
        return cls(times, **{name: column if held is None else column[held] for name, column in prices.items()})

    @property
    def time(self) -> Instants:
        return self.times.time

    @cached_property
    def series(self) -> Series:
        return series_of(self)

    def column(self, source: Source) -> Floats:
        """One value a bar, NaN while it is not known."""
        match source:
            case PriceSource(field):
                return getattr(self, field.value)  # type: ignore[no-any-return]
            case VolatilitySource():
                return source.of(self.close, self.times.bars_per_year)
            case IndicatorSource():
                return self._indicator(source)

    def _indicator(self, source: IndicatorSource) -> Floats:
        if source.timeframe is not None:
            grid = self.times.grid(source.timeframe)
            slow = source.calculation.of(series_of(grid.fold(self)))[source.output]
            return spread(slow, grid.finished)
        computed = self._by_function(source)
        return source.calculation.of(self.series)[source.output] if computed is None else computed

    def _by_function(self, source: IndicatorSource) -> Floats | None:
        """By the function of TA-Lib that the indicator is; None where it takes more than that."""
        function = source.function
        if function is None or function.lookback >= len(self.close):
            return None
        inputs, picked = source.calculation.asked
        reading = self.series.reading(source.calculation.asked)
        columns = [reading.bars.source] if picked else [getattr(reading.bars, name) for name in inputs]
        if reading.traded is not None or columns[0][0] == columns[0][1]:
            return None
        return of_row(function, columns)
