"""The bars that one instrument has, none missing, and the columns that a strategy reads of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from packages.domain.backtest.alongside import Alongside, Places, seen, seen_places
from packages.domain.backtest.compiling.sources import (
    CalendarSource,
    CompanySource,
    FundingSource,
    IndicatorSource,
    OpeningRangeSource,
    OtherSource,
    PriceSource,
    Source,
    VolatilitySource,
    with_all_outputs,
)
from packages.domain.backtest.expressions.calendar import calendar_column, opening_range
from packages.domain.backtest.expressions.columns import expression_column
from packages.domain.backtest.expressions.company import CompanyColumns
from packages.domain.backtest.fundamentals.record import CompanyRecord
from packages.domain.backtest.funding import FundingHistory
from packages.domain.backtest.kernel.work import of_series, row_table
from packages.domain.backtest.market.slow_bars import SlowGrid, slow_grid, spread
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.company_fields import EventField
from packages.domain.strategy.indicators.bars import Series, series_of
from packages.domain.strategy.indicators.indicator import Calculation
from packages.domain.strategy.indicators.row_functions import RowFunction


@dataclass(frozen=True, slots=True, eq=False)
class OwnTimes:
    """When bars begin, and how they make slower ones: the same for all instruments and paths without gaps."""

    time: Instants
    market: Market
    timeframe: Timeframe
    bars_per_year: float
    alongside: Alongside | None = None
    _grids: dict[Timeframe, SlowGrid] = field(default_factory=dict)
    _others: dict[str, "SeenBars | None"] = field(default_factory=dict)

    @classmethod
    def of(cls, panel: Panel, held: np.ndarray | None = None) -> "OwnTimes":
        time = panel.time if held is None else panel.time[held]
        return cls(time, panel.market, panel.timeframe, panel.bars_per_year, panel.alongside)

    def grid(self, slower: Timeframe) -> SlowGrid:
        if slower not in self._grids:
            self._grids[slower] = slow_grid(self.time, self.market, self.timeframe, slower)
        return self._grids[slower]

    def other(self, symbol: str) -> "SeenBars | None":
        """Another instrument as it is seen on these bars; None where none of its bars were loaded."""
        if symbol not in self._others:
            self._others[symbol] = self._seen(symbol)
        return self._others[symbol]

    def _seen(self, symbol: str) -> "SeenBars | None":
        other = None if self.alongside is None else self.alongside.other(symbol)
        if other is None:
            return None
        times = OwnTimes(other.time, other.market, self.timeframe, self.bars_per_year)
        own = OwnBars(times, **{name: getattr(other, name) for name in PRICES})
        return SeenBars(own, seen_places(other, self.market, self.timeframe, self.time))


@dataclass(frozen=True, eq=False)
class OwnBars:
    """Prices and volumes of one instrument or path."""

    times: OwnTimes
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    record: CompanyRecord | None = None
    funding: FundingHistory | None = None

    @classmethod
    def of(cls, panel: Panel, at: int, times: OwnTimes, held: np.ndarray | None = None) -> "OwnBars":
        prices = {name: getattr(panel, name)[at] for name in PRICES}
        own = {name: column if held is None else column[held] for name, column in prices.items()}
        return cls(times, **own, record=panel.record(at), funding=panel.funding(at))

    @property
    def time(self) -> Instants:
        return self.times.time

    @cached_property
    def series(self) -> Series:
        """Of the columns and not of these bars: in a circle, the prices of paths would wait for the next collection."""
        return series_of({name: getattr(self, name) for name in PRICES})

    def columns(self, sources: Sequence[Source], together: Mapping[Source, Calculation] | None = None) -> list[Floats]:
        """Indicators of which several outputs are read are calculated once; `together` names them where they are known
        from other bars."""
        together = with_all_outputs(sources) if together is None else together
        known: dict[int, dict[str, Floats]] = {}
        return [
            self._output(source, together[source], known)
            if isinstance(source, IndicatorSource) and source in together
            else self.column(source)
            for source in sources
        ]

    def _output(self, source: IndicatorSource, calculation: Calculation, known: dict[int, dict[str, Floats]]) -> Floats:
        if id(calculation) not in known:
            known[id(calculation)] = self._calculated(calculation, source.timeframe)
        return known[id(calculation)][source.output]

    def column(self, source: Source) -> Floats:
        """One value a bar, NaN while it is not known."""
        match source:
            case PriceSource(field):
                return getattr(self, field.value)  # type: ignore[no-any-return]
            case VolatilitySource():
                return source.of(self.close, self.times.bars_per_year)
            case IndicatorSource():
                return self._indicator(source)
            case _:
                return expression_column(self, source)

    def elsewhere(self, source: OtherSource) -> Floats:
        other = self.times.other(source.symbol)
        if other is None:
            return np.full(len(self.close), np.nan)
        return seen(other.bars.column(source.of), other.places)

    def calendar(self, source: CalendarSource | OpeningRangeSource) -> Floats:
        times = self.times
        if isinstance(source, OpeningRangeSource):
            prices: Floats = getattr(self, source.edge.value)
            return opening_range(source.edge, source.minutes, times.market, times.timeframe, times.time, prices)
        sessions = None if times.alongside is None else times.alongside.sessions
        return calendar_column(source.field, times.market, times.timeframe, times.time, sessions)

    def company(self, source: CompanySource) -> Floats:
        """Undefined everywhere where no record of the company was loaded."""
        if self.record is None:
            return np.full(len(self.close), np.nan)
        known = CompanyColumns(self.record, self.times.market, self.times.timeframe, self.time)
        return (
            known.event(source.field)
            if isinstance(source.field, EventField)
            else known.figure(source.field, self.close)
        )

    def funded(self, source: FundingSource) -> Floats:
        """Undefined everywhere where no rates were loaded."""
        if self.funding is None:
            return np.full(len(self.close), np.nan)
        return self.funding.column(source.field, bar_known_at(self.times.market, self.times.timeframe, self.time))

    def _indicator(self, source: IndicatorSource) -> Floats:
        computed = self._by_function(source) if source.timeframe is None else None
        return self._calculated(source.calculation, source.timeframe)[source.output] if computed is None else computed

    def _calculated(self, calculation: Calculation, timeframe: Timeframe | None) -> dict[str, Floats]:
        if timeframe is None:
            return calculation.of(self.series)
        grid = self.times.grid(timeframe)
        slow = calculation.of(series_of(grid.fold(self)))
        return {name: spread(column, grid.finished) for name, column in slow.items()}

    def _by_function(self, source: IndicatorSource) -> Floats | None:
        """By the kernel; None where the indicator is more than a formula of its, or these bars need care."""
        given = self.quick_columns(source)
        if given is None or source.function is None:
            return None
        values: Floats = of_series(row_table([source.function], [given]), len(self.close))[0]
        return values

    def quick_columns(self, source: Source) -> list[Floats] | None:
        """What the kernel reads to work the source out; None where it cannot: a gap, too few bars, or no move at the
        beginning."""
        if not isinstance(source, IndicatorSource) or source.timeframe is not None:
            return None
        function: RowFunction | None = source.function
        if function is None or function.lookback >= len(self.close):
            return None
        inputs, picked = source.calculation.asked
        reading = self.series.reading(source.calculation.asked)
        columns = [reading.bars.source] if picked else [getattr(reading.bars, name) for name in inputs]
        if reading.traded is not None or columns[0][0] == columns[0][1]:
            return None
        return columns


@dataclass(frozen=True, slots=True, eq=False)
class SeenBars:
    """Another instrument's bars, and which of them is seen on each own bar, -1 for none."""

    bars: OwnBars
    places: Places
