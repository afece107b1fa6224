"""The work of a backtest, as a job or in the terminal: read the bars, trade, measure, explain, store.

Numeric stages run on a thread and not in a process of their own: the panel is in memory already, the kernel lets other
threads run while it works, and a fresh process would spend longer on its imports than most backtests take.
"""

import asyncio
import time
from dataclasses import dataclass, field, replace

from packages.core.clock import Clock
from packages.core.errors import TooLarge
from packages.core.events import JsonObject
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.results import BacktestRun, SummaryWriter, result_of
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult, BacktestStore, Headline, NewBacktest
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import TrialKind, TrialLedger
from packages.domain.work.jobs import Tell
from packages.domain.work.service import StoredWork

MOST_TRADES = 50_000


class TooManyTrades(TooLarge):
    """More trades than are kept of one backtest."""


class BacktestRunner:
    """Reads the market through the as-of door, at the instant that the plan names."""

    def __init__(self, views: Views) -> None:
        self._views = views

    async def run(self, plan: Plan, tell: Tell) -> BacktestRun:
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
        return BacktestRun(
            plan, loaded.panel, loaded.first_bar, outcome, report, data, loaded.notes, watch.milliseconds
        )

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
        raise TooManyTrades("backtest.too_many_trades", made=f"{made:,}", most=f"{MOST_TRADES:,}")


@dataclass(slots=True)
class _Stopwatch:
    milliseconds: dict[str, float] = field(default_factory=dict)
    _since: float = field(default_factory=time.perf_counter)

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self.milliseconds[stage] = round((now - self._since) * 1000, 3)
        self._since = now


@dataclass(frozen=True, slots=True, eq=False)
class BacktestDone:
    """A run and what is kept of it."""

    run: BacktestRun
    result: BacktestResult


class BacktestWork(StoredWork[Plan, Headline, BacktestResult]):
    """A trial is counted before its result can be seen, so that nothing that was looked at goes uncounted."""

    _store: BacktestStore

    def __init__(
        self,
        runner: BacktestRunner,
        store: BacktestStore,
        summarise: SummaryWriter,
        ledger: TrialLedger,
        clock: Clock,
    ) -> None:
        super().__init__(BACKTESTS, store)
        self._runner = runner
        self._summarise = summarise
        self._ledger = ledger
        self._clock = clock

    async def run(self, plan: Plan, tell: Tell) -> BacktestDone:
        """Runs and explains; nothing is stored."""
        run = await self._runner.run(plan, tell)
        await tell(0.8, "Writing down the reasons")
        began = time.perf_counter()
        result = await asyncio.to_thread(result_of, run, self._summarise, self._clock.now())
        return BacktestDone(run, _with_time(result, "explain", time.perf_counter() - began))

    async def keep(self, planned: NewBacktest, done: BacktestDone) -> int:
        """Stores what was run without a job; how many trials the lineage has then."""
        await self._store.add(planned)
        trials = await self._count(planned.plan, done.result.headline)
        await self._store.finish(planned.id, done.result)
        return trials

    async def _finished(self, planned: NewBacktest, tell: Tell) -> Headline:
        done = await self.run(planned.plan, tell)
        await tell(0.95, "Storing the result")
        await self.keep(planned, done)
        return done.result.headline

    async def _outcome(self, planned: NewBacktest, headline: Headline) -> JsonObject:
        return {"trials": await self._count(planned.plan, headline)}

    async def _count(self, plan: Plan, headline: Headline) -> int:
        kind, sharpe = TrialKind.BACKTEST, headline.sharpe
        return await self._ledger.record(plan.lineage_id, headline.trial_key, kind, 1, sharpe, at=headline.finished_at)


def _with_time(result: BacktestResult, stage: str, seconds: float) -> BacktestResult:
    told = result.headline.body["milliseconds"]
    spent = {**(told if isinstance(told, dict) else {}), stage: round(seconds * 1000, 3)}
    return replace(result, headline=replace(result.headline, body={**result.headline.body, "milliseconds": spent}))
