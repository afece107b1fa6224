"""A stress test as it is kept, and as its owner sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.stored import BacktestStatus
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan

FileKind = Literal["html", "md"]


@dataclass(frozen=True, slots=True)
class NewStress:
    """What is kept before anything has run; the id is the job's, or its own where no job runs it."""

    id: str
    owner_id: str
    plan: StressPlan
    created_at: datetime
    has_job: bool


@dataclass(frozen=True, slots=True)
class NewScenarioSet:
    """What an owner wants a strategy to be put through; the same scenarios have the same id."""

    id: str
    owner_id: str
    scenarios: ScenarioSet
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PartDone:
    """A stage that was finished, as compressed JSON; `data` is the key of the run that it was measured against."""

    name: str
    data: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StressHeadline:
    """What is told first of a finished stress test; `limits` is the hash of the limits that it was held against."""

    finished_at: datetime
    ruling: Ruling
    limits: str
    trials: int


@dataclass(frozen=True, slots=True)
class StressResult:
    """All that a finished stress test leaves: the report for the page, and its files as they were drawn then."""

    headline: StressHeadline
    report: JsonObject
    files: Mapping[tuple[FileKind, Language], str]


@dataclass(frozen=True, slots=True)
class StoredStress:
    """A stress test out of the store; `headline` is None while there is no result."""

    stress: NewStress
    headline: StressHeadline | None


@dataclass(frozen=True, slots=True)
class VerdictSeen:
    """The verdict on one version of a strategy; `limits` is the hash of the limits that it was held against."""

    stress_report_id: str
    ruling: Ruling
    created_at: datetime
    limits: str


@dataclass(frozen=True, slots=True)
class StressTest:
    """What its owner sees."""

    stored: StoredStress
    status: BacktestStatus
    progress: float
    message: str
    error: str | None

    @property
    def id(self) -> str:
        return self.stored.stress.id

    @property
    def stress_report_id(self) -> str:
        return self.id

    @property
    def job_id(self) -> str | None:
        return self.id if self.stored.stress.has_job else None

    @property
    def plan(self) -> StressPlan:
        return self.stored.stress.plan

    @property
    def scenario_set_id(self) -> str:
        return self.plan.scenario_set_id

    @property
    def ruling(self) -> Ruling | None:
        return self.stored.headline.ruling if self.stored.headline else None
