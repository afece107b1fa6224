"""yfinance as the desk uses it: errors raised, its endless cache emptied, the status that it forgets remembered."""

import logging
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import NoData, ProviderDown, ProviderRefused
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.market_data.vendors.translation import NONSENSE

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
        """A frame of bars with dividends and splits, as Yahoo tells them: adjusted for splits, not for dividends."""
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
                # What it complains of is raised as well, and told once, in our words.
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
            raise _translated(error, what, watch.telling(), is_missing=is_missing) from error


class _Watch:
    """A session that remembers, for each thread, how the requests of one question ended."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self._request = session.request
        self._seen = threading.local()
        session.request = self._watched

    def begin(self) -> None:
        self._seen.answers = []

    def telling(self) -> Any | None:
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


def _translated(error: Exception, what: str, telling: Any | None, *, is_missing: bool) -> ParleyError:
    """yfinance says “possibly delisted” of every failure, so the status that Yahoo answered with decides."""
    if telling is None:
        return ProviderDown("market_data.yahoo_unreachable", error=type(error).__name__)
    status, said = int(telling.status_code), str(error)[:200]
    if status == _TOO_MANY:
        return ProviderDown("market_data.yahoo_throttled", details=_pause(telling))
    if status in (401, 403):
        return ProviderRefused("market_data.yahoo_refused", status=status)
    if status in (400, 404, 422) or (status < 400 and is_missing):
        return NoData("market_data.yahoo_has_nothing", what=what, said=said)
    return ProviderDown("market_data.yahoo_unreadable", status=status, said=said)


def _pause(answer: Any) -> dict[str, object]:
    told = str(answer.headers.get("Retry-After", ""))
    return {"retry_after_seconds": int(told)} if told.isdigit() else {}
