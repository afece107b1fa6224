"""Bars of an hour, five minutes and one minute that add up to the days. Each day has streams of its own, but for the
last founding year, whose five-minute bars share one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Instants, instant
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.companies import CYCLICAL
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.sessions import LAST, local
from packages.infra.providers.market_data.demo.span import DemoSpan
from packages.infra.providers.market_data.demo.walks import CutDays, Whole, shared_out, walks

_FOUNDING_YEAR = date(LAST.year, 1, 1)
_AFTER = LAST + timedelta(days=1)
_MINUTES, _AN_HOUR = 5, 12  # minutes in a bar, and bars in an hour
# A first load has the days that somebody looks at; a desk that was away for twenty days of trade misses no minute.
_FIVE_MINUTE_DAYS, _MINUTE_DAYS = 60, 5
_MOST_MINUTE_DAYS = 20


@dataclass(frozen=True, slots=True)
class _Hours:
    """When a market trades: the first bar's time of day there, and the minutes from it to each bar. Short days before
    holidays are as long as any other here."""

    opening: tuple[int, int]
    minutes: tuple[int, ...]


_HOURS = {
    Market.CN_STOCKS: _Hours((9, 30), (*range(0, 120, _MINUTES), *range(210, 330, _MINUTES))),
    Market.US_STOCKS: _Hours((9, 30), tuple(range(0, 390, _MINUTES))),
    Market.CRYPTO: _Hours((0, 0), tuple(range(0, 1440, _MINUTES))),
}


def bars_within_days(span: DemoSpan, daily: BarSeries, *, goes_on: bool) -> Iterator[BarSeries]:
    """Up to the end of the last day, over or not. One company has five-minute bars of the last founding year, too;
    everything that goes on has bars of hours since then, and of minutes of the last days."""
    symbol, after = daily.symbol, span.since and span.since.date() - timedelta(days=1)
    has_founding = symbol == CYCLICAL.symbol
    if not has_founding and (span.now is None or not goes_on):
        return
    cut = five_minutes(span.seed, symbol, _since(daily, after or (_FOUNDING_YEAR if has_founding else _AFTER)))
    yield (cut if has_founding else cut.since(-_FIVE_MINUTE_DAYS)).series(symbol, Timeframe.M5)
    if span.now is not None:
        later = cut.since(int(np.searchsorted(cut.starts[:, 0], np.datetime64(_AFTER))))
        yield later.merged(_AN_HOUR).series(symbol, Timeframe.H1)
        recent = later.since(-(_MOST_MINUTE_DAYS if span.since else _MINUTE_DAYS))
        yield one_minutes(span.seed, symbol, recent).series(symbol, Timeframe.M1)


def _since(daily: BarSeries, day: date) -> BarColumns:
    return daily.columns[int(np.searchsorted(daily.columns.time, np.datetime64(day))) :]


def five_minutes(seed: int, symbol: Symbol, days: BarColumns) -> CutDays:
    """Of whole days; more is traded early and late in each."""
    bars = len(_HOURS[symbol.market].minutes)
    name, middle = f"five minutes {symbol}", (bars - 1) / 2
    founding = Draws(seed, name)
    dates = days.time.astype("datetime64[D]")
    draws = [founding if day <= np.datetime64(LAST) else Draws(seed, f"{name} {day}") for day in dates]
    steps = np.array([one.normal(bars) for one in draws]).reshape(-1, bars)
    chances = np.array([one.uniform(bars) for one in draws]).reshape(-1, bars)
    curve = np.array([((n - middle) / middle) ** 2 for n in range(bars)])
    return CutDays(
        starts=_starts(symbol.market, dates.tolist()),
        prices=walks(_cents(days), steps),
        volume=shared_out(days.volume.astype(np.int64), 0.5 + chances + curve, _lot(symbol)),
    )


def one_minutes(seed: int, symbol: Symbol, cut: CutDays) -> CutDays:
    """Five bars of each one."""
    days, bars = cut.volume.shape
    dates = cut.starts[:, 0].astype("datetime64[D]")  # all three markets open on the day that it is in UTC
    draws = [Draws(seed, f"one minute {symbol} {day}") for day in dates]
    steps = np.array([one.normal(bars * _MINUTES) for one in draws]).reshape(-1, _MINUTES)
    chances = np.array([one.uniform(bars * _MINUTES) for one in draws]).reshape(-1, _MINUTES)
    volume = shared_out(cut.volume.reshape(-1), 0.5 + chances, _lot(symbol))
    starts = cut.starts[:, :, None] + np.arange(_MINUTES).astype("timedelta64[m]")
    return CutDays(
        starts=starts.reshape(days, bars * _MINUTES),
        prices=walks(cut.prices.reshape(-1, 4), steps).reshape(days, bars * _MINUTES, 4),
        volume=volume.reshape(days, bars * _MINUTES),
    )


def _starts(market: Market, days: list[date]) -> Instants:
    hours = _HOURS[market]
    opened = np.array([instant(local(market, day, *hours.opening)) for day in days], dtype="datetime64[us]")
    starts: Instants = opened[:, None] + np.array(hours.minutes, dtype="timedelta64[m]")
    return starts


def _cents(days: BarColumns) -> Whole:
    prices = np.vstack([days.open, days.high, days.low, days.close])
    return (prices * 100 + 0.5).astype(np.int64).T


def _lot(symbol: Symbol) -> int:
    return 1 if symbol.market is Market.CRYPTO else 100
