"""The providers that are open: one for each configuration, shared by all who ask with it."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest

Open = Callable[[ModelConfig], ModelProvider]


class OpenProviders:
    """Implements `ModelProviders`. When a configuration of a name changes, or more than `most` are open, the older
    provider is closed as soon as nobody uses it."""

    def __init__(self, open_provider: Open, most: int = 200) -> None:
        self._open_provider = open_provider
        self._most = most
        self._doors: OrderedDict[tuple[str | None, str], _Door] = OrderedDict()
        self._leaving: list[_Door] = []

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        """Costs nothing: what is slow to import or to open waits for the first call."""
        name = (config.owner_id, config.alias)
        door = self._doors.get(name)
        if door is None or door.config != config:
            if door is not None:
                self._retire(self._doors.pop(name))
            door = self._doors[name] = _Door(config, self._open_provider, self._close_leaving)
        self._doors.move_to_end(name)
        while len(self._doors) > self._most:
            self._retire(self._doors.popitem(last=False)[1])
        return door

    async def aclose(self) -> None:
        while self._doors:
            self._retire(self._doors.popitem()[1])
        leaving, self._leaving = self._leaving, []
        for door in leaving:
            await door.aclose()

    def _retire(self, door: "_Door") -> None:
        door.retired = True
        self._leaving.append(door)

    async def _close_leaving(self) -> None:
        """Those in use close themselves when they are left."""
        leaving, self._leaving = self._leaving, []
        for door in leaving:
            if door.idle:
                await door.aclose()


class _Door:
    """A `ModelProvider` that is opened by the first call, and by a late call on one that was closed."""

    def __init__(self, config: ModelConfig, open_provider: Open, on_open: Callable[[], Awaitable[None]]) -> None:
        self.config = config
        self.retired = False
        self._open_provider = open_provider
        self._on_open = on_open
        self._opening = asyncio.Lock()
        self._provider: ModelProvider | None = None
        self._users = 0

    @property
    def idle(self) -> bool:
        return self._users == 0

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        async with self._used() as provider:
            return await provider.generate(request)

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        async with self._used() as provider, aclosing(provider.stream(request)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        provider, self._provider = self._provider, None
        if provider is not None:
            await provider.aclose()

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[ModelProvider]:
        self._users += 1
        try:
            yield await self._opened()
        finally:
            self._users -= 1
            if self.retired and self.idle:
                await self.aclose()

    async def _opened(self) -> ModelProvider:
        async with self._opening:
            if self._provider is None:
                await self._on_open()
                self._provider = await asyncio.to_thread(self._open_provider, self.config)
            return self._provider
