"""The loop: due ticks, looks, reconciling; one deployment's troubles are its own."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.errors import BrokerDown
from packages.domain.trading.execution.differences import Difference
from packages.domain.trading.runtime.runtime_loop import Pace, RuntimeLoop
from tests.fakes.clock import StoppedClock
from tests.packages.domain.trading.deployments.making import new_desk

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
CLOSE = datetime(2026, 11, 16, 21, tzinfo=UTC)


@dataclass(slots=True)
class NotedRuntime:
    """Writes down what it is asked, and fails where a test says so."""

    deployment: Deployment
    decides: int = 1
    errors: dict[str, BaseException] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)
    waits_for: asyncio.Event | None = None

    async def tick(self, deployment_id: str) -> int:
        asked = f"tick {deployment_id}"
        self.asked[asked] += 1
        if self.waits_for is not None:
            await self.waits_for.wait()
        self._fail(asked)
        return self.decides

    async def attend(self, deployment_id: str, *, ask_broker: bool = True) -> Deployment:
        self._note("ask" if ask_broker else "look", deployment_id)
        return self.deployment

    async def heed_switches(self, deployment_id: str) -> None:
        self._note("switches", deployment_id)

    async def reconcile(self, deployment_id: str) -> tuple[Difference, ...]:
        self._note("reconcile", deployment_id)
        return ()

    async def report_failure(self, deployment_id: str, error: BaseException) -> None:
        self.told.append(f"{deployment_id} {type(error).__name__}")

    def _note(self, what: str, deployment_id: str) -> None:
        self.asked[f"{what} {deployment_id}"] += 1
        self._fail(f"{what} {deployment_id}")

    def _fail(self, asked: str) -> None:
        if asked in self.errors:
            raise self.errors[asked]


@dataclass(frozen=True, slots=True)
class Some:
    deployments: tuple[Deployment, ...]

    async def at_work(self) -> Sequence[Deployment]:
        return self.deployments

    async def next_tick(self, deployment: Deployment, after: datetime) -> datetime | None:
        return next(CLOSE + day * timedelta(days=1) for day in range(9) if CLOSE + day * timedelta(days=1) > after)


@pytest.fixture
async def running() -> Deployment:
    desk = await new_desk().open()
    return await desk.running()


def loop_of(runtime: NotedRuntime, clock: StoppedClock, *deployments: Deployment) -> RuntimeLoop:
    some = Some(deployments)
    return RuntimeLoop(runtime, some, some, clock, Pace())


async def looks(loop: RuntimeLoop, clock: StoppedClock, seconds: int, step: int = 1) -> None:
    for _ in range(0, seconds, step):
        await loop.poll()
        await loop.settle()
        clock.move(seconds=step)


async def test_at_first_it_reconciles_and_ticks_and_then_looks_every_second(running: Deployment) -> None:
    runtime, clock = NotedRuntime(running), StoppedClock(NOON)
    await looks(loop_of(runtime, clock, running), clock, 31)
    one = running.id
    assert runtime.asked == {f"reconcile {one}": 1, f"tick {one}": 1, f"ask {one}": 3, f"look {one}": 27}


async def test_it_reconciles_every_few_minutes(running: Deployment) -> None:
    runtime, clock = NotedRuntime(running), StoppedClock(NOON)
    await looks(loop_of(runtime, clock, running), clock, 1_000, step=10)
    assert runtime.asked[f"reconcile {running.id}"] == 4


async def test_a_tick_comes_when_the_bar_is_over_and_has_settled(running: Deployment) -> None:
    runtime, clock = NotedRuntime(running), StoppedClock(CLOSE - timedelta(seconds=60))
    loop = loop_of(runtime, clock, running)
    await looks(loop, clock, 65)
    assert runtime.asked[f"tick {running.id}"] == 1  # the one at the start
    await looks(loop, clock, 2)
    assert runtime.asked[f"tick {running.id}"] == 2
    await looks(loop, clock, 60)
    assert runtime.asked[f"tick {running.id}"] == 2


async def test_a_bar_that_is_late_is_looked_for_with_growing_pauses(running: Deployment) -> None:
    runtime, clock = NotedRuntime(running, decides=0), StoppedClock(CLOSE - timedelta(seconds=10))
    loop = loop_of(runtime, clock, running)
    await looks(loop, clock, 16)
    assert runtime.asked[f"tick {running.id}"] == 2
    await looks(loop, clock, 600)
    searched = runtime.asked[f"tick {running.id}"]
    assert 5 <= searched <= 9
    runtime.decides = 1
    await looks(loop, clock, 1_200, step=5)
    assert runtime.asked[f"tick {running.id}"] == searched + 1


async def test_what_fails_for_one_is_told_and_does_not_stop_the_others() -> None:
    desk = await new_desk().open()
    one, two = await desk.running(), await desk.running()
    runtime, clock = NotedRuntime(one), StoppedClock(NOON)
    runtime.errors[f"tick {one.id}"] = BrokerDown("closed")
    loop = loop_of(runtime, clock, one, two)
    await looks(loop, clock, 30)
    assert runtime.told == [f"{one.id} BrokerDown"]  # once, however often it is tried
    assert 3 <= runtime.asked[f"tick {one.id}"] <= 5
    assert runtime.asked[f"look {two.id}"] > 20
    runtime.errors.clear()
    await looks(loop, clock, 60)
    assert runtime.asked[f"look {one.id}"] > 10


async def test_a_bug_is_logged_and_told_without_its_words(running: Deployment) -> None:
    runtime, clock = NotedRuntime(running), StoppedClock(NOON)
    runtime.errors[f"reconcile {running.id}"] = KeyError("secret")
    logged: list[str] = []
    loop = loop_of(runtime, clock, running)
    loop.log = lambda what, deployment_id, error: logged.append(f"{what} {type(error).__name__}")
    await looks(loop, clock, 1)
    assert logged == ["runtime_visit_failed KeyError"]
    assert runtime.told == [f"{running.id} KeyError"]


async def test_switches_are_heeded_beside_a_visit_that_waits_and_between_tries(running: Deployment) -> None:
    runtime, clock, bars = NotedRuntime(running), StoppedClock(NOON), asyncio.Event()
    runtime.waits_for = bars
    loop = loop_of(runtime, clock, running)
    for _ in range(3):
        await loop.poll()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert (runtime.asked[f"tick {running.id}"], runtime.asked[f"switches {running.id}"]) == (1, 2)
    runtime.errors[f"tick {running.id}"] = BrokerDown("closed")
    bars.set()
    await loop.settle()
    await looks(loop, clock, 1)
    assert (runtime.asked[f"tick {running.id}"], runtime.asked[f"switches {running.id}"]) == (1, 3)
    await loop.aclose()


async def test_switches_that_could_not_be_heeded_are_logged_and_tried_again(running: Deployment) -> None:
    runtime, clock, logged = NotedRuntime(running), StoppedClock(NOON), Counter[str]()
    runtime.errors = {f"{what} {running.id}": BrokerDown("closed") for what in ("tick", "switches")}
    loop = loop_of(runtime, clock, running)
    loop.log = lambda what, deployment_id, error: logged.update([what])
    for _ in range(3):
        await loop.poll()
        await loop.settle()
    assert logged == {"runtime_visit_failed": 1, "runtime_switches_not_heeded": 2}


@dataclass(slots=True)
class Held:
    """A lease that a test gives and takes."""

    is_mine: bool = True
    was_let_go: bool = False

    async def hold(self, deployment_id: str) -> bool:
        return self.is_mine

    async def let_go(self) -> None:
        self.was_let_go = True


async def test_without_the_lease_only_the_switches_are_heeded(running: Deployment) -> None:
    runtime, clock, lease = NotedRuntime(running), StoppedClock(NOON), Held(is_mine=False)
    loop = loop_of(runtime, clock, running)
    loop.leases = lease
    await looks(loop, clock, 3)
    assert runtime.asked == {f"switches {running.id}": 3}
    lease.is_mine = True
    await looks(loop, clock, 1)
    assert runtime.asked[f"tick {running.id}"] == 1


async def test_a_loop_that_ends_lets_its_leases_go(running: Deployment) -> None:
    lease, loop = Held(), loop_of(NotedRuntime(running), StoppedClock(NOON), running)
    loop.leases = lease
    task = asyncio.create_task(loop.run())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    assert lease.was_let_go
