"""One quarter in a company's books, in whole units of money."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarter:
    """One quarter's flows, and the balance at its end."""

    end: date
    shares: int
    revenue: int = 0
    operating_cost: int = 0
    research: int = 0
    operating_profit: int = 0
    net_profit: int = 0
    operating_cash: int = 0
    capex: int = 0
    financing_cash: int = 0
    cash: int
    receivables: int
    inventory: int
    goodwill: int
    fixed_assets: int
    payables: int
    short_debt: int
    long_debt: int
    equity: int

    @property
    def current_assets(self) -> int:
        return self.cash + self.receivables + self.inventory

    @property
    def total_assets(self) -> int:
        return self.current_assets + self.goodwill + self.fixed_assets

    @property
    def current_liabilities(self) -> int:
        return self.payables + self.short_debt

    @property
    def total_liabilities(self) -> int:
        return self.current_liabilities + self.long_debt
