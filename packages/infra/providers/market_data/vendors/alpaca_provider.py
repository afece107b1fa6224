"""US stocks by Alpaca's market data API, with the desk's own key."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any

import numpy as np

from packages.core.clock import Clock
from packages.domain.market_data.bars import Instants, instant
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.alpaca_client import AlpacaDataClient
from packages.infra.providers.market_data.vendors.client_libraries import require_served
from packages.infra.providers.market_data.vendors.translation import actions_in, finished_bars, midnights, no_bars

# No weekly bars: a raw one across a split would mix old and new shares.
_TIMEFRAMES = {
    Timeframe.M1: (1, "Minute"),
    Timeframe.M5: (5, "Minute"),
    Timeframe.M15: (15, "Minute"),
    Timeframe.M30: (30, "Minute"),
    Timeframe.H1: (1, "Hour"),
    Timeframe.H4: (4, "Hour"),
    Timeframe.D1: (1, "Day"),
}
# Alpaca finds actions by the day it processed them, which for a dividend is weeks after its ex date.
_PROCESSED_WITHIN = timedelta(days=120)


class AlpacaPlan(StrEnum):
    """What the key may read: all exchanges with a delay (free), all at once (paid), or IEX's own trades at once."""

    SIP_DELAYED = "sip_delayed"
    SIP = "sip"
    IEX = "iex"

    @property
    def feed(self) -> str:
        return "iex" if self is AlpacaPlan.IEX else "sip"

    @property
    def delay(self) -> timedelta:
        """The free plan refuses the last 15 minutes of the consolidated tape; a minute more for two clocks."""
        return timedelta(minutes=16) if self is AlpacaPlan.SIP_DELAYED else timedelta(0)


class AlpacaProvider:
    """Raw bars (intraday ones with the extended hours) and splits and dividends; `url` replaces the API's address."""

    def __init__(
        self,
        clock: Clock,
        api_key: str,
        secret_key: str,
        plan: AlpacaPlan = AlpacaPlan.SIP_DELAYED,
        url: str | None = None,
    ) -> None:
        self.name = "alpaca"
        self.abilities = Abilities(markets=frozenset({Market.US_STOCKS}), timeframes=frozenset(_TIMEFRAMES))
        self._clock = clock
        self._plan = plan
        self._client = AlpacaDataClient(clock, api_key, secret_key, url)
        self._threads = VendorThreads()

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        return await self._threads.run(lambda: self._told(request))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    def _told(self, request: BarRequest) -> BarAnswer:
        told_until = self._clock.now() - self._plan.delay
        # A daily bar begins at midnight in New York, hours after the midnight UTC that stands for its day here.
        end = min(request.end if request.timeframe.is_intraday else request.end + timedelta(days=1), told_until)
        if request.start >= end:
            raise no_bars(request, self.name)
        amount, unit = _TIMEFRAMES[request.timeframe]
        rows = self._client.bars(request.symbol.text, amount, unit, request.start, end, self._plan.feed)
        if not rows:
            raise no_bars(request, self.name)
        prices = np.array([(row.open, row.high, row.low, row.close) for row in rows], dtype=np.float64)
        volume = np.array([row.volume for row in rows], dtype=np.float64)
        # What the plan does not tell yet may still change: the day's bar is not over before the delay has passed.
        bars = finished_bars(request, self.name, told_until, _times(request.timeframe, rows), prices, volume)
        processed_to = request.end.date() + _PROCESSED_WITHIN
        actions = self._client.actions(request.symbol.text, request.start.date(), processed_to)
        return BarAnswer(bars, actions_in(request, self.name, _changes(actions)))


def _times(timeframe: Timeframe, rows: Sequence[Any]) -> Instants:
    if timeframe.is_intraday:
        return np.array([instant(row.timestamp) for row in rows], dtype="datetime64[us]")
    zone = zone_of(Market.US_STOCKS)
    return midnights(row.timestamp.astimezone(zone).date() for row in rows)


def _changes(told: Mapping[str, Sequence[Any]]) -> Iterator[tuple[date, ActionKind, Decimal]]:
    """A stock dividend of 0.05 gives 1.05 shares for one, so it is a split."""
    for split in (*told.get("forward_splits", ()), *told.get("reverse_splits", ())):
        yield split.ex_date, ActionKind.SPLIT, _exact(split.new_rate) / _exact(split.old_rate)
    for gift in told.get("stock_dividends", ()):
        yield gift.ex_date, ActionKind.SPLIT, 1 + _exact(gift.rate)
    for dividend in told.get("cash_dividends", ()):
        yield dividend.ex_date, ActionKind.DIVIDEND, _exact(dividend.rate)


def _exact(rate: float) -> Decimal:
    return Decimal(repr(rate))
