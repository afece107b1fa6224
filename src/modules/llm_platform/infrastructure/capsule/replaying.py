"""Providers that answer from a capsule: the same words, the same faults, at once and without a network."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.domain.requests import Event, ModelAnswer, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.exchange import End, Exchange, asked_of
from src.modules.llm_platform.infrastructure.capsule.lines import CapsuleUnreadable, RecordingEndsHere
from src.modules.llm_platform.infrastructure.capsule.tape import ReplayedCapsule


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
