"""A-shares from AkShare (Eastmoney's public pages), by its own functions; needs no key."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import chain
from typing import Final, TypeVar

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.errors import NoData, ProviderDown
from packages.domain.market_data.ports import Abilities, BarAnswer, BarRequest, FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, Valuation
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.guard import VendorThreads
from packages.infra.providers.market_data.vendors import akshare_client as units
from packages.infra.providers.market_data.vendors.a_shares import (
    MINUTES,
    asked_days,
    close_of,
    code_of,
    instrument,
    series,
    session_start,
    start_of_bar,
    unknown,
)
from packages.infra.providers.market_data.vendors.akshare_client import DISTRIBUTION_SHARES, FAULTS, PRICES, SOURCE, ask
from packages.infra.providers.market_data.vendors.client_libraries import require_market, require_served
from packages.infra.providers.market_data.vendors.vendor_rows import (
    Cells,
    Distribution,
    VendorFigure,
    VendorReport,
    actions_of,
    day,
    facts_of,
    number,
    positive,
    text,
)

# With each statement a column that every kind of company has; others (inventory of a bank) may be missing.
_STATEMENTS: tuple[tuple[str, str, tuple[VendorFigure, ...]], ...] = (
    ("stock_profit_sheet_by_report_em", "NETPROFIT", units.INCOME),
    ("stock_balance_sheet_by_report_em", "TOTAL_ASSETS", units.BALANCE),
    ("stock_cash_flow_sheet_by_report_em", "NETCASH_OPERATE", units.CASH_FLOW),
)
_DATES = ("REPORT_DATE", "NOTICE_DATE", "UPDATE_DATE")


def _company(symbol: Symbol, code: str, suffix: str, now: datetime, timeout: float) -> FundamentalAnswer:
    profile = {
        text(row["item"]): row["value"]
        for row in ask("stock_individual_info_em", ("item", "value"), symbol=code, timeout=timeout)
    }
    if not text(profile.get("股票简称")):
        raise unknown(SOURCE, symbol)
    return FundamentalAnswer(
        instrument=_instrument(symbol, profile, now),
        facts=tuple(chain(_statements(symbol, f"{suffix}{code}"), _indicators(symbol))),
        valuations=_valuations(symbol, code, now),
    )


def _instrument(symbol: Symbol, profile: Cells, now: datetime) -> Instrument:
    return instrument(
        SOURCE,
        symbol,
        name=text(profile["股票简称"]),
        industry=text(profile.get("行业")),
        listed_on=day(profile.get("上市时间")),
        now=now,
    )


def _statements(symbol: Symbol, code: str) -> Iterable[FinancialFact]:
    for function, always, figures in _STATEMENTS:
        rows = ask(function, (*_DATES, always), symbol=code)
        yield from facts_of(SOURCE, symbol, figures, list(_reports(rows)))


def _indicators(symbol: Symbol) -> Iterable[FinancialFact]:
    rows = ask("stock_financial_analysis_indicator_em", (*_DATES, "ROEJQ"), symbol=symbol.text, indicator="按报告期")
    return facts_of(SOURCE, symbol, units.INDICATORS, list(_reports(rows)))


def _reports(rows: Iterable[Cells]) -> Iterable[VendorReport]:
    """Eastmoney keeps one version of a report, the last; so it is known from its last update, not its first notice."""
    for row in rows:
        if period_end := day(row["REPORT_DATE"]):
            yield VendorReport(period_end, _latest(day(row["NOTICE_DATE"]), day(row["UPDATE_DATE"])), row)


def _latest(*days: date | None) -> date | None:
    return max((each for each in days if each), default=None)


def _valuations(symbol: Symbol, code: str, now: datetime) -> tuple[Valuation, ...]:
    """总市值 is in yuan."""
    needed = ("数据日期", "PE(TTM)", "市净率", "市销率", "总市值")
    rows = ask("stock_value_em", needed, symbol=code)
    return tuple(
        Valuation(
            source=SOURCE,
            known_at=close_of(symbol, on),
            symbol=symbol,
            day=on,
            pe_ttm=positive(row["PE(TTM)"]),
            pb=positive(row["市净率"]),
            ps_ttm=positive(row["市销率"]),
            market_value=number(row["总市值"]),
            dividend_yield=None,
        )
        for row in rows
        if (on := day(row["数据日期"])) and close_of(symbol, on) <= now
    )


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
        return await self._asked(lambda: self._bars(request, code))

    async def fundamentals(self, symbol: Symbol) -> FundamentalAnswer:
        require_market(SOURCE, self.abilities, symbol)
        code, suffix = _code(symbol)
        now = self._clock.now()
        return await self._asked(lambda: _company(symbol, code, suffix, now, self._timeout))

    async def search(self, text: str) -> Sequence[Instrument]:
        return ()

    async def _asked(self, call: Callable[[], Answer]) -> Answer:
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
