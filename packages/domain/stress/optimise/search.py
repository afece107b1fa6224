"""The search itself: Optuna proposes numbers in batches, the kernel runs a batch at once.

Every batch has a sampler of its own, seeded by the search's seed and the batch's number. What a batch proposes thus
depends on what was told before it and on nothing else: neither on the process nor on the number of cores.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, IntDistribution
from optuna.pruners import MedianPruner
from optuna.samplers import BaseSampler, NSGAIISampler, TPESampler
from optuna.storages import JournalStorage
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, Trial, TrialState

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Strategy
from packages.domain.stress.optimise.ground import Ground, Ran
from packages.domain.stress.optimise.journal import Journal
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.scoring import Find, excesses, score
from packages.domain.stress.optimise.space import Place

BATCH = 32  # also the size of a generation
_STUDY = "search"
_FIGURES = "figures"


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """A variant that was run; `ran` is None where it was given up early."""

    place: Place
    strategy: Strategy
    ran: Ran | None


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """What was run, and the lines that bring a search to the state after it."""

    number: int
    tried: tuple[Tried, ...]
    lines: bytes


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of all that was proposed."""

    proposed: int
    completed: int
    given_up: int
    refused: int  # by the language


class Search:
    """Goes on behind the batches that were written down; none of its methods may run beside another."""

    def __init__(self, ground: Ground, plan: SearchPlan, batches: Sequence[bytes] = ()) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._ground, self._plan = ground, plan
        self._journal = Journal(batches)
        self._batches = len(batches)
        self._space: dict[str, BaseDistribution] = {
            axis.pointer: IntDistribution(0, len(axis.values) - 1) for axis in ground.space.axes
        }
        self._returns: dict[Place, Floats] = {}
        self._study = self._opened()

    @property
    def proposed(self) -> int:
        return len(self._trials(TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL))

    @property
    def is_over(self) -> bool:
        return self.proposed >= self._plan.trials

    @property
    def tally(self) -> Tally:
        states = (TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL)
        return Tally(self.proposed, *(len(self._trials(state)) for state in states))

    def next_batch(self) -> Batch:
        self._study.sampler = self._sampler(self._batches)
        asked = [self._study.ask(self._space) for _ in range(min(BATCH, self._plan.trials - self.proposed))]
        made = [(trial, self._place(trial.params)) for trial in asked]
        variants = [(trial, place, self._ground.space.variant(place)) for trial, place in made]
        allowed = [(trial, place, variant) for trial, place, variant in variants if variant is not None]
        for trial, _, variant in variants:
            if variant is None:
                self._study.tell(trial, state=TrialState.FAIL)
        going_on = self._without_given_up([(trial, place) for trial, place, _ in allowed])
        ran = dict(zip(going_on, self._ground.runs([place for _, place in going_on]), strict=True))
        tried = [Tried(place, variant, self._told(trial, ran.get((trial, place)))) for trial, place, variant in allowed]
        return self._closed(tuple(tried))

    def finds(self) -> list[Find]:
        """Each variant that was run on the whole fitted period, once."""
        found: dict[Place, Find] = {}
        for trial in self._trials(TrialState.COMPLETE):
            figures = KeyFigures(*trial.user_attrs[_FIGURES])
            within = all(value <= 0 for value in excesses(figures, self._plan.limits).values())
            place = self._place(trial.params)
            found.setdefault(place, Find(trial.number, place, figures, within))
        return list(found.values())

    def returns_matrix(self) -> Floats:
        """A row a step of time, a column a variant that was run on the whole fitted period."""
        places = [find.place for find in self.finds()]
        lost = [place for place in places if place not in self._returns]  # with the process that ran them
        for place, ran in zip(lost, self._ground.runs(lost), strict=True):
            self._returns[place] = ran.returns
        return np.column_stack([self._returns[place] for place in places])

    def importance(self) -> dict[str, float] | None:
        """How much of the difference between good and bad variants each number explains; None where few were run."""
        if len(self._space) < 2 or len(self._trials(TrialState.COMPLETE)) < BATCH:
            return None
        evaluator = optuna.importance.PedAnovaImportanceEvaluator()
        told = optuna.importance.get_param_importances(self._study, evaluator=evaluator)
        return {pointer: float(share) for pointer, share in told.items()}

    def _opened(self) -> optuna.Study:
        storage, pruner = JournalStorage(self._journal), MedianPruner(n_startup_trials=BATCH)
        if self._batches:
            return optuna.load_study(study_name=_STUDY, storage=storage, pruner=pruner)
        directions = [StudyDirection.MAXIMIZE for _ in self._plan.goals]
        study = optuna.create_study(study_name=_STUDY, storage=storage, pruner=pruner, directions=directions)
        study.enqueue_trial(dict(zip(self._space, self._ground.space.given, strict=True)))
        return study

    def _sampler(self, batch: int) -> BaseSampler:
        seed = int(np.random.SeedSequence([self._plan.seed, batch]).generate_state(1)[0])
        if len(self._plan.goals) > 1:
            return NSGAIISampler(population_size=BATCH, seed=seed)
        return TPESampler(seed=seed)

    def _without_given_up(self, asked: list[tuple[Trial, Place]]) -> list[tuple[Trial, Place]]:
        """Those whose first half of the fitted period is worth the second."""
        if self._ground.early is None:
            return asked
        figures = self._ground.early_figures([place for _, place in asked])
        for (trial, _), each in zip(asked, figures, strict=True):
            trial.report(score(each, self._plan.goals[0]), step=0)
        return [(trial, place) for trial, place in asked if not trial.should_prune()]

    def _told(self, trial: Trial, ran: Ran | None) -> Ran | None:
        if ran is None:
            self._study.tell(trial, state=TrialState.PRUNED)
            return None
        figures = ran.figures
        for name, value in excesses(figures, self._plan.limits).items():
            trial.set_constraint(name, value)
        trial.set_user_attr(
            _FIGURES,
            [figures.trades, figures.final_equity, figures.total_return, figures.max_drawdown, figures.sharpe],
        )
        self._study.tell(trial, [score(figures, goal) for goal in self._plan.goals])
        return ran

    def _closed(self, tried: tuple[Tried, ...]) -> Batch:
        for each in tried:
            if each.ran is not None:
                self._returns[each.place] = each.ran.returns
        batch = Batch(self._batches, tried, self._journal.hand_over())
        self._batches += 1
        return batch

    def _place(self, params: dict[str, int]) -> Place:
        return tuple(int(params[pointer]) for pointer in self._space)

    def _trials(self, *states: TrialState) -> list[FrozenTrial]:
        return self._study.get_trials(deepcopy=False, states=states)
