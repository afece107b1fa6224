"""The whole verdict on an invented history, through the stages that a stress test of a person runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import numpy as np

from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.backtest.analysis.curve import returns_of, sharpe_of
from packages.domain.backtest.engine import Arena, Compiled, backtest
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.trial_returns import TrialReturn, weekly
from packages.domain.backtest.market.panel_loading import LoadedPanel
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import rules_hash
from packages.domain.stress.crises.coverage import OnePanel
from packages.domain.stress.crises.windows import CrisisWindow, custom_window
from packages.domain.stress.findings import StressVerdict, World
from packages.domain.stress.jobs import stages, tried
from packages.domain.stress.jobs.baseline import StressBaseline, baseline_of
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan
from packages.domain.stress.jobs.request import WORLDS
from packages.domain.stress.verdict.checks import verdict
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.parts import StressPart, StressParts

BEFORE, LATER = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
WINDOW_BARS = 120
_WARM_BARS = 200
PROFILES: Mapping[str, Profile] = {
    "moderate": Profile(risk_tolerance=RiskTolerance.MODERATE),
    "aggressive": Profile(risk_tolerance=RiskTolerance.AGGRESSIVE),
}


@dataclass(frozen=True)
class Backtested:
    """What somebody tried, and what each earned by bar; a column a strategy."""

    strategies: Sequence[Compiled]
    returns: Floats
    bars_per_year: float

    @property
    def best(self) -> int:
        return int(np.argmax([sharpe_of(column, self.bars_per_year) for column in self.returns.T]))

    @property
    def sharpe(self) -> float:
        return sharpe_of(self.returns[:, self.best], self.bars_per_year)

    def first(self, count: int) -> "Backtested":
        return Backtested(self.strategies[:count], self.returns[:, :count], self.bars_per_year)


def backtested(strategies: Sequence[Compiled], panel: Panel, terms: Terms) -> Backtested:
    arena = Arena(panel)
    runs = (backtest(each, arena, terms).equity for each in strategies)
    return Backtested(strategies, np.column_stack([returns_of(equity) for equity in runs]), panel.bars_per_year)


def fallen_windows(panel: Panel) -> tuple[CrisisWindow, ...]:
    """An invented history has no crises with names: the stretch in which the market fell most, in each half."""
    close, first = panel.close[0], panel.time[0].astype("datetime64[D]").item()
    fall = close[WINDOW_BARS:] / close[:-WINDOW_BARS]
    middle = (_WARM_BARS + len(fall)) // 2
    begins = (_WARM_BARS + int(fall[_WARM_BARS:middle].argmin()), middle + int(fall[middle:].argmin()))
    return tuple(_window(first, begin) for begin in dict.fromkeys(begins))


def _window(first: date, begin: int) -> CrisisWindow:
    return custom_window(first + timedelta(days=begin), first + timedelta(days=begin + WINDOW_BARS))


@dataclass(frozen=True)
class Deployed:
    """The best of what was tried, ready to be judged, with everything that the ledger knows of the search."""

    baseline: StressBaseline
    trials: tuple[Trial, ...]
    returns: tuple[TrialReturn, ...]


def deployed(
    found: Backtested, panel: Panel, terms: Terms, *, paths: int, worlds: Sequence[World] = WORLDS
) -> Deployed:
    chosen = found.strategies[found.best].strategy
    plan = _plan(chosen, terms, fallen_windows(panel), paths, worlds)
    baseline = baseline_of(plan, LoadedPanel(panel, dict.fromkeys(panel.tickers, "demo"), 0), workers=1)
    trials, returns = [], []
    for compiled, column in zip(found.strategies, found.returns.T, strict=True):
        key = baseline.key(rules_hash(compiled.strategy))
        sharpe = sharpe_of(column, panel.bars_per_year) if column.any() else None
        trials.append(Trial(key, TrialKind.BACKTEST, BEFORE, sharpe=sharpe))
        equity = np.concatenate(([1.0], np.cumprod(1 + column)))
        returns.append(TrialReturn(key, *weekly(panel.time, equity)))
    return Deployed(baseline, tuple(trials), tuple(returns))


def fitted_parts(of: Deployed) -> StressParts:
    """Other numbers, walking forward and luck, as `StressRunner` has them: what a stage tried is counted before luck is
    judged, and a trial that is known already stays as it is."""
    baseline = of.baseline
    shaken, walked = stages.shake(baseline, _quiet), stages.walk(baseline, _quiet)
    trials, returns = {each.key: each for each in of.trials}, {each.key: each for each in of.returns}
    for runs in (
        tried.of_sensitivity(baseline, shaken, LATER, _quiet),
        tried.of_walk_forward(baseline, stages.walked_among(baseline), LATER, _quiet),
    ):
        trials = {each.key: each for each in runs.trials} | trials
        returns = {each.key: each for each in runs.returns} | returns
    kept = tuple(returns[key] for key in sorted(returns))
    luck = stages.judge_luck(baseline, sorted(trials.values(), key=lambda each: each.at), kept)
    return StressParts(sensitivity=shaken, walk_forward=walked, overfitting=luck.finding)


def whole_parts(of: Deployed, fitted: StressParts) -> StressParts:
    """With crises and invented histories."""
    baseline = of.baseline
    worlds = [stages.invent(baseline, world, _quiet) for world in baseline.plan.scenarios.worlds]
    return StressParts(
        crises=stages.live_through(baseline, OnePanel(baseline.panel), None, _quiet),
        monte_carlo=(*worlds, stages.shuffle(baseline, _quiet)),
        sensitivity=fitted.sensitivity,
        walk_forward=fitted.walk_forward,
        overfitting=fitted.overfitting,
    )


def _quiet(_share: float, _words: str) -> None:
    """Nobody waits."""


def verdicts(parts: StressParts) -> Mapping[str, StressVerdict]:
    return {name: verdict(parts, limits_for(profile)) for name, profile in PROFILES.items()}


def _plan(
    strategy: Strategy, terms: Terms, windows: tuple[CrisisWindow, ...], paths: int, worlds: Sequence[World]
) -> StressPlan:
    base = Plan(
        strategy=strategy,
        lineage_id="lineage",
        strategy_id=None,
        version=None,
        start=None,
        end=None,
        terms=terms,
        as_of=LATER,
    )
    scenarios = ScenarioSet(
        windows=windows,
        worlds=tuple(worlds),
        paths=paths,
        seed=0,
        horizon=None,
        ruin_level=0.5,
        profile={},
        parts=tuple(StressPart),
    )
    return StressPlan(backtest=base, scenarios=scenarios, scenario_set_id="invented")
