"""What Yahoo says of a company: profile, quarters as facts known by the SEC's deadline at the latest, and news."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from packages.domain.market_data.ports import FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, NewsItem, Statement
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.vendors.translation import NONSENSE, decimal_of
from packages.infra.providers.market_data.vendors.yfinance_bars import instrument_of

_QUARTERLY = timedelta(days=45)
_ANNUAL = timedelta(days=90)
# Fiscal years of 52 or 53 weeks end some days before or after the same day of each year.
_SAME_DAY_WITHIN = 10
_SATURDAY = 5
_NEW_YORK = ZoneInfo("America/New_York")


def filing_deadline(period_end: date, fiscal_year_end: date | None) -> date:
    """`fiscal_year_end` is that of any year; None: not known, so that every quarter may be the year's last."""
    is_annual = fiscal_year_end is None or _days_apart_in_year(period_end, fiscal_year_end) <= _SAME_DAY_WITHIN
    due = period_end + (_ANNUAL if is_annual else _QUARTERLY)
    return due + timedelta(days=7 - due.weekday()) if due.weekday() >= _SATURDAY else due


def figures_known_at(
    period_end: date, fiscal_year_end: date | None, announced: Iterable[datetime], now: datetime
) -> datetime:
    """The first announcement of earnings after the period and before it was due; else the end of the day on which it
    was due. Figures that a source shows now are known now, so never later than `now`."""
    due = filing_deadline(period_end, fiscal_year_end)
    by_deadline = datetime.combine(due + timedelta(days=1), time(0), _NEW_YORK)
    in_time = [at for at in announced if period_end < at.astimezone(_NEW_YORK).date() and at < by_deadline]
    return min([*in_time, by_deadline, now]).astimezone(UTC)


def _days_apart_in_year(one: date, other: date) -> int:
    apart = abs(one.timetuple().tm_yday - other.timetuple().tm_yday)
    return min(apart, 366 - apart)


# Our item, Yahoo's key, the unit behind the currency.
_INCOME = (
    ("revenue", "TotalRevenue", "/quarter"),
    ("operating_profit", "OperatingIncome", "/quarter"),
    ("net_profit", "NetIncomeIncludingNoncontrollingInterests", "/quarter"),
    ("net_profit_parent", "NetIncome", "/quarter"),
    ("rd_expense", "ResearchAndDevelopment", "/quarter"),
    ("eps_basic", "BasicEPS", "/share/quarter"),
    ("eps_diluted", "DilutedEPS", "/share/quarter"),
    ("shares_basic_average", "BasicAverageShares", "shares"),
    ("shares_diluted_average", "DilutedAverageShares", "shares"),
    ("operating_cost", "CostOfRevenue", "/quarter"),
    ("gross_profit", "GrossProfit", "/quarter"),
    ("sga_expense", "SellingGeneralAndAdministration", "/quarter"),
    ("depreciation", "ReconciledDepreciation", "/quarter"),
    ("interest_expense", "InterestExpense", "/quarter"),
    ("interest_income", "InterestIncome", "/quarter"),
    ("net_interest_income", "NetInterestIncome", "/quarter"),
    ("total_profit", "PretaxIncome", "/quarter"),
    ("income_tax", "TaxProvision", "/quarter"),
    ("preferred_dividends", "PreferredStockDividends", "/quarter"),
)
_BALANCE = (
    ("total_assets", "TotalAssets", ""),
    ("total_liabilities", "TotalLiabilitiesNetMinorityInterest", ""),
    ("equity_parent", "StockholdersEquity", ""),
    ("current_assets", "CurrentAssets", ""),
    ("current_liabilities", "CurrentLiabilities", ""),
    ("cash", "CashAndCashEquivalents", ""),
    ("receivables", "AccountsReceivable", ""),
    ("inventory", "Inventory", ""),
    ("goodwill", "Goodwill", ""),
    ("short_debt", "CurrentDebt", ""),
    ("long_debt", "LongTermDebt", ""),
    ("total_debt", "TotalDebt", ""),
    ("lease_liabilities", "CapitalLeaseObligations", ""),
    ("equity_total", "TotalEquityGrossMinorityInterest", ""),
    ("minority_equity", "MinorityInterest", ""),
    ("preferred_equity", "PreferredStock", ""),
    ("short_investments", "OtherShortTermInvestments", ""),
    ("fixed_assets", "NetPPE", ""),
    ("intangible_assets", "OtherIntangibleAssets", ""),
    ("payables", "AccountsPayable", ""),
    ("shares_total", "OrdinarySharesNumber", "shares"),
)
_CASH_FLOW = (
    ("operating_cash_flow", "OperatingCashFlow", "/quarter"),
    ("investing_cash_flow", "InvestingCashFlow", "/quarter"),
    ("financing_cash_flow", "FinancingCashFlow", "/quarter"),
    ("capex", "CapitalExpenditure", "/quarter"),
    ("dividends_paid", "CashDividendsPaid", "/quarter"),
)
_SPENT = ("capex", "dividends_paid")
_MOST_EARNINGS_DATES = 24
_MOST_NEWS = 20


