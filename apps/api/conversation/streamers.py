"""Who answers a turn: the owner's model, or the guided rules where there is none."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import cast

from apps.api.orchestration.shared import ChatStreamer, ToolServer, TurnRequest, UpstreamEvent
from packages.contracts.chat_events import Engine
from packages.contracts.tool_grants import HEADER
from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Message, render
from packages.domain.conversation.wording import say
from src.modules.llm_platform.application.contract import CallScope
from src.modules.llm_platform.application.llm_service import LLMService
from src.modules.llm_platform.application.ports import CallLedger, McpTools
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.llm_platform.domain.requests import Event, McpServer
from src.modules.llm_platform.infrastructure.guided.streamer import GuidedStreamer
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView

CALLER = "chat"


_MOST_WARNED = 1000  # conversations


class ChatStreamers:
    """Implements `Streamers`. Who answers is settled before the turn is streamed: a model that fails has failed. One
    that is set wrongly cannot be asked at all: the rules answer, and say so once in each conversation."""

    def __init__(self, llm: LlmPlatformContainer, tools: McpTools, clock: Clock) -> None:
        self._llm = llm
        self._guided = GuidedChatStreamer(GuidedStreamer(tools, clock, Ids(clock)))

    async def for_turn(self, owner_id: str, turn_id: str, *, by_rules: bool = False) -> ChatStreamer:
        if by_rules:
            return self._guided
        problem = await self._llm.model_problem(owner_id)
        if problem is not None:
            return replace(self._guided, problem=problem)
        if not await self._llm.has_model(owner_id):
            return self._guided
        return ModelChatStreamer(self._llm.service(CallScope(owner_id=owner_id, caller=CALLER, run_id=turn_id)))


@dataclass(frozen=True, slots=True)
class ModelChatStreamer:
    """A model of the owner's, asked on behalf of one turn."""

    service: LLMService
    engine: Engine = "llm"

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        asked = self.service.stream_events(
            input=request.input,
            instructions=request.instructions,
            tools=[_server(each) for each in request.tools],
            previous_response_id=request.previous_response_id,
            tool_choice=request.tool_choice,
        )
        async with aclosing(cast(AsyncGenerator[Event, None], asked)) as events:
            async for event in events:
                yield event


@dataclass(frozen=True, slots=True)
class GuidedChatStreamer:
    """The rules that lead a person through the desk without a model. `problem`: why one that is set is not asked."""

    streamer: GuidedStreamer
    engine: Engine = "rules"
    problem: Message | None = None
    warned: set[str] = field(default_factory=set)

    async def stream_events(self, request: TurnRequest) -> AsyncGenerator[UpstreamEvent, None]:
        turn = GuidedTurn(
            owner_id=request.owner_id,
            session_id=request.session_id,
            turn_id=request.turn_id,
            language=request.language,
            understood=request.understood,
            state=JsonView(request.state),
            tools=tuple(_server(each) for each in request.tools),
            is_first=request.is_first,
            notice=self._notice(request),
        )
        async with aclosing(self.streamer.stream(turn)) as events:
            async for event in events:
                yield event

    def _notice(self, request: TurnRequest) -> str:
        if self.problem is None or request.session_id in self.warned:
            return ""
        if len(self.warned) >= _MOST_WARNED:
            self.warned.clear()
        self.warned.add(request.session_id)
        return say(request.language, "model_set_wrongly", problem=render(self.problem, request.language))


class LedgerSpending:
    """Implements `Spending` on the book of all calls."""

    def __init__(self, ledger: CallLedger) -> None:
        self._ledger = ledger

    async def of_turn(self, owner_id: str, turn_id: str) -> tuple[str | None, str | None]:
        """The model that was asked last; the money of all tries, None as soon as the cost of one is not known."""
        lines = await self._ledger.calls(owner_id, turn_id)
        if not lines:
            return None, None
        costs = [line.cost for line in lines]
        known = [cost for cost in costs if cost is not None]
        money = f"{sum(known, Decimal(0)):f}" if len(known) == len(costs) else None
        return lines[0].model, money


def _server(server: ToolServer) -> McpServer:
    return McpServer(
        server_label=server.server_label,
        server_url=server.server_url,
        headers={HEADER: server.token},
        allowed_tools=server.allowed_tools,
    )
