"""Optimisations as stored work: their result and store, and what their owner can ask for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Sentence, message
from packages.domain.strategy.book import StrategyBook
from packages.domain.stress.optimise.plan import SearchPlan, parse_search_plan, plan_search
from packages.domain.stress.optimise.request import OptimisationRequest
from packages.domain.work.jobs import Jobs
from packages.domain.work.service import StoredJobService
from packages.domain.work.stored import (
    FollowedJob,
    JobStore,
    PlannedJob,
    StoredJob,
    UnknownWork,
    WorkKeyTaken,
    WorkKind,
    WorkNotDone,
)


class UnknownOptimisation(UnknownWork):
    """No such optimisation, or another owner's."""


class OptimisationNotDone(WorkNotDone):
    """There is nothing to show yet, or there never will be."""


class OptimisationKeyTaken(WorkKeyTaken):
    """The idempotency key stands for another optimisation."""


@dataclass(frozen=True, slots=True)
class OptimisationHeadline:
    """What is listed of a finished optimisation: `body` has its counts, its finds and what is luck in them."""

    finished_at: datetime
    body: JsonObject


@dataclass(frozen=True, slots=True)
class OptimisationResult:
    """What a finished optimisation leaves; `report` is all of it."""

    headline: OptimisationHeadline
    report: JsonObject


NewOptimisation: TypeAlias = PlannedJob[SearchPlan]
StoredOptimisation: TypeAlias = StoredJob[SearchPlan, OptimisationHeadline]
Optimisation: TypeAlias = FollowedJob[SearchPlan, OptimisationHeadline]

OPTIMISATIONS = WorkKind(
    job_kind="stress.optimise",
    id_name="optimisation_id",
    parse=parse_search_plan,
    unknown=lambda: UnknownOptimisation("stress.unknown_optimisation"),
    not_done=lambda: OptimisationNotDone("stress.no_optimisation_result"),
    key_taken=lambda: OptimisationKeyTaken("stress.optimisation_key_taken"),
    key_of_deleted=lambda: OptimisationKeyTaken("stress.optimisation_key_of_deleted"),
    lost=Sentence(message("stress.search_lost")),
    stopped=Sentence(message("stress.stopped")),
)


class OptimisationStore(JobStore[SearchPlan, OptimisationHeadline, OptimisationResult], Protocol):
    """Where optimisations are stored, with what each search wrote down batch by batch."""

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        """What the search did in a batch, all of it or nothing; the first record of a batch stays, and a deleted
        optimisation takes none."""
        ...

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        """Batch by batch, from the first."""
        ...


class OptimisationService(StoredJobService[SearchPlan, OptimisationHeadline, OptimisationResult]):
    """Optimisations of stored strategies."""

    def __init__(self, store: OptimisationStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        super().__init__(OPTIMISATIONS, store, jobs, book.ledger, clock, ids)
        self._book = book

    async def submit(self, owner_id: str, request: OptimisationRequest, key: str | None = None) -> Optimisation:
        """The same key with the same request is the same optimisation."""
        now = self._clock.now()
        plan = await plan_search(self._book, owner_id, request, now)
        return await self._submit(owner_id, plan, request.digest, now, key)
