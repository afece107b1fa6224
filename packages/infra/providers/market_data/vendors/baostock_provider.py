"""A-shares of Shanghai and Shenzhen from Baostock, by its own client; needs no key."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import baostock_company
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    code_of,
    series,
    session_start,
    start_of_bar,
)
from packages.infra.providers.market_data.vendors.baostock_session import PRICES, SOURCE, BaostockSession, signed_in
from packages.infra.providers.market_data.vendors.client_libraries import VendorFaults, require_market, require_served
from packages.infra.providers.market_data.vendors.vendor_rows import Cells, Distribution, actions_of, day, number, text

Answer = TypeVar("Answer")

_FAULTS = VendorFaults(SOURCE)
_RAW = "3"  # adjustflag: 1 backward, 2 forward, 3 not adjusted


class BaostockProvider:
    """Daily bars with dividends, minutes, the figures of the last `quarters`, valuations, suspensions and ST periods.
    `host` and `port` only where another server than the client's own is meant."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        timeout: float = 20.0,
        quarters: int = 8,
        host: str | None = None,
        port: int | None = None,
    ) -> None:
        self.name: str = SOURCE
        self.abilities: Abilities = Abilities(
            markets=frozenset({Market.CN_STOCKS}),
            timeframes=frozenset({Timeframe.M5, Timeframe.M15, Timeframe.M30, Timeframe.H1, Timeframe.D1}),
            fundamentals=True,
            search=True,
        )
        self._clock: Final = clock or SystemClock()
        self._quarters = quarters
        self._connection = (host, port, timeout)
        self._threads: Final = VendorThreads(places=1)  # the client has one connection for the whole process

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(SOURCE, self.abilities, request)
        code = _code(request.symbol)
        return await self._told(lambda session: self._bars(session, request, code))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code = _code(symbol)
        return await self._told(
            lambda session: baostock_company.company(session, symbol, code, self._clock.now(), self._quarters)
        )

    async def search(self, text: str) -> Sequence[Instrument]:
        return await self._told(lambda session: baostock_company.search(session, text, self._clock.now()))

    async def _told(self, ask: Callable[[BaostockSession], Answer]) -> Answer:
        def in_a_session() -> Answer:
            with _FAULTS, signed_in(*self._connection) as session:
                return ask(session)

        return await self._threads.run(in_a_session)

    def _bars(self, session: BaostockSession, request: BarRequest, code: str) -> BarAnswer:
        now = self._clock.now()
        if request.timeframe.is_intraday:
            return BarAnswer(series(SOURCE, request, _minutes(session, request, code), PRICES, now))
        bars = series(SOURCE, request, _days(session, request, code), PRICES, now)
        days = asked_days(request)
        return BarAnswer(bars, actions_of(SOURCE, request.symbol, _distributions(session, code, days), days))


def _code(symbol: Symbol) -> str:
    code, suffix = code_of(SOURCE, symbol)
    if suffix == "BJ":
        raise NoData("market_data.no_beijing_shares", source=SOURCE, symbol=symbol)
    return f"{suffix.lower()}.{code}"


def _days(session: BaostockSession, request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
    """Sessions with trade: a suspended one repeats the last close as if it had been paid."""
    for row in _prices(session, request, code, ("date", *PRICES.names, "tradestatus"), "d"):
        on = day(row["date"])
        if on and text(row["tradestatus"]) == "1":
            yield session_start(on), row


def _minutes(session: BaostockSession, request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
    for row in _prices(session, request, code, ("date", "time", *PRICES.names), MINUTES[request.timeframe]):
        label = datetime.strptime(text(row["time"])[:14], "%Y%m%d%H%M%S")  # noqa: DTZ007 - the zone follows
        yield start_of_bar(label, request), row


def _prices(
    session: BaostockSession, request: BarRequest, code: str, fields: Sequence[str], frequency: str
) -> list[Cells]:
    first, last = asked_days(request)
    return session.ask(
        "query_history_k_data_plus",
        fields,
        code=code,
        fields=",".join(fields),
        start_date=first.isoformat(),
        end_date=last.isoformat(),
        frequency=frequency,
        adjustflag=_RAW,
    )


def _distributions(session: BaostockSession, code: str, days: tuple[date, date]) -> Iterable[Distribution]:
    """Asked for by the year of the ex-date."""
    fields = ("dividPlanAnnounceDate", "dividPlanDate", "dividOperateDate", "dividCashPsBeforeTax")
    shares = ("dividStocksPs", "dividReserveToStockPs")  # 每股红股, 每股转增资本
    for year in range(days[0].year, days[1].year + 1):
        rows = session.ask("query_dividend_data", (*fields, *shares), code=code, year=str(year), yearType="operate")
        for row in rows:
            if ex_date := day(row["dividOperateDate"]):
                yield Distribution(
                    period=text(row["dividPlanAnnounceDate"]),
                    ex_date=ex_date,
                    announced=day(row["dividPlanDate"]),
                    cash=number(row["dividCashPsBeforeTax"]) or Decimal(0),
                    new_shares=sum((number(row[name]) or Decimal(0) for name in shares), Decimal(0)),
                )
