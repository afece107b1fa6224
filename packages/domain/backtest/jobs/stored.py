"""A backtest as it is kept, and as its owner sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.work.jobs import JobStatus

ChatStatus = Literal["pending", "running", "done", "failed"]


class BacktestStatus(StrEnum):
    """Where a backtest stands."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def told_to_chat(self) -> ChatStatus:
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


OF_JOB: Mapping[JobStatus, BacktestStatus] = {
    JobStatus.QUEUED: BacktestStatus.PENDING,
    JobStatus.RUNNING: BacktestStatus.RUNNING,
    JobStatus.SUCCEEDED: BacktestStatus.DONE,
    JobStatus.FAILED: BacktestStatus.FAILED,
    JobStatus.CANCELLED: BacktestStatus.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class NewBacktest:
    """What is kept before anything has run; the id is the job's, or its own where no job runs it."""

    id: str
    owner_id: str
    plan: Plan
    created_at: datetime
    has_job: bool


@dataclass(frozen=True, slots=True)
class Headline:
    """What is told first of a finished backtest: JSON of figures, data, summary, orders, warnings and timings."""

    finished_at: datetime
    trial_key: str
    sharpe: float | None
    body: JsonObject


@dataclass(frozen=True, slots=True)
class StoredTrade:
    """One trade with its reasons; `body` is what a reader is given."""

    number: int
    direction: str
    reason: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class Result:
    """All that a finished backtest leaves: `report` for the page, `columns` to draw the report again."""

    headline: Headline
    report: JsonObject
    columns: bytes
    trades: Sequence[StoredTrade]


@dataclass(frozen=True, slots=True)
class StoredBacktest:
    """A backtest out of the store; `headline` is None while there is no result."""

    backtest: NewBacktest
    headline: Headline | None


@dataclass(frozen=True, slots=True)
class TradeFilter:
    """Which trades of a backtest, by the order of their exits."""

    offset: int = 0
    limit: int = 100
    direction: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TradePage:
    """Some trades, and how many there are of that kind."""

    trades: tuple[Mapping[str, Any], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Backtest:
    """What its owner sees; `trials` counts all that was tried in the strategy's lineage by now."""

    stored: StoredBacktest
    status: BacktestStatus
    progress: float
    message: str
    error: str | None
    trials: int

    @property
    def id(self) -> str:
        return self.stored.backtest.id

    @property
    def job_id(self) -> str | None:
        return self.id if self.stored.backtest.has_job else None

    @property
    def plan(self) -> Plan:
        return self.stored.backtest.plan
