"""The wire to an Anthropic server: opens the client, sends bodies, and gives back what came as checked events."""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing

import anthropic
import httpx2
from anthropic import AsyncAnthropic, AsyncStream

from src.modules.llm_platform.domain.models import ModelConfig, ModelTimeouts
from src.modules.llm_platform.infrastructure.providers.anthropic.requests import AnthropicTerms
from src.modules.llm_platform.infrastructure.providers.anthropic.wire import StreamEvent, Whole
from src.modules.llm_platform.infrastructure.providers.negotiation import Body, Negotiation
from src.modules.llm_platform.infrastructure.providers.sdk_faults import garbled, read_in_time, translated_faults
from src.modules.llm_platform.infrastructure.providers.server_words import ServerWords
from src.modules.llm_platform.infrastructure.providers.status_faults import fault_of_words

ANTHROPIC = "https://api.anthropic.com"
_NO_KEY = "none"
_LIMITS = httpx2.Limits(max_connections=400, max_keepalive_connections=100, keepalive_expiry=30)


def open_client(config: ModelConfig) -> AsyncAnthropic:
    """Retries are the caller's. Address and key are always told, so that the environment changes neither; the SDK
    adds the `/v1` that people often write."""
    key = config.api_key.value if config.api_key else _NO_KEY
    timeout = _timeout(config.timeouts)
    return AsyncAnthropic(
        api_key=key,
        base_url=(config.base_url or ANTHROPIC).rstrip("/").removesuffix("/v1"),
        max_retries=0,
        timeout=timeout,
        # Told here too, because ANTHROPIC_CUSTOM_HEADERS may hold another key.
        default_headers={"X-Api-Key": key},
        http_client=httpx2.AsyncClient(timeout=timeout, limits=_LIMITS, follow_redirects=False),
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
