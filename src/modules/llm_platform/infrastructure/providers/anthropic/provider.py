"""Anthropic's messages protocol, told as Responses events, with the tools called by us."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

import anthropic

from packages.core.clock import Clock
from packages.core.ids import Ids
from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.anthropic.connection import AnthropicConnection, open_client
from src.modules.llm_platform.infrastructure.providers.anthropic.requests import ECHO, answer_body, round_body
from src.modules.llm_platform.infrastructure.providers.anthropic.wire import (
    AnthropicUsage,
    ContentBlock,
    ContentDelta,
    StreamEvent,
    finish_of,
)
from src.modules.llm_platform.infrastructure.providers.model_deltas import (
    AnswerDelta,
    CallArguments,
    CallOpened,
    Delta,
    ReasoningDelta,
    RoundEnd,
    RoundRequest,
)
from src.modules.llm_platform.infrastructure.providers.sdk_faults import cut_off, translated_faults
from src.modules.llm_platform.infrastructure.providers.tool_turn import RememberedTurns


class AnthropicProvider:
    """Implements `ModelProvider`; needs the extra `anthropic`. An address that is none is refused at once."""

    def __init__(
        self, config: ModelConfig, mcp_tools: McpTools, conversations: Conversations, ids: Ids, clock: Clock
    ) -> None:
        self._config = config
        with translated_faults(config, anthropic):
            client = open_client(config)
        self._connection = AnthropicConnection(config, client)
        self._turns = RememberedTurns(config, mcp_tools, conversations, ids, clock)

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        whole = await self._connection.ask(lambda terms: answer_body(self._config, request, terms))
        usage = whole.usage.counted if whole.usage is not None else None
        finish = finish_of(whole.stop_reason or "end_turn")
        return ModelAnswer(text=whole.text, finish=finish, usage=usage, response_id=whole.id)

    def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        return self._turns.stream(request, self)

    async def speak(self, question: RoundRequest) -> AsyncGenerator[Delta, None]:
        heard = _HeardMessage()
        events = self._connection.listen(lambda terms: round_body(self._config, question, terms))
        async with aclosing(events):
            async for event in events:
                for delta in heard.deltas_of(event):
                    yield delta
        if heard.stop_reason is None:
            raise cut_off(self._config)
        yield RoundEnd(finish_of(heard.stop_reason), heard.usage.counted, heard.echo)

    async def aclose(self) -> None:
        await self._connection.aclose()


class _HeardMessage:
    """What the events of a message have said so far."""

    def __init__(self) -> None:
        self.stop_reason: str | None = None
        self.usage = AnthropicUsage()
        self._slots: dict[int, int] = {}  # the call that a block of content is
        self._thoughts: dict[int, dict[str, str]] = {}

    @property
    def echo(self) -> dict[str, object]:
        """Thinking must be shown again, signed as it came, when the turn goes on after a tool."""
        signed = [thought for thought in self._thoughts.values() if thought["signature"]]
        return {ECHO: signed} if signed else {}

    def deltas_of(self, event: StreamEvent) -> list[Delta]:
        counted = event.message.usage if event.message is not None else event.usage
        if counted is not None:
            self.usage = self.usage.updated(counted)
        if event.content_block is not None:
            return self._begun(event.index, event.content_block)
        if event.delta is None:
            return [AnswerDelta("")]
        self.stop_reason = event.delta.stop_reason or self.stop_reason
        return self._changed(event.index, event.delta)

    def _begun(self, index: int, block: ContentBlock) -> list[Delta]:
        if block.type == "thinking":
            self._thoughts[index] = {"type": "thinking", "thinking": block.thinking, "signature": ""}
        if block.type != "tool_use":
            return [ReasoningDelta(block.thinking), AnswerDelta(block.text)]
        slot = self._slots[index] = len(self._slots)
        whole = [CallArguments(slot, json.dumps(block.input, ensure_ascii=False))] if block.input else []
        return [CallOpened(slot, block.id, block.name), *whole]

    def _changed(self, index: int, change: ContentDelta) -> list[Delta]:
        if index in self._thoughts:
            self._thoughts[index]["thinking"] += change.thinking
            self._thoughts[index]["signature"] += change.signature
        if change.partial_json and index in self._slots:
            return [CallArguments(self._slots[index], change.partial_json)]
        return [ReasoningDelta(change.thinking), AnswerDelta(change.text)]
