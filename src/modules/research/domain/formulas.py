"""The formulas of valuation on plain numbers: earnings, dividends and book value turned into the value of a share."""

from collections.abc import Sequence
from decimal import Decimal
from statistics import median
from typing import TypeAlias

Values: TypeAlias = Sequence[Decimal]
_GRAHAM = Decimal("22.5")


def peg(parts: Values, _: Values) -> Decimal:
    """The multiple over the growth in per cent."""
    return parts[0] / (parts[1] * 100)


def graham(parts: Values, _: Values) -> Decimal:
    """Benjamin Graham's number: at most 15 times earnings and 1.5 times book, 22.5 together."""
    return (_GRAHAM * parts[0] * parts[1]).sqrt()


def dcf(parts: Values, parameters: Values) -> Decimal:
    """Worth of one share: cash flow a year (first part) over shares (second part), growing as in the past (third part,
    where there is one). Parameters: what is added to that growth, its years, discount rate, growth for ever after."""
    shift, years, discount, terminal = parameters
    rate = shift + sum(parts[2:], Decimal(0))
    flow, worth = parts[0], Decimal(0)
    for year in range(1, int(years) + 1):
        flow *= 1 + rate
        worth += flow / (1 + discount) ** year
    worth += flow * (1 + terminal) / (discount - terminal) / (1 + discount) ** int(years)
    return worth / parts[1]


def justified_book(parts: Values, parameters: Values) -> Decimal:
    """Book value a share (first part) at the price-to-book that a return on equity (second part) justifies:
    (ROE - g) / (r - g). Parameters: what is added to the return, discount rate r, growth for ever g."""
    shift, discount, terminal = parameters
    return parts[0] * (parts[1] + shift - terminal) / (discount - terminal)


def dividend_discount(parts: Values, parameters: Values) -> Decimal:
    """Dividends (first part) of earnings a share (second part) that grow at what is kept times the return on equity
    (third part), and after the first stage the payout that growth for ever leaves room for. Parameters: years of the
    first stage, its highest growth, discount rate, growth for ever."""
    dividend, earnings, roe = parts
    years, highest, discount, terminal = parameters
    rate = min(max(roe * (1 - dividend / earnings), Decimal(0)), highest)
    worth = Decimal(0)
    for year in range(1, int(years) + 1):
        dividend, earnings = dividend * (1 + rate), earnings * (1 + rate)
        worth += dividend / (1 + discount) ** year
    paid = max(1 - terminal / roe, Decimal(0)) * earnings * (1 + terminal)
    return worth + paid / (discount - terminal) / (1 + discount) ** int(years)


def capitalised(parts: Values, parameters: Values) -> Decimal:
    """Sales a share (first part) at a margin (second part), growing for ever. Parameters: what is added to the margin,
    discount rate, growth for ever."""
    shift, discount, terminal = parameters
    return parts[0] * (parts[1] + shift) * (1 + terminal) / (discount - terminal)


def scaled(parts: Values, parameters: Values) -> Decimal:
    """So many times the figure."""
    return parameters[0] * parts[0]


def less_share(parts: Values, parameters: Values) -> Decimal:
    """The first less a share (the parameter) of the second."""
    return parts[0] - parameters[0] * parts[1]


def enterprise_multiple(parts: Values, _: Values) -> Decimal:
    """Of enterprise value a share: (price + net debt) over the basis."""
    return (parts[0] + parts[1]) / parts[2]


def equity_left(parts: Values, _: Values) -> Decimal:
    """What a multiple of the basis leaves the shareholders after net debt."""
    return parts[0] * parts[1] - parts[2]


def middle(parts: Values, _: Values) -> Decimal:
    return median(parts)


def count(parts: Values, _: Values) -> Decimal:
    return Decimal(len(parts))


def place_among(parts: Values, _: Values) -> Decimal:
    """The place of the first among all, the highest being 1."""
    return Decimal(1 + sum(part > parts[0] for part in parts[1:]))
