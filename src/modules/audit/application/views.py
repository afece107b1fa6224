"""An audit as HTTP, tools and the terminal show it, and as its job keeps it: messages, rendered for each reader."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field

from packages.contracts.sentences import recalled, stored
from packages.contracts.view import BaseView, Fraction
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import LanguageCode, Message, Sentence, for_reader, message, word
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.work.jobs import Job, JobStatus
from src.modules.audit.application.audit_service import AuditOutcome
from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import VERDICT, AuditFinding, FollowState, WorldFindings
from src.modules.audit.domain.memory import MemoryFinding, MemoryOutcome, MemorySuspicion, memory_reasons
from src.modules.audit.domain.worlds import WorldKind, world_title


def _said(value: object) -> object:
    return for_reader(recalled(value)) if isinstance(value, str) else value


RecalledText = Annotated[str, BeforeValidator(_said)]  # kept as a message, shown in the reader's language


class ExpertAnswerOut(BaseView):
    """What an expert says in the world as it is; `lean` from -1 (sell) to 1 (buy)."""

    expert: str
    label: RecalledText
    signal: RecalledText
    confidence: Fraction
    lean: Fraction


class AuditFindingOut(BaseView):
    """Whether one answer followed the change. `before` and `after` are leans, of the verdict probabilities."""

    subject: str
    label: RecalledText
    before: Fraction | None
    after: Fraction | None
    state: FollowState
    state_label: RecalledText
    reason: RecalledText


class AuditWorldOut(BaseView):
    """One changed world; `expert` is who was silenced."""

    kind: WorldKind
    expert: str | None
    title: RecalledText
    verdict: AuditFindingOut
    experts: list[AuditFindingOut]


class AuditMemoryOut(BaseView):
    """Whether the answers look remembered rather than read; `flagged` where `outcome` is `memory`."""

    outcome: MemoryOutcome
    outcome_label: RecalledText
    flagged: bool
    suspicions: list[MemorySuspicion]
    name_effect: Fraction | None = Field(description="Mean move of the leans when only names and dates changed.")
    turned: int = Field(description="Experts whose facts were turned and whose answer can be judged.")
    deaf: int = Field(description="Of these, how many kept their side against the facts.")
    judge: FollowState = Field(description="Whether the verdict goes by the experts, over all worlds.")
    reasons: list[RecalledText]


class AuditReportOut(BaseView):
    """What an audit found."""

    symbol: str
    is_demo: bool
    day: date
    language: LanguageCode
    engine: Literal["rules", "llm"]
    action: str | None
    probability: Fraction | None
    experts: list[ExpertAnswerOut]
    worlds: list[AuditWorldOut]
    memory: AuditMemoryOut
    followed: int
    not_followed: int
    unknown: int


class CounterfactualAuditOut(BaseView):
    """An audit as its owner sees it; `report` is null until it is done."""

    id: str
    symbol: str
    day: date
    status: JobStatus
    progress: float
    error: RecalledText | None
    created_at: datetime
    report: AuditReportOut | None

    @classmethod
    def of(cls, job: Job) -> Self:
        asked, result = job.payload, job.result
        report = AuditReportOut.model_validate(dict(result)) if result else None
        return cls.from_values(job, symbol=asked["symbol"], day=asked["day"], report=report)


class CounterfactualAuditPage(BaseView):
    """Audits, newest first."""

    audits: list[CounterfactualAuditOut]


def kept_report(outcome: AuditOutcome) -> JsonObject:
    """As it is stored: every sentence as its message."""
    question, base = outcome.question, outcome.base
    states = [one.state for each in outcome.worlds for one in (each.verdict, *each.experts)]
    engines = {answer.engine for answer in base.experts.values()}
    return {
        "symbol": str(question.symbol),
        "is_demo": parse_symbol(str(question.symbol)).is_demo,
        "day": question.day.isoformat(),
        "language": question.language.value,
        "engine": "llm" if "llm" in engines else "rules",
        "action": base.verdict.action if base.verdict else None,
        "probability": base.probability,
        "experts": _answers(base),
        "worlds": [_world(each) for each in outcome.worlds],
        "memory": _memory(outcome.memory),
        **{state.value: states.count(state) for state in FollowState},
    }


def report_out(outcome: AuditOutcome) -> AuditReportOut:
    return AuditReportOut.model_validate(dict(kept_report(outcome)))


def _answers(base: WorldAnswers) -> list[JsonValue]:
    return [
        {
            "expert": name,
            "label": _kept(word("expert_name", name)),
            "signal": _kept(word("signal", answer.signal.upper())),
            "confidence": answer.confidence,
            "lean": answer.lean,
        }
        for name, answer in base.experts.items()
    ]


def _world(found: WorldFindings) -> JsonValue:
    return {
        "kind": found.world.kind.value,
        "expert": found.world.expert,
        "title": _kept(world_title(found.world)),
        "verdict": _finding(found.verdict),
        "experts": [_finding(one) for one in found.experts],
    }


def _finding(found: AuditFinding) -> JsonValue:
    label = message("audit.verdict") if found.subject == VERDICT else word("expert_name", found.subject)
    return {
        "subject": found.subject,
        "label": _kept(label),
        "before": found.before,
        "after": found.after,
        "state": found.state.value,
        "state_label": _kept(word("audit_state", found.state)),
        "reason": _kept(found.reason),
    }


def _memory(found: MemoryFinding) -> JsonValue:
    return {
        "outcome": found.outcome.value,
        "outcome_label": _kept(word("audit_outcome", found.outcome)),
        "flagged": found.flagged,
        "suspicions": [one.value for one in found.suspicions],
        "name_effect": found.name_effect,
        "turned": found.turned,
        "deaf": len(found.deaf),
        "judge": found.judge.state.value,
        "reasons": [_kept(one) for one in memory_reasons(found)],
    }


def _kept(said: Message) -> str:
    return stored(Sentence(said))
