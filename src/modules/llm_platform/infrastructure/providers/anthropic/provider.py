"""Anthropic's messages protocol over its SDK, translated into Responses events, with the tools called by us."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

import anthropic
import httpx2
from anthropic import AsyncAnthropic, AsyncStream

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.infra.providers.outbound import OutboundRules, PublicOnlyTransport, http_client
from src.modules.llm_platform.application.ports import Conversations, McpTools
from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.anthropic.wire import (
    ECHO,
    AnthropicTerms,
    AnthropicUsage,
    ContentBlock,
    ContentDelta,
    StreamEvent,
    Whole,
    answer_body,
    finish_of,
    round_body,
)
from src.modules.llm_platform.infrastructure.providers.bounded_body import bound
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.rounds import (
    AnswerDelta,
    CallArguments,
    CallOpened,
    Delta,
    ReasoningDelta,
    RoundEnd,
    RoundRequest,
)
from src.modules.llm_platform.infrastructure.providers.sdk_faults import (
    cut_off,
    garbled,
    read_in_time,
    translated_faults,
)
from src.modules.llm_platform.infrastructure.providers.status_faults import ServerWords, fault_of_words
from src.modules.llm_platform.infrastructure.providers.tool_turn import RememberedTurns

ANTHROPIC = "https://api.anthropic.com"
_NO_KEY = "none"
_LIMITS = httpx2.Limits(max_connections=400, max_keepalive_connections=100, keepalive_expiry=30)


def open_client(config: ModelConfig, rules: OutboundRules | None = None) -> AsyncAnthropic:
    """Retries are the caller's. Address and key are always passed, so that the environment changes neither; the SDK
    adds the `/v1` that people often write."""
    key = config.api_key.value if config.api_key else _NO_KEY
    timeout = _timeout(config.timeouts)
    return AsyncAnthropic(
        api_key=key,
        base_url=(config.base_url or ANTHROPIC).rstrip("/").removesuffix("/v1"),
        max_retries=0,
        timeout=timeout,
        # Passed here too, because ANTHROPIC_CUSTOM_HEADERS may hold another key.
        default_headers={"X-Api-Key": key},
        http_client=http_client(
            timeout=timeout,
            limits=_LIMITS,
            on_response=[bound],
            transport=None if rules is None else PublicOnlyTransport(rules, _LIMITS),
        ),
    )


def _timeout(timeouts: ModelTimeouts) -> httpx2.Timeout:
    """The longest pause between two bytes; how long an answer may take in all is kept by the provider."""
    pause = max(timeouts.read, timeouts.idle)
    return httpx2.Timeout(connect=timeouts.connect, read=pause, write=pause, pool=timeouts.connect)


BodyOf = Callable[[AnthropicTerms], Body]
_PATH = "/v1/messages"


class AnthropicConnection:
    """What a server was found to accept is remembered as long as this object lives."""

    def __init__(self, config: ModelConfig, client: AsyncAnthropic) -> None:
        self._config = config
        self._client = client
        self._negotiation = Negotiation(AnthropicTerms(), config, anthropic)

    async def ask(self, body_of: BodyOf) -> Whole:
        data = await self._negotiation.agree(body_of, self._post)
        with translated_faults(self._config, anthropic):
            return Whole.model_validate(data)

    async def listen(self, body_of: BodyOf) -> AsyncGenerator[StreamEvent, None]:
        stream = await self._negotiation.agree(body_of, self._open)
        async with stream:
            if not stream.response.headers.get("content-type", "").startswith("text/event-stream"):
                raise garbled(self._config)
            async with aclosing(read_in_time(_events(stream), self._config, anthropic)) as events:
                async for event in events:
                    if event.type == "error":
                        raise fault_of_words(self._config, ServerWords.of(event.error))
                    yield event

    async def aclose(self) -> None:
        await self._client.close()

    async def _post(self, body: Body) -> object:
        return await self._client.post(_PATH, cast_to=object, body=body)

    async def _open(self, body: Body) -> AsyncStream[object]:
        return await self._client.post(_PATH, cast_to=object, body=body, stream=True, stream_cls=AsyncStream[object])


async def _events(stream: AsyncStream[object]) -> AsyncIterator[StreamEvent]:
    """The SDK's own reading skips events without a name and takes an error for a status, so the raw ones are read."""
    async for raw in AsyncStream.raw_events(stream.response):
        if raw.data:
            yield StreamEvent.model_validate(json.loads(raw.data))


class AnthropicProvider:
    """Implements `ModelProvider`; needs the extra `anthropic`. An address that is none is refused at once."""

    def __init__(
        self,
        config: ModelConfig,
        mcp_tools: McpTools,
        conversations: Conversations,
        ids: Ids,
        clock: Clock,
        rules: OutboundRules | None = None,
    ) -> None:
        self._config = config
        with translated_faults(config, anthropic):
            client = open_client(config, rules)
        self._connection = AnthropicConnection(config, client)
        self._turns = RememberedTurns(config, mcp_tools, conversations, ids, clock)

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        whole = await self._connection.ask(lambda terms: answer_body(self._config, request, terms))
        usage = whole.usage.counted if whole.usage is not None else None
        finish = finish_of(whole.stop_reason or "end_turn")
        return ModelAnswer(text=whole.text, finish=finish, usage=usage, response_id=whole.id)

    def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        return self._turns.stream(request, self)

    async def stream_round(self, question: RoundRequest) -> AsyncGenerator[Delta, None]:
        reader = _MessageReader()
        events = self._connection.listen(lambda terms: round_body(self._config, question, terms))
        async with aclosing(events):
            async for event in events:
                for delta in reader.deltas_of(event):
                    yield delta
        if reader.stop_reason is None:
            raise cut_off(self._config)
        yield RoundEnd(finish_of(reader.stop_reason), reader.usage.counted, reader.echo)

    async def aclose(self) -> None:
        await self._connection.aclose()


class _MessageReader:
    """What the events of a message have said so far."""

    def __init__(self) -> None:
        self.stop_reason: str | None = None
        self.usage = AnthropicUsage()
        self._slots: dict[int, int] = {}  # the call that a block of content is
        self._thoughts: dict[int, dict[str, str]] = {}

    @property
    def echo(self) -> dict[str, object]:
        """Thinking must be shown again, signed as it came, when the turn continues after a tool."""
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
