"""The work of a backtest, as a job or in the terminal: read the bars, trade, measure, explain, store.

Numeric stages run on a thread and not in a process of their own: the panel is in memory already, the kernel lets other
threads run while it works, and a fresh process would spend longer on its imports than most backtests take.
"""

import asyncio
import time
from dataclasses import dataclass, field, replace
from datetime import datetime

from packages.core.clock import Clock
from packages.core.errors import TooLarge
from packages.core.events import JsonObject
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint, trial_key
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.results import BacktestRun, SummaryWriter, result_of
from packages.domain.backtest.jobs.sample import market_sample, sample_of
from packages.domain.backtest.jobs.stored import BACKTESTS, BacktestResult, BacktestStore, Headline, NewBacktest
from packages.domain.backtest.jobs.trial_returns import TrialReturn, TrialReturns, weekly
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.portfolio.running import HeldPortfolio, PortfolioRequest, hold_portfolio
from packages.domain.market_data.door import Views
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind, TrialLedger, TrialSample
from packages.domain.strategy.revisions import rules_hash
from packages.domain.work.bridge import step
from packages.domain.work.jobs import OnProgress
from packages.domain.work.service import StoredWork

MOST_TRADES = 50_000


class TooManyTrades(TooLarge):
    """More trades than are kept of one backtest."""


class BacktestRunner:
    """Reads the market through the as-of door, at the instant that the plan names."""

    def __init__(self, views: Views, market: WholeMarket | None = None) -> None:
        self._views = views
        self._market = market

    async def run(self, plan: Plan, on_progress: OnProgress) -> BacktestRun:
        watch = _Stopwatch()
        await on_progress(0.02, step("reading"))
        if plan.strategy.portfolio is None:
            loaded = await self._load(plan)
            watch.stop("load")
            await on_progress(0.35, step("trading"))
            traded = HeldPortfolio(loaded, await asyncio.to_thread(_trade, plan, loaded))
        else:
            traded = await self._hold(plan)
            loaded = traded.loaded
        refuse_too_many(len(traded.outcome.trades))
        watch.stop("trade")
        await on_progress(0.6, step("measuring"))
        report, data = await asyncio.to_thread(_measure, plan, traded)
        watch.stop("measure")
        return BacktestRun(
            plan, loaded.panel, loaded.first_bar, traded.outcome, report, data, loaded.notes, watch.milliseconds
        )

    async def _hold(self, plan: Plan) -> HeldPortfolio:
        days = {"start": plan.start, "end": plan.end}
        request = PortfolioRequest(strategy=plan.strategy, terms=plan.terms, warm_up=_warm_up(plan), **days)
        return await hold_portfolio(request, self._views(plan.as_of), self._market)

    async def _load(self, plan: Plan) -> LoadedPanel:
        view = self._views(plan.as_of)
        return await load_panel(
            *(view, plan.symbols, plan.strategy.timeframe),
            start=plan.start,
            end=plan.end,
            warm_up=_warm_up(plan),
            needs=needs_of(plan.strategy),
        )


def _warm_up(plan: Plan) -> int:
    """Bars before the first day; none where all stored days are traded."""
    return 0 if plan.start is None else warm_up_bars(plan.strategy, CATALOGUE)


def _trade(plan: Plan, loaded: LoadedPanel) -> Outcome:
    compiled = compile_strategy(plan.strategy, CATALOGUE)
    return backtest(compiled, loaded.panel, plan.terms, trade_from=loaded.first_bar)


