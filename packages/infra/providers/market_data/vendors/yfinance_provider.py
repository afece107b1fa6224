"""US stocks, crypto, currencies and futures by Yahoo Finance, without a key."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from packages.core.clock import Clock
from packages.domain.market_data.bars import Instants, instant
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import CorporateAction, Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.translation import actions_in, finished_bars
from packages.infra.providers.market_data.vendors.yfinance_bars import (
    Splits,
    actions_of,
    found_instruments,
    raw_bars,
    splits_in,
    yahoo_ticker,
)
from packages.infra.providers.market_data.vendors.yfinance_client import YfinanceClient
from packages.infra.providers.market_data.vendors.yfinance_company import company_of

# No weekly bars: Yahoo's are wrong in weeks with a split or a dividend. No 4-hour bars: Yahoo has none.
_INTERVALS = {
    Timeframe.M1: "1m",
    Timeframe.M5: "5m",
    Timeframe.M15: "15m",
    Timeframe.M30: "30m",
    Timeframe.H1: "1h",
    Timeframe.D1: "1d",
}
_MARKETS = frozenset({Market.US_STOCKS, Market.CRYPTO, Market.FOREX, Market.FUTURES})
_MOST_FOUND = 8
_A_DAY = timedelta(days=1)


class YfinanceProvider:
    """`session` replaces the HTTP session of yfinance, for a proxy; `folder` is where yfinance keeps its files."""

    def __init__(self, clock: Clock, folder: Path | None = None, session: Any = None) -> None:
        self.name = "yfinance"
        self.abilities = Abilities(markets=_MARKETS, timeframes=frozenset(_INTERVALS), fundamentals=True, search=True)
        self._clock = clock
        self._client = YfinanceClient(folder, session)
        self._threads = VendorThreads()

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        return await self._threads.run(lambda: self._told(request))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(self.name, self.abilities, symbol)
        ask = self._client.ask
        now = self._clock.now()
        return await self._threads.run(
            lambda: ask(yahoo_ticker(symbol), lambda yahoo: company_of(symbol, yahoo, now, self.name))
        )

    async def search(self, text: str) -> Sequence[Instrument]:
        quotes = await self._threads.run(lambda: self._client.search(text, _MOST_FOUND))
        return [
            instrument
            for instrument in found_instruments(quotes, self._clock.now(), self.name)
            if instrument.market in self.abilities.markets
        ]

    def _told(self, request: BarRequest) -> BarAnswer:
        now = self._clock.now()
        splits = Splits([])
        actions: tuple[CorporateAction, ...] = ()
        if request.symbol.market is Market.US_STOCKS:
            # Yahoo adjusts for the splits up to now, so those after the stretch have to be known too.
            days = self._frame(request, Timeframe.D1, now + _A_DAY)
            splits, actions = splits_in(days), actions_in(request, self.name, actions_of(days))
            frame = self._frame(request, request.timeframe, request.end) if request.timeframe.is_intraday else days
        else:
            frame = self._frame(request, request.timeframe, request.end + _A_DAY)
        raw = raw_bars(frame, splits, intraday=request.timeframe.is_intraday)
        known_at = _london_days_known_at(raw.times) if _is_forex_day(request) else None
        bars = finished_bars(request, self.name, now, raw.times, raw.prices, raw.volume, known_at=known_at)
        return BarAnswer(bars, actions)

    def _frame(self, request: BarRequest, timeframe: Timeframe, end: datetime) -> Any:
        # A day's bar is stamped with the midnight of its exchange, which may lie on either side of the midnight UTC.
        start = request.start if timeframe.is_intraday else request.start - _A_DAY
        return self._client.history(yahoo_ticker(request.symbol), _INTERVALS[timeframe], start, end)


def _is_forex_day(request: BarRequest) -> bool:
    return request.symbol.market is Market.FOREX and not request.timeframe.is_intraday


def _london_days_known_at(times: Instants) -> Instants:
    """Yahoo's days of currencies end at midnight in London, which is later than the close in New York."""
    days: list[date] = times.astype("datetime64[D]").tolist()
    ends = [datetime.combine(day + _A_DAY, time(0), ZoneInfo("Europe/London")).astimezone(UTC) for day in days]
    return np.array([instant(end) for end in ends], dtype="datetime64[us]")