@dataclass(frozen=True, slots=True)
class _Reporting:
    """What all facts of a company share."""

    symbol: Symbol
    source: str
    currency: str
    fiscal_year_end: date | None
    announced: tuple[datetime, ...]
    now: datetime


def company_of(symbol: Symbol, yahoo: Any, now: datetime, source: str) -> FundamentalAnswer:
    """Asks yfinance's ticker object; statements only for companies."""
    info = yahoo.get_info()
    facts: tuple[FinancialFact, ...] = ()
    if symbol.market is Market.US_STOCKS and info.get("quoteType", "EQUITY") == "EQUITY":
        facts = tuple(_facts(yahoo, _reporting(symbol, yahoo, info, now, source)))
    news = {item.id: item for item in _news(symbol, yahoo.get_news(count=_MOST_NEWS), source) if item.known_at <= now}
    return FundamentalAnswer(instrument_of(symbol, info, now, source), facts, news=tuple(news.values()))


def _reporting(symbol: Symbol, yahoo: Any, info: Mapping[str, Any], now: datetime, source: str) -> _Reporting:
    year_end = info.get("lastFiscalYearEnd")
    return _Reporting(
        symbol=symbol,
        source=source,
        currency=str(info.get("financialCurrency") or info.get("currency") or "USD"),
        fiscal_year_end=None if year_end is None else datetime.fromtimestamp(year_end, UTC).date(),
        announced=_announcements(yahoo),
        now=now,
    )


def _announcements(yahoo: Any) -> tuple[datetime, ...]:
    """When earnings were announced; without the page, or without what reads it, the deadlines stand in."""
    try:
        table = yahoo.get_earnings_dates(limit=_MOST_EARNINGS_DATES)
        announced = () if table is None else table[table["Reported EPS"].notna()].index
        return tuple(stamp.to_pydatetime() for stamp in announced)
    except (ImportError, *NONSENSE):
        return ()


def _facts(yahoo: Any, reporting: _Reporting) -> Iterator[FinancialFact]:
    statements = (
        (Statement.INCOME, _INCOME, yahoo.get_income_stmt),
        (Statement.BALANCE, _BALANCE, yahoo.get_balance_sheet),
        (Statement.CASH_FLOW, _CASH_FLOW, yahoo.get_cashflow),
    )
    for statement, items, table_of in statements:
        table = table_of(freq="quarterly")
        for item, key, unit in items:
            if key in table.index:
                yield from _row(table.loc[key], statement, item, unit, reporting)


def _row(figures: Any, statement: Statement, item: str, unit: str, reporting: _Reporting) -> Iterator[FinancialFact]:
    for stamp, number in figures.items():
        value, period_end = decimal_of(number), stamp.date()
        if value is not None:
            yield FinancialFact(
                source=reporting.source,
                known_at=figures_known_at(
                    period_end, reporting.fiscal_year_end, reporting.announced, reporting.now
                ),
                symbol=reporting.symbol,
                statement=statement,
                item=item,
                period_end=period_end,
                value=_spent(value) if item in _SPENT else value,
                unit=unit if unit == "shares" else f"{reporting.currency}{unit}",
            )  # fmt: skip


def _spent(outflow: Decimal) -> Decimal:
    """Yahoo writes what was spent as a negative flow; as an item it is an amount."""
    return -outflow if outflow else outflow


def _news(symbol: Symbol, entries: Sequence[Mapping[str, Any]], source: str) -> Iterator[NewsItem]:
    for entry in entries:
        content = entry.get("content") or {}
        published, link = content.get("pubDate"), content.get("canonicalUrl") or {}
        if published and content.get("title"):
            at = datetime.fromisoformat(published).astimezone(UTC)
            yield NewsItem(
                source=source,
                known_at=at,
                key=str(entry["id"]),
                symbol=symbol,
                published_at=at,
                language="en",
                title=str(content["title"]),
                text=str(content.get("summary") or ""),
                url=str(link.get("url") or ""),
            )
