"""What every stage of a stress test stands on: the market, the strategy, and the run that it is held against."""

import hashlib
from dataclasses import dataclass

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.engine import Arena, Compiled, backtest, compile_strategy
from packages.domain.backtest.jobs.fingerprint import DataFingerprint, fingerprint
from packages.domain.backtest.jobs.plan import Plan, terms_hash
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.door import MarketView
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.strategy.tunables import Tunable
from packages.domain.stress.crises.cutting import between
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.sensitivity.workbench import Workbench


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Trading began on `first_bar` of the panel; `workers` of 0 takes all cores."""

    plan: StressPlan
    panel: Panel
    first_bar: int
    data: DataFingerprint
    compiled: Compiled
    outcome: Outcome
    workers: int

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
        told = sharpe_interval(returns_of(self.equity), self.panel.bars_per_year)
        return None if told is None else told.value

    def key(self, rules: str | None = None) -> str:
        """Of the trial of these rules on this data; of the strategy's own where none are named."""
        told = f"{rules or strategy_hash(self.compiled.strategy)}:{self.data.digest}"
        return hashlib.sha256(f"{told}:{terms_hash(self.plan.backtest.terms)}".encode()).hexdigest()


async def load_market(view: MarketView, plan: Plan) -> LoadedPanel:
    """The bars that a backtest of the same plan reads."""
    warm_up = 0 if plan.start is None else warm_up_bars(plan.strategy, CATALOGUE)
    return await load_panel(
        view, plan.symbols, plan.strategy.timeframe, start=plan.start, end=plan.end, warm_up=warm_up
    )


def ground_of(plan: StressPlan, loaded: LoadedPanel, workers: int) -> Ground:
    """Runs the strategy as it is, once."""
    compiled = compile_strategy(plan.backtest.strategy, CATALOGUE)
    outcome = backtest(compiled, loaded.panel, plan.backtest.terms, trade_from=loaded.first_bar)
    data = fingerprint(loaded.panel, loaded.sources, loaded.first_bar)
    return Ground(plan, loaded.panel, loaded.first_bar, data, compiled, outcome, workers)
