"""Why a method has no value, in the words that an analyst would use."""

from packages.core.messages import Message, message

# By a mark in the reason that the calculation gave.
_REASONS = (
    ("Lending and underwriting", "cash_flow_is_business"),
    ("nothing of that enterprise value", "nothing_after_debt"),
    ("cannot be discounted", "no_cash_to_discount"),
    ("multiple of a loss", "multiple_of_a_loss"),
    ("needs a positive", "not_positive"),
    ("did not grow", "no_growth"),
    ("from or to a loss", "through_a_loss"),
    ("no positive", "no_multiple_today"),
    ("days with", "little_history"),
    ("one report alone", "one_report"),
    ("cannot be compared", "other_currency"),
    ("embedded value", "no_embedded_value"),
    ("margin of the cycle needs", "no_cycle"),
    ("over the cycle nothing", "nothing_over_the_cycle"),
    ("justifies no price", "return_below_growth"),
    ("no book to price", "negative_book"),
    ("No dividend", "no_dividend"),
    ("no dividend lasts", "nothing_to_pay_from"),
    ("says nothing", "book_says_nothing"),
    ("borrowing line", "no_borrowing_line"),
    ("Cash is not told", "no_cash_line"),
    ("depreciation", "no_depreciation"),
    ("interest_expense", "no_interest_expense"),
    ("neither in", "no_shares"),
    ("no count of shares", "shares_not_positive"),
    ("divided by", "divisor_not_positive"),
)


def why_absent(reason: str) -> Message:
    """For the reason that a calculation gave."""
    found = next((name for mark, name in _REASONS if mark in reason), "otherwise")
    return message(f"research.absent.{found}")
