"""How much an exported strategy buys: what its size asks, what there is money for, and whole lots of it."""

from math import ceil, floor, log10

import numpy as np

from packages.domain.backtest.exporting.standalone.state import (
    MONEY,
    QUANTITY,
    SHARE,
    TradedAccount,
    TradedSide,
)


def quantity_of(side: TradedSide, signal: int, price: float, account: TradedAccount, cash: float) -> float:
    """In whole lots, costs included, never more than there is money for."""
    unit = price * (1 + account.rate)
    if side.size_kind == QUANTITY:
        wanted = side.size[signal]
    elif side.size_kind == MONEY:
        wanted = side.size[signal] / unit
    elif side.size_kind == SHARE:
        wanted = cash * side.size[signal] / unit
    else:
        wanted = cash * side.size[signal] / nearest_stop(side, signal, price)
    room = cash / unit
    if wanted > room:
        return whole_lots(room, account, cash / unit / 1e9)
    return whole_lots(wanted, account, 0.0)


def nearest_stop(side: TradedSide, signal: int, price: float) -> float:
    near = np.inf
    if side.stop_share >= 0:
        near = side.stop_points[signal] + side.stop_share * price
    if side.trail_share >= 0:
        near = min(near, side.trail_points[signal] + side.trail_share * price)
    return near


def whole_steps(steps: float) -> float:
    """A billionth of a step short counts as whole, and so does a trillionth of all of them."""
    nearest = floor(steps + 0.5)
    if abs(steps - nearest) <= max(1e-9, 1e-12 * abs(steps)):
        return float(nearest)
    return float(floor(steps))


def whole_lots(quantity: float, account: TradedAccount, finest: float) -> float:
    """In steps that are not finer than `finest`, by powers of ten."""
    if 0 < account.step < finest:
        coarse = account.step * 10.0 ** ceil(log10(finest / account.step) - 1e-12)
        found = whole_steps(quantity / coarse) * coarse
        return found if found >= account.lot else 0.0
    if not quantity > 0 or quantity < account.lot:
        return 0.0
    return account.lot + whole_steps((quantity - account.lot) / account.step) * account.step
