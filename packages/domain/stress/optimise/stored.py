"""An optimisation as it is kept, and as its owner sees it."""

from dataclasses import dataclass
from datetime import datetime

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.stored import BacktestStatus
from packages.domain.stress.optimise.plan import SearchPlan


@dataclass(frozen=True, slots=True)
class NewOptimisation:
    """What is kept before anything has run; the id is the job's, or its own where no job runs it."""

    id: str
    owner_id: str
    plan: SearchPlan
    created_at: datetime
    has_job: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished optimisation leaves: `headline` is told in lists, `report` is all of it."""

    finished_at: datetime
    headline: JsonObject
    report: JsonObject


@dataclass(frozen=True, slots=True)
class StoredOptimisation:
    """An optimisation out of the store; `headline` and `finished_at` are None while there is no result."""

    optimisation: NewOptimisation
    finished_at: datetime | None
    headline: JsonObject | None


@dataclass(frozen=True, slots=True)
class Optimisation:
    """What its owner sees; `trials` counts all that was tried in the strategy's lineage by now."""

    stored: StoredOptimisation
    status: BacktestStatus
    progress: float
    message: str
    error: str | None
    trials: int

    @property
    def id(self) -> str:
        return self.stored.optimisation.id

    @property
    def job_id(self) -> str | None:
        return self.id if self.stored.optimisation.has_job else None

    @property
    def plan(self) -> SearchPlan:
        return self.stored.optimisation.plan
