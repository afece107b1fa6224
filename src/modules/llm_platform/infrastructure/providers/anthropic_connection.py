"""The wire to an Anthropic server: sends bodies, and gives back what came as checked events."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

import anthropic
from anthropic import AsyncAnthropic, AsyncStream

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.providers.anthropic_requests import AnthropicTerms
from src.modules.llm_platform.infrastructure.providers.anthropic_wire import StreamEvent, Whole
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.patient_reading import read_in_time
from src.modules.llm_platform.infrastructure.providers.sdk_faults import garbled, translated_faults
from src.modules.llm_platform.infrastructure.providers.server_words import ServerWords
from src.modules.llm_platform.infrastructure.providers.status_faults import fault_of_words

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
