"""US stocks by Alpaca's market data API, with a key of one's own."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

import numpy as np

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.domain.market_data.bars import Instants, instant
from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import ActionKind, Instrument
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.client_libraries import require, require_served
from packages.infra.providers.market_data.vendors.translation import (
    NONSENSE,
    actions_in,
    finished_bars,
    midnights,
    no_bars,
)

Result = TypeVar("Result")
_SOCKET_TIMEOUT_SECONDS = 20
_ACTION_TYPES = ("forward_split", "reverse_split", "stock_dividend", "cash_dividend")


class AlpacaDataClient:
    """Blocks while it waits: call it in a thread."""

    def __init__(self, clock: Clock, api_key: str, secret_key: str, url: str | None = None) -> None:
        self._clock = clock
        self._keys = {"api_key": api_key, "secret_key": secret_key, "url_override": url}

    def bars(self, symbol: str, amount: int, unit: str, start: datetime, end: datetime, feed: str) -> Sequence[Any]:
        """Raw bars of every page; empty when Alpaca knows none."""
        requests, timeframe = require("alpaca.data.requests", "alpaca"), require("alpaca.data.timeframe", "alpaca")
        asked = requests.StockBarsRequest(
            symbol_or_symbols=symbol,
            timeframe=timeframe.TimeFrame(amount, timeframe.TimeFrameUnit[unit]),
            start=start,
            end=end,
            adjustment="raw",
            feed=feed,
        )
        kind = require("alpaca.data.historical.stock", "alpaca").StockHistoricalDataClient
        rows: Sequence[Any] = self._ask(kind, symbol, lambda client: client.get_stock_bars(asked).data.get(symbol, ()))
        return rows

    def actions(self, symbol: str, processed_from: date, processed_to: date) -> Mapping[str, Sequence[Any]]:
        """Splits and dividends that Alpaca processed in the stretch, both ends included, by kind."""
        requests = require("alpaca.data.requests", "alpaca")
        asked = requests.CorporateActionsRequest(
            symbols=[symbol], types=list(_ACTION_TYPES), start=processed_from, end=processed_to
        )
        kind = require("alpaca.data.historical.corporate_actions", "alpaca").CorporateActionsClient
        announced: Mapping[str, Sequence[Any]] = self._ask(
            kind, symbol, lambda client: client.get_corporate_actions(asked).data
        )
        return announced

    def _ask(self, kind: Any, symbol: str, question: Callable[[Any], Any]) -> Any:
        errors = require("alpaca.common.exceptions", "alpaca")
        client = kind(**self._keys)
        # The library sleeps and tries again on its own and waits for ever on a socket; neither can be set from outside.
        client._retry = 0
        client._session.request = partial(client._session.request, timeout=_SOCKET_TIMEOUT_SECONDS)
        try:
            return question(client)
        except errors.APIError as error:
            raise self._translated(error, symbol) from error
        except NONSENSE as error:  # before OSError: for requests, a body that is no JSON is both
            raise ProviderDown("market_data.alpaca_unreadable", error=str(error)[:200]) from error
        except OSError as error:
            raise ProviderDown("market_data.alpaca_unreachable", error=type(error).__name__) from error
        finally:
            client._session.close()

    def _translated(self, error: Any, symbol: str) -> ParleyError:
        status, said = error.status_code, _said(error)
        if status in (400, 404, 422):
            return NoData("market_data.alpaca_refuses_symbol", symbol=symbol, said=said)
        if status in (401, 403):
            return ProviderRefused("market_data.alpaca_refused", said=said)
        if status == 429:
            return ProviderDown("market_data.alpaca_throttled", details=self._pause(error.response))
        return ProviderDown("market_data.alpaca_status", status=status, said=said)

    def _pause(self, response: Any) -> dict[str, object]:
        seconds, reset = response.headers.get("Retry-After", ""), response.headers.get("X-RateLimit-Reset", "")
        if seconds.isdigit():
            return {"retry_after_seconds": int(seconds)}
        if reset.isdigit():  # the second, since 1970, at which the minute's count begins again
            return {"retry_after_seconds": max(0, int(reset) - int(self._clock.now().timestamp()))}
        return {}


def _said(error: Any) -> str:
    try:
        return str(error.message)
    except NONSENSE:
        return str(error)[:200]


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
        return await self._threads.run(lambda: self._fetched(request))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    def _fetched(self, request: BarRequest) -> BarAnswer:
        visible_until = self._clock.now() - self._plan.delay
        # A daily bar begins at midnight in New York, hours after the midnight UTC that stands for its day here.
        end = min(request.end if request.timeframe.is_intraday else request.end + timedelta(days=1), visible_until)
        if request.start >= end:
            raise no_bars(request, self.name)
        amount, unit = _TIMEFRAMES[request.timeframe]
        rows = self._client.bars(request.symbol.text, amount, unit, request.start, end, self._plan.feed)
        if not rows:
            raise no_bars(request, self.name)
        prices = np.array([(row.open, row.high, row.low, row.close) for row in rows], dtype=np.float64)
        volume = np.array([row.volume for row in rows], dtype=np.float64)
        # What the plan does not show yet may still change: the day's bar is not over before the delay has passed.
        bars = finished_bars(request, self.name, visible_until, _times(request.timeframe, rows), prices, volume)
        processed_to = request.end.date() + _PROCESSED_WITHIN
        actions = self._client.actions(request.symbol.text, request.start.date(), processed_to)
        return BarAnswer(bars, actions_in(request, self.name, _changes(actions)))


def _times(timeframe: Timeframe, rows: Sequence[Any]) -> Instants:
    if timeframe.is_intraday:
        return np.array([instant(row.timestamp) for row in rows], dtype="datetime64[us]")
    zone = zone_of(Market.US_STOCKS)
    return midnights(row.timestamp.astimezone(zone).date() for row in rows)


def _changes(announced: Mapping[str, Sequence[Any]]) -> Iterator[tuple[date, ActionKind, Decimal]]:
    """A stock dividend of 0.05 gives 1.05 shares for one, so it is a split."""
    for split in (*announced.get("forward_splits", ()), *announced.get("reverse_splits", ())):
        yield split.ex_date, ActionKind.SPLIT, _exact(split.new_rate) / _exact(split.old_rate)
    for gift in announced.get("stock_dividends", ()):
        yield gift.ex_date, ActionKind.SPLIT, 1 + _exact(gift.rate)
    for dividend in announced.get("cash_dividends", ()):
        yield dividend.ex_date, ActionKind.DIVIDEND, _exact(dividend.rate)


def _exact(rate: float) -> Decimal:
    return Decimal(repr(rate))
