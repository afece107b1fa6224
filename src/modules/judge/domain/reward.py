"""What a purchase may win for what it may lose: the one place that says when that is too little."""

from decimal import Decimal

LEAST_REWARD = Decimal(1)  # of what is lost at the stop


def reward_to_risk(price: Decimal, stop: Decimal, target: Decimal | None) -> Decimal:
    """From the price up to the target over down to the stop; without a target the gain is taken to equal the risk."""
    if stop >= price:
        return Decimal(0)
    return LEAST_REWARD if target is None else (target - price) / (price - stop)


def pays_for_its_risk(price: Decimal, stop: Decimal, target: Decimal | None) -> bool:
    return reward_to_risk(price, stop, target) >= LEAST_REWARD
