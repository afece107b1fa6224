"""What rules may read of what is traded: figures of a company's reports, dates of its reports and dividends, and a
perpetual's funding."""

from enum import StrEnum


class FundamentalField(StrEnum):
    """What the reports known on the close of the bar say of the company. Flows are of twelve months. Shares, and what
    there is of one, stand on the footing of the bars: splits change them as they change prices."""

    PE = "pe"  # the close over earnings a share; undefined over a loss
    PB = "pb"
    PS = "ps"
    EARNINGS_YIELD = "earnings_yield"  # of a loss, below 0
    DIVIDEND_YIELD = "dividend_yield"
    MARKET_VALUE = "market_value"
    EPS = "eps"
    BOOK_VALUE_PER_SHARE = "book_value_per_share"
    SALES_PER_SHARE = "sales_per_share"
    DIVIDENDS_PER_SHARE = "dividends_per_share"  # with ex-dates of the last 365 days
    REVENUE = "revenue"
    OPERATING_PROFIT = "operating_profit"
    NET_PROFIT = "net_profit"  # the shareholders' part where it is told
    OPERATING_CASH_FLOW = "operating_cash_flow"
    TOTAL_ASSETS = "total_assets"
    TOTAL_LIABILITIES = "total_liabilities"
    EQUITY = "equity"  # the shareholders'
    SHARES = "shares"
    ROE = "roe"  # on the mean equity of both ends of the twelve months
    ROA = "roa"
    GROSS_MARGIN = "gross_margin"
    OPERATING_MARGIN = "operating_margin"
    NET_MARGIN = "net_margin"
    DEBT_TO_ASSETS = "debt_to_assets"
    REVENUE_GROWTH = "revenue_growth"  # of twelve months over those a year before
    PROFIT_GROWTH = "profit_growth"
    QUARTER_REVENUE_GROWTH = "quarter_revenue_growth"  # of the newest quarter over the same one a year before
    QUARTER_PROFIT_GROWTH = "quarter_profit_growth"


POSITIVE_RATIOS = (FundamentalField.PE, FundamentalField.PB, FundamentalField.PS)
COMPANY_FRACTIONS = (
    *(FundamentalField.EARNINGS_YIELD, FundamentalField.DIVIDEND_YIELD),
    *tuple(FundamentalField)[tuple(FundamentalField).index(FundamentalField.ROE) :],
)


class EventField(StrEnum):
    """Reports and dividends of the company, as they were known on the close of the bar; days are calendar days."""

    DAYS_SINCE_REPORT = "days_since_report"  # since the newest period was first reported
    NEW_REPORT = "new_report"  # 1 on the first bar that knows of a newer period, 0 on others
    DAYS_TO_REPORT = "days_to_report"  # until the next date that was announced, 0 on that day
    DAYS_SINCE_EX_DIVIDEND = "days_since_ex_dividend"
    DAYS_TO_EX_DIVIDEND = "days_to_ex_dividend"  # of one that was declared, 0 on the day
    NEXT_DIVIDEND = "next_dividend"  # cash a share of the next one after the day


DAY_COUNTS = tuple(each for each in EventField if each.value.startswith("days"))


class FundingField(StrEnum):
    """Of the perpetual that is traded, as fractions of a position's worth; above 0 longs pay shorts."""

    RATE = "rate"  # the newest that is known
    DAY_RATE = "day_rate"  # the sum of what was paid in the 24 hours to the close