def _measure(plan: Plan, traded: HeldPortfolio) -> tuple[Report, DataFingerprint]:
    loaded, first = traded.loaded, traded.loaded.first_bar
    report = analyse(traded.outcome, loaded.panel, plan.terms, first_bar=first, benchmark=traded.benchmark)
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
        returns: TrialReturns,
        clock: Clock,
    ) -> None:
        super().__init__(BACKTESTS, store)
        self._returns = returns
        self._runner = runner
        self._summarise = summarise
        self._ledger = ledger
        self._clock = clock

    async def run(self, plan: Plan, on_progress: OnProgress) -> BacktestDone:
        """Runs and explains; nothing is stored."""
        run = await self._runner.run(plan, on_progress)
        await on_progress(0.8, step("reasons"))
        began = time.perf_counter()
        result = await asyncio.to_thread(result_of, run, self._summarise, self._clock.now())
        return BacktestDone(run, _with_time(result, "explain", time.perf_counter() - began))

    async def try_out(self, owner_id: str, plan: Plan, on_progress: OnProgress) -> BacktestRun:
        """Runs and counts a plan whose figures are looked at and not kept; no trade is explained."""
        run = await self._runner.run(plan, on_progress)
        await on_progress(0.95, step("storing_result"))
        await self._count(owner_id, run, _trial_of(run, self._clock.now()))
        return run

    async def count(self, planned: NewBacktest, done: BacktestDone) -> int:
        """Counts a run whose result is shown and not kept; how many trials the pool has then."""
        await self._count(planned.owner_id, done.run, _trial(planned.plan, done.result.headline))
        return await self._trials(planned)

    async def keep(self, planned: NewBacktest, done: BacktestDone) -> int:
        """Stores what was run without a job; how many trials the pool has then."""
        await self._store.add(planned)
        await self._count(planned.owner_id, done.run, _trial(planned.plan, done.result.headline))
        await self._store.finish(planned.id, done.result)
        return await self._trials(planned)

    async def _finished(self, planned: NewBacktest, on_progress: OnProgress) -> Headline:
        done = await self.run(planned.plan, on_progress)
        await on_progress(0.95, step("storing_result"))
        await self._count(planned.owner_id, done.run, _trial(planned.plan, done.result.headline))
        await self._store.finish(planned.id, done.result)
        return done.result.headline

    async def _found(self, planned: NewBacktest, headline: Headline) -> None:
        # Without its data: a trial that was counted with them stays as it is.
        await self._ledger.record_all(planned.plan.lineage_id, [_trial(planned.plan, headline)])

    async def _outcome(self, planned: NewBacktest, headline: Headline) -> JsonObject:
        return {"trials": await self._trials(planned)}

    async def _trials(self, planned: NewBacktest) -> int:
        return await self._ledger.count(planned.plan.lineage_id, planned.plan.pool(planned.owner_id))

    async def _count(self, owner_id: str, run: BacktestRun, trial: Trial) -> None:
        lineage_id, sample = run.plan.lineage_id, await asyncio.to_thread(_sample, owner_id, run)
        by_week = weekly(run.panel.time[run.first_bar :], run.outcome.equity[run.first_bar :])
        await self._ledger.record_all(lineage_id, [trial], sample)
        await self._returns.add(lineage_id, [TrialReturn(trial.key, *by_week)])


def _sample(owner_id: str, run: BacktestRun) -> TrialSample:
    universe = run.plan.strategy.universe
    if universe.is_market:
        level = run.report.benchmark.equity
        return market_sample(owner_id, run.data.digest, universe.names[0], run.report.time, level)
    return sample_of(owner_id, run.data.digest, run.panel, run.first_bar)


def _trial_of(run: BacktestRun, at: datetime) -> Trial:
    """A run as it is counted."""
    rules, sharpe = rules_hash(run.plan.strategy, anywhere=True), run.report.figures.sharpe
    measured = None if sharpe is None else sharpe.value
    return Trial(trial_key(run.plan, run.data), TrialKind.BACKTEST, at, 1, measured, rules)


def _trial(plan: Plan, headline: Headline) -> Trial:
    rules = rules_hash(plan.strategy, anywhere=True)
    return Trial(headline.trial_key, TrialKind.BACKTEST, headline.finished_at, 1, headline.sharpe, rules)


def _with_time(result: BacktestResult, stage: str, seconds: float) -> BacktestResult:
    timings = result.headline.body["milliseconds"]
    spent = {**(timings if isinstance(timings, dict) else {}), stage: round(seconds * 1000, 3)}
    return replace(result, headline=replace(result.headline, body={**result.headline.body, "milliseconds": spent}))
