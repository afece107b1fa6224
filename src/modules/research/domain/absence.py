"""Why a figure cannot be had: a code with what it names, and the sentence that models read of it."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Absence(StrEnum):
    """What is missing or makes no sense. Who tells people of it has a text for each, and a test holds that."""

    # Of the statements.
    LINE_MISSING = "line_missing"
    LINE_NOT_REPORTED = "line_not_reported"
    YEAR_BEFORE_MISSING = "year_before_missing"
    YEARS_BEFORE_MISSING = "years_before_missing"
    REPORT_BEFORE_MISSING = "report_before_missing"
    REPORTS_MISSING = "reports_missing"
    # Of arithmetic.
    DIVISOR_ZERO = "divisor_zero"
    DIVISOR_NOT_POSITIVE = "divisor_not_positive"
    UNITS_DIFFER = "units_differ"
    NO_PERCENTAGE = "no_percentage"
    # Of an audit.
    BEYOND_BELIEF = "beyond_belief"
    MADE_A_LOSS = "made_a_loss"
    NO_INVENTORY = "no_inventory"
    NO_REVENUE = "no_revenue"
    CURRENCIES_LEFT_OUT = "currencies_left_out"
    LENDING_IS_THE_TRADE = "lending_is_the_trade"
    NO_CURRENT_ITEMS = "no_current_items"
    NOTHING_SCORED = "nothing_scored"
    # Of a valuation.
    ONE_REPORT_ALONE = "one_report_alone"
    BOOK_SAYS_NOTHING = "book_says_nothing"
    MULTIPLE_OF_A_LOSS = "multiple_of_a_loss"
    NOTHING_AFTER_DEBT = "nothing_after_debt"
    CASH_FLOW_IS_BUSINESS = "cash_flow_is_business"
    NO_CASH_TO_DISCOUNT = "no_cash_to_discount"
    NO_METHOD = "no_method"
    LITTLE_HISTORY = "little_history"
    NO_MULTIPLE_TODAY = "no_multiple_today"
    GRAHAM_NOT_POSITIVE = "graham_not_positive"
    FEW_PEERS = "few_peers"
    NO_SHARES = "no_shares"
    SHARES_NOT_POSITIVE = "shares_not_positive"
    NO_PARENTS_SHARE = "no_parents_share"
    THROUGH_A_LOSS = "through_a_loss"
    NO_EQUITY = "no_equity"
    NO_BORROWING_LINE = "no_borrowing_line"
    NO_CASH_LINE = "no_cash_line"
    NO_GROWTH = "no_growth"
    NEGATIVE_BOOK = "negative_book"
    RETURN_BELOW_GROWTH = "return_below_growth"
    NO_DIVIDEND = "no_dividend"
    NOTHING_TO_PAY_FROM = "nothing_to_pay_from"
    NOTHING_OVER_THE_CYCLE = "nothing_over_the_cycle"
    NO_CYCLE = "no_cycle"
    NO_NET_ASSETS = "no_net_assets"
    NO_EMBEDDED_VALUE = "no_embedded_value"
    # Of a chart.
    INDEX_NOT_STORED = "index_not_stored"
    INDEX_TOO_SHORT = "index_too_short"
    INDEX_OTHER_DAY = "index_other_day"
    SESSIONS_MISSING = "sessions_missing"
    DAYS_SINCE_MISSING = "days_since_missing"
    YEAR_NOT_COVERED = "year_not_covered"
    TOO_FEW_BARS = "too_few_bars"
    NOTHING_MOVED = "nothing_moved"
    NO_TURN = "no_turn"
    # Of the economy.
    SERIES_NOT_STORED = "series_not_stored"
    RELEASE_BEFORE_MISSING = "release_before_missing"
    UNIT_UNKNOWN = "unit_unknown"
    FEW_DAYS_OF_LOANS = "few_days_of_loans"


@dataclass(frozen=True, slots=True)
class AbsenceReason:
    """`sentence` is for models and for the record, and nothing is read out of it. `item`: the line of the statements;
    `ends`: those of the line or of the reports, or the first and the last of missing days; `units`: currencies."""

    code: Absence
    sentence: str
    item: str = ""
    ends: tuple[date, ...] = ()
    units: tuple[str, ...] = ()
