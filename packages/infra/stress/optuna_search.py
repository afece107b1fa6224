"""Optuna as the searcher of optimisations: TPE for one goal, NSGA-II for several.

Every batch has a sampler of its own, seeded by the search's seed and the batch's number. Optuna's journal is kept in
memory and handed over batch by batch: within a batch nothing is stored.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import optuna
from optuna.distributions import BaseDistribution, IntDistribution
from optuna.pruners import MedianPruner
from optuna.samplers import BaseSampler, NSGAIISampler, TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import BaseJournalBackend
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, Trial, TrialState

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.stress.optimise.search import BATCH, Measure, Proposal, SearchTally
from packages.domain.stress.optimise.space import Place, Space

_STUDY = "search"
_FIGURES = "figures"
_ENDED = (TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL)


class OptunaJournal(BaseJournalBackend):
    """`batches` are those that were handed over before."""

    def __init__(self, batches: Sequence[bytes] = ()) -> None:
        self._logs: list[dict[str, Any]] = [log for batch in batches for log in json.loads(zlib.decompress(batch))]
        self._handed_over = len(self._logs)

    def read_logs(self, log_number_from: int) -> Iterable[dict[str, Any]]:
        return self._logs[log_number_from:]

    def append_logs(self, logs: list[dict[str, Any]]) -> None:
        self._logs += json.loads(json.dumps(logs))  # as they will be when they are read again

    def hand_over(self) -> bytes:
        """Everything since the last time."""
        fresh = self._logs[self._handed_over :]
        self._handed_over = len(self._logs)
        return zlib.compress(json.dumps(fresh, separators=(",", ":")).encode())


class OptunaSearcher:
    """`Searcher` over a study of Optuna; `OptunaSearcher` itself is an `OpenSearcher`."""

    def __init__(self, space: Space, goals: int, seed: int, batches: Sequence[bytes]) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._goals, self._seed = goals, seed
        self._space: dict[str, BaseDistribution] = {
            axis.pointer: IntDistribution(0, len(axis.values) - 1) for axis in space.axes
        }
        self._journal = OptunaJournal(batches)
        self._study = self._created(space.given) if not batches else self._loaded()
        self._asked: dict[int, Trial] = {}

    def propose(self, batch: int, count: int) -> Sequence[Proposal]:
        self._study.sampler = self._sampler(batch)
        asked = [self._study.ask(self._space) for _ in range(count)]
        self._asked = {trial.number: trial for trial in asked}
        return [Proposal(trial.number, self._place(trial.params)) for trial in asked]

    def refuse(self, proposal: Proposal) -> None:
        self._study.tell(self._asked[proposal.number], state=TrialState.FAIL)

    def promising(self, early: Sequence[tuple[Proposal, float]]) -> Sequence[Proposal]:
        for proposal, reached in early:
            self._asked[proposal.number].report(reached, step=0)
        return [proposal for proposal, _ in early if not self._asked[proposal.number].should_prune()]

    def give_up(self, proposal: Proposal) -> None:
        self._study.tell(self._asked[proposal.number], state=TrialState.PRUNED)

    def complete(self, proposal: Proposal, measure: Measure) -> None:
        trial, figures = self._asked[proposal.number], measure.figures
        for name, value in measure.excesses.items():
            trial.set_constraint(name, value)
        trial.set_user_attr(
            _FIGURES,
            [figures.trades, figures.final_equity, figures.total_return, figures.max_drawdown, figures.sharpe],
        )
        self._study.tell(trial, list(measure.scores))

    def tally(self) -> SearchTally:
        return SearchTally(len(self._trials(*_ENDED)), *(len(self._trials(state)) for state in _ENDED))

    def completed(self) -> Sequence[tuple[Proposal, KeyFigures]]:
        return [
            (Proposal(trial.number, self._place(trial.params)), KeyFigures(*trial.user_attrs[_FIGURES]))
            for trial in self._trials(TrialState.COMPLETE)
        ]

    def importance(self) -> Mapping[str, float]:
        evaluator = optuna.importance.PedAnovaImportanceEvaluator()
        shares = optuna.importance.get_param_importances(self._study, evaluator=evaluator)
        return {pointer: float(share) for pointer, share in shares.items()}

    def hand_over(self) -> bytes:
        return self._journal.hand_over()

    def _loaded(self) -> optuna.Study:
        return optuna.load_study(study_name=_STUDY, storage=JournalStorage(self._journal), pruner=_pruner())

    def _created(self, given: Place) -> optuna.Study:
        """The strategy as it was given is the first trial."""
        directions = [StudyDirection.MAXIMIZE for _ in range(self._goals)]
        storage = JournalStorage(self._journal)
        study = optuna.create_study(study_name=_STUDY, storage=storage, pruner=_pruner(), directions=directions)
        study.enqueue_trial(dict(zip(self._space, given, strict=True)))
        return study

    def _sampler(self, batch: int) -> BaseSampler:
        seed = int(np.random.SeedSequence([self._seed, batch]).generate_state(1)[0])
        if self._goals > 1:
            return NSGAIISampler(population_size=BATCH, seed=seed)
        return TPESampler(seed=seed)

    def _place(self, params: Mapping[str, int]) -> Place:
        return tuple(int(params[pointer]) for pointer in self._space)

    def _trials(self, *states: TrialState) -> list[FrozenTrial]:
        return self._study.get_trials(deepcopy=False, states=states)


def _pruner() -> MedianPruner:
    return MedianPruner(n_startup_trials=BATCH)
