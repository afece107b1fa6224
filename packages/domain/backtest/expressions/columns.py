"""The column of an expression on the bars of one instrument."""

from typing import Protocol, TypeAlias, assert_never

import numpy as np

from packages.domain.backtest.compiling import sources as s
from packages.domain.backtest.expressions.operations import computed
from packages.domain.backtest.market.slow_bars import OwnPriceColumns
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import series_of


class ReadBars(OwnPriceColumns, Protocol):
    """Bars with what is known beside them."""

    def column(self, source: s.Source) -> Floats: ...

    def elsewhere(self, source: s.OtherSource) -> Floats: ...

    def calendar(self, source: s.CalendarSource | s.OpeningRangeSource) -> Floats: ...

    def funded(self, source: s.FundingSource) -> Floats: ...

    def company(self, source: s.CompanySource) -> Floats: ...


Known: TypeAlias = dict[s.Source, Floats]


def expression_column(bars: ReadBars, source: s.ExpressionSource, known: Known | None = None) -> Floats:
    """One value a bar, NaN where it is undefined; `known` keeps the parts that a tree uses more than once."""
    found = {} if known is None else known
    match source:
        case s.NumberSource(value):
            return np.full(len(bars.close), value)
        case s.OtherSource():
            return bars.elsewhere(source)
        case s.CalendarSource() | s.OpeningRangeSource():
            return bars.calendar(source)
        case s.FundingSource():
            return bars.funded(source)
        case s.CompanySource():
            return bars.company(source)
        case s.AppliedSource(indicator, of):
            column = _part(bars, of, found)
            return indicator.calculation.of(series_of({"close": column}))[indicator.output]
        case s.ComputedSource(operation, inputs, window):
            return computed(operation, [_part(bars, part, found) for part in inputs], window)
    assert_never(source)


def _part(bars: ReadBars, source: s.Source, known: Known) -> Floats:
    if source not in known:
        if isinstance(source, s.PriceSource | s.IndicatorSource | s.VolatilitySource):
            known[source] = bars.column(source)
        else:
            known[source] = expression_column(bars, source, known)
    return known[source]
