"""An account's equity on closes, and what can be measured of it alone: growth, swings, and reward for them."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.analysis.drawdowns import drawdown_of
from packages.domain.market_data.bars import Floats, Instants

_DAYS_A_YEAR = 365.25


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Equity on each close with its returns, which begin at the second bar; `initial` is the money before the first."""

    time: Instants
    equity: Floats
    initial: float
    bars_per_year: float
    returns: Floats
    drawdown: Floats

    @property
    def years(self) -> float:
        """Real time from the first bar to the last."""
        return float((self.time[-1] - self.time[0]) / np.timedelta64(1, "D")) / _DAYS_A_YEAR

    @property
    def final(self) -> float:
        return float(self.equity[-1])

    @property
    def total_return(self) -> float:
        return self.final / self.initial - 1

    @property
    def max_drawdown(self) -> float:
        return float(self.drawdown.min())

    @property
    def cagr(self) -> float | None:
        """What the money grew by in a year of real time; None without time, or where the number would be too large."""
        if self.years <= 0:
            return None
        growth = max(self.final, 0.0) / self.initial
        exponent = math.log(growth) / self.years if growth > 0 else -math.inf
        return math.expm1(exponent) if exponent < 700 else None

    @property
    def volatility(self) -> float:
        return deviation(self.returns) * math.sqrt(self.bars_per_year)

    @property
    def sharpe(self) -> float:
        return sharpe_of(self.returns, self.bars_per_year)

    @property
    def sortino(self) -> float | None:
        """Mean over downside deviation from 0, taken over all bars, a year; None where nothing was lost."""
        lost = np.minimum(self.returns, 0.0)
        downside = math.sqrt(float(np.dot(lost, lost)) / len(lost)) if len(lost) else 0.0
        reward = ratio(float(self.returns.mean()), downside) if downside else None
        return None if reward is None else reward * math.sqrt(self.bars_per_year)

    @property
    def calmar(self) -> float | None:
        return None if self.cagr is None else ratio(self.cagr, -self.max_drawdown)


def curve_of(time: Instants, equity: Floats, initial: float, bars_per_year: float) -> Curve:
    return Curve(time, equity, initial, bars_per_year, returns_of(equity), drawdown_of(equity))


def returns_of(equity: Floats) -> Floats:
    """Simple returns from close to close; 0 once the equity is gone."""
    before = equity[:-1]
    out = np.zeros(len(before))
    return np.divide(np.diff(equity), before, out=out, where=before > 0)


def deviation(values: Floats) -> float:
    """The standard deviation (n - 1); 0 for fewer than two values."""
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def sharpe_of(returns: Floats, bars_per_year: float) -> float:
    """Mean over standard deviation (n - 1) a year; 0 where nothing moved."""
    spread = deviation(returns)
    return float(returns.mean()) / spread * math.sqrt(bars_per_year) if spread > 0 else 0.0


def ratio(one: float, other: float) -> float | None:
    """One over the other; None where that is no number."""
    if other == 0:
        return None
    value = one / other
    return value if math.isfinite(value) else None
