"""What AkShare tells of a company besides its price: profile, statements, main indicators and daily valuations."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import chain

from packages.domain.market_data.ports import FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, Instrument, Valuation
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.vendors import akshare_client as units
from packages.infra.providers.market_data.vendors.a_shares import close_of, instrument, unknown
from packages.infra.providers.market_data.vendors.akshare_client import SOURCE, ask
from packages.infra.providers.market_data.vendors.vendor_rows import (
    Cells,
    VendorFigure,
    VendorReport,
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


def company(symbol: Symbol, code: str, suffix: str, now: datetime, timeout: float) -> FundamentalAnswer:
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
