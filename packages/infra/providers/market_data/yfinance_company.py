"""What Yahoo tells of a company: its profile, its quarters as facts, and news.

Yahoo tells only the latest version of a figure: a quarter that was restated later looks as if it had always been so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from packages.domain.market_data.ports import FundamentalAnswer
from packages.domain.market_data.rows import FinancialFact, NewsItem, Statement
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.sec_deadlines import figures_known_at
from packages.infra.providers.market_data.translation import NONSENSE, decimal_of
from packages.infra.providers.market_data.yfinance_names import instrument_of

# The desk's item, Yahoo's key, the unit behind the currency.
_INCOME = (
    ("revenue", "TotalRevenue", "/quarter"),
    ("operating_profit", "OperatingIncome", "/quarter"),
    ("net_profit", "NetIncomeIncludingNoncontrollingInterests", "/quarter"),
    ("net_profit_parent", "NetIncome", "/quarter"),
    ("rd_expense", "ResearchAndDevelopment", "/quarter"),
    ("eps_basic", "BasicEPS", "/share/quarter"),
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
    ("shares_total", "OrdinarySharesNumber", "shares"),
)
_CASH_FLOW = (
    ("operating_cash_flow", "OperatingCashFlow", "/quarter"),
    ("investing_cash_flow", "InvestingCashFlow", "/quarter"),
    ("financing_cash_flow", "FinancingCashFlow", "/quarter"),
    ("capex", "CapitalExpenditure", "/quarter"),
)
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
    """When earnings were told; without the page, or without what reads it, the deadlines stand in."""
    try:
        table = yahoo.get_earnings_dates(limit=_MOST_EARNINGS_DATES)
        told = () if table is None else table[table["Reported EPS"].notna()].index
        return tuple(stamp.to_pydatetime() for stamp in told)
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
                value=_spent(value) if item == "capex" else value,
                unit=unit if unit == "shares" else f"{reporting.currency}{unit}",
            )  # fmt: skip


def _spent(outflow: Decimal) -> Decimal:
    """Yahoo writes what was spent as a negative flow; as an item it is an amount."""
    return -outflow if outflow else outflow


def _news(symbol: Symbol, told: Sequence[Mapping[str, Any]], source: str) -> Iterator[NewsItem]:
    for entry in told:
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
