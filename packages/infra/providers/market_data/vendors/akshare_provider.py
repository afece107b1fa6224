"""A-shares from AkShare (Eastmoney's public pages), by its own functions; needs no key."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.errors import NoData, ProviderDown
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import akshare_company
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    code_of,
    series,
    session_start,
    start_of_bar,
)
from packages.infra.providers.market_data.vendors.akshare_client import DISTRIBUTION_SHARES, FAULTS, PRICES, SOURCE, ask
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.vendor_rows import Cells, Distribution, actions_of, day, number, text

Answer = TypeVar("Answer")

_SHARES, _CASH, _CASH_IN_WORDS = "送转股份-送转总比例", "现金分红-现金分红比例", "现金分红-现金分红比例描述"
_ROUNDING = Decimal("0.01")


class AkshareProvider:
    """Daily bars with dividends, recent minutes, statements and valuations. No search: AkShare only has whole lists
    of the three exchanges, and Baostock and Tushare can be asked for a name."""

    def __init__(self, *, clock: Clock | None = None, timeout: float = 20.0) -> None:
        self.name: str = SOURCE
        self.abilities: Abilities = Abilities(
            markets=frozenset({Market.CN_STOCKS}),
            # Not one minute: of those the source gives five days, with an opening price of 0 on all but the last.
            timeframes=frozenset({Timeframe.M5, Timeframe.M15, Timeframe.M30, Timeframe.H1, Timeframe.D1}),
            fundamentals=True,
        )
        self._clock: Final = clock or SystemClock()
        self._timeout = timeout
        self._threads: Final = VendorThreads()

    async def bars(self, request: BarRequest) -> BarAnswer:
        require_served(SOURCE, self.abilities, request)
        code, _ = _code(request.symbol)
        return await self._told(lambda: self._bars(request, code))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code, suffix = _code(symbol)
        now = self._clock.now()
        return await self._told(lambda: akshare_company.company(symbol, code, suffix, now, self._timeout))

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    async def _told(self, call: Callable[[], Answer]) -> Answer:
        return await self._threads.run(lambda: FAULTS.around(call))

    def _bars(self, request: BarRequest, code: str) -> BarAnswer:
        now = self._clock.now()
        if request.timeframe.is_intraday:
            return BarAnswer(series(SOURCE, request, _minutes(request, code), PRICES, now))
        bars = series(SOURCE, request, self._days(request, code), PRICES, now)
        return BarAnswer(bars, actions_of(SOURCE, request.symbol, _distributions(code), asked_days(request)))

    def _days(self, request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
        first, last = asked_days(request)
        rows = ask(
            "stock_zh_a_hist",
            ("日期", *PRICES.names),
            symbol=code,
            period="daily",
            start_date=f"{first:%Y%m%d}",
            end_date=f"{last:%Y%m%d}",
            adjust="",
            timeout=self._timeout,
        )
        return ((session_start(on), row) for row in rows if (on := day(row["日期"])))


def _code(symbol: Symbol) -> tuple[str, str]:
    code, suffix = code_of(SOURCE, symbol)
    # AkShare takes every code that begins with 6 for Shanghai, and every other for Shenzhen or Beijing.
    if (suffix == "SH") != code.startswith("6"):
        raise NoData("market_data.wrong_exchange", source=SOURCE, symbol=symbol)
    return code, suffix


def _minutes(request: BarRequest, code: str) -> Iterable[tuple[datetime, Cells]]:
    """The source has only the last weeks, and gives them whole; older stretches come back empty."""
    first, last = asked_days(request)
    rows = ask(
        "stock_zh_a_hist_min_em",
        ("时间", *PRICES.names),
        symbol=code,
        period=MINUTES[request.timeframe],
        start_date=f"{first} 00:00:00",
        end_date=f"{last + timedelta(days=1)} 00:00:00",
        adjust="",
    )
    return ((start_of_bar(datetime.fromisoformat(text(row["时间"])), request), row) for row in rows)


def _distributions(code: str) -> Iterable[Distribution]:
    """Carried out only: a plan has no ex-date yet, and may still change."""
    needed = ("报告期", _SHARES, _CASH, _CASH_IN_WORDS, "除权除息日", "方案进度", "最新公告日期")
    for row in ask("stock_fhps_detail_em", needed, symbol=code):
        ex_date = day(row["除权除息日"])
        if text(row["方案进度"]) == "实施分配" and ex_date:
            yield _distribution(row, ex_date)


def _distribution(row: Cells, ex_date: date) -> Distribution:
    cash = number(row[_CASH]) or Decimal(0)
    # AkShare names these columns by their place; what the row says in words shows whether the places still hold.
    in_words = re.match(r"10[^派]*派([\d.]+)元", text(row[_CASH_IN_WORDS]))
    if in_words and abs(Decimal(in_words[1]) - cash) > _ROUNDING:
        raise ProviderDown("market_data.dividend_columns_mixed", source=SOURCE)
    return Distribution(
        period=text(row["报告期"]),
        ex_date=ex_date,
        announced=day(row["最新公告日期"]),
        cash=cash / DISTRIBUTION_SHARES,
        new_shares=(number(row[_SHARES]) or Decimal(0)) / DISTRIBUTION_SHARES,
    )
