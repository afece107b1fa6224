"""Indicators worked out for a chart, each named in a short text, as `sma(period=20)` or `ema(period=50)@1w`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.market.slow_bars import slow_grid, spread
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats
from packages.domain.market_data.timeframe import parse_timeframe
from packages.domain.strategy.indicators.bars import series_of
from packages.domain.strategy.indicators.catalogue import indicator
from packages.domain.strategy.model import Factor

_FORM = re.compile(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*(?:@\s*(\w+))?\s*")
_SETTING = re.compile(r"\s*(\w+)\s*=\s*([\w.+-]+)\s*")
_PRICES = ("open", "high", "low", "close")
_RAISED_BY = 0.1  # of the middle price, to see which outputs rise with the prices
_NEARLY = 0.15


class BadIndicatorText(Invalid):
    """A text that does not name an indicator with its parameters."""


@dataclass(frozen=True, slots=True, eq=False)
class ChartedOutput:
    """`on_price`: it lies among the prices, so that it is drawn on their scale."""

    name: str
    values: Floats
    on_price: bool


def factor_in(text: str) -> Factor:
    """An indicator of the catalogue with the parameters that are named, and its defaults for the others."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadIndicatorText("market_data.bad_indicator_text", text=text[:60])
    name, settings, timeframe = found.groups()
    chosen = indicator(name).checked(_settings_in(text, settings or ""))
    slower = parse_timeframe(timeframe) if timeframe else None
    return Factor(name, name, tuple(sorted(chosen.items())), slower)


def _settings_in(text: str, settings: str) -> Mapping[str, int | float | str]:
    parts = [_SETTING.fullmatch(part) for part in settings.split(",")] if settings.strip() else []
    pairs = [part.groups() for part in parts if part is not None]
    if len(pairs) < len(parts):
        raise BadIndicatorText("market_data.bad_indicator_text", text=text[:60])
    return {name: _value(value) for name, value in pairs}


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def charted(factor: Factor, bars: BarSeries) -> list[ChartedOutput]:
    """Every output on each bar, NaN before the first value; a value rests on its own bar and those before it."""
    columns = bars.columns
    raise_by = _RAISED_BY * float(np.median(columns.close)) if len(bars) else 0.0
    raised = replace(columns, **{name: getattr(columns, name) + raise_by for name in _PRICES})
    values, higher = (_worked_out(factor, bars, each) for each in (columns, raised))
    return [
        ChartedOutput(name, column, _rises_with_prices(higher[name] - column, raise_by))
        for name, column in values.items()
    ]


def _worked_out(factor: Factor, bars: BarSeries, columns: BarColumns) -> dict[str, Floats]:
    calculation, slower = indicator(factor.type).calculation(dict(factor.params)), factor.timeframe
    if slower is None or slower is bars.timeframe:
        return calculation.of(series_of(columns))
    grid = slow_grid(columns.time, bars.symbol.market, bars.timeframe, slower)
    slow = calculation.of(series_of(grid.fold(columns)))
    return {name: spread(column, grid.finished) for name, column in slow.items()}


def _rises_with_prices(difference: Floats, raise_by: float) -> bool:
    known = difference[np.isfinite(difference)]
    return bool(known.size) and abs(float(np.median(known)) - raise_by) <= _NEARLY * raise_by
