"""The Sharpe ratio of the end of a backtest: by rule its last 30 % of bars are taken for the part out of sample.

A backtest fits nothing, so no bar of it is out of sample by itself. Who changes a strategy after looking at results
fits it by hand, mostly to what is older and longer; the rule is a yardstick for whether changes still help, no proof.
"""

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.market_data.bars import Floats

HELD_OUT_PERCENT = 30


def held_out_sharpe(equity: Floats, bars_per_year: float) -> float | None:
    """Of the returns on those bars, a year; None where nothing moved, and for fewer than three of them."""
    bars = len(equity) * HELD_OUT_PERCENT // 100
    measured = sharpe_interval(returns_of(equity)[len(equity) - 1 - bars :], bars_per_year) if bars else None
    return None if measured is None else measured.value
