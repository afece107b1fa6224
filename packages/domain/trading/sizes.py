"""The quantity that a strategy's size comes to at a price, before the account and the lots cut it (decision 0011)."""

import math
from typing import assert_never

from packages.domain.trading.orders import Distance, Guards, SizeRule, Sizing, Unit


def far(distance: Distance, price: float) -> float:
    """From a price, in money; of a multiple of the stop's distance that distance is the price."""
    return distance.value if distance.unit is Unit.POINTS else distance.value * price


def quantity_asked(sizing: Sizing, guards: Guards, equity: float, price: float, unit: float) -> float:
    """`unit` is what one share costs with everything. By risk, as much as loses the fraction at the nearest stop."""
    match sizing.rule:
        case SizeRule.QUANTITY:
            return sizing.value
        case SizeRule.CASH:
            return sizing.value / unit
        case SizeRule.EQUITY:
            return equity * sizing.value / unit
        case SizeRule.VOLATILITY:
            return equity * min(sizing.value / sizing.deviation, sizing.most) / unit
        case SizeRule.RISK:
            stops = [each for each in (guards.stop, guards.trail) if each is not None]
            nearest = min((far(each, price) for each in stops), default=math.inf)
            return equity * sizing.value / nearest if nearest > 0 else 0.0
        case _:
            assert_never(sizing.rule)
