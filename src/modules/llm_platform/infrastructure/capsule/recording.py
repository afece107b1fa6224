"""Providers that write down what is asked and answered; callers notice nothing of it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from src.modules.llm_platform.application.ports import ModelProvider, ModelProviders
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.exchange import End, Exchange, RecordedRequest, asked_of
from src.modules.llm_platform.infrastructure.capsule.fault_record import (
    FaultRecord,
    event_without_secrets,
    hide,
    secrets_of,
)
from src.modules.llm_platform.infrastructure.capsule.tape import RecordingCapsule

_LAST = frozenset({"response.completed", "response.incomplete"})


class RecordingProvider:
    """What it hands on is what it wrote, so that a replay is the same to the byte: without any secret."""

    def __init__(self, inner: ModelProvider, config: ModelConfig, capsule: RecordingCapsule) -> None:
        self.inner = inner
        self._config = config
        self._capsule = capsule

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        begun, secrets = self._begin(request), secrets_of(self._config, request)
        try:
            answer = await self.inner.generate(request)
        except ModelFault as fault:
            self._capsule.append(replace(begun, end=End.FAULT, fault=FaultRecord.of(fault, secrets)))
            raise
        except asyncio.CancelledError:
            self._capsule.append(replace(begun, end=End.CANCELLED))
            raise
        told = replace(answer, text=hide(answer.text, secrets))
        self._capsule.append(replace(begun, answer=told))
        return told

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        begun, secrets = self._begin(request), secrets_of(self._config, request)
        kept: list[Event] = []
        end: End | None = None
        fault: FaultRecord | None = None
        try:
            async with aclosing(self.inner.stream(request)) as events:
                async for event in events:
                    kept.append(event_without_secrets(event, secrets))
                    yield event_without_secrets(event, secrets)
            end = End.FINISHED
        except ModelFault as raised:
            end, fault = End.FAULT, FaultRecord.of(raised, secrets)
            raise
        except asyncio.CancelledError:
            end = End.CANCELLED
            raise
        except GeneratorExit:
            # Many listeners stop at the last event instead of waiting for the end: nothing is missing then.
            end = End.FINISHED if kept and kept[-1]["type"] in _LAST else End.LEFT
            raise
        finally:
            if end is not None:
                self._capsule.append(replace(begun, end=end, events=tuple(kept), fault=fault))

    async def aclose(self) -> None:
        await self.inner.aclose()

    def _begin(self, request: ModelRequest | StreamRequest) -> Exchange:
        asked: RecordedRequest = asked_of(self._config, request)
        return Exchange(asked=asked, occurrence=self._capsule.occurrence(asked), end=End.FINISHED)


class RecordingProviders:
    """All providers of a process write to the same capsule."""

    def __init__(self, inner: ModelProviders, path: Path) -> None:
        self._inner = inner
        self._capsule = RecordingCapsule(path)
        self._open: dict[ModelConfig, RecordingProvider] = {}

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        inner = self._inner.provider_for(config)
        recorded = self._open.get(config)
        if recorded is None or recorded.inner is not inner:
            recorded = self._open[config] = RecordingProvider(inner, config, self._capsule)
        return recorded

    async def aclose(self) -> None:
        try:
            await self._inner.aclose()
        finally:
            self._capsule.close()
