"""Streams turns for model servers that neither remember a conversation nor call tools themselves."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.errors import ModelRefused
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, StreamRequest
from src.modules.llm_platform.infrastructure.providers.chat_messages import kept, messages_of
from src.modules.llm_platform.infrastructure.providers.model_deltas import Message, SpeakingModel
from src.modules.llm_platform.infrastructure.providers.responses_events import EventWriter
from src.modules.llm_platform.infrastructure.providers.tool_turn import ToolTurn


class RememberedTurns:
    """What was said is saved before the last event is told, so that whoever heard it can refer to it."""

    def __init__(
        self, config: ModelConfig, tools: McpTools, conversations: Conversations, ids: Ids, clock: Clock
    ) -> None:
        self._config = config
        self._tools = tools
        self._conversations = conversations
        self._ids = ids
        self._clock = clock

    async def stream(self, request: StreamRequest, model: SpeakingModel) -> AsyncGenerator[Event, None]:
        messages = [*await self._said_before(request), *messages_of(request.input)]
        response_id = f"resp_{self._new_id()}"
        writer = EventWriter(
            request, response_id=response_id, model=self._config.model, at=self._clock.now(), new_id=self._new_id
        )
        turn = ToolTurn(request, messages, model=model, tools=self._tools, writer=writer, clock=self._clock)
        async with aclosing(turn.events()) as events:
            async for event in events:
                yield event
        await self._conversations.save(request.owner_id, response_id, kept(turn.messages))
        yield turn.last_event()

    async def _said_before(self, request: StreamRequest) -> list[Message]:
        if request.previous_response_id is None:
            return []
        said = await self._conversations.load(request.owner_id, request.previous_response_id)
        if said is None:
            fault = ModelRefused(
                "llm_platform.conversation_forgotten",
                status_code=404,
            )
            fault.details["parameter"] = "previous_response_id"
            raise fault
        return list(said)

    def _new_id(self) -> str:
        return self._ids.new().replace("-", "")
