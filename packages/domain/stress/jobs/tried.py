"""What a stress test tried: every variant as a trial to be counted, with what it returned week by week."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from packages.domain.backtest.many import SHARPE, TRADES, equity_over_variants
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.stress.findings import SensitivityFinding
from packages.domain.stress.honesty.candidates import Candidates
from packages.domain.stress.jobs.ground import Ground
from packages.domain.stress.jobs.trial_returns import TrialReturn, weekly
from packages.domain.stress.sensitivity.frictions import friction_runs
from packages.domain.stress.sensitivity.workbench import Changes, trials_of
from packages.domain.work.bridge import Told

_EQUITY_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """Trials to be counted, and what each returned."""

    trials: tuple[Trial, ...]
    returns: tuple[TrialReturn, ...]


@dataclass(frozen=True, slots=True)
class _Ran:
    """What one variant came to."""

    sharpe: float | None
    returns: Floats
    first_week: int


def base_run(ground: Ground, at: datetime) -> Looked:
    """The strategy as it is: the same trial as a backtest of it."""
    told = weekly(ground.panel.time[ground.first_bar :], ground.equity)
    trial = Trial(ground.key(), TrialKind.BACKTEST, at, sharpe=ground.sharpe)
    return Looked((trial,), (TrialReturn(trial.key, *told),))


def of_sensitivity(ground: Ground, finding: SensitivityFinding, at: datetime, told: Told) -> Looked:
    """The variants, and the strategy itself under each friction."""
    tried = trials_of(finding)
    keys = [ground.key(each.rules(ground.compiled.strategy)) for each in tried]
    trials = [Trial(key, TrialKind.SWEEP, at, sharpe=each.sharpe) for key, each in zip(keys, tried, strict=True)]
    ran = list(_rerun(ground, [each.changes for each in tried if each.friction is None], told))
    ran += _frictions(ground)
    return Looked(tuple(trials), tuple(_kept(key, each) for key, each in zip(keys, ran, strict=True)))


def of_walk_forward(ground: Ground, found: Candidates, at: datetime, told: Told) -> Looked:
    """Every candidate over the whole stretch, which is what all refits together have seen of it."""
    keys = [ground.key(strategy_hash(strategy)) for strategy in found.strategies]
    changes: list[Changes] = [tuple(zip(found.pointers, values, strict=True)) for values in found.values]
    ran = list(_rerun(ground, changes, told))
    trials = [Trial(key, TrialKind.WALK_FORWARD, at, sharpe=one.sharpe) for key, one in zip(keys, ran, strict=True)]
    return Looked(tuple(trials), tuple(_kept(key, one) for key, one in zip(keys, ran, strict=True)))


def _frictions(ground: Ground) -> Iterator[_Ran]:
    """In the order of `trials_of`, which tells them after the variants."""
    for _, outcome in friction_runs(ground.bench, seed=ground.plan.scenarios.seed, told=lambda _: None):
        told = weekly(ground.panel.time[ground.first_bar :], outcome.equity[ground.first_bar :])
        yield _Ran(None, told.returns, told.first_week)


def _kept(key: str, ran: _Ran) -> TrialReturn:
    return TrialReturn(key, ran.first_week, ran.returns)


def _rerun(ground: Ground, tried: Sequence[Changes], told: Told) -> Iterator[_Ran]:
    """Some at a time, as memory allows."""
    bench = ground.bench
    bars = ground.panel.close.size
    at_once = max(1, min(_EQUITY_BYTES // (8 * len(ground.panel)), bench.values_at_once // bars))
    chosen = {each.pointer: each.value for each in bench.tunables}
    for first in range(0, len(tried), at_once):
        told(first / len(tried), "Keeping what was tried")
        some = [dict(changes) for changes in tried[first : first + at_once]]
        pointers = list(dict.fromkeys(pointer for changes in some for pointer in changes))
        values = np.array([[row.get(each, chosen[each]) for each in pointers] for row in some], dtype=np.float64)
        variants = vary(ground.compiled, pointers, values.reshape(len(some), len(pointers)))
        runs = equity_over_variants(
            ground.compiled, bench.arena, bench.terms, variants, trade_from=ground.first_bar, workers=ground.workers
        )
        yield from _by_week(ground, runs.figures, runs.equity)


def _by_week(ground: Ground, figures: Floats, equity: Floats) -> Iterator[_Ran]:
    told = weekly(ground.panel.time[ground.first_bar :], equity[:, ground.first_bar :])
    for row, returns in zip(figures, told.returns, strict=True):
        yield _Ran(float(row[SHARPE]) if row[TRADES] > 0 else None, returns, told.first_week)
