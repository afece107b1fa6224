"""What the routes of the chat take and tell."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from apps.api.schemas.requests import PlainText, Request
from packages.contracts.chat_events import StreamErrorDetail
from packages.contracts.phases import Phase
from packages.contracts.sentences import SaidText, json_for_reader
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.conversation.awaited import AwaitedKind
from packages.domain.conversation.model import (
    ChatSession,
    ChatSessionStatus,
    Role,
    SessionMessage,
    Transition,
    Turn,
    TurnStatus,
)
from packages.domain.conversation.waiting import WaitingFor

# Requests are strict, and a language arrives as its code.
GivenLanguage = Annotated[Language, Field(strict=False)]
KycStatus = Literal["incomplete", "complete"]
ToolName = Annotated[PlainText, StringConstraints(max_length=100)]
Id = Annotated[PlainText, StringConstraints(min_length=1, max_length=64)]


class RuntimePolicyIn(Request):
    """Which tools of the stage to leave to the model; none can be added."""

    phase_stage: Annotated[PlainText, StringConstraints(max_length=60)] | None = None
    tool_mode: Literal["append", "replace"] = "append"
    allowed_tools: Annotated[list[ToolName], Field(default_factory=list, max_length=100)]


class NewThreadIn(Request):
    language: GivenLanguage = Language.ZH


class MessageIn(Request):
    """A message; without a session it begins one, and with the same `client_turn_id` it is answered once. `about` is
    that of the newest question that the person sees: a confirmation counts for the rules it names, and where the newest
    are others, they are shown and asked for anew."""

    message: PlainText
    session_id: Id | None = None
    client_turn_id: Id | None = None
    language: GivenLanguage | None = None
    runtime_policy: RuntimePolicyIn | None = None
    about: Id | None = None


class ThreadOut(BaseModel):
    session_id: str
    phase: Phase
    status: ChatSessionStatus

    @classmethod
    def of(cls, session: ChatSession) -> "ThreadOut":
        return cls(session_id=session.id, phase=Phase(session.phase), status=session.status)


class TurnOut(BaseModel):
    """A turn that was asked to stop, as it stood."""

    turn_id: str
    session_id: str
    status: TurnStatus

    @classmethod
    def of(cls, turn: Turn) -> "TurnOut":
        return cls(turn_id=turn.id, session_id=turn.session_id, status=turn.status)


class ChatSessionOut(BaseModel):
    """A conversation as it is listed."""

    session_id: str
    title: str
    phase: Phase
    status: ChatSessionStatus
    language: Language
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, session: ChatSession) -> "ChatSessionOut":
        return cls(
            session_id=session.id,
            title=session.title,
            phase=Phase(session.phase),
            status=session.status,
            language=session.language,
            created_at=session.created_at,
            updated_at=session.updated_at,
        )


class ChatSessionPage(BaseModel):
    """Last changed first; `next` is what to send as `before` for the page behind, null on the last."""

    sessions: list[ChatSessionOut]
    next: str | None

    @classmethod
    def of(cls, found: Sequence[ChatSession], limit: int) -> "ChatSessionPage":
        """Of one more than the limit, where there are more."""
        shown = found[:limit]
        return cls(
            sessions=[ChatSessionOut.of(each) for each in shown], next=shown[-1].id if len(found) > limit else None
        )


class MessageOut(BaseModel):
    """Something said; `failure` is why an answer broke off."""

    id: str
    turn_id: str
    role: Role
    content: str
    phase: Phase
    engine: str | None
    tool_calls: list[dict[str, Any]]
    cards: list[dict[str, Any]]
    token_usage: dict[str, Any] | None
    response_id: str | None
    failure: StreamErrorDetail | None
    created_at: datetime

    @classmethod
    def of(cls, message: SessionMessage) -> "MessageOut":
        return cls(
            id=message.id,
            turn_id=message.turn_id,
            role=message.role,
            content=message.content,
            phase=Phase(message.phase),
            engine=message.engine,
            tool_calls=[_call_for_reader(call) for call in message.tool_calls],
            cards=[dict(card) for card in message.cards],
            token_usage=None if message.token_usage is None else dict(message.token_usage),
            response_id=message.response_id,
            failure=None if message.failure is None else StreamErrorDetail.model_validate(message.failure),
            created_at=message.created_at,
        )


def _call_for_reader(call: JsonObject) -> dict[str, Any]:
    """Why a tool failed is said in the reader's language."""
    error = call.get("error")
    return {**call, "error": json_for_reader(error)} if isinstance(error, str) else dict(call)


class TransitionOut(BaseModel):
    from_phase: Phase
    to_phase: Phase
    trigger: str
    reason: str
    blocker: str | None
    created_at: datetime

    @classmethod
    def of(cls, move: Transition) -> "TransitionOut":
        return cls(
            from_phase=Phase(move.from_phase),
            to_phase=Phase(move.to_phase),
            trigger=move.trigger,
            reason=move.reason,
            blocker=move.blocker,
            created_at=move.created_at,
        )


class AwaitedOut(BaseModel):
    """Long work that a conversation waits for; `fraction` is null where it cannot be told."""

    kind: AwaitedKind
    id: str
    symbol: str
    status: Literal["running", "done", "failed"]
    fraction: float | None
    message: SaidText

    @classmethod
    def of(cls, waiting: WaitingFor) -> "AwaitedOut":
        work, progress = waiting.work, waiting.progress
        return cls(
            kind=work.kind,
            id=work.id,
            symbol=work.symbol,
            status=progress.status,
            fraction=progress.fraction,
            message=progress.message,
        )


class FollowUpOut(BaseModel):
    """The turn that tells what came of ended work; null while nothing has ended."""

    turn_id: str | None


class ChatSessionDetail(ChatSessionOut):
    """A conversation as a whole; `open_turn_id` is the turn that is being answered, `awaited` the work whose end it
    waits for."""

    kyc_status: KycStatus
    messages: list[MessageOut]
    artifacts: dict[str, dict[str, Any]]
    metadata: dict[str, Any]
    transitions: list[TransitionOut]
    open_turn_id: str | None
    awaited: list[AwaitedOut]

    @classmethod
    def of_session(
        cls,
        session: ChatSession,
        artifacts: Mapping[str, Mapping[str, Any]],
        messages: Sequence[SessionMessage],
        transitions: Sequence[Transition],
        *,
        kyc_is_complete: bool,
        open_turn_id: str | None,
        awaited: Sequence[WaitingFor],
    ) -> "ChatSessionDetail":
        return cls(
            **ChatSessionOut.of(session).model_dump(),
            kyc_status="complete" if kyc_is_complete else "incomplete",
            messages=[MessageOut.of(message) for message in messages],
            artifacts={phase: dict(block) for phase, block in artifacts.items()},
            metadata=dict(session.metadata),
            transitions=[TransitionOut.of(move) for move in transitions],
            open_turn_id=open_turn_id,
            awaited=[AwaitedOut.of(each) for each in awaited],
        )


class AdvanceOut(BaseModel):
    """Whether the conversation moved to the stress test, and why or why not."""

    moved: bool
    reason: str


class ConfirmedOut(BaseModel):
    strategy_id: str
    version: int
    phase: Phase
    backtest_job_id: str | None
    auto_started: bool
    transition: AdvanceOut
