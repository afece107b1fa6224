"""Jobs that the API's tests run: in memory, with a few kinds of work to look at."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager

from packages.core.clock import SystemClock
from packages.core.errors import Invalid
from packages.core.events import EventLog, JsonObject
from packages.domain.work.jobs import JobCall, JobHandler, Jobs
from packages.settings.load import Settings
from tests.fakes.jobs import InMemoryJobs


async def double(call: JobCall) -> JsonObject:
    await call.progress.report(0.5, "half way")
    n = call.payload["n"]
    assert isinstance(n, int)
    return {"doubled": 2 * n}


async def refuse(call: JobCall) -> JsonObject:
    raise Invalid("There is nothing to work on: import data first.")


async def wait_for_ever(call: JobCall) -> JsonObject:
    while True:
        await call.progress.report(0.1, "waiting")
        await asyncio.sleep(0.01)


KINDS: dict[str, JobHandler] = {"double": double, "refuse": refuse, "wait": wait_for_ever}


def run_in_memory(
    settings: Settings, events: EventLog, handlers: Mapping[str, JobHandler]
) -> AbstractAsyncContextManager[Jobs]:
    return InMemoryJobs(SystemClock(), events, {**handlers, **KINDS}).running()
