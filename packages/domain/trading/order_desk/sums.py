"""Sums, products and averages of money that lose no digit."""

from decimal import Context, Decimal, localcontext

WIDE = Context(prec=100)
FINEST = Decimal("1e-12")


def total(*amounts: Decimal) -> Decimal:
    """An exact sum."""
    with localcontext(WIDE):
        return sum(amounts, Decimal(0))


def notional(quantity: Decimal, price: Decimal) -> Decimal:
    """An exact product."""
    return WIDE.multiply(quantity, price)


def ratio(part: Decimal, whole: Decimal) -> Decimal | None:
    """Such as an average price, to twelve decimals; None of nothing."""
    return WIDE.divide(part, whole).quantize(FINEST, context=WIDE).normalize(WIDE) if whole else None
