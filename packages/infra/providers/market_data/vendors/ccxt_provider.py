"""Crypto exchanges by ccxt: public candles, no key needed."""

from collections.abc import Sequence
from datetime import datetime
from decimal import localcontext
from typing import Any

import numpy as np

from packages.core.clock import Clock
from packages.core.messages import Message
from packages.domain.market_data.errors import MissingExtra, NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.client_libraries import require, require_served
from packages.infra.providers.market_data.vendors.translation import NONSENSE, finished_bars, no_bars

# Binance would otherwise load its futures too, which have other units of volume.
_OPTIONS: dict[str, dict[str, Any]] = {"binance": {"fetchMarkets": {"types": ["spot"]}}}
_PAGE = 1000
_SOCKET_TIMEOUT_MILLISECONDS = 10_000


class CcxtProvider:
    """One exchange. `urls` replaces the addresses of its API, for a proxy."""

    def __init__(self, clock: Clock, exchange: str = "binance", urls: dict[str, Any] | None = None) -> None:
        self.name = "ccxt"
        self.abilities = Abilities(markets=frozenset({Market.CRYPTO}), timeframes=frozenset(Timeframe))
        self._clock = clock
        self._exchange_id = exchange
        self._urls = urls
        self._exchange: Any = None
        self._threads = VendorThreads(1)  # an exchange object of ccxt is not made for several threads

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(self.name, self.abilities, request)
        now = self._clock.now()
        rows = await self._threads.run(lambda: self._candles(request, now))
        if not rows:
            raise no_bars(request, f"{self.name} ({self._exchange_id})")
        table = np.array(rows, dtype=np.float64)
        times = table[:, 0].astype("datetime64[ms]")
        bars = finished_bars(request, self.name, now, times, table[:, 1:5], table[:, 5])
        return BarAnswer(bars)

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        return FundamentalAnswer()

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    def _candles(self, request: BarRequest, now: datetime) -> list[list[float]]:
        ccxt = require("ccxt", "ccxt")
        try:
            exchange = self._opened(ccxt)
            pair = request.symbol.text.replace("-", "/")
            if request.timeframe not in exchange.timeframes:
                raise NoData("market_data.no_candles", exchange=self._exchange_id, timeframe=request.timeframe)
            with localcontext():  # the library sets the rounding of all decimals around it
                return _paged(exchange, pair, request.timeframe, request.start, min(request.end, now))
        except ccxt.BaseError as error:
            raise self._translated(ccxt, error, request) from error
        except NONSENSE as error:
            raise ProviderDown("market_data.candles_unreadable", exchange=self._exchange_id, error=error) from error

    def _opened(self, ccxt: Any) -> Any:
        if self._exchange is None:
            kind = getattr(ccxt, self._exchange_id, None)
            if kind is None:
                raise MissingExtra("market_data.unknown_exchange", exchange=self._exchange_id)
            options = _OPTIONS.get(self._exchange_id, {})
            exchange = kind(
                {"timeout": _SOCKET_TIMEOUT_MILLISECONDS, "options": options, "enableLastJsonResponse": True}
            )
            if self._urls is not None:
                exchange.urls["api"] = self._urls
            self._exchange = exchange
        return self._exchange

    def _translated(self, ccxt: Any, error: Exception, request: BarRequest) -> Exception:
        said = f"{self._exchange_id}: {str(error)[:300]}"
        match error:
            case ccxt.BadSymbol():
                return NoData("market_data.pair_not_listed", exchange=self._exchange_id, symbol=request.symbol)
            case ccxt.AuthenticationError() | ccxt.RestrictedLocation():
                return ProviderRefused(Message.verbatim(said))
            case ccxt.OperationFailed() if "restricted location" in str(error):
                return ProviderRefused("market_data.choose_another_exchange", said=said)
            case ccxt.OperationFailed():
                return ProviderDown(
                    "market_data.exchange_failed",
                    exchange=self._exchange_id,
                    error=type(error).__name__,
                    text=str(error)[:300],
                    details=self._retry_after(),
                )
            case _:
                return ProviderRefused(Message.verbatim(said))

    def _retry_after(self) -> dict[str, object]:
        seconds = (self._exchange.last_response_headers or {}).get("Retry-After", "")
        return {"retry_after_seconds": int(seconds)} if seconds.isdigit() else {}


def _paged(exchange: Any, pair: str, timeframe: Timeframe, start: datetime, end: datetime) -> list[list[float]]:
    """All candles of the stretch. Each round begins later than the one before, whatever the exchange answers."""
    step = timeframe.seconds * 1000
    since, until = _milliseconds(start), _milliseconds(end)
    rows: dict[int, list[float]] = {}
    while since < until:
        page = exchange.fetch_ohlcv(pair, timeframe.value, since=since, limit=_PAGE)
        if not page and exchange.last_json_response is None:
            raise ValueError("no JSON")  # ccxt makes an empty page of an answer that it cannot read
        rows.update({int(candle[0]): candle for candle in page})
        # Some exchanges answer only for the window that begins at `since`, so an empty page is not yet the end.
        since = max(since + step, int(page[-1][0]) + step) if page else since + _PAGE * step
    return [rows[time] for time in sorted(rows)]


def _milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)
