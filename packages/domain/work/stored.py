"""Work that is stored and can be resumed: a plan under an idempotency key, and in the end its result.

Backtests, stress tests and optimisations are stored in this shape. Each brings its plan, its headline (what is listed
of a finished one) and its result; the id is that of the job that runs it, or its own where no job does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Generic, Literal, Protocol, TypeVar

from packages.core.errors import Conflict, NotFound
from packages.core.events import JsonObject
from packages.domain.work.jobs import JobStatus

ChatStatus = Literal["pending", "running", "done", "failed"]


class UnknownWork(NotFound):
    """No such work, or another owner's, or deleted."""


class WorkNotDone(Conflict):
    """There is no result yet, or there never will be."""


class WorkKeyTaken(Conflict):
    """The idempotency key belongs to other work."""


# The name and the docstring are part of the REST contract of all stored work.
class BacktestStatus(StrEnum):
    """Where a backtest stands."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def chat_status(self) -> ChatStatus:
        """As the chat's `backtest_status` knows it: a cancelled backtest has failed to give a result."""
        match self:
            case BacktestStatus.PENDING:
                return "pending"
            case BacktestStatus.RUNNING:
                return "running"
            case BacktestStatus.DONE:
                return "done"
            case BacktestStatus.FAILED | BacktestStatus.CANCELLED:
                return "failed"


STATUS_OF_JOB: Mapping[JobStatus, BacktestStatus] = {
    JobStatus.QUEUED: BacktestStatus.PENDING,
    JobStatus.RUNNING: BacktestStatus.RUNNING,
    JobStatus.SUCCEEDED: BacktestStatus.DONE,
    JobStatus.FAILED: BacktestStatus.FAILED,
    JobStatus.CANCELLED: BacktestStatus.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class TrialPool:
    """What counts against one run beside its lineage: `tickers` on overlapping days (None leaves an end open), and the
    same `rules` on any data."""

    owner_id: str
    tickers: tuple[str, ...]
    first_day: date | None = None
    last_day: date | None = None
    rules: str | None = None


class StoredPlan(Protocol):
    """A plan says everything that its run needs, so that it can be run again from what was stored."""

    @property
    def strategy_id(self) -> str | None: ...

    @property
    def lineage_id(self) -> str:
        """Where its trials are counted."""
        ...

    def pool(self, owner_id: str) -> TrialPool:
        """What counts against it beside its lineage."""
        ...

    def as_json(self) -> JsonObject: ...


PlanT = TypeVar("PlanT", bound=StoredPlan)
HeadlineT = TypeVar("HeadlineT")
ResultT = TypeVar("ResultT", contravariant=True)


# Without slots: Python 3.11 cannot make a frozen and slotted generic by its alias, such as `NewBacktest(...)`.
@dataclass(frozen=True)
class PlannedJob(Generic[PlanT]):
    """What is stored before anything has run."""

    id: str
    owner_id: str
    plan: PlanT
    created_at: datetime
    has_job: bool


@dataclass(frozen=True, slots=True)
class StoredJob(Generic[PlanT, HeadlineT]):
    """Work out of the store; `headline` is None while there is no result."""

    planned: PlannedJob[PlanT]
    headline: HeadlineT | None

    @property
    def id(self) -> str:
        return self.planned.id

    @property
    def plan(self) -> PlanT:
        return self.planned.plan


@dataclass(frozen=True, slots=True)
class FollowedJob(Generic[PlanT, HeadlineT]):
    """What the owner sees; `trials` counts all that was tried in the plan's pool by now."""

    stored: StoredJob[PlanT, HeadlineT]
    status: BacktestStatus
    progress: float
    message: str
    error: str | None
    trials: int

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def owner_id(self) -> str:
        return self.stored.planned.owner_id

    @property
    def job_id(self) -> str | None:
        return self.id if self.stored.planned.has_job else None

    @property
    def plan(self) -> PlanT:
        return self.stored.plan

    @property
    def headline(self) -> HeadlineT | None:
        return self.stored.headline

    @property
    def created_at(self) -> datetime:
        return self.stored.planned.created_at


@dataclass(frozen=True, slots=True)
class WorkKind(Generic[PlanT]):
    """What one kind of stored work calls itself: its job, the reader of its plans, and its refusals."""

    job_kind: str
    id_name: str  # of its id, where a job says what came of it
    parse: Callable[[Mapping[str, Any]], PlanT]
    unknown: Callable[[], UnknownWork]
    not_done: Callable[[], WorkNotDone]
    key_taken: Callable[[], WorkKeyTaken]
    key_of_deleted: Callable[[], WorkKeyTaken]
    lost: str  # the error of work whose job is not known any more
    stopped: str  # the error of work that no job runs and that has no result

    def planned(self, job_id: str, owner_id: str, payload: JsonObject) -> PlannedJob[PlanT]:
        """The work that a job was submitted for."""
        sent: Any = payload
        return PlannedJob(
            job_id, owner_id, self.parse(sent["plan"]), datetime.fromisoformat(sent["asked_at"]), has_job=True
        )


class JobStore(Protocol[PlanT, HeadlineT, ResultT]):
    """Where one kind of work is stored; an id of another owner, or a deleted one, is `UnknownWork`."""

    async def add(self, planned: PlannedJob[PlanT]) -> None:
        """Leaves one that is there as it is."""
        ...

    async def finish(self, job_id: str, result: ResultT) -> None:
        """The first result stays; deleted work takes none."""
        ...

    async def get(self, owner_id: str, job_id: str) -> StoredJob[PlanT, HeadlineT]: ...

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredJob[PlanT, HeadlineT]]:
        """Newest first; `before` is the last id of the page before."""
        ...

    async def report(self, owner_id: str, job_id: str) -> JsonObject:
        """`WorkNotDone` where there is no result."""
        ...

    async def delete(self, owner_id: str, job_id: str, at: datetime) -> None: ...
