"""The values that a turn hands from stage to stage, and the artifacts of a session as blocks of its phases."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from apps.api.agents.phases import WORKFLOW, Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseHandler, PhaseResult, PromptPieces, ToolOutcome
from apps.api.orchestration.shared import AskedPolicy, ChatStreamer, ToolServer, TurnRequest, UpstreamEvent
from apps.api.orchestration.tags import Extracted
from packages.contracts.chat_events import DeploymentSummary, StreamErrorDetail, TurnUsage
from packages.contracts.genui import GenUi
from packages.core.events import JsonObject
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, SessionMessage, Transition, Turn

HandlerOf: TypeAlias = Callable[[Phase], PhaseHandler]


@dataclass(frozen=True, slots=True)
class _TurnPreparation:
    """What a turn stands on, fixed before the model is asked."""

    turn: Turn
    session: ChatSession
    phase_before: Phase
    handler: PhaseHandler
    context: PhaseContext
    pieces: PromptPieces
    tools: tuple[ToolServer, ...]
    request: TurnRequest
    streamer: ChatStreamer
    instrument_before: str | None  # of pre_strategy, to see whether a chart is due
    carryover: str | None  # what was put before the person's words; kept when the turn fails
    said: Callable[[], Awaitable[Sequence[SessionMessage]]]  # in the conversation, this turn too


@dataclass(slots=True)
class _TurnStreamState:
    """What has come of the stream so far."""

    written: int = 0  # characters that the model wrote, tags and all
    shown: list[str] = field(default_factory=list)  # piece by piece, as the person saw it
    completed_usage: TurnUsage | None = None
    response_id: str | None = None
    stream_error_message: str | None = None
    stream_error_detail: StreamErrorDetail | None = None
    fault: BaseException | None = None  # what broke the stream and should not have: for the log
    stopped: bool = False
    chain_unknown: bool = False  # the model's server has forgotten the earlier responses
    extracted: Extracted = field(default_factory=Extracted)
    mcp_call_records: dict[str, JsonObject] = field(default_factory=dict)
    mcp_call_order: list[str] = field(default_factory=list)
    by_model: str | None = None  # what the model said, where the guided rules finished the turn

    @property
    def shown_text(self) -> str:
        if len(self.shown) > 1:
            self.shown = ["".join(self.shown)]
        return self.shown[0] if self.shown else ""


@dataclass(frozen=True, slots=True)
class _TurnPostProcessResult:
    """What is stored and sent at the end of a turn."""

    assistant_text: str
    late_text: str  # the part of it that was not shown while streaming
    cards: tuple[GenUi, ...]
    tool_calls: tuple[JsonObject, ...]
    outcomes: tuple[ToolOutcome, ...]
    result: PhaseResult
    missing_fields: tuple[str, ...]  # of the phase that the conversation is in now
    artifacts: dict[Phase, PhaseBlock]
    phase_after: Phase
    metadata: JsonObject
    strategy_title: str | None  # the conversation is called after its strategy
    transitions: tuple[Transition, ...]
    deployment: DeploymentSummary | None


@dataclass(frozen=True, slots=True)
class Ended:
    """The upstream has no more to say, or the person wants no more of it."""

    error: BaseException | None = None
    stopped: bool = False


Inbox: TypeAlias = asyncio.Queue[UpstreamEvent | Ended]


@dataclass(slots=True)
class ActiveTurn:
    """`session` and `profile` are as they were when the turn was opened; `prepared` is None until it is."""

    turn: Turn
    session: ChatSession
    profile: Profile = field(default_factory=Profile)
    asked: AskedPolicy | None = None
    is_first: bool = False  # nothing was said before
    about: str | None = None  # what the person saw asked, as their client reports
    prepared: _TurnPreparation | None = None
    state: _TurnStreamState = field(default_factory=_TurnStreamState)
    inbox: Inbox = field(default_factory=asyncio.Queue)

    def stop(self) -> None:
        self.inbox.put_nowait(Ended(stopped=True))


def ensure_phase_keyed(artifacts: Mapping[str, JsonObject], handlers: HandlerOf) -> dict[Phase, PhaseBlock]:
    """What is missing or spoilt begins anew."""
    read = {phase: _block(artifacts.get(phase.value)) for phase in WORKFLOW}
    return {phase: block or handlers(phase).init_artifacts() for phase, block in read.items()}


def as_artifacts(blocks: Mapping[Phase, PhaseBlock]) -> dict[str, JsonObject]:
    return {phase.value: block.as_json() for phase, block in blocks.items()}


def _block(stored: JsonObject | None) -> PhaseBlock | None:
    if not stored:
        return None
    profile, missing, runtime = stored.get("profile"), stored.get("missing_fields"), stored.get("runtime")
    if not isinstance(profile, Mapping) or not isinstance(missing, list | tuple):
        return None
    return PhaseBlock(profile, tuple(map(str, missing)), runtime if isinstance(runtime, Mapping) else {})
