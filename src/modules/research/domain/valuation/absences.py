"""Why a method has no value, in the words that an analyst would use."""

from collections.abc import Mapping

from packages.core.messages import Message, message
from src.modules.research.domain.absence import Absence, AbsenceReason

_OTHERWISE = "otherwise"
# Of lines that the statements lack these have words of their own.
_LINES = {"depreciation": "no_depreciation", "interest_expense": "no_interest_expense"}
# The last part of the code of the sentence.
WORDS: Mapping[Absence, str] = {
    Absence.CASH_FLOW_IS_BUSINESS: "cash_flow_is_business",
    Absence.NOTHING_AFTER_DEBT: "nothing_after_debt",
    Absence.NO_CASH_TO_DISCOUNT: "no_cash_to_discount",
    Absence.MULTIPLE_OF_A_LOSS: "multiple_of_a_loss",
    Absence.GRAHAM_NOT_POSITIVE: "not_positive",
    Absence.NO_GROWTH: "no_growth",
    Absence.THROUGH_A_LOSS: "through_a_loss",
    Absence.NO_MULTIPLE_TODAY: "no_multiple_today",
    Absence.LITTLE_HISTORY: "little_history",
    Absence.ONE_REPORT_ALONE: "one_report",
    Absence.UNITS_DIFFER: "other_currency",
    Absence.NO_EMBEDDED_VALUE: "no_embedded_value",
    Absence.NO_CYCLE: "no_cycle",
    Absence.NOTHING_OVER_THE_CYCLE: "nothing_over_the_cycle",
    Absence.RETURN_BELOW_GROWTH: "return_below_growth",
    Absence.NEGATIVE_BOOK: "negative_book",
    Absence.NO_DIVIDEND: "no_dividend",
    Absence.NOTHING_TO_PAY_FROM: "nothing_to_pay_from",
    Absence.BOOK_SAYS_NOTHING: "book_says_nothing",
    Absence.NO_BORROWING_LINE: "no_borrowing_line",
    Absence.NO_CASH_LINE: "no_cash_line",
    Absence.NO_SHARES: "no_shares",
    Absence.SHARES_NOT_POSITIVE: "shares_not_positive",
    Absence.DIVISOR_NOT_POSITIVE: "divisor_not_positive",
    Absence.DIVISOR_ZERO: "divisor_not_positive",
    Absence.LINE_MISSING: _OTHERWISE,
    Absence.LINE_NOT_REPORTED: _OTHERWISE,
    Absence.YEAR_BEFORE_MISSING: _OTHERWISE,
    Absence.YEARS_BEFORE_MISSING: _OTHERWISE,
    Absence.REPORT_BEFORE_MISSING: _OTHERWISE,
    Absence.REPORTS_MISSING: _OTHERWISE,
    Absence.NO_PERCENTAGE: _OTHERWISE,
    Absence.NO_METHOD: _OTHERWISE,
    Absence.FEW_PEERS: _OTHERWISE,
    Absence.NO_PARENTS_SHARE: _OTHERWISE,
    Absence.NO_EQUITY: _OTHERWISE,
    Absence.NO_NET_ASSETS: "not_positive",
}


def why_absent(why: AbsenceReason) -> Message:
    return message(f"research.absent.{_LINES.get(why.item) or WORDS[why.code]}")
