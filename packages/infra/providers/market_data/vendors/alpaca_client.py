"""Alpaca's client library as the desk uses it: no retries of its own, a socket timeout, errors in the desk's words."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, TypeVar

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.translation import NONSENSE

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
        told: Mapping[str, Sequence[Any]] = self._ask(
            kind, symbol, lambda client: client.get_corporate_actions(asked).data
        )
        return told

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
        told, reset = response.headers.get("Retry-After", ""), response.headers.get("X-RateLimit-Reset", "")
        if told.isdigit():
            return {"retry_after_seconds": int(told)}
        if reset.isdigit():  # the second, since 1970, at which the minute's count begins again
            return {"retry_after_seconds": max(0, int(reset) - int(self._clock.now().timestamp()))}
        return {}


def _said(error: Any) -> str:
    try:
        return str(error.message)
    except NONSENSE:
        return str(error)[:200]
