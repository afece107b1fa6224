"""The benchmark: all instruments bought in equal parts and held, and how the account did beside it."""

import math

import numpy as np

from packages.domain.backtest.analysis.curve import Curve, curve_of, deviation, ratio
from packages.domain.backtest.analysis.report import BenchmarkComparison
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Floats

LABEL = "buy_and_hold"


def holding(panel: Panel, cash: float, first_bar: int = 0) -> Floats:
    """The equity of holding, from `first_bar` on, without costs. Each instrument has the same part of the cash and is
    bought at its first close. The part of one that is listed later, or never, waits as cash until then; without a bar
    it is marked at its last close. Dividends are kept as cash."""
    return equal_parts(panel.close, panel.dividend, cash, first_bar)


def equal_parts(close: Floats, dividend: Floats | None, cash: float, first_bar: int = 0) -> Floats:
    """The same of matrices with a row an instrument."""
    part = cash / len(close)
    total = np.zeros(close.shape[1] - first_bar)
    for row in range(len(close)):
        paid = None if dividend is None else dividend[row, first_bar:]
        total += _held(close[row, first_bar:], paid, part)
    return total


def _held(close: Floats, paid: Floats | None, part: float) -> Floats:
    value = np.full(len(close), part)
    there = np.isfinite(close)
    first = int(there.argmax()) if there.any() else len(close)
    if first == len(close) or close[first] <= 0:
        return value
    worth = _carried(close[first:], there[first:])
    if paid is not None:
        received = np.nan_to_num(paid[first:])
        received[0] = 0.0  # who buys at a close is too late for the dividend of that day
        worth = worth + received.cumsum()
    value[first:] = part / close[first] * worth
    return value


def _carried(close: Floats, there: np.ndarray) -> Floats:
    """The last close at every bar; the first is there."""
    if there.all():
        return close
    return close[np.maximum.accumulate(np.where(there, np.arange(len(close)), 0))]


def compare(account: Curve, equity: Floats) -> BenchmarkComparison:
    held = curve_of(account.time, equity, account.initial, account.bars_per_year)
    beta = _beta(account.returns, held.returns)
    return BenchmarkComparison(
        label=LABEL,
        equity=equity,
        total_return=held.total_return,
        cagr=held.cagr,
        max_drawdown=held.max_drawdown,
        sharpe=held.sharpe,
        excess_return=account.total_return - held.total_return,
        beta=beta,
        alpha=None if beta is None else _alpha(account, held, beta),
        correlation=_correlation(account.returns, held.returns),
        information_ratio=_information_ratio(account, held),
    )


def _beta(returns: Floats, held: Floats) -> float | None:
    if len(held) < 2:
        return None
    moved = held - held.mean()
    return ratio(float(np.dot(returns - returns.mean(), moved)), float(np.dot(moved, moved)))


def _alpha(account: Curve, held: Curve, beta: float) -> float:
    return float(account.returns.mean() - beta * held.returns.mean()) * account.bars_per_year


def _correlation(returns: Floats, held: Floats) -> float | None:
    spreads = deviation(returns) * deviation(held)
    if spreads <= 0:
        return None
    together = float(np.dot(returns - returns.mean(), held - held.mean())) / (len(held) - 1)
    shared = ratio(together, spreads)
    return None if shared is None else min(max(shared, -1.0), 1.0)


def _information_ratio(account: Curve, held: Curve) -> float | None:
    ahead = account.returns - held.returns
    spread = deviation(ahead)
    reward = ratio(float(ahead.mean()), spread) if spread > 0 else None
    return None if reward is None else reward * math.sqrt(account.bars_per_year)
