"""From a run to what is kept of it."""

from dataclasses import asdict, replace
from datetime import datetime

import numpy as np

from packages.core.events import JsonObject
from packages.domain.backtest.analysis.as_json import plain, report_json
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.analysis.summary import summary
from packages.domain.backtest.jobs.fingerprint import ENGINE_VERSION, trial_key
from packages.domain.backtest.jobs.kept import keep
from packages.domain.backtest.jobs.runner import Run
from packages.domain.backtest.jobs.stored import Headline, Result
from packages.domain.backtest.jobs.stories import open_position_json, stories
from packages.domain.backtest.outcome import TradeColumns
from packages.domain.backtest.trade_rows import DECIDED_BAR, ENTRY_BAR, EXIT_BAR, SIGNAL_BAR
from packages.domain.strategy.explain.speech import Language


def result_of(run: Run, at: datetime) -> Result:
    """The same run gives the same bytes, but for `at` and for how long it took."""
    sharpe = run.report.figures.sharpe
    measured = None if sharpe is None else sharpe.value
    headline = Headline(at, trial_key(run.plan, run.data), measured, _told_first(run))
    columns = keep(run.report, drawn_trades(run))
    return Result(headline, report_json(run.report, run.panel), columns, stories(run))


def drawn_trades(run: Run) -> TradeColumns:
    """The trades with bars that are places in the report, which begins where trading does."""
    raw = run.outcome.trades.raw.copy()
    bars = [SIGNAL_BAR, ENTRY_BAR, DECIDED_BAR, EXIT_BAR]
    raw[:, bars] = np.maximum(raw[:, bars] - run.first_bar, 0)
    return replace(run.outcome.trades, raw=raw)


def _told_first(run: Run) -> JsonObject:
    return {
        "engine_version": ENGINE_VERSION,
        "strategy_hash": run.plan.strategy_hash,
        "data": run.data.as_json(),
        "figures": figures_json(run.report),
        "warnings": list(run.report.warnings),
        "summary": {each.value: list(summary(run.report, run.panel, each)) for each in Language},
        "notes": {each.value: [note.sentence(each.value) for note in run.notes] for each in Language},
        "orders": asdict(run.outcome.orders),
        "open_positions": [open_position_json(position, run.panel) for position in run.outcome.open_positions],
        "milliseconds": dict(run.milliseconds),
    }


def figures_json(report: Report) -> JsonObject:
    """The figures of the account and of its closed trades, flat."""
    trades = {name: value for name, value in asdict(report.all_trades).items() if name != "label"}
    holding = {"benchmark_return": report.benchmark.total_return, "excess_return": report.benchmark.excess_return}
    told = {**asdict(report.figures), **trades, **holding}
    return {name: plain(value) for name, value in told.items()}
