"""A research session: one question of one owner, however many attempts it takes to answer it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from packages.core.messages import Language
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import NodeStatus, SessionStatus
from src.modules.coordinator.domain.model.run import KeptFailure, ResearchRun


@dataclass(frozen=True, slots=True)
class StartKey:
    """What an owner calls one start, and the digest of what was asked for under it."""

    key: str
    digest: str

    @classmethod
    def of(cls, key: str, request: ResearchRequest, language: Language) -> "StartKey":
        """Of the request as it was given: defaults that are filled in change with the day."""
        return cls(key, hashlib.sha256(f"{language} {request.model_dump_json()}".encode()).hexdigest())


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchSession:
    """`attempt` counts from 1; `thread` names the checkpoints and model calls that the attempt goes on with. `result`
    is that of the last attempt that ended. `only_debate`: the attempt asks no expert, and debates what they brought."""

    id: str
    owner_id: str
    request: ResearchRequest
    language: Language
    status: SessionStatus
    attempt: int
    thread: str
    created_at: datetime
    started_at: datetime
    finished_at: datetime | None = None
    result: ResearchResult | None = None
    error: str | None = None
    only_debate: bool = False

    @property
    def run(self) -> ResearchRun:
        """The attempt as the gateways see it: what an earlier one brought is kept, and a debate over all of it too."""
        items = self.result.expert_results if self.result else []
        kept = {item.expert_type.value: item.result for item in items if item.result is not None}
        whole = len(kept) == len(self.request.experts) or self.only_debate
        return ResearchRun(
            session_id=self.id,
            owner_id=self.owner_id,
            thread=self.thread,
            attempt=self.attempt,
            as_of=self.created_at,
            language=self.language,
            rounds=self.request.rounds,
            analysis_date=self.request.analysis_date,
            kept=kept,
            kept_failures=_failures(items) if self.only_debate else {},
            kept_debate=self.result.debate_outcome or {} if self.result and whole else {},
        )

    @property
    def has_failures(self) -> bool:
        """Whether another attempt could bring more."""
        if self.result is None or self.status in (SessionStatus.STOPPED, SessionStatus.INTERRUPTED):
            return True
        return bool(self.result.overall_status != "completed" or self.result.debate_error or self.result.judge_error)


def _failures(items: Sequence[ExpertResultItem]) -> dict[str, KeptFailure]:
    failed = [item for item in items if item.result is None]
    return {item.expert_type.value: KeptFailure(item.error or "", item.code, item.details) for item in failed}


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeExecution:
    """One execution of a graph node. `engine`: `rules`, `llm`, or None where nobody says."""

    id: str
    session_id: str
    attempt: int
    node: str
    status: NodeStatus
    started_at: datetime
    finished_at: datetime | None = None
    error: str | None = None
    engine: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeCost:
    """What the model calls of one node came to; `cost` None: no price is known."""

    node: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDetail:
    """A session with all that was written down about it."""

    session: ResearchSession
    nodes: Sequence[NodeExecution]
    costs: Sequence[NodeCost]
