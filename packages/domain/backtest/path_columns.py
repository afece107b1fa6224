"""The columns that a strategy reads of many paths at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from packages.domain.backtest.compiling.conditions import IndicatorSource, PriceSource, Source
from packages.domain.backtest.kernel.work import of_rows
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_rows import RowFunction

PATH_PRICES = ("open", "high", "low", "close")


@dataclass(frozen=True, slots=True, eq=False)
class PathBars:
    """Prices of some paths, a row each; the volume is the same on all of them."""

    times: OwnTimes
    prices: dict[str, Floats]
    volume: Floats
    _whole: dict[str, bool] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.prices["close"])

    def one(self, at: int) -> OwnBars:
        return OwnBars(self.times, **{name: self.prices[name][at] for name in PATH_PRICES}, volume=self.volume)

    def columns(self, sources: Sequence[Source]) -> list[Floats | list[Floats]]:
        """For each source, its column on every path: a matrix where all paths were computed in one call."""
        return [self.column(source) for source in sources]

    def column(self, source: Source) -> Floats | list[Floats]:
        if isinstance(source, PriceSource) and source.field.value in self.prices:
            return self.prices[source.field.value]
        function = source.function if isinstance(source, IndicatorSource) and source.timeframe is None else None
        if isinstance(source, IndicatorSource) and function is not None and self._suits(function):
            return self._by_function(source, function)
        return [self.one(at).column(source) for at in range(len(self))]

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
        told = of_rows(function, columns)
        for at in np.flatnonzero(columns[0][:, 0] == columns[0][:, 1]).tolist():
            told[at] = self.one(at).column(source)
        return told
