"""The three values that a turn hands from stage to stage."""

from dataclasses import dataclass, field

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseHandler, PhaseResult, PromptPieces, ToolOutcome
from apps.api.orchestration.shared import ChatStreamer, ToolServer, TurnRequest
from apps.api.orchestration.tags import Extracted
from packages.contracts.chat_events import DeploymentSummary, StreamErrorDetail, TurnUsage
from packages.contracts.genui import GenUi
from packages.core.events import JsonObject
from packages.domain.conversation.model import ChatSession, Transition, Turn


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


@dataclass(slots=True)
class _TurnStreamState:
    """What has come of the stream so far."""

    full_text: str = ""  # as the model wrote it, tags and all
    shown_text: str = ""  # as the person saw it
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


@dataclass(frozen=True, slots=True)
class _TurnPostProcessResult:
    """What is stored and told at the end of a turn."""

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
    title: str
    transition: Transition | None
    deployment: DeploymentSummary | None
