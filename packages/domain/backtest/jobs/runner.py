"""Runs a plan stage by stage: read the bars, trade, measure.

Numeric stages run on a thread and not in a process of their own: the panel is in memory already, the kernel lets other
threads run while it works, and a fresh process would spend longer on its imports than most backtests take.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from packages.core.errors import TooLarge
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.market.panel_notes import Note
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.work.jobs import Tell

MOST_TRADES = 50_000


class TooManyTrades(TooLarge):
    """More trades than are kept of one backtest."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A plan that was run, and all that came out of it; trading began on `first_bar` of the panel."""

    plan: Plan
    panel: Panel
    first_bar: int
    outcome: Outcome
    report: Report
    data: DataFingerprint
    notes: tuple[Note, ...]
    milliseconds: Mapping[str, float]


class BacktestRunner:
    """Reads the market through the as-of door, at the instant that the plan names."""

    def __init__(self, views: Views) -> None:
        self._views = views

    async def run(self, plan: Plan, tell: Tell) -> Run:
        watch = _Stopwatch()
        await tell(0.02, "Reading the bars")
        loaded = await self._load(plan)
        watch.stop("load")
        await tell(0.35, "Trading bar by bar")
        outcome = await asyncio.to_thread(_trade, plan, loaded)
        refuse_too_many(len(outcome.trades))
        watch.stop("trade")
        await tell(0.6, "Measuring what came out")
        report, data = await asyncio.to_thread(_measure, plan, loaded, outcome)
        watch.stop("measure")
        return Run(plan, loaded.panel, loaded.first_bar, outcome, report, data, loaded.notes, watch.milliseconds)

    async def _load(self, plan: Plan) -> LoadedPanel:
        view = self._views(plan.as_of)
        warm_up = 0 if plan.start is None else warm_up_bars(plan.strategy, CATALOGUE)
        return await load_panel(
            view, plan.symbols, plan.strategy.timeframe, start=plan.start, end=plan.end, warm_up=warm_up
        )


def _trade(plan: Plan, loaded: LoadedPanel) -> Outcome:
    compiled = compile_strategy(plan.strategy, CATALOGUE)
    return backtest(compiled, loaded.panel, plan.terms, trade_from=loaded.first_bar)


def _measure(plan: Plan, loaded: LoadedPanel, outcome: Outcome) -> tuple[Report, DataFingerprint]:
    report = analyse(outcome, loaded.panel, plan.terms, first_bar=loaded.first_bar)
    return report, fingerprint(loaded.panel, loaded.sources, loaded.first_bar)


def refuse_too_many(made: int) -> None:
    if made > MOST_TRADES:
        raise TooManyTrades(
            f"The strategy made {made:,} trades, and at most {MOST_TRADES:,} are kept: choose a shorter period, fewer "
            "tickers, or entries that are rarer."
        )


@dataclass(slots=True)
class _Stopwatch:
    milliseconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self.milliseconds[stage] = round((now - self._since) * 1000, 3)
        self._since = now
