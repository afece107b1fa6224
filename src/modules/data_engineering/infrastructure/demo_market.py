"""The demo market in the store: up to where it is stored, and from which closes it continues."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.bars import COIN
from packages.infra.providers.market_data.demo.listing import traded_in
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import LAST
from src.modules.data_engineering.application.ports import BarStore


@dataclass(frozen=True, slots=True)
class StoredDemo:
    """All that was known by `known_until` is stored. `closes`: in cents, at the end of the year before it; None where
    one is missing, so that everything has to be made again."""

    known_until: datetime
    closes: Mapping[Symbol, int] | None


async def stored_demo(bars: BarStore, now: datetime) -> StoredDemo | None:
    """None where no demo market is stored. The coin never rests and is stored last, so it shows up to when."""
    coin = await _daily(bars, COIN, now)
    if coin is None:
        return None
    until: datetime = coin.columns.known_at[-1].astype("datetime64[us]").item().replace(tzinfo=UTC)
    if until.year <= LAST.year:
        return StoredDemo(until, None)
    closes = {symbol: await _close_before(bars, symbol, until.year, now) for symbol in traded_in(until.year)}
    known = {symbol: close for symbol, close in closes.items() if close is not None}
    return StoredDemo(until, known if len(known) == len(closes) else None)


async def _close_before(bars: BarStore, symbol: Symbol, year: int, now: datetime) -> int | None:
    series = await _daily(bars, symbol, now)
    if series is None:
        return None
    place = int(np.searchsorted(series.columns.time, np.datetime64(f"{year}-01-01")))
    return round(float(series.columns.close[place - 1]) * 100) if place else None


async def _daily(bars: BarStore, symbol: Symbol, now: datetime) -> BarSeries | None:
    try:
        series = await bars.read(symbol, Timeframe.D1, now, None, None, SOURCE)
    except NoData:
        return None
    return series if len(series) else None
