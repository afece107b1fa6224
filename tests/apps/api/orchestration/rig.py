"""Parts of a turn for tests: a voice that reads from a script, and a phase that does as it is told."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply, RuntimePolicy
from apps.api.orchestration.shared import TurnRequest, UpstreamEvent
from apps.api.orchestration.types import _TurnPreparation
from packages.contracts.chat_events import Engine
from packages.contracts.tool_grants import ToolDomain, ToolGrant
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, ChatSessionStatus, Role, SessionMessage, Turn, TurnStatus
from packages.domain.conversation.understanding.model import Understood

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
OWNER, SESSION, TURN = (f"00000000-0000-7000-8000-00000000000{n}" for n in (1, 2, 3))
COMPLETED = {
    "type": "response.completed",
    "response": {"id": "resp_1", "model": "gpt-x", "usage": {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}},
}

Step = UpstreamEvent | BaseException | asyncio.Event


def delta(text: str) -> UpstreamEvent:
    return {"type": "response.output_text.delta", "delta": text, "sequence_number": 1}


def answer(*texts: str) -> list[Step]:
    return [*(delta(text) for text in texts), COMPLETED]


@dataclass
class ScriptedVoice:
    """Each turn takes the next script; an exception is raised, and an event is waited for."""

    scripts: list[Iterable[Step]]
    engine: Engine = "llm"
    requests: list[TurnRequest] = field(default_factory=list)
    closed: int = 0

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> "ScriptedVoice":
        return self

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        self.requests.append(request)
        script = self.scripts.pop(0) if self.scripts else answer("…")
        try:
            for step in script:
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, asyncio.Event):
                    await step.wait()
                else:
                    yield step
                    await asyncio.sleep(0)
        finally:
            self.closed += 1


Decide = Callable[[PhaseContext, Reply], PhaseResult]


def stays(context: PhaseContext, reply: Reply) -> PhaseResult:
    return PhaseResult({context.phase: context.block}, context.block.missing_fields)


@dataclass
class ObedientPhase:
    """A phase without rules of its own."""

    phase: Phase
    decide: Decide = stays
    policy: RuntimePolicy = field(
        default_factory=lambda: RuntimePolicy("asking", {ToolDomain.MARKET_DATA: frozenset({"search", "candles"})})
    )
    replies: list[Reply] = field(default_factory=list)

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock({}, (f"{self.phase.value}_field",))

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return replace(context.block, runtime={**context.block.runtime, "hydrated": True})

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        understood = Understood(quote=user_message)
        return PromptPieces(f"Skills of {context.phase}.", {"phase": context.phase.value}, self.policy, understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        self.replies.append(reply)
        return self.decide(context, reply)


class Phases:
    """A handler for every phase."""

    def __init__(self) -> None:
        self.of: dict[Phase, ObedientPhase] = {phase: ObedientPhase(phase) for phase in Phase}

    def __call__(self, phase: Phase) -> ObedientPhase:
        return self.of[phase]


class SeenGrants:
    """Tokens that can be told apart."""

    def __init__(self) -> None:
        self.issued: list[ToolGrant] = []

    def issue(self, grant: ToolGrant) -> str:
        self.issued.append(grant)
        return f"secret-{len(self.issued)}"


class KnownSpending:
    async def of_turn(self, owner_id: str, turn_id: str) -> tuple[str | None, str | None]:
        return "gpt-x-1", "0.0123"


def session_in(
    phase: Phase = Phase.KYC, metadata: Mapping[str, object] | None = None, **changes: object
) -> ChatSession:
    made = ChatSession(
        id=SESSION,
        owner_id=OWNER,
        title="",
        phase=phase.value,
        status=ChatSessionStatus.ACTIVE,
        language=Language.EN,
        artifacts={},
        metadata=metadata or {"turns_in_phase": 1},  # type: ignore[arg-type]
        previous_response_id=None,
        version=1,
        created_at=AT,
        updated_at=AT,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def turn_of(session: ChatSession, message: str = "hello") -> Turn:
    said = SessionMessage("said", session.id, TURN, Role.USER, message, session.phase, AT)
    return Turn(TURN, session.id, session.owner_id, None, said, TurnStatus.STREAMING, session.phase, "me", AT, AT)


def prepared_for(voice: ScriptedVoice, phase: Phase = Phase.KYC) -> _TurnPreparation:
    session, handler = session_in(phase), ObedientPhase(phase)
    turn = turn_of(session)
    context = PhaseContext(OWNER, SESSION, TURN, phase, Language.EN, {phase: handler.init_artifacts()}, Profile(), AT)
    pieces = PromptPieces("", {}, handler.policy)
    request = TurnRequest(OWNER, SESSION, TURN, Language.EN, Understood(), (), "", (), {}, None)
    return _TurnPreparation(turn, session, phase, handler, context, pieces, (), request, voice, None, None, _nothing)


async def _nothing() -> Sequence[SessionMessage]:
    return ()
