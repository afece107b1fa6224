"""The stages of a stress test, each a plain function of the baseline run; all are run on a thread."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from packages.core.messages import Sentence, message
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.market_data.calendar import Calendar
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.validate import Validator
from packages.domain.stress.crises.coverage import CrisisData
from packages.domain.stress.crises.run import crisis_findings
from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    OverfittingFinding,
    SensitivityFinding,
    WalkForwardFinding,
    World,
)
from packages.domain.stress.honesty.candidates import Candidates, candidates
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.honesty.walk_forward import MOST_VARIANTS, walk_forward
from packages.domain.stress.jobs.baseline import StressBaseline
from packages.domain.stress.jobs.lineage_matrix import LineageMatrix, lineage_matrix
from packages.domain.stress.monte_carlo.simulate import OnPaths, monte_carlo
from packages.domain.stress.monte_carlo.trade_shuffle import trade_shuffle
from packages.domain.stress.sensitivity.measure import sensitivity
from packages.domain.work.bridge import OnStageProgress, step

FEWEST_CHOICES = 10  # below which cross-validation among them says nothing
_CHOOSING = (TrialKind.BACKTEST, TrialKind.OPTIMISATION, TrialKind.DECLARED)


@dataclass(frozen=True, slots=True)
class Luck:
    """What the trials of the pool say, of how many of them the returns were laid side by side, and how many more
    there were of which the returns are kept."""

    finding: OverfittingFinding
    compared: int
    left_out: int


def live_through(
    baseline: StressBaseline, data: CrisisData, calendar: Calendar | None, on_progress: OnStageProgress
) -> tuple[CrisisFinding, ...]:
    terms, windows = baseline.plan.backtest.terms, baseline.plan.scenarios.windows
    found: list[CrisisFinding] = []
    for at, window in enumerate(windows):
        on_progress(at / len(windows), step("crises", n=at + 1, all=len(windows)))
        found += crisis_findings(
            *(baseline.compiled, data, terms, [window], terms.cash), calendar=calendar, members=baseline.members
        )
    return tuple(found)


def invent(baseline: StressBaseline, world: World, on_progress: OnStageProgress) -> MonteCarloFinding:
    """The bars that warm the strategy up come on top of the horizon."""
    asked = baseline.plan.scenarios
    return monte_carlo(
        baseline.compiled,
        baseline.panel,
        baseline.plan.backtest.terms,
        world,
        paths=asked.paths,
        seed=baseline.seed,
        ruin_level=asked.ruin_level,
        horizon=None if asked.horizon is None else baseline.first_bar + asked.horizon,
        trade_from=baseline.first_bar,
        workers=baseline.workers,
        on_progress=_paths(on_progress, step("simulating", world=message(f"stress.report.world.{world.value}"))),
    )


def shuffle(baseline: StressBaseline, on_progress: OnStageProgress) -> MonteCarloFinding:
    asked = baseline.plan.scenarios
    return trade_shuffle(
        baseline.outcome,
        baseline.panel,
        baseline.plan.backtest.terms,
        paths=asked.paths,
        seed=baseline.seed,
        ruin_level=asked.ruin_level,
        on_progress=_paths(on_progress, step("shuffling")),
    )


def shake(baseline: StressBaseline, on_progress: OnStageProgress) -> SensitivityFinding:
    return sensitivity(
        baseline.compiled.strategy,
        baseline.panel,
        baseline.plan.backtest.terms,
        on_progress=on_progress,
        trade_from=baseline.first_bar,
        seed=baseline.seed,
        workers=baseline.workers,
    )


def walk(baseline: StressBaseline, on_progress: OnStageProgress) -> WalkForwardFinding:
    """Over the bars that may be traded: what lies before warms up, and is not fitted."""
    return walk_forward(
        baseline.compiled.strategy,
        baseline.traded,
        baseline.plan.backtest.terms,
        baseline.tunables,
        seed=baseline.seed,
        on_progress=on_progress,
        among=walked_among(baseline),
        workers=baseline.workers,
    )


def walked_among(baseline: StressBaseline) -> Candidates:
    """The variants that `walk` chooses among, each judged once."""
    if not baseline.walked_among:
        strategy, seed = baseline.compiled.strategy, baseline.seed
        found = candidates(strategy, baseline.tunables, Validator(CATALOGUE), most=MOST_VARIANTS, seed=seed)
        baseline.walked_among.append(found)
    return baseline.walked_among[0]


def judge_luck(baseline: StressBaseline, trials: Sequence[Trial], returns: Sequence[TrialReturn]) -> Luck:
    """By the trials of the pool that it may have been chosen among, all others are counted beside them; those whose
    returns were kept show how much they are alike."""
    weighed = before_the_choice(baseline.key(), trials)
    known = {trial.key for trial in weighed}
    matrix = lineage_matrix(baseline.key(), [each for each in returns if each.key in known])
    found = overfitting(
        returns_of(baseline.equity),
        baseline.panel.bars_per_year,
        weighed,
        matrix.returns,
        chosen_among=_choices(matrix, weighed),
        seed=baseline.seed,
    )
    everything = max(found.weighed, sum(trial.count for trial in trials))
    declared = sum(trial.count for trial in trials if trial.kind is TrialKind.DECLARED)
    return Luck(replace(found, trials=everything, declared=declared), len(matrix.keys), matrix.left_out)


def before_the_choice(chosen: str, trials: Sequence[Trial]) -> tuple[Trial, ...]:
    """Every backtest and every step of an optimiser, whenever it was; of the neighbours that a stress test runs, those
    that were known when the strategy was first run. Shaking what was chosen is no choice; who moves on to one of those
    neighbours has chosen among them all."""
    first = min((trial.at for trial in trials if trial.key == chosen), default=None)
    return tuple(trial for trial in trials if trial.kind in _CHOOSING or first is None or trial.at <= first)


def _choices(matrix: LineageMatrix, trials: Sequence[Trial]) -> tuple[int, ...]:
    """The columns that a person or an optimiser chose among. Neighbours that were tried to shake a strategy are all
    alike, and which of them leads in one half of the record says nothing about the other."""
    kept = {trial.key for trial in trials if trial.kind in _CHOOSING}
    found = tuple(at for at, key in enumerate(matrix.keys) if key in kept)
    return found if len(found) >= FEWEST_CHOICES else ()


def _paths(on_progress: OnStageProgress, words: Sentence) -> OnPaths:
    return lambda done, paths: on_progress(done / paths, words)
