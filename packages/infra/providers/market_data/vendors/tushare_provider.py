"""A-shares from Tushare Pro, by its own client; needs a token, and more points for minutes and statements."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import tushare_client as units
from packages.infra.providers.market_data.vendors import tushare_company
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    code_of,
    in_pieces,
    series,
    session_start,
    start_of_bar,
)
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.tushare_client import FAULTS, SOURCE, TushareClient
from packages.infra.providers.market_data.vendors.vendor_rows import Cells, Distribution, actions_of, day, number, text

Answer = TypeVar("Answer")

# Answers are cut off at 6000 days and at 8000 bars of minutes (at most 241 a day for one minute), so long stretches
# are asked for in pieces that stay below.
_DAYS_AT_ONCE = {
    Timeframe.D1: 15 * 365,
    Timeframe.M1: 40,
    Timeframe.M5: 200,
    Timeframe.M15: 600,
    Timeframe.M30: 1200,
    Timeframe.H1: 2400,
}


class TushareProvider:
    """Daily bars with dividends, minutes, statements with every version, valuations, suspensions and ST periods."""

    def __init__(
        self, token: str, *, clock: Clock | None = None, timeout: float = 20.0, http_url: str | None = None
    ) -> None:
        self.name: str = SOURCE
        self.abilities: Abilities = Abilities(
            markets=frozenset({Market.CN_STOCKS}),
            timeframes=frozenset(_DAYS_AT_ONCE),
            fundamentals=True,
            search=True,
        )
        self._client: Final = TushareClient(token, timeout=timeout, http_url=http_url)
        self._clock: Final = clock or SystemClock()
        self._threads: Final = VendorThreads()

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(SOURCE, self.abilities, request)
        code_of(SOURCE, request.symbol)
        return await self._told(lambda: self._bars(request))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code_of(SOURCE, symbol)
        return await self._told(lambda: tushare_company.company(self._client, symbol, self._clock.now()))

    async def search(self, text: str) -> Sequence[Instrument]:
        return await self._told(lambda: tushare_company.search(self._client, text, self._clock.now()))

    async def _told(self, call: Callable[[], Answer]) -> Answer:
        return await self._threads.run(lambda: FAULTS.around(call))

    def _bars(self, request: BarRequest) -> BarAnswer:
        now = self._clock.now()
        if request.timeframe.is_intraday:
            return BarAnswer(series(SOURCE, request, self._minutes(request), units.MINUTE, now))
        bars = series(SOURCE, request, self._days(request), units.DAILY, now)
        distributions = self._distributions(request.symbol)
        return BarAnswer(bars, actions_of(SOURCE, request.symbol, distributions, asked_days(request)))

    def _days(self, request: BarRequest) -> Iterable[tuple[datetime, Cells]]:
        fields = ("trade_date", *units.DAILY.names)
        for first, last in in_pieces(*asked_days(request), _DAYS_AT_ONCE[Timeframe.D1]):
            span = {"start_date": f"{first:%Y%m%d}", "end_date": f"{last:%Y%m%d}"}
            for row in self._client.ask("daily", fields, ts_code=request.symbol.text, **span):
                if on := day(row["trade_date"]):
                    yield session_start(on), row

    def _minutes(self, request: BarRequest) -> Iterable[tuple[datetime, Cells]]:
        fields = ("trade_time", *units.MINUTE.names)
        frequency = f"{MINUTES[request.timeframe]}min"
        for first, last in in_pieces(*asked_days(request), _DAYS_AT_ONCE[request.timeframe]):
            span = {"start_date": f"{first} 00:00:00", "end_date": f"{last} 23:59:59"}
            for row in self._client.ask("stk_mins", fields, ts_code=request.symbol.text, freq=frequency, **span):
                yield start_of_bar(datetime.fromisoformat(text(row["trade_time"])), request), row

    def _distributions(self, symbol: Symbol) -> Iterable[Distribution]:
        """Carried out only: a plan has no ex-date yet, and may still change."""
        fields = ("end_date", "div_proc", "stk_div", "cash_div_tax", "ex_date", "imp_ann_date")
        for row in self._client.ask("dividend", fields, ts_code=symbol.text):
            ex_date = day(row["ex_date"])
            if text(row["div_proc"]) == "实施" and ex_date:
                yield _distribution(row, ex_date)


def _distribution(row: Cells, ex_date: date) -> Distribution:
    return Distribution(
        period=text(row["end_date"]),
        ex_date=ex_date,
        announced=day(row["imp_ann_date"]),
        cash=number(row["cash_div_tax"]) or Decimal(0),
        new_shares=number(row["stk_div"]) or Decimal(0),
    )
