"""Stocks and indexes outside China, crypto, currencies and futures by Yahoo Finance, without a key."""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import numpy as np

from packages.core.clock import Clock
from packages.core.errors import ParleyError
from packages.domain.market_data.bars import Instants, instant
from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import CorporateAction, Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors.client_libraries import require, require_market, require_served
from packages.infra.providers.market_data.vendors.translation import NONSENSE, actions_in, finished_bars
from packages.infra.providers.market_data.vendors.yfinance_bars import (
    Splits,
    actions_of,
    found_instruments,
    raw_bars,
    splits_in,
    yahoo_ticker,
)
from packages.infra.providers.market_data.vendors.yfinance_company import company_of

Result = TypeVar("Result")
_SOCKET_TIMEOUT_SECONDS = 10
_TOO_MANY = 429


class YfinanceClient:
    """Blocks while it waits: call it in a thread. `folder` is where yfinance keeps time zones and cookies."""

    def __init__(self, folder: Path | None = None, session: Any = None) -> None:
        self._folder = folder
        self._session = session
        self._opening = threading.Lock()
        self._watch: _Watch | None = None

    def history(self, ticker: str, interval: str, start: datetime, end: datetime) -> Any:
        """A frame of bars with dividends and splits, as Yahoo reports them: adjusted for splits, not for dividends."""
        return self.ask(
            ticker,
            lambda yahoo: yahoo.history(
                interval=interval,
                start=start,
                end=end,
                auto_adjust=False,
                actions=True,
                timeout=_SOCKET_TIMEOUT_SECONDS,
            ),
        )

    def ask(self, ticker: str, question: Callable[[Any], Result]) -> Result:
        """Puts a question to yfinance's ticker object."""
        yfinance = require("yfinance", "yfinance")
        watch = self._opened(yfinance)
        return self._asked(ticker, lambda: question(yfinance.Ticker(ticker, session=watch.session)))

    def search(self, text: str, most: int) -> Sequence[dict[str, Any]]:
        yfinance = require("yfinance", "yfinance")
        watch = self._opened(yfinance)

        def found() -> Sequence[dict[str, Any]]:
            asked = yfinance.Search(
                text, max_results=most, news_count=0, lists_count=0, recommended=0, session=watch.session,
                timeout=_SOCKET_TIMEOUT_SECONDS,
            )  # fmt: skip
            quotes: Sequence[dict[str, Any]] = asked.quotes
            return quotes

        return self._asked(text, found)

    def _opened(self, yfinance: Any) -> "_Watch":
        with self._opening:
            if self._watch is None:
                if self._folder is not None:
                    yfinance.set_tz_cache_location(str(self._folder))
                yfinance.config.debug.hide_exceptions = False
                # What it complains of is raised as well, and reported once, in our words.
                logging.getLogger("yfinance").setLevel(logging.CRITICAL)
                browser = require("curl_cffi.requests", "yfinance")
                self._watch = _Watch(self._session or browser.Session(impersonate="chrome"))
            return self._watch

    def _asked(self, what: str, question: Callable[[], Result]) -> Result:
        errors = require("yfinance.exceptions", "yfinance")
        # yfinance keeps answers for as long as the process lives, error pages among them: a second try would not ask.
        require("yfinance.data", "yfinance").YfData.cache_get.cache_clear()
        watch = self._opened(require("yfinance", "yfinance"))
        watch.begin()
        try:
            return question()
        except (errors.YFException, OSError, *NONSENSE) as error:
            is_missing = isinstance(error, errors.YFTickerMissingError)
            raise _translated(error, what, watch.decisive_response(), is_missing=is_missing) from error


class _Watch:
    """A session that remembers, for each thread, how the requests of one question ended."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self._request = session.request
        self._seen = threading.local()
        session.request = self._watched

    def begin(self) -> None:
        self._seen.answers = []

    def decisive_response(self) -> Any | None:
        """The answer that says why a question failed. yfinance goes on after a failure of the server and asks
        elsewhere, so such a failure counts before what came last; None when the last request got no answer."""
        answers: list[Any] = self._seen.answers
        if not answers or answers[-1] is None:
            return None
        failures = (answer for answer in answers if answer is not None and _is_trouble(answer.status_code))
        return next(failures, answers[-1])

    def _watched(self, *args: Any, **kwargs: Any) -> Any:
        self._seen.answers.append(None)
        self._seen.answers[-1] = self._request(*args, **kwargs)
        return self._seen.answers[-1]


def _is_trouble(status: int) -> bool:
    return status == _TOO_MANY or status >= 500


def _translated(error: Exception, what: str, response: Any | None, *, is_missing: bool) -> ParleyError:
    """yfinance says “possibly delisted” of every failure, so the status that Yahoo answered with decides."""
    if response is None:
        return ProviderDown("market_data.yahoo_unreachable", error=type(error).__name__)
    status, said = int(response.status_code), str(error)[:200]
    if status == _TOO_MANY:
        return ProviderDown("market_data.yahoo_throttled", details=_pause(response))
    if status in (401, 403):
        return ProviderRefused("market_data.yahoo_refused", status=status)
    if status in (400, 404, 422) or (status < 400 and is_missing):
        return NoData("market_data.yahoo_has_nothing", what=what, said=said)
    return ProviderDown("market_data.yahoo_unreadable", status=status, said=said)


def _pause(response: Any) -> dict[str, object]:
    seconds = str(response.headers.get("Retry-After", ""))
    return {"retry_after_seconds": int(seconds)} if seconds.isdigit() else {}


# No weekly bars: Yahoo's are wrong in weeks with a split or a dividend. No 4-hour bars: Yahoo has none.
_INTERVALS = {
    Timeframe.M1: "1m",
    Timeframe.M5: "5m",
    Timeframe.M15: "15m",
    Timeframe.M30: "30m",
    Timeframe.H1: "1h",
    Timeframe.D1: "1d",
}
_MARKETS = frozenset(Market) - {Market.CN_STOCKS}
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
        return await self._threads.run(lambda: self._fetched(request))

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

    def _fetched(self, request: BarRequest) -> BarAnswer:
        now = self._clock.now()
        splits = Splits([])
        actions: tuple[CorporateAction, ...] = ()
        if request.symbol.market.is_stocks:
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
