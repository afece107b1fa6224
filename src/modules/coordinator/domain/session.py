"""A research session, its attempts, and the run under way, which gateways find by context."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from packages.core.messages import Language
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import NodeStatus, ResearchStatus


@dataclass(frozen=True, slots=True)
class KeptFailure:
    """Why an expert had no report in an earlier attempt; `code` and `details` are those of a named error."""

    error: str
    code: str | None
    details: dict[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchRun:
    """One attempt at a session.

    `thread` names both the checkpoints and the model calls of the run, so that a run which goes on after a crash finds
    what it had. `as_of` is the instant that all experts look back from, also after a crash. `kept` and `kept_debate`
    are what an earlier attempt brought and this one need not do again; experts in `kept_failures` are not asked again
    either. `rounds`: how often bull and bear speak. `analysis_date` None: the day of `as_of`. `fresh`: nobody has begun
    with it before.
    """

    session_id: str
    owner_id: str
    thread: str
    attempt: int
    as_of: datetime
    language: Language = Language.ZH
    fresh: bool = False
    rounds: int = 1
    analysis_date: date | None = None
    kept: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    kept_failures: Mapping[str, KeptFailure] = field(default_factory=dict)
    kept_debate: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stream(self) -> str:
        """The event stream of this attempt."""
        return research_stream(self.session_id, self.attempt)


_current: ContextVar[ResearchRun | None] = ContextVar("research_run", default=None)


def current_run() -> ResearchRun | None:
    """None: research without a session, as in a notebook."""
    return _current.get()


@contextmanager
def running(run: ResearchRun) -> Iterator[None]:
    token = _current.set(run)
    try:
        yield
    finally:
        _current.reset(token)


def research_stream(session_id: str, attempt: int) -> str:
    return f"research:{session_id}:{attempt}"


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
    status: ResearchStatus
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
        if self.result is None or self.status in (ResearchStatus.STOPPED, ResearchStatus.INTERRUPTED):
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
class ResearchDetail:
    """A session with all that was written down about it."""

    session: ResearchSession
    nodes: Sequence[NodeExecution]
    costs: Sequence[NodeCost]
