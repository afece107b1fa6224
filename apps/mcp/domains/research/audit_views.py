"""A counterfactual audit as the tools show it."""

from datetime import date
from typing import Self

from pydantic import Field

from packages.contracts.tool_results import ToolResult
from packages.contracts.view import BaseView
from packages.domain.work.jobs import JobStatus
from src.modules.audit.application.views import AuditWorldOut, CounterfactualAuditOut
from src.modules.audit.domain.memory import MemoryOutcome

_REMEMBERED = {MemoryOutcome.FOLLOWS: False, MemoryOutcome.MEMORY: True, MemoryOutcome.UNKNOWN: None}


class ChangedWorldView(BaseView):
    """What one changed world showed."""

    title: str
    verdict: str = Field(description="Whether the verdict followed, and why.")
    probability_before: float | None
    probability_after: float | None
    experts: list[str] = Field(description="Each expert whose facts were changed: whether it followed, and why.")

    @classmethod
    def of(cls, world: AuditWorldOut) -> Self:
        verdict = world.verdict
        return cls(
            title=world.title,
            verdict=f"{verdict.state_label}: {verdict.reason}",
            probability_before=verdict.before,
            probability_after=verdict.after,
            experts=[f"{one.label}: {one.state_label}: {one.reason}" for one in world.experts],
        )


class CounterfactualAuditView(ToolResult):
    """Whether the verdict on an instrument follows the facts, and whether the answers look remembered."""

    audit_id: str
    symbol: str
    day: date
    status: JobStatus = Field(description="While it is queued or running, call `audit` again with `audit_id`.")
    progress: float
    error: str | None
    looks_remembered: bool | None = Field(
        description="True: do not rely on this model here. Null: not done, or it cannot be told: see `conclusion`."
    )
    conclusion: str | None = Field(description="What the audit comes to; null: not done.")
    reasons: list[str]
    worlds: list[ChangedWorldView]

    @classmethod
    def of(cls, audit: CounterfactualAuditOut) -> Self:
        report = audit.report
        return cls.from_values(
            audit,
            audit_id=audit.id,
            looks_remembered=_REMEMBERED[report.memory.outcome] if report else None,
            conclusion=report.memory.outcome_label if report else None,
            reasons=report.memory.reasons if report else [],
            worlds=[ChangedWorldView.of(each) for each in report.worlds] if report else [],
        )
