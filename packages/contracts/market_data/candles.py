"""Bars as the tools show them: rows of short numbers, a page at a time."""

from datetime import UTC, datetime
from typing import Self

import numpy as np
from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.timeframe import Timeframe

Candle = tuple[str, float, float, float, float, float]


class CandlesView(ToolResult):
    """Bars, oldest first, each as [time, open, high, low, close, volume]."""

    symbol: str
    timeframe: Timeframe
    source: str
    is_demo: bool
    adjustment: Adjustment
    as_of: datetime
    columns: tuple[str, ...] = ("time", "open", "high", "low", "close", "volume")
    rows: list[Candle] = Field(description="`time` begins the bar, in UTC: a day, or a minute for shorter bars.")
    next_before: datetime | None = Field(description="`before` of the page of older bars; null: these are the oldest.")

    @classmethod
    def of(cls, series: BarSeries, as_of: datetime, before: datetime | None, limit: int) -> Self:
        """`series` goes on to `as_of`, also for a page of older bars: a later split counts in all of them."""
        end = len(series) if before is None else int(np.searchsorted(series.columns.time, instant(before)))
        begin = max(0, end - limit)
        shown = series.columns[begin:end]
        return cls.from_values(
            *(series, series.symbol),
            symbol=str(series.symbol),
            adjustment=Adjustment(series.adjusted),
            as_of=as_of,
            columns=cls.model_fields["columns"].default,
            rows=_candles(shown, series.timeframe),
            next_before=shown.time[0].item().replace(tzinfo=UTC) if begin else None,
        )


def _candles(columns: BarColumns, timeframe: Timeframe) -> list[Candle]:
    times = np.datetime_as_string(columns.time, unit="m" if timeframe.is_intraday else "D")
    prices = (columns.open, columns.high, columns.low, columns.close, columns.volume)
    rows = zip(times.tolist(), *(column.tolist() for column in prices), strict=True)
    return [(time, _short(o), _short(h), _short(low), _short(c), _short(v)) for time, o, h, low, c, v in rows]


def _short(value: float) -> float:
    """Nine digits: what adjusting leaves behind them is rounding."""
    return float(f"{value:.9g}")
