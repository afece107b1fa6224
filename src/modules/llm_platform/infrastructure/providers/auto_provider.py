"""A server whose protocol nobody has stated: Responses is tried first, and what worked is remembered."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import cast

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig, Provider
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.providers.protocol_memory import ProtocolMemory
from src.modules.llm_platform.infrastructure.providers.status_faults import EndpointMissing, ToolsRefused


class AutoProvider:
    """Implements `ModelProvider`. Only a server that has no such endpoint, or that refuses hosted tools, is asked in
    the other protocol; any other fault is its answer. A memory that has become wrong is corrected in the same way."""

    def __init__(
        self,
        config: ModelConfig,
        responses: Callable[[], ModelProvider],
        chat: Callable[[], ModelProvider],
        memory: ProtocolMemory,
    ) -> None:
        self._config = config
        self._open_as: Mapping[Provider, Callable[[], ModelProvider]] = {
            Provider.RESPONSES: responses,
            Provider.CHAT_COMPLETIONS: chat,
        }
        self._memory = memory
        self._opened: dict[Provider, ModelProvider] = {}

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        likely, other = self._order()
        try:
            return await self._generate_as(likely, request)
        except EndpointMissing:
            return await self._generate_as(other, request)

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        likely, other = self._order()
        begun = False
        try:
            async with aclosing(self._stream_as(likely, request)) as events:
                async for event in events:
                    begun = True
                    yield event
            return
        except EndpointMissing:
            if begun:
                raise
        except ToolsRefused:
            # Servers that took over Responses without hosted tools; in chat completions we call the tools ourselves.
            if begun or likely is not Provider.RESPONSES:
                raise
        async with aclosing(self._stream_as(other, request)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        for provider in self._opened.values():
            await provider.aclose()

    def _order(self) -> tuple[Provider, Provider]:
        if self._memory.recall(self._config) is Provider.CHAT_COMPLETIONS:
            return Provider.CHAT_COMPLETIONS, Provider.RESPONSES
        return Provider.RESPONSES, Provider.CHAT_COMPLETIONS

    async def _generate_as(self, spoken: Provider, request: ModelRequest) -> ModelAnswer:
        answer = await self._provider(spoken).generate(request)
        self._memory.remember(self._config, spoken)
        return answer

    async def _stream_as(self, spoken: Provider, request: StreamRequest) -> AsyncGenerator[Event, None]:
        events = cast(AsyncGenerator[Event, None], self._provider(spoken).stream(request))
        async with aclosing(events):
            async for event in events:
                self._memory.remember(self._config, spoken)
                yield event

    def _provider(self, spoken: Provider) -> ModelProvider:
        if spoken not in self._opened:
            self._opened[spoken] = self._open_as[spoken]()
        return self._opened[spoken]
