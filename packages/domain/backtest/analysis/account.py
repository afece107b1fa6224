"""The figures of the whole account, and how many instruments it held on each close."""

import numpy as np

from packages.domain.backtest import trade_rows as t
from packages.domain.backtest.analysis.curve import Curve
from packages.domain.backtest.analysis.drawdowns import longest
from packages.domain.backtest.analysis.report import PerformanceFigures
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.analysis.trade_groups import traded_amount
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats


def account_figures(curve: Curve, outcome: Outcome, exposure: Floats) -> PerformanceFigures:
    rows = outcome.trades.raw
    return PerformanceFigures(
        initial_cash=curve.initial,
        final_equity=curve.final,
        total_return=curve.total_return,
        cagr=curve.cagr,
        volatility=curve.volatility,
        sharpe=sharpe_interval(curve.returns, curve.bars_per_year),
        sortino=curve.sortino,
        calmar=curve.calmar,
        max_drawdown=curve.max_drawdown,
        longest_drawdown_bars=longest(curve.drawdown),
        exposure=float((exposure > 0).mean()),
        turnover=_turnover(curve, outcome),
        costs=float(rows[:, t.COSTS].sum()),
        bars=len(curve.equity),
        years=curve.years,
    )


def _turnover(curve: Curve, outcome: Outcome) -> float:
    """Entries still open count too. The mean is of the bars that had equity; 0 where no time passed."""
    entered = sum(each.quantity * each.entry_price for each in outcome.open_positions)
    alive = curve.equity[curve.equity > 0]
    if curve.years <= 0 or not len(alive):
        return 0.0
    return (traded_amount(outcome.trades.raw) + entered) / float(alive.mean()) / curve.years


def held_instruments(outcome: Outcome) -> Counts:
    """A position is held on the closes from its entry bar to the one before its exit bar."""
    bars = len(outcome.equity)
    rows = outcome.trades.raw
    entries = np.append(rows[:, t.ENTRY_BAR], [each.entry_bar for each in outcome.open_positions]).astype(np.int64)
    exits = rows[:, t.EXIT_BAR].astype(np.int64)
    change = np.bincount(entries, minlength=bars) - np.bincount(exits, minlength=bars)
    return np.cumsum(change).astype(np.int64)
