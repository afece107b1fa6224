"""Reads a streamed answer event by event, each of them in time."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.providers.sdk_faults import Sdk, fell_silent, translated_faults

T = TypeVar("T")


class _End:
    """No event follows; an event itself may be anything, `None` included."""


async def read_in_time(stream: AsyncIterator[T], config: ModelConfig, sdk: Sdk) -> AsyncGenerator[T, None]:
    """Raises `ModelFault`s: when nothing comes for `patience.idle` seconds, and for what breaks on the way."""
    while True:
        with translated_faults(config, sdk):
            event = await _next(stream, config)
        if isinstance(event, _End):
            return
        yield event


async def _next(stream: AsyncIterator[T], config: ModelConfig) -> T | _End:
    limit = asyncio.timeout(config.patience.idle)
    try:
        async with limit:
            return await anext(stream, _End())
    except TimeoutError:
        if limit.expired():
            raise fell_silent(config) from None
        raise
