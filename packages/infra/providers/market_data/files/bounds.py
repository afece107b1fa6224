"""Figures that no company and no economy has: refused by their line, as prices beyond the bounds of the house are."""

from decimal import Decimal

from packages.infra.providers.market_data.files.items import LineMeasure
from packages.infra.providers.market_data.files.reading import Unreadable

# The largest banks of countries with small units of money own some 10**16 of them.
_LARGEST = {
    LineMeasure.MONEY: Decimal(10) ** 17,
    LineMeasure.SHARES: Decimal(10) ** 14,
    LineMeasure.PER_SHARE: Decimal(10) ** 9,
    LineMeasure.RATIO: Decimal(10) ** 6,
}
_MOST_NEW_SHARES = Decimal(10_000)  # for one old share, and old shares for one new


def bounded(value: Decimal, measure: LineMeasure) -> Decimal:
    """The figure itself. Raises `Unreadable` where it cannot be meant."""
    if abs(value) > _LARGEST[measure]:
        raise Unreadable("absurd")
    return value


def bounded_split(ratio: Decimal) -> Decimal:
    if not 1 / _MOST_NEW_SHARES <= ratio <= _MOST_NEW_SHARES:
        raise Unreadable("split")
    return ratio
