"""How a company accounts, by where it trades, and which lines of its balance sheet are borrowing."""

from collections.abc import Mapping
from enum import StrEnum

from packages.domain.market_data.symbols import Market


class AccountingRegime(StrEnum):
    PRC = "prc"
    US_GAAP = "us_gaap"
    IFRS = "ifrs"


_BORROWINGS = ("short_debt", "short_bonds", "current_portion_debt", "long_debt", "bonds_payable")
# Rent of operating leases stays an expense under US GAAP, so that EBITDA is after it and the liability is no debt.
BORROWING_LINES: Mapping[AccountingRegime, tuple[str, ...]] = {
    AccountingRegime.PRC: (*_BORROWINGS, "lease_liabilities"),
    AccountingRegime.IFRS: (*_BORROWINGS, "lease_liabilities"),
    AccountingRegime.US_GAAP: _BORROWINGS,
}


def regime_of(market: Market) -> AccountingRegime:
    return {Market.CN_STOCKS: AccountingRegime.PRC, Market.US_STOCKS: AccountingRegime.US_GAAP}.get(
        market, AccountingRegime.IFRS
    )
