"""The prices of a day beyond which an exchange takes no orders, exactly, for what the product computes in columns."""

from decimal import ROUND_HALF_UP, Decimal

from packages.domain.market_data.trading_rules import MarketRules


def limit_prices(rules: MarketRules, previous_close: Decimal, fraction: Decimal) -> tuple[Decimal, Decimal]:
    """The lowest and the highest, rounded to the tick as exchanges do."""
    down, up = (previous_close * (1 + sign * fraction) for sign in (-1, 1))
    return _to_tick(rules, down), _to_tick(rules, up)


def _to_tick(rules: MarketRules, price: Decimal) -> Decimal:
    return (price / rules.tick).quantize(Decimal(1), rounding=ROUND_HALF_UP) * rules.tick
