"""The loop that keeps deployments at work: due ticks, two polls a second, reconciling on start and now and then.

Each deployment is visited by a task of its own, in the process that has its lease. One that fails is reported, left
alone for a while that grows, and tried again; the others do not notice. Kill switches are read every time, whatever a
visit is waiting for, and by processes without the lease too.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from packages.core.clock import Clock
from packages.domain.trading.broker import RetryTimeouts
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.differences import Difference

Sleep = Callable[[float], Awaitable[None]]
_LATE = RetryTimeouts(first=timedelta(seconds=15), longest=timedelta(minutes=10))
_FAILED = RetryTimeouts(first=timedelta(seconds=2), longest=timedelta(minutes=5))
Log = Callable[[str, str, BaseException], None]  # what happened, to which deployment, and the error


AfterTick = Callable[[Deployment], Awaitable[object]]  # such as a look at the drift


async def nothing_more(deployment: Deployment) -> None:
    """A tick is all there is."""


class Runtime(Protocol):
    """What the loop asks of the runtime."""

    async def tick(self, deployment_id: str) -> int: ...

    async def attend(self, deployment_id: str, *, ask_broker: bool = True) -> Deployment: ...

    async def heed_switches(self, deployment_id: str) -> None: ...

    async def reconcile(self, deployment_id: str) -> tuple[Difference, ...]: ...

    async def report_failure(self, deployment_id: str, error: BaseException) -> None: ...


class RunningDeployments(Protocol):
    """Which deployments there are to be kept at work."""

    async def at_work(self) -> Sequence[Deployment]: ...


class Schedules(Protocol):
    """When the next bar of a deployment is finished."""

    async def next_tick(self, deployment: Deployment, after: datetime) -> datetime | None:
        """None where the market rests for weeks."""
        ...


class Leases(Protocol):
    """Which of several processes keeps a deployment at work."""

    async def hold(self, deployment_id: str) -> bool:
        """Whether this process does, for some seconds from now."""
        ...

    async def let_go(self) -> None:
        """Of all, because this process ends."""
        ...


class Alone:
    """There is no other process."""

    async def hold(self, deployment_id: str) -> bool:
        return True

    async def let_go(self) -> None:
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """`settling` is what a source needs until it has a bar that is over; one that is late is looked for again."""

    look: timedelta = timedelta(milliseconds=500)
    ask_broker: timedelta = timedelta(seconds=10)
    reconcile: timedelta = timedelta(minutes=5)
    settling: timedelta = timedelta(seconds=5)
    late: RetryTimeouts = _LATE
    failed: RetryTimeouts = _FAILED


@dataclass(slots=True)
class _Round:
    """What is due for one deployment, and when; nothing here outlives a restart, and nothing has to."""

    tick_at: datetime | None = None
    reconcile_at: datetime | None = None
    ask_at: datetime | None = None
    not_before: datetime | None = None
    in_vain: int = 0
    failures: int = 0
    last_error: str = ""


@dataclass(slots=True)
class RuntimeLoop:
    """`run` until it is cancelled, or `look` once."""

    runtime: Runtime
    deployments: RunningDeployments
    schedules: Schedules
    clock: Clock
    pace: Pace = field(default_factory=Pace)
    sleep: Sleep = asyncio.sleep
    after_tick: AfterTick = nothing_more
    leases: Leases = field(default_factory=Alone)
    log: Log = lambda what, deployment_id, error: None
    _rounds: dict[str, _Round] = field(default_factory=dict)
    _visits: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _beside: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def run(self) -> None:
        try:
            while True:
                await self.poll()
                await self.sleep(self.pace.look.total_seconds())
        finally:
            await self.aclose()
            await self.leases.let_go()

    async def poll(self) -> None:
        """Begins a visit of every deployment that is at work and not being visited, or left alone for now; of those
        the kill switches are heeded all the same."""
        await self._reap()
        for deployment in await self.deployments.at_work():
            plan = self._rounds.setdefault(deployment.id, _Round())
            is_left_alone = plan.not_before is not None and plan.not_before > self.clock.now()
            if deployment.id not in self._visits and not is_left_alone:
                self._visits[deployment.id] = asyncio.create_task(self._visit(deployment, plan))
            elif deployment.id not in self._beside:
                self._beside[deployment.id] = asyncio.create_task(self.runtime.heed_switches(deployment.id))

    async def settle(self) -> None:
        """Until all that is under way has ended."""
        if self._under_way:
            await asyncio.wait(self._under_way)
        await self._reap()

    async def aclose(self) -> None:
        under_way = self._under_way
        for task in under_way:
            task.cancel()
        if under_way:
            await asyncio.wait(under_way)
        self._visits.clear()
        self._beside.clear()

    @property
    def _under_way(self) -> list[asyncio.Task[None]]:
        return [*self._visits.values(), *self._beside.values()]

    async def _visit(self, deployment: Deployment, plan: _Round) -> None:
        if not await self.leases.hold(deployment.id):
            await self.runtime.heed_switches(deployment.id)
            return
        now = self.clock.now()
        if plan.reconcile_at is None or plan.reconcile_at <= now:
            await self.runtime.reconcile(deployment.id)
            plan.reconcile_at = now + self.pace.reconcile
        if plan.tick_at is None or plan.tick_at <= now:
            await self._tick(deployment, plan, now)
        else:
            asks = plan.ask_at is None or plan.ask_at <= now
            await self.runtime.attend(deployment.id, ask_broker=asks)
            plan.ask_at = now + self.pace.ask_broker if asks else plan.ask_at
        plan.failures, plan.last_error, plan.not_before = 0, "", None

    async def _tick(self, deployment: Deployment, plan: _Round, now: datetime) -> None:
        """A bar that was due and is not there yet is looked for until the one after it is due."""
        was_due = plan.tick_at is not None
        decided = await self.runtime.tick(deployment.id)
        if decided:
            await self.after_tick(deployment)
        following = await self.schedules.next_tick(deployment, now - self.pace.settling)
        due = now + self.pace.late.longest if following is None else following + self.pace.settling
        plan.in_vain = plan.in_vain + 1 if was_due and not decided else 0
        again = now + self.pace.late.after(plan.in_vain)
        plan.tick_at = min(due, again) if plan.in_vain else due

    async def _reap(self) -> None:
        for deployment_id, error in _ended(self._beside):
            self.log("runtime_switches_not_heeded", deployment_id, error)
        for deployment_id, error in _ended(self._visits):
            await self._failed(deployment_id, error)

    async def _failed(self, deployment_id: str, error: BaseException) -> None:
        """Reported once for each kind in a row."""
        plan = self._rounds[deployment_id]
        plan.failures += 1
        plan.not_before = self.clock.now() + self.pace.failed.after(plan.failures)
        self.log("runtime_visit_failed", deployment_id, error)
        if plan.last_error != type(error).__name__:
            plan.last_error = type(error).__name__
            reported = await asyncio.gather(self.runtime.report_failure(deployment_id, error), return_exceptions=True)
            if isinstance(reported[0], BaseException):
                self.log("runtime_failure_not_reported", deployment_id, reported[0])


def _ended(tasks: dict[str, asyncio.Task[None]]) -> list[tuple[str, BaseException]]:
    """Takes out what has ended; those that failed, and with what."""
    done = {name: tasks.pop(name) for name, task in list(tasks.items()) if task.done()}
    errors = {name: None if task.cancelled() else task.exception() for name, task in done.items()}
    return [(name, error) for name, error in errors.items() if error is not None]
