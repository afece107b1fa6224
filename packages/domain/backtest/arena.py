"""A panel made ready for the kernel: in its table of arrays, with each instrument's own bars beside it."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from packages.domain.backtest.compiling.sources import Source
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import Arrays, array_table
from packages.domain.backtest.own_bars import OwnBars, OwnTimes
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.ready_columns import ReadyColumns
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.volatility import log_returns
from packages.domain.strategy.indicators.windows import rolling_deviation, rolling_mean

_NO_MATRIX = np.empty((0, 0))
_NO_VECTOR = np.empty(0)
_IMPACT_BARS = 20


class Arena:
    """Made once, run in any number of times."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel
        self._held = np.isfinite(panel.close)
        self._is_whole = bool(self._held.all())
        self._ready: tuple[Sequence[Source], tuple[ReadyColumns, ...]] | None = None

    def columns(self, sources: Sequence[Source]) -> list[list[Floats]]:
        """For each instrument, the column of each source on its own bars."""
        ready = self._ready
        if ready is None or ready[0] is not sources:
            ready = self._ready = sources, tuple(ReadyColumns(own, sources) for own in self.own)
        return [each.columns() for each in ready[1]]

    def table(self, *, impact: bool) -> Counts:
        """The market as the kernel's table of arrays; what the impact needs is there only when it is wanted."""
        return self._laid_with_depth if impact else self._table

    @cached_property
    def own(self) -> tuple[OwnBars, ...]:
        """The bars that each instrument has."""
        panel = self.panel
        if self._is_whole:
            times = OwnTimes.of(panel)
            return tuple(OwnBars.of(panel, at, times) for at in range(len(panel.tickers)))
        return tuple(OwnBars.of(panel, at, OwnTimes.of(panel, held), held) for at, held in enumerate(self._held))

    @cached_property
    def _table(self) -> Counts:
        return array_table(self._market)

    @cached_property
    def _laid_with_depth(self) -> Counts:
        volume, volatility = self.depth
        return array_table({**self._market, k.VOLUME: volume, k.VOLATILITY: volatility})

    @cached_property
    def _market(self) -> Arrays:
        panel = self.panel
        return {
            k.OPEN: panel.open,
            k.HIGH: panel.high,
            k.LOW: panel.low,
            k.CLOSE: panel.close,
            k.LOWER: _NO_MATRIX if panel.lower_limit is None else panel.lower_limit,
            k.UPPER: _NO_MATRIX if panel.upper_limit is None else panel.upper_limit,
            k.DIVIDEND: _NO_MATRIX if panel.dividend is None else panel.dividend,
            k.BUY_DUTY: _NO_VECTOR if panel.buy_duty is None else panel.buy_duty,
            k.SELL_DUTY: _NO_VECTOR if panel.sell_duty is None else panel.sell_duty,
            k.DAYS: panel.elapsed_days,
            k.SESSION: panel.session,
            k.OWN: self._places,
            k.COUNTS: self._held.sum(axis=1).astype(np.int64),
            k.LOT: panel.lots.minimum,
            k.STEP: panel.lots.step,
        }

    @cached_property
    def _places(self) -> Counts:
        """The place of each bar among the own ones, -1 where there is none; no rows when nothing is missing."""
        if self._is_whole:
            return np.empty((0, 0), dtype=np.int64)
        return np.where(self._held, np.cumsum(self._held, axis=1) - 1, -1)

    @cached_property
    def depth(self) -> tuple[Floats, Floats]:
        """The mean volume and the volatility of the bars before each bar, which the impact of an order follows from."""
        volume, volatility = np.full_like(self.panel.close, np.nan), np.full_like(self.panel.close, np.nan)
        for at, own in enumerate(self.own):
            places = np.flatnonzero(self._held[at])[1:]
            volume[at, places] = rolling_mean(own.volume, _IMPACT_BARS)[:-1]
            volatility[at, places] = rolling_deviation(log_returns(own.close), _IMPACT_BARS, ddof=1)[:-1]
        return volume, volatility
