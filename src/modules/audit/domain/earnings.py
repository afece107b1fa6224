"""The world in which what the company earned has the other sign."""

import re
from collections.abc import Sequence
from dataclasses import replace

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import Estimate, FinancialFact, Statement, Valuation
from src.modules.audit.domain.worlds import RowChange

_EARNED = re.compile(r"(?<!gross_)profit|^eps|^roe|^roa|^roic|net_margin|operating_margin|operating_cash_flow|ebit")
_PROFITS = ("net_profit_parent", "net_profit")
_ABOUT_EARNINGS = re.compile(
    r"净利|利润|盈利|亏损|扭亏|每股收益|业绩|现金流|profit|earning|\beps\b|net income|net loss|cash flow|margin",
    re.IGNORECASE,
)


class EarningsFlipped(RowChange):
    """Profits, earnings per share, returns and operating cash flow change sign; sales and the balance sheet stay.
    Growth of profits has no meaning across the change and is left out, as are multiples and estimates of earnings and
    texts on the company that speak of earnings."""

    def facts(self, rows: Sequence[FinancialFact]) -> Sequence[FinancialFact]:
        kept = (row for row in rows if not (_is_earned(row) and row.item.endswith("_yoy")))
        return [replace(row, value=-row.value) if _is_earned(row) else row for row in kept]

    def valuations(self, rows: Sequence[Valuation], prices: BarSeries | None) -> Sequence[Valuation]:
        return [replace(row, pe_ttm=None) for row in rows]

    def estimates(self, rows: Sequence[Estimate]) -> Sequence[Estimate]:
        return [row for row in rows if _EARNED.search(row.item) is None]

    def keeps(self, text: str) -> bool:
        return _ABOUT_EARNINGS.search(text) is None


def _is_earned(row: FinancialFact) -> bool:
    return row.statement is not Statement.BALANCE and _EARNED.search(row.item) is not None


def profit_sign(facts: Sequence[FinancialFact]) -> int:
    """Of the newest reported profit: 1, -1, or 0 where none is known."""
    for item in _PROFITS:
        found = [row for row in facts if row.item == item and row.statement is Statement.INCOME]
        if found:
            value = max(found, key=lambda row: (row.period_end, row.known_at)).value
            return (value > 0) - (value < 0)
    return 0
