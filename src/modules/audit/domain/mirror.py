"""The world in which every rise of the price was a fall of the same size."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.rows import CorporateAction, Valuation
from src.modules.audit.domain.worlds import RowChange

_ABOUT_PRICES = re.compile(
    r"股价|涨|跌|新高|新低|收盘|反弹|share price|stock price|\bshares? (?:rose|fell|jump|surg|plung|gain|drop|slid)"
    r"|\brall(?:y|ied)|record high|52-week|sell-off",
    re.IGNORECASE,
)


class PricesReversed(RowChange):
    """Each logarithmic return of the split-adjusted price changes sign, and the last price stays: p' = last² / p. The
    high of a bar becomes its low. Past multiples are scaled with the price; texts on the company that speak of its
    price are left out."""

    def bars(self, series: BarSeries, actions: Sequence[CorporateAction]) -> BarSeries:
        columns = series.columns
        if series.symbol != self.symbol or not len(series):
            return series
        factor = adjusted(series, actions, Adjustment.SPLITS).columns.close / np.where(columns.close, columns.close, 1)
        last = _last_price(columns.close * factor)
        if last is None:
            return series
        digits = 4 if last >= 1 else 8

        def turned(prices: Floats) -> Floats:
            known = np.isfinite(prices) & (prices > 0) & (factor > 0)
            scale = np.where(known, prices * factor * factor, 1.0)
            return np.where(known, np.round(last * last / scale, digits), prices)

        mirrored = replace(
            columns,
            open=turned(columns.open),
            high=turned(columns.low),
            low=turned(columns.high),
            close=turned(columns.close),
        )
        return replace(series, columns=mirrored)

    def valuations(self, rows: Sequence[Valuation], prices: BarSeries | None) -> Sequence[Valuation]:
        """A day without a price has no multiple either."""
        if prices is None or (last := _last_price(prices.columns.close)) is None:
            return []
        closes = zip(prices.columns.time.astype("datetime64[D]").tolist(), prices.columns.close.tolist(), strict=True)
        ratios = {day: Decimal(repr((last / close) ** 2)) for day, close in closes if close > 0}
        return [_scaled(row, ratios[row.day]) for row in rows if row.day in ratios]

    def keeps(self, text: str) -> bool:
        return _ABOUT_PRICES.search(text) is None


def _last_price(prices: Floats) -> float | None:
    good = prices[np.isfinite(prices) & (prices > 0)]
    return float(good[-1]) if len(good) else None


_FINE = Decimal("0.000001")


def _scaled(row: Valuation, ratio: Decimal) -> Valuation:
    def by(value: Decimal | None, times: Decimal) -> Decimal | None:
        return None if value is None else (value * times).quantize(_FINE)

    return replace(
        row,
        pe_ttm=by(row.pe_ttm, ratio),
        pb=by(row.pb, ratio),
        ps_ttm=by(row.ps_ttm, ratio),
        market_value=by(row.market_value, ratio),
        dividend_yield=by(row.dividend_yield, 1 / ratio),
    )
