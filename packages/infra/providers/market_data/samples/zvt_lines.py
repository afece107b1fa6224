"""Which lines of the A-share sample's tables are which of ours: industrial companies, banks, brokers and insurers."""

from packages.domain.market_data.rows import Statement

_INCOME = {
    "revenue": "operating_income",
    "operating_cost": "operating_costs",
    "operating_profit": "operating_profit",
    "total_profit": "total_profits",
    "income_tax": "tax_expense",
    "net_profit": "net_profit",
    "net_profit_parent": "net_profit_as_parent",
    "minority_profit": "net_profit_as_minority_interest",
    "rd_expense": "rd_costs",
    "eps_basic": "eps",
    "eps_diluted": "diluted_eps",
    # 财务费用 is interest net of what cash earned and of exchange differences, so it is no interest expense.
    "interest_expense": "coalesce(fi_interest_expenses, fi_expenses_for_bank_interest)",
    "interest_income": "coalesce(fi_interest_income, fi_income_from_bank_interest)",
    "net_interest_income": "coalesce(fi_net_interest_income, fi_net_income_from_bank_interest)",
    "fee_income": "coalesce(fi_net_incomes_from_fees_and_commissions, "
    "fi_net_incomes_from_fees_and_commissions_of_non_insurance)",
    "premiums": "fi_net_income_from_premium",
    "claims": "fi_insurance_claims_expenses",
}
_BALANCE = {
    "total_assets": "total_assets",
    "total_liabilities": "total_liabilities",
    "equity_parent": "equity",
    "equity_total": "total_equity",
    "minority_equity": "equity_as_minority_interest",
    "preferred_equity": "fi_preferred_stock",
    "current_assets": "total_current_assets",
    "current_liabilities": "total_current_liabilities",
    "cash": "cash_and_cash_equivalents",
    "receivables": "accounts_receivable",
    "inventory": "inventories",
    "goodwill": "goodwill",
    "fixed_assets": "fixed_assets",
    "intangible_assets": "intangible_assets",
    "payables": "accounts_payable",
    "contract_liabilities": "advances_from_customers",
    "short_debt": "short_term_borrowing",
    "long_debt": "long_term_borrowing",
    "bonds_payable": "fi_bond_payable",
    "short_bonds": "fi_short_financing_payable",
    "current_portion_debt": "current_portion_of_non_current_liabilities",
    "loans": "fi_disbursing_loans_and_advances",
    "deposits": "fi_savings_absorption",
    "insurance_reserves": "fi_contract_reserve",
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
    "capital_adequacy": "fi_capital_adequacy_ratio",
    "core_tier1_ratio": "fi_core_capital_adequacy_ratio",
    "npl_ratio": "fi_npl_ratio",
    "provision_coverage": "fi_npl_provision_coverage",
    "solvency_ratio": "insurance_solvency_adequacy_ratio",
}

TABLES: tuple[tuple[Statement, str, dict[str, str]], ...] = (
    (Statement.INCOME, "income_statement", _INCOME),
    (Statement.BALANCE, "balance_sheet", _BALANCE),
    (Statement.CASH_FLOW, "cash_flow_statement", _CASH_FLOW),
    (Statement.INDICATOR, "finance_factor", _INDICATOR),
)


def unit_of(statement: Statement, item: str) -> str:
    special = {"eps_basic": "CNY/share", "eps_diluted": "CNY/share", "shares_total": "shares"}
    return special.get(item, "ratio" if statement is Statement.INDICATOR else "CNY")
