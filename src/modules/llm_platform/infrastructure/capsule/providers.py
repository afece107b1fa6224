"""Providers that record what is asked and answered in a capsule, and providers that answer from one.

Callers do not notice a recording; a replay gives the same answers and faults, at once and without a network.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from src.modules.llm_platform.application.ports import ModelProvider, ModelProviders
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.capsule_file import RecordingCapsule, ReplayedCapsule
from src.modules.llm_platform.infrastructure.capsule.exchange import (
    CapsuleUnreadable,
    End,
    Exchange,
    RecordedRequest,
    RecordingEndsHere,
    asked_of,
)
from src.modules.llm_platform.infrastructure.capsule.fault_record import (
    FaultRecord,
    event_without_secrets,
    hide,
    secrets_of,
)

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
        redacted = replace(answer, text=hide(answer.text, secrets))
        self._capsule.append(replace(begun, answer=redacted))
        return redacted

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


class ReplayingProvider:
    """A call that was cancelled waits to be cancelled again: nobody knows what else would have come."""

    def __init__(self, config: ModelConfig, capsule: ReplayedCapsule) -> None:
        self._config = config
        self._capsule = capsule

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        exchange = self._capsule.take(asked_of(self._config, request))
        await _as_it_ended(exchange)
        if exchange.answer is None:
            raise CapsuleUnreadable("llm_platform.capsule_without_answer")
        return exchange.answer

    async def stream(self, request: StreamRequest) -> AsyncGenerator[Event, None]:
        exchange = self._capsule.take(asked_of(self._config, request))
        for event in exchange.events:
            yield event
        await _as_it_ended(exchange)

    async def aclose(self) -> None:
        """Nothing is open."""


class ReplayingProviders:
    """All providers of a process read the same capsule."""

    def __init__(self, path: Path) -> None:
        self._capsule = ReplayedCapsule.read(path)
        self._open: dict[ModelConfig, ReplayingProvider] = {}

    def provider_for(self, config: ModelConfig) -> ModelProvider:
        return self._open.setdefault(config, ReplayingProvider(config, self._capsule))

    @property
    def left_over(self) -> Sequence[Exchange]:
        """What was recorded and not asked again: a run that is the same leaves nothing."""
        return self._capsule.left_over

    async def aclose(self) -> None:
        """Nothing is open."""


async def _as_it_ended(exchange: Exchange) -> None:
    if exchange.fault is not None:
        raise exchange.fault.fault()
    if exchange.end is End.CANCELLED:
        await asyncio.get_running_loop().create_future()
    if exchange.end is End.LEFT:
        raise RecordingEndsHere(
            "llm_platform.recording_ends_here", call=exchange.asked.call, events=len(exchange.events)
        )
