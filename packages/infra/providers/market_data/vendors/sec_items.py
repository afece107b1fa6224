"""Which of our figures stand under which tags of US GAAP, the first tag that a company uses counting."""

from packages.domain.market_data.rows import Statement

# Our item, whether quarters of a year add up to it, and the tags.
Item = tuple[str, bool, tuple[str, ...]]
INCOME: tuple[Item, ...] = (
    (
        "revenue",
        True,
        ("RevenueFromContractWithCustomerExcludingAssessedTax", "Revenues", "SalesRevenueNet"),
    ),
    ("operating_cost", True, ("CostOfRevenue", "CostOfGoodsAndServicesSold")),
    ("gross_profit", True, ("GrossProfit",)),
    ("rd_expense", True, ("ResearchAndDevelopmentExpense",)),
    ("sga_expense", True, ("SellingGeneralAndAdministrativeExpense",)),
    ("operating_profit", True, ("OperatingIncomeLoss",)),
    ("interest_expense", True, ("InterestExpense",)),
    ("income_tax", True, ("IncomeTaxExpenseBenefit",)),
    ("net_profit", True, ("ProfitLoss",)),
    ("net_profit_parent", True, ("NetIncomeLoss",)),
    ("eps_basic", False, ("EarningsPerShareBasic",)),
    ("eps_diluted", False, ("EarningsPerShareDiluted",)),
)
BALANCE: tuple[Item, ...] = (
    ("total_assets", False, ("Assets",)),
    ("total_liabilities", False, ("Liabilities",)),
    ("equity_parent", False, ("StockholdersEquity",)),
    ("current_assets", False, ("AssetsCurrent",)),
    ("current_liabilities", False, ("LiabilitiesCurrent",)),
    ("cash", False, ("CashAndCashEquivalentsAtCarryingValue",)),
    ("receivables", False, ("AccountsReceivableNetCurrent",)),
    ("inventory", False, ("InventoryNet",)),
    ("goodwill", False, ("Goodwill",)),
    ("long_debt", False, ("LongTermDebtNoncurrent", "LongTermDebt")),
)
CASH_FLOW: tuple[Item, ...] = (
    ("operating_cash_flow", True, ("NetCashProvidedByUsedInOperatingActivities",)),
    ("investing_cash_flow", True, ("NetCashProvidedByUsedInInvestingActivities",)),
    ("financing_cash_flow", True, ("NetCashProvidedByUsedInFinancingActivities",)),
    ("capex", True, ("PaymentsToAcquirePropertyPlantAndEquipment",)),
)
STATEMENTS: tuple[tuple[Statement, tuple[Item, ...]], ...] = (
    (Statement.INCOME, INCOME),
    (Statement.BALANCE, BALANCE),
    (Statement.CASH_FLOW, CASH_FLOW),
)
