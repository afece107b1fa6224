"""Twelve real US companies from the long files beside the checkout, as rows: for tests that want real books."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Instrument, Statement
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.fakes.market import InMemoryMarket

FOLDER = Path(__file__).parents[5] / "shared" / "data" / "us_companies"
SYMBOLS = ("AAPL", "AMZN", "AXP", "BA", "CAT", "GS", "JPM", "MCD", "MSFT", "PG", "TRV", "UNH")
SOURCE = "file"
needs_the_files = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="../shared/data/us_companies is not beside the checkout"
)
_NEW_YORK = ZoneInfo("America/New_York")
_ITEMS = {
    "revenues": "revenue",
    "cost_of_revenue": "operating_cost",
    "gross_profit": "gross_profit",
    "operating_income_loss": "operating_profit",
    "income_loss_from_continuing_operations_before_tax": "total_profit",
    "net_income_loss": "net_profit",
    "net_income_loss_attributable_to_parent": "net_profit_parent",
    "net_income_loss_attributable_to_noncontrolling_interest": "minority_profit",
    "preferred_stock_dividends_and_other_adjustments": "preferred_dividends",
    "income_tax_expense_benefit": "income_tax",
    "basic_earnings_per_share": "eps_basic",
    "diluted_earnings_per_share": "eps_diluted",
    "basic_average_shares": "shares_basic_average",
    "diluted_average_shares": "shares_diluted_average",
    "depreciation_and_amortization": "depreciation",
    "interest_expense_operating": "interest_expense",
    "interest_and_debt_expense": "interest_expense",
    "interest_income_expense_operating_net": "net_interest_income",
    "provision_for_loan_lease_and_other_losses": "provision_for_losses",
    "research_and_development": "rd_expense",
    "assets": "total_assets",
    "liabilities": "total_liabilities",
    "equity": "equity_total",
    "equity_attributable_to_parent": "equity_parent",
    "equity_attributable_to_noncontrolling_interest": "minority_equity",
    "current_assets": "current_assets",
    "current_liabilities": "current_liabilities",
    "cash": "cash",
    "inventory": "inventory",
    "accounts_payable": "payables",
    "fixed_assets": "fixed_assets",
    "intangible_assets": "intangible_assets",
    "long_term_debt": "long_debt",
    "net_cash_flow_from_operating_activities": "operating_cash_flow",
    "net_cash_flow_from_investing_activities": "investing_cash_flow",
    "net_cash_flow_from_financing_activities": "financing_cash_flow",
}
_STATEMENTS = {
    "income_statement": Statement.INCOME,
    "balance_sheet": Statement.BALANCE,
    "cash_flow_statement": Statement.CASH_FLOW,
}


@dataclass(frozen=True)
class USCompany:
    """All rows of one company, whenever they were known."""

    instrument: Instrument
    facts: tuple[FinancialFact, ...]
    actions: tuple[CorporateAction, ...]
    bars: BarSeries


def rows(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(newline="") as text:
        yield from csv.DictReader(text)


@cache
def us_company(symbol: str) -> USCompany:
    which = parse_symbol(symbol)
    told = [row for row in _of(symbol, "statements") if row["statement"] in _STATEMENTS and row["item"] in _ITEMS]
    actions = [
        *(
            _action(which, row["ex_dividend_date"], ActionKind.DIVIDEND, row["cash_amount"])
            for row in _of(symbol, "dividends")
        ),
        *(_split(which, row) for row in _of(symbol, "splits")),
    ]
    return USCompany(
        _instrument(which, told[0]), tuple(_fact(which, row) for row in told), tuple(actions), _bars(which)
    )


def us_market(symbols: tuple[str, ...] = SYMBOLS, now: datetime = datetime(2025, 8, 1, tzinfo=UTC)) -> InMemoryMarket:
    companies = [us_company(symbol) for symbol in symbols]
    return InMemoryMarket(
        now,
        [company.instrument for company in companies],
        [company.bars for company in companies],
        [fact for company in companies for fact in company.facts],
        (),
        [action for company in companies for action in company.actions],
    )


@cache
def _by_symbol(name: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows(name):
        found.setdefault(row["symbol"], []).append(row)
    return found


def _of(symbol: str, name: str) -> list[dict[str, str]]:
    return _by_symbol(name).get(symbol, [])


def _ends(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), time(23, 59, 59), _NEW_YORK).astimezone(UTC)


def _fact(symbol: Symbol, row: dict[str, str]) -> FinancialFact:
    statement = _STATEMENTS[row["statement"]]
    unit = row["unit"].replace(" / shares", "/share")
    flow = statement is not Statement.BALANCE and unit != "shares"
    return FinancialFact(
        symbol=symbol,
        statement=statement,
        item=_ITEMS[row["item"]],
        period_end=date.fromisoformat(row["end"]),
        value=Decimal(row["value"]),
        unit=f"{unit}/quarter" if flow and row["timeframe"] == "quarterly" else unit,
        source=SOURCE,
        known_at=_ends(row["filed"]),
    )


def _action(symbol: Symbol, day: str, kind: ActionKind, value: str) -> CorporateAction:
    return CorporateAction(
        symbol=symbol,
        ex_date=date.fromisoformat(day),
        kind=kind,
        value=Decimal(value),
        source=SOURCE,
        known_at=datetime.combine(date.fromisoformat(day), time(), _NEW_YORK).astimezone(UTC),
    )


def _split(symbol: Symbol, row: dict[str, str]) -> CorporateAction:
    ratio = Decimal(row["split_to"]) / Decimal(row["split_from"])
    return _action(symbol, row["execution_date"], ActionKind.SPLIT, str(ratio))


def _instrument(symbol: Symbol, row: dict[str, str]) -> Instrument:
    return Instrument(
        symbol=symbol,
        name_en=row["company"],
        name_zh="",
        exchange="XNYS",
        currency="USD",
        industry=f"SIC {row['sic']}",
        source=SOURCE,
        known_at=datetime(2000, 1, 1, tzinfo=UTC),
    )


def _bars(symbol: Symbol) -> BarSeries:
    told = sorted(_of(str(symbol), "bars"), key=lambda row: row["date"])
    columns = {
        name: np.array([float(row[name]) for row in told]) for name in ("open", "high", "low", "close", "volume")
    }
    days = np.array([row["date"] for row in told], dtype="datetime64[us]")
    known = bar_known_at(symbol.market, Timeframe.D1, days)
    return BarSeries(symbol, Timeframe.D1, SOURCE, "raw", BarColumns(days, known_at=known, **columns))
