"""The stages of a stress test, each a plain function of the ground it stands on; all are run on a thread."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.market_data.calendar import Calendar
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.validate import Validator
from packages.domain.stress.crises.ports import CrisisData
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
from packages.domain.stress.jobs.ground import Ground
from packages.domain.stress.jobs.trial_returns import LineageMatrix, TrialReturn, lineage_matrix
from packages.domain.stress.monte_carlo.simulate import Tell as PathsTold
from packages.domain.stress.monte_carlo.simulate import monte_carlo
from packages.domain.stress.monte_carlo.trade_shuffle import trade_shuffle
from packages.domain.stress.sensitivity.measure import sensitivity
from packages.domain.work.bridge import Told

FEWEST_CHOICES = 10  # below which cross-validation among them says nothing
_CHOOSING = (TrialKind.BACKTEST, TrialKind.OPTIMISATION)


@dataclass(frozen=True, slots=True)
class Luck:
    """What the trials of the lineage say, of how many of them the returns were laid side by side, and how many more
    there were of which the returns are kept."""

    finding: OverfittingFinding
    compared: int
    left_out: int


def live_through(ground: Ground, data: CrisisData, calendar: Calendar | None, told: Told) -> tuple[CrisisFinding, ...]:
    terms, windows = ground.plan.backtest.terms, ground.plan.scenarios.windows
    found: list[CrisisFinding] = []
    for at, window in enumerate(windows):
        told(at / len(windows), f"Living through {window.name_en}")
        found += crisis_findings(ground.compiled, data, terms, [window], terms.cash, calendar=calendar)
    return tuple(found)


def invent(ground: Ground, world: World, told: Told) -> MonteCarloFinding:
    """The bars that warm the strategy up come on top of the horizon."""
    asked = ground.plan.scenarios
    return monte_carlo(
        ground.compiled,
        ground.panel,
        ground.plan.backtest.terms,
        world,
        paths=asked.paths,
        seed=asked.seed,
        ruin_level=asked.ruin_level,
        horizon=None if asked.horizon is None else ground.first_bar + asked.horizon,
        trade_from=ground.first_bar,
        workers=ground.workers,
        tell=_paths(told, f"Inventing histories: {world.value.replace('_', ' ')}"),
    )


def shuffle(ground: Ground, told: Told) -> MonteCarloFinding:
    asked = ground.plan.scenarios
    return trade_shuffle(
        ground.outcome,
        ground.panel,
        ground.plan.backtest.terms,
        paths=asked.paths,
        seed=asked.seed,
        ruin_level=asked.ruin_level,
        tell=_paths(told, "Shuffling the trades"),
    )


def shake(ground: Ground, told: Told) -> SensitivityFinding:
    return sensitivity(
        ground.compiled.strategy,
        ground.panel,
        ground.plan.backtest.terms,
        tell=told,
        trade_from=ground.first_bar,
        seed=ground.plan.scenarios.seed,
        workers=ground.workers,
    )


def walk(ground: Ground, told: Told) -> WalkForwardFinding:
    """Over the bars that may be traded: what lies before warms up, and is not fitted."""
    return walk_forward(
        ground.compiled.strategy,
        ground.traded,
        ground.plan.backtest.terms,
        ground.tunables,
        seed=ground.plan.scenarios.seed,
        tell=told,
        workers=ground.workers,
    )


def walked_among(ground: Ground) -> Candidates:
    """The variants that `walk` chose among."""
    strategy, seed = ground.compiled.strategy, ground.plan.scenarios.seed
    return candidates(strategy, ground.tunables, Validator(CATALOGUE), most=MOST_VARIANTS, seed=seed)


def judge_luck(ground: Ground, trials: Sequence[Trial], returns: Sequence[TrialReturn]) -> Luck:
    """By the trials of the lineage that it may have been chosen among, all others are counted beside them; those whose
    returns were kept tell how much they are alike."""
    weighed = before_the_choice(ground.key(), trials)
    known = {trial.key for trial in weighed}
    matrix = lineage_matrix(ground.key(), [each for each in returns if each.key in known])
    found = overfitting(
        returns_of(ground.equity),
        ground.panel.bars_per_year,
        weighed,
        matrix.returns,
        chosen_among=_choices(matrix, weighed),
        seed=ground.plan.scenarios.seed,
    )
    everything = max(found.weighed, sum(trial.count for trial in trials))
    return Luck(replace(found, trials=everything), len(matrix.keys), matrix.left_out)


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


def _paths(told: Told, words: str) -> PathsTold:
    return lambda done, paths: told(done / paths, words)
