"""How a node ended, as a value; `update` is its share of the graph's state."""

from dataclasses import dataclass, field
from typing import Any

from packages.core.messages import Sentence
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, OverallStatus

Update = dict[str, Any]


def said_of(name: str, reason: str) -> Update:
    """The message of a reason, beside which the state keeps the English sentence."""
    return {"said": {name: reason.said.as_json()}} if isinstance(reason, Sentence) else {}


@dataclass(frozen=True, slots=True)
class ExpertSucceeded:
    """The expert has a report."""

    expert: ExpertType
    report: dict[str, Any]

    def update(self) -> Update:
        return {"results": {self.expert.value: self.report}}


@dataclass(frozen=True, slots=True)
class ExpertFailed:
    """The expert has none; `code` and `details` are those of a named error."""

    expert: ExpertType
    reason: str
    code: str | None = None
    details: dict[str, Any] = field(default_factory=dict)

    def update(self) -> Update:
        name, failure = self.expert.value, {"code": self.code, "details": self.details}
        named = {"failures": {name: failure}} if self.code else {}
        return {"errors": {name: str(self.reason)}, **said_of(name, self.reason), **named}


@dataclass(frozen=True, slots=True)
class Aggregated:
    """All experts are back."""

    status: OverallStatus

    def update(self) -> Update:
        return {"overall_status": self.status}


@dataclass(frozen=True, slots=True)
class StageSucceeded:
    """The debate or the judge came to something; `field` is where the state keeps it."""

    field: str
    outcome: dict[str, Any]

    def update(self) -> Update:
        return {self.field: self.outcome}


@dataclass(frozen=True, slots=True)
class StageSkipped:
    """There was nothing to do."""

    field: str

    def update(self) -> Update:
        return {self.field: {}}


@dataclass(frozen=True, slots=True)
class StageFailed:
    """The debate or the judge broke; the research stands."""

    field: str
    error_field: str
    reason: str

    def update(self) -> Update:
        return {self.field: {}, self.error_field: str(self.reason), **said_of(self.error_field, self.reason)}


Outcome = ExpertSucceeded | ExpertFailed | Aggregated | StageSucceeded | StageSkipped | StageFailed


def status_of(outcome: Outcome) -> NodeStatus:
    match outcome:
        case ExpertFailed() | StageFailed():
            return NodeStatus.FAILED
        case StageSkipped():
            return NodeStatus.SKIPPED
        case ExpertSucceeded() | Aggregated() | StageSucceeded():
            return NodeStatus.SUCCEEDED


def reason_of(outcome: Outcome) -> str | None:
    return outcome.reason if isinstance(outcome, ExpertFailed | StageFailed) else None


def engine_of(outcome: Outcome) -> str | None:
    """Who worked: `rules`, `llm`, or nobody says."""
    match outcome:
        case ExpertSucceeded(report=result) | StageSucceeded(outcome=result):
            engine = result.get("engine")
            return engine if isinstance(engine, str) else None
        case _:
            return None
