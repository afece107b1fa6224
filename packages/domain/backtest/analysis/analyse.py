"""From the outcome of a backtest to its report."""

from packages.domain.backtest.analysis import trade_groups as groups
from packages.domain.backtest.analysis.account import account_figures, held_instruments
from packages.domain.backtest.analysis.benchmark import compare, holding
from packages.domain.backtest.analysis.caution import cautions
from packages.domain.backtest.analysis.curve import curve_of
from packages.domain.backtest.analysis.drawdowns import deepest
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.monthly import monthly
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.analysis.rolling import rolling
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms


def analyse(
    outcome: Outcome, panel: Panel, terms: Terms, *, rolling_window: int | None = None, first_bar: int = 0
) -> Report:
    """`first_bar` is the bar from which trading was allowed: what lies before it only warmed the indicators up, and is
    not measured. Bars in the report are places in `report.time`."""
    equity, time = outcome.equity[first_bar:], panel.time[first_bar:]
    curve = curve_of(time, equity, float(terms.cash), panel.bars_per_year)
    figures = account_figures(curve, outcome, outcome.exposure[first_bar:])
    rows = outcome.trades.raw
    return Report(
        time=time,
        equity=equity,
        drawdown=curve.drawdown,
        figures=figures,
        all_trades=groups.figures_of("all", rows),
        by_direction=groups.by_direction(rows),
        by_exit=groups.by_exit(rows),
        by_ticker=groups.by_ticker(rows, panel.tickers),
        by_weekday=groups.by_weekday(rows, panel),
        by_hour=groups.by_hour(rows, panel),
        by_holding=groups.by_holding(rows),
        monthly=monthly(local_times(panel.market, panel.timeframe, time), equity, curve.initial),
        drawdowns=deepest(curve.drawdown),
        rolling=rolling(curve, rolling_window),
        benchmark=compare(curve, holding(panel, curve.initial, first_bar)),
        open_positions=len(outcome.open_positions),
        held=held_instruments(outcome)[first_bar:],
        warnings=cautions(outcome, figures),
    )
