"""The baseline of a stress test: the market, the strategy, and the run that every stage is compared with."""

import hashlib
from dataclasses import dataclass, field, replace

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint
from packages.domain.backtest.jobs.plan import Plan, terms_hash
from packages.domain.backtest.jobs.sample import universe_sample
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.naming import symbols_of
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.runs import Runnable, ready, run_once
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.door import MarketView
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import TrialPool, TrialSample
from packages.domain.strategy.revisions import rules_hash
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.stress.crises.cutting import between
from packages.domain.stress.honesty.candidates import Candidates
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.sensitivity.workbench import Workbench


@dataclass(frozen=True, slots=True, eq=False)
class StressBaseline:
    """Trading began on `first_bar` of the panel; `workers` of 0 takes all cores."""

    plan: StressPlan
    panel: Panel
    first_bar: int
    data: DataFingerprint
    compiled: Runnable
    outcome: Outcome
    workers: int
    walked_among: list[Candidates] = field(default_factory=list, repr=False)  # one, once a walk-forward asked for it

    @property
    def members(self) -> tuple[str, ...] | None:
        """Everybody in the market of a universe by rule; None where the tickers were listed."""
        return self.panel.tickers if self.plan.backtest.strategy.universe.is_market else None

    @property
    def bench(self) -> Workbench:
        terms = self.plan.backtest.terms
        return Workbench(self.compiled, Arena(self.panel), terms, self.first_bar, self.workers)

    @property
    def tunables(self) -> tuple[Tunable, ...]:
        return self.bench.tunables

    @property
    def traded(self) -> Panel:
        """The market from the first bar that may trade on."""
        return between(self.panel, self.first_bar, len(self.panel)) if self.first_bar else self.panel

    @property
    def equity(self) -> Floats:
        """Of the run that everything is held against, from the first bar that may trade on."""
        return self.outcome.equity[self.first_bar :]

    @property
    def sharpe(self) -> float | None:
        interval = sharpe_interval(returns_of(self.equity), self.panel.bars_per_year)
        return None if interval is None else interval.value

    @property
    def seed(self) -> int:
        """What chance is drawn from: the seed that was asked for, else one that follows from rules, data and terms."""
        asked = self.plan.scenarios.seed
        return content_seed(self.key()) if asked is None else asked

    def key(self, rules: str | None = None) -> str:
        """Of the trial of these rules on this data; of the strategy's own where none are named."""
        content = f"{rules or rules_hash(self.compiled.strategy)}:{self.data.digest}"
        return hashlib.sha256(f"{content}:{terms_hash(self.plan.backtest.terms)}".encode()).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class StressPool:
    """Where the trials of a stress test are counted: its lineage, its data, and what counts around them."""

    baseline: StressBaseline
    sample: TrialSample
    around: TrialPool

    @property
    def lineage_id(self) -> str:
        return self.baseline.plan.lineage_id


def pool_of(owner_id: str, baseline: StressBaseline) -> StressPool:
    """By the days that were traded, which a plan may leave open."""
    universe = baseline.plan.backtest.strategy.universe
    sample = universe_sample(owner_id, baseline.data.digest, universe, baseline.panel, baseline.first_bar)
    days = [day for each in sample.series for day in (each.first_day, each.last_day)]
    around = replace(baseline.plan.pool(owner_id), first_day=min(days, default=None), last_day=max(days, default=None))
    return StressPool(baseline, sample, around)


def content_seed(key: str) -> int:
    """The same rules on the same data and terms have the same key, and with it the same seed."""
    return int(key[:8], 16)


async def load_market(view: MarketView, plan: Plan, market: WholeMarket | None = None) -> LoadedPanel:
    """The bars that a backtest of the same plan reads, of everybody in a market by rule."""
    symbols = await symbols_of(plan.strategy, market, view.as_of, plan.start, plan.end)
    warm_up = 0 if plan.start is None else warm_up_bars(plan.strategy, CATALOGUE)
    return await load_panel(
        *(view, symbols, plan.strategy.timeframe),
        start=plan.start,
        end=plan.end,
        warm_up=warm_up,
        needs=needs_of(plan.strategy),
    )


def baseline_of(plan: StressPlan, loaded: LoadedPanel, workers: int) -> StressBaseline:
    """Runs the strategy as it is, once."""
    compiled = ready(plan.backtest.strategy, CATALOGUE)
    outcome = run_once(compiled, loaded.panel, plan.backtest.terms, trade_from=loaded.first_bar)
    data = fingerprint(loaded.panel, loaded.sources, loaded.first_bar)
    return StressBaseline(plan, loaded.panel, loaded.first_bar, data, compiled, outcome, workers)
