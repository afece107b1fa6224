"""What a stress test tried: every variant as a trial to be counted, with what it returned week by week."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from packages.domain.backtest.jobs.trial_returns import TrialReturn, weekly
from packages.domain.backtest.many import SHARPE, TRADES
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.revisions import rules_hash
from packages.domain.stress.findings import SensitivityFinding
from packages.domain.stress.honesty.candidates import Candidates
from packages.domain.stress.jobs.baseline import StressBaseline
from packages.domain.stress.sensitivity.frictions import friction_runs
from packages.domain.stress.sensitivity.workbench import Changes, trials_of
from packages.domain.work.bridge import OnStageProgress, step

_EQUITY_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True, eq=False)
class TrialRuns:
    """Trials to be counted, and what each returned."""

    trials: tuple[Trial, ...]
    returns: tuple[TrialReturn, ...]


@dataclass(frozen=True, slots=True)
class _Ran:
    """What one variant came to."""

    sharpe: float | None
    returns: Floats
    first_week: int


def base_run(baseline: StressBaseline, at: datetime) -> TrialRuns:
    """The strategy as it is: the same trial as a backtest of it."""
    by_week = weekly(baseline.panel.time[baseline.first_bar :], baseline.equity)
    rules = rules_hash(baseline.compiled.strategy, anywhere=True)
    trial = Trial(baseline.key(), TrialKind.BACKTEST, at, sharpe=baseline.sharpe, rules=rules)
    return TrialRuns((trial,), (TrialReturn(trial.key, *by_week),))


def declared(baseline: StressBaseline, known: Sequence[Trial], at: datetime) -> Trial | None:
    """What the person tried elsewhere, beyond what was declared for these rules before; they left no returns, so each
    counts as a stranger."""
    asked, name = baseline.plan.declared_trials, f"declared:{rules_hash(baseline.compiled.strategy)}:"
    before = sum(trial.count for trial in known if trial.key.startswith(name))
    return Trial(f"{name}{asked}", TrialKind.DECLARED, at, asked - before) if asked > before else None


def of_sensitivity(
    baseline: StressBaseline, finding: SensitivityFinding, at: datetime, on_progress: OnStageProgress
) -> TrialRuns:
    """The variants, and the strategy itself under each friction."""
    tried = trials_of(finding)
    keys = [baseline.key(each.rules(baseline.compiled.strategy)) for each in tried]
    trials = [Trial(key, TrialKind.SWEEP, at, sharpe=each.sharpe) for key, each in zip(keys, tried, strict=True)]
    ran = list(_rerun(baseline, [each.changes for each in tried if each.friction is None], on_progress))
    ran += _frictions(baseline)
    return TrialRuns(tuple(trials), tuple(_kept(key, each) for key, each in zip(keys, ran, strict=True)))


def of_walk_forward(
    baseline: StressBaseline, found: Candidates, at: datetime, on_progress: OnStageProgress
) -> TrialRuns:
    """Every candidate over the whole stretch, which is what all refits together have seen of it."""
    keys = [baseline.key(rules_hash(strategy)) for strategy in found.strategies]
    changes: list[Changes] = [tuple(zip(found.pointers, values, strict=True)) for values in found.values]
    ran = list(_rerun(baseline, changes, on_progress))
    trials = [Trial(key, TrialKind.WALK_FORWARD, at, sharpe=one.sharpe) for key, one in zip(keys, ran, strict=True)]
    return TrialRuns(tuple(trials), tuple(_kept(key, one) for key, one in zip(keys, ran, strict=True)))


def _frictions(baseline: StressBaseline) -> Iterator[_Ran]:
    """In the order of `trials_of`, which lists them after the variants."""
    for _, outcome in friction_runs(baseline.bench, seed=baseline.seed, on_progress=lambda _: None):
        by_week = weekly(baseline.panel.time[baseline.first_bar :], outcome.equity[baseline.first_bar :])
        yield _Ran(None, by_week.returns, by_week.first_week)


def _kept(key: str, ran: _Ran) -> TrialReturn:
    return TrialReturn(key, ran.first_week, ran.returns)


def _rerun(baseline: StressBaseline, tried: Sequence[Changes], on_progress: OnStageProgress) -> Iterator[_Ran]:
    """Some at a time, as memory allows."""
    bench = baseline.bench
    bars = baseline.panel.close.size
    at_once = max(1, min(_EQUITY_BYTES // (8 * len(baseline.panel)), bench.values_at_once // bars))
    for first in range(0, len(tried), at_once):
        on_progress(first / len(tried), step("saving_trials"))
        runs = bench.equity(tried[first : first + at_once])
        yield from _by_week(baseline, runs.figures, runs.equity)


def _by_week(baseline: StressBaseline, figures: Floats, equity: Floats) -> Iterator[_Ran]:
    by_week = weekly(baseline.panel.time[baseline.first_bar :], equity[:, baseline.first_bar :])
    for row, returns in zip(figures, by_week.returns, strict=True):
        yield _Ran(float(row[SHARPE]) if row[TRADES] > 0 else None, returns, by_week.first_week)
