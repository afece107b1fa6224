"""How much: a quarter of what Kelly's rule would stake, within what a stop may cost and what the confidence bears."""

from decimal import Decimal

KELLY_SHARE = 0.25
LARGEST_PERCENT = 20.0
# What reaching the stop may cost, in percent of the capital.
LARGEST_LOSS_PERCENT = 1.0


def stake_percent(
    probability: float, price: Decimal, stop: Decimal, target: Decimal | None, confidence: float
) -> float:
    """Percent of the capital, 0 when the odds do not pay; without a target the gain is taken to equal the risk."""
    risk = float((price - stop) / price)
    reward = float((target - price) / price) if target is not None else risk
    if risk <= 0 or reward <= 0:
        return 0.0
    odds = reward / risk
    kelly = probability - (1 - probability) / odds
    if kelly <= 0:
        return 0.0
    stakes = (100 * KELLY_SHARE * kelly, LARGEST_LOSS_PERCENT / risk, LARGEST_PERCENT, 100 * confidence)
    return round(min(stakes) - 0.005, 2) if min(stakes) > 0.01 else 0.0
