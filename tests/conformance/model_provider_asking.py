"""Asks a `ModelProvider` for the conformance suite, and looks at what it raises and leaves behind."""

import asyncio
import traceback
from collections.abc import AsyncGenerator, Awaitable

import pytest

from src.modules.llm_platform.application.ports import ModelProvider
from src.modules.llm_platform.domain.errors import ModelFault
from src.modules.llm_platform.domain.requests import Event, ModelRequest, StreamRequest
from tests.conformance.model_provider_faults import KEY, PROMPT, Failure
from tests.servers.steps import Status

ASK = ModelRequest(prompt=PROMPT)
TURN = StreamRequest(owner_id="ada", input=PROMPT)
_LATEST = 10.0


async def all_events(provider: ModelProvider, request: StreamRequest = TURN) -> list[Event]:
    return [event async for event in provider.stream(request)]


def open_stream(provider: ModelProvider) -> AsyncGenerator[Event, None]:
    return provider.stream(TURN)


async def fault_of(attempt: Awaitable[object]) -> ModelFault:
    """What it raises, soon enough, and without a word that must stay secret."""
    with pytest.raises(ModelFault) as caught:
        async with asyncio.timeout(_LATEST):
            await attempt
    fault = caught.value
    shown = f"{fault} {fault!r} {fault.details} {''.join(traceback.format_exception(fault))}"
    assert KEY not in shown
    assert PROMPT not in f"{fault} {fault!r} {fault.details}"
    return fault


def assert_is(fault: ModelFault, failure: Failure) -> None:
    assert isinstance(fault, failure.fault)
    assert fault.may_be_paid is failure.paid
    assert fault.status_code == (failure.step.code if isinstance(failure.step, Status) else None)
    assert fault.message.endswith(".")


async def no_task_is_left() -> None:
    """A few turns of the loop are given to what is already ending."""
    left: set[asyncio.Task[object]] = set()
    for _ in range(20):
        left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}
        if not left:
            return
        await asyncio.sleep(0)
    raise AssertionError(f"tasks were left behind: {left}")
