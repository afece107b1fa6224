"""A report's figures, by their canonical names, from the quarters that it covers."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import Statement
from packages.infra.providers.demo.company import Company
from packages.infra.providers.demo.quarter import Quarter

Figures = dict[tuple[Statement, str], Decimal]
_FINE = Decimal("0.000001")
PER_SHARE = Decimal("0.0001")


def first_told(company: Company, books: Sequence[Quarter]) -> tuple[Quarter, ...]:
    """The books as they were first reported: with sales that were not there, for those who told some."""
    told, invented = [], 0
    for quarter in books:
        part = company.inflated.get(quarter.end, 0.0)
        extra = int(quarter.revenue * part) // 10_000 * 10_000
        invented = invented + extra if part else 0
        told.append(
            replace(
                quarter,
                revenue=quarter.revenue + extra,
                operating_profit=quarter.operating_profit + extra,
                net_profit=quarter.net_profit + extra,
                receivables=quarter.receivables + invented,
                equity=quarter.equity + invented,
            )
        )
    return tuple(told)


def covered(company: Company, books: Sequence[Quarter], end: date) -> list[Quarter]:
    """The quarters whose flows a report adds up: the year so far in China, the quarter alone elsewhere."""
    if company.is_chinese:
        return [quarter for quarter in books if quarter.end.year == end.year and quarter.end <= end]
    return [quarter for quarter in books if quarter.end == end]


def figures(quarters: Sequence[Quarter]) -> Figures:
    """All figures of one report; `quarters` are those it covers, the last one with the balance."""
    end = quarters[-1]
    profit = sum(quarter.net_profit for quarter in quarters)
    income = {
        "revenue": sum(quarter.revenue for quarter in quarters),
        "operating_cost": sum(quarter.operating_cost for quarter in quarters),
        "operating_profit": sum(quarter.operating_profit for quarter in quarters),
        "total_profit": sum(quarter.operating_profit for quarter in quarters),
        "net_profit": profit,
        "net_profit_parent": profit,
        "rd_expense": sum(quarter.research for quarter in quarters),
    }
    capex = sum(quarter.capex for quarter in quarters)
    cash_flow = {
        "operating_cash_flow": sum(quarter.operating_cash for quarter in quarters),
        "investing_cash_flow": -capex,
        "financing_cash_flow": sum(quarter.financing_cash for quarter in quarters),
        "capex": capex,
    }
    told = {
        **_named(Statement.INCOME, income),
        **_named(Statement.BALANCE, _balance(end)),
        **_named(Statement.CASH_FLOW, cash_flow),
    }
    told[Statement.INCOME, "eps_basic"] = (Decimal(profit) / end.shares).quantize(PER_SHARE)
    return {**told, **_indicators(income, end)}


def _balance(end: Quarter) -> dict[str, int]:
    return {
        "total_assets": end.total_assets,
        "total_liabilities": end.total_liabilities,
        "equity_parent": end.equity,
        "current_assets": end.current_assets,
        "current_liabilities": end.current_liabilities,
        "cash": end.cash,
        "receivables": end.receivables,
        "inventory": end.inventory,
        "goodwill": end.goodwill,
        "short_debt": end.short_debt,
        "long_debt": end.long_debt,
        "shares_total": end.shares,
    }


def _indicators(income: dict[str, int], end: Quarter) -> Figures:
    revenue = income["revenue"]
    ratios = {
        "roe": (income["net_profit_parent"], end.equity),
        "gross_margin": (revenue - income["operating_cost"], revenue),
        "net_margin": (income["net_profit"], revenue),
        "debt_to_assets": (end.total_liabilities, end.total_assets),
        "current_ratio": (end.current_assets, end.current_liabilities),
    }
    return {
        (Statement.INDICATOR, item): (Decimal(part) / whole).quantize(_FINE)
        for item, (part, whole) in ratios.items()
        if whole > 0
    }


def _named(statement: Statement, amounts: dict[str, int]) -> Figures:
    return {(statement, item): Decimal(amount) for item, amount in amounts.items()}
