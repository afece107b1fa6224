"""Every vendor of whole balance sheets brings all that a company owes, not its bank loans alone."""

from collections import Counter

import pytest

from packages.infra.providers.market_data.vendors import akshare_client, tushare_client, yfinance_company
from packages.infra.providers.market_data.vendors.vendor_rows import VendorFigure

AKSHARE = (*akshare_client.INCOME, *akshare_client.BALANCE, *akshare_client.CASH_FLOW)
TUSHARE = (
    *tushare_client.INCOME,
    *tushare_client.INCOME_MORE,
    *tushare_client.BALANCE,
    *tushare_client.BALANCE_MORE,
    *tushare_client.CASH_FLOW,
)
OWED = {"short_debt", "long_debt", "bonds_payable", "short_bonds", "current_portion_debt", "lease_liabilities"}
SHARED = {"equity_total", "minority_equity", "minority_profit", "income_tax", "interest_expense", "eps_diluted"}


@pytest.mark.parametrize("figures", [AKSHARE, TUSHARE], ids=["akshare", "tushare"])
def test_an_a_share_vendor_brings_debt_minorities_tax_and_interest(figures: tuple[VendorFigure, ...]) -> None:
    items = Counter(figure.item for figure in figures)
    assert items.keys() >= OWED | SHARED
    assert set(items.values()) == {1}
    assert len({figure.field for figure in figures}) == len(figures)


def test_yahoo_brings_debt_minorities_tax_interest_and_dilution() -> None:
    items = {item for item, *_ in (*yfinance_company._INCOME, *yfinance_company._BALANCE)}
    assert {"short_debt", "long_debt", "total_debt", "lease_liabilities", "preferred_equity", "income_tax"} <= items
    assert {"equity_total", "minority_equity", "interest_expense", "shares_diluted_average"} <= items
