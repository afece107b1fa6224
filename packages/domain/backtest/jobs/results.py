"""A run, and what is stored of it: figures, report, columns, and each trade with its reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Protocol

import numpy as np

from packages.core.events import JsonObject
from packages.core.messages import Language, render
from packages.domain.backtest.analysis.as_json import curves_json, plain, report_json
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.analysis.why import Explainer, Why
from packages.domain.backtest.jobs.fingerprint import ENGINE_VERSION, DataFingerprint, trial_key
from packages.domain.backtest.jobs.kept import MOST_BARS, keep
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.stored import BacktestResult, Headline, StoredTrade
from packages.domain.backtest.market.shortfalls import Note
from packages.domain.backtest.outcome import OpenPosition, Outcome, Trade, TradeColumns, return_of
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.trade_rows import DECIDED_BAR, ENTRY_BAR, EXIT_BAR, SIGNAL_BAR
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.strategy.indicators.catalogue import CATALOGUE


@dataclass(frozen=True, slots=True, eq=False)
class BacktestRun:
    """A plan that was run, and all that came out of it; trading began on `first_bar` of the panel."""

    plan: Plan
    panel: Panel
    first_bar: int
    outcome: Outcome
    report: Report
    data: DataFingerprint
    notes: tuple[Note, ...]
    milliseconds: Mapping[str, float]


class SummaryWriter(Protocol):
    """Puts a report into a few sentences."""

    def __call__(self, report: Report, panel: Panel, language: Language) -> Sequence[str]: ...


def result_of(run: BacktestRun, summarise: SummaryWriter, at: datetime) -> BacktestResult:
    """The same run gives the same bytes, but for `at` and for how long it took."""
    sharpe = run.report.figures.sharpe
    measured = None if sharpe is None else sharpe.value
    headline = Headline(at, trial_key(run.plan, run.data), measured, _headline_body(run, summarise))
    columns = keep(run.report, drawn_trades(run))
    return BacktestResult(headline, _stored_report(run), columns, _stored_trades(run))


def _stored_report(run: BacktestRun) -> JsonObject:
    """Curves are made of the columns when they are asked for, unless the columns leave bars out."""
    report = report_json(run.report, run.panel)
    if len(run.report.time) <= MOST_BARS:
        return report
    return {**report, "curves": curves_json(run.report, run.panel.timeframe)}


def drawn_trades(run: BacktestRun) -> TradeColumns:
    """The trades with bars that are places in the report, which begins where trading does."""
    raw = run.outcome.trades.raw.copy()
    bars = [SIGNAL_BAR, ENTRY_BAR, DECIDED_BAR, EXIT_BAR]
    raw[:, bars] = np.maximum(raw[:, bars] - run.first_bar, 0)
    return replace(run.outcome.trades, raw=raw)


def _headline_body(run: BacktestRun, summarise: SummaryWriter) -> JsonObject:
    return {
        "engine_version": ENGINE_VERSION,
        "strategy_hash": run.plan.strategy_hash,
        "data": run.data.as_json(),
        "figures": figures_json(run.report),
        "warnings": list(run.report.warnings),
        "summary": {each.value: list(summarise(run.report, run.panel, each)) for each in Language},
        "notes": {each.value: [*_market_notes(run, each), *_data_notes(run, each)] for each in Language},
        "orders": asdict(run.outcome.orders),
        "open_positions": [_open_position(position, run.panel) for position in run.outcome.open_positions],
        "milliseconds": dict(run.milliseconds),
    }


def _market_notes(run: BacktestRun, language: Language) -> list[str]:
    """Rules of the market that the backtest does not follow."""
    return [render(said, language) for said in RULEBOOK[run.panel.market].sentences()]


def _data_notes(run: BacktestRun, language: Language) -> list[str]:
    return [note.sentence(language) for note in run.notes]


def figures_json(report: Report) -> JsonObject:
    """The figures of the account and of its closed trades, flat."""
    trades = {name: value for name, value in asdict(report.all_trades).items() if name != "label"}
    held = report.benchmark
    holding = {
        "benchmark_return": held.total_return,
        "benchmark_drawdown": held.max_drawdown,
        "excess_return": held.excess_return,
    }
    figures = {**asdict(report.figures), **trades, **holding}
    return {name: plain(value) for name, value in figures.items()}


def _stored_trades(run: BacktestRun) -> Sequence[StoredTrade]:
    """By exit, numbered from 1."""
    explainer = Explainer(run.plan.strategy, run.panel, CATALOGUE, run.outcome)
    bars = run.outcome.trades.raw[:, [SIGNAL_BAR, ENTRY_BAR, DECIDED_BAR, EXIT_BAR]].astype(np.int64)
    moments = np.datetime_as_string(run.panel.time[bars], unit="s").tolist()
    return [
        _stored_trade(number, trade, run.panel, seen, explainer.why(trade))
        for number, (trade, seen) in enumerate(zip(run.outcome.trades, moments, strict=True), 1)
    ]


def _stored_trade(number: int, trade: Trade, panel: Panel, moments: Sequence[str], why: Why) -> StoredTrade:
    """`moments` are those of its signal, its entry, its decision and its exit."""
    signal_at, entry_at, decided_at, exit_at = (f"{moment}Z" for moment in moments)
    body: JsonObject = {
        "number": number,
        "ticker": panel.tickers[trade.ticker],
        "direction": trade.direction.value,
        "reason": trade.reason.value,
        "exit_rule": trade.exit_rule,
        "signal_at": signal_at,
        "entry_at": entry_at,
        "decided_at": decided_at,
        "exit_at": exit_at,
        "bars": trade.bars,
        "quantity": trade.quantity,
        "entry_price": trade.entry_price,
        "exit_price": trade.exit_price,
        "worst_price": trade.worst_price,
        "best_price": trade.best_price,
        "costs": trade.costs,
        "dividends": trade.dividends,
        "profit": trade.profit,
        "return": return_of(trade),
        "why": plain(why),
    }
    return StoredTrade(number, trade.direction.value, trade.reason.value, body)


def _open_position(position: OpenPosition, panel: Panel) -> JsonObject:
    return {
        "ticker": panel.tickers[position.ticker],
        "direction": position.direction.value,
        "signal_at": _moment(panel, position.signal_bar),
        "entry_at": _moment(panel, position.entry_bar),
        "quantity": position.quantity,
        "entry_price": position.entry_price,
        "mark": position.mark,
        "unrealised": position.unrealised,
    }


def _moment(panel: Panel, bar: int) -> str:
    """When a bar begins, in UTC."""
    return f"{np.datetime_as_string(panel.time[bar], unit='s')}Z"
