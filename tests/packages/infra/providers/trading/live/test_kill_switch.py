"""A kill switch through the running loop: from a second after it was thrown nothing is opened, and exits still go.

Seconds are those of the loop's own clock, which here moves with every call of the journal, so that a tick takes time.
"""

import asyncio
import random
import shutil
import statistics
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.orders import OrderStatus
from packages.domain.trading.risk.switches import GLOBAL, Switches, SwitchKey, SwitchScope
from packages.domain.trading.runtime.runtime_loop import Pace, RuntimeLoop
from packages.domain.trading.runtime.runtime_service import RuntimeService
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import PinnedSchedules
from packages.infra.providers.trading.store.broker_accounts import SqlSwitches
from packages.settings.database import DatabaseUrl
from tests.packages.infra.providers.trading.live.live_desk import ANN, LiveDesk, open_live_desk
from tests.packages.infra.providers.trading.live.runaway import BEGINS, TICKER, falling, runaway

SECOND = timedelta(seconds=1)
A_CALL = 0.04  # seconds of the clock that a call of the journal takes
ALL = JournalPage(1_000)


class Journal:
    """The journal, whose calls take time, and after a number of which something happens."""

    def __init__(self, inner: Any, desk: LiveDesk) -> None:
        self._inner = inner
        self._desk = desk
        self.left = -1
        self.throw: Any = None

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found

        async def call(*args: Any, **kwargs: Any) -> Any:
            await self._pass()
            done = await found(*args, **kwargs)
            await self._pass()
            return done

        return call

    async def _pass(self) -> None:
        self._desk.clock.move(seconds=A_CALL / 2)
        self.left -= 1
        if self.left == 0:
            await self.throw()


@dataclass(slots=True)
class Floor:
    """A runaway at work in a loop; `switches` are another process's."""

    desk: LiveDesk
    deployment: Deployment
    journal: Journal
    loop: RuntimeLoop
    switches: Switches

    async def look(self) -> None:
        await self.loop.poll()
        await self.loop.settle()

    async def orders(self) -> list[BookedOrder]:
        return list(await self.desk.journal.orders(self.deployment.id, ALL))[::-1]

    def key(self, scope: SwitchScope) -> SwitchKey:
        return {SwitchScope.GLOBAL: GLOBAL, SwitchScope.PERSON: SwitchKey(SwitchScope.PERSON, "ann")}.get(
            scope, SwitchKey(SwitchScope.DEPLOYMENT, self.deployment.id)
        )


@pytest.fixture
async def floor(tmp_path: Path, schema: Path) -> AsyncIterator[Floor]:
    database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(schema, tmp_path)}"))
    desk = await open_live_desk(database, tmp_path, TICKER, BEGINS, series=falling(0.0))
    deployment = await desk.deployed(runaway(bars_held=2))
    journal, old = Journal(desk.journal, desk), desk.runtime
    runtime = RuntimeService(
        desk.store,
        desk.deployments,
        journal,
        old._outbox,
        desk.switches,
        old._approvals,
        desk.brokers,
        desk.floors,
        old._time,
        desk.clock,
    )
    schedules = PinnedSchedules(desk.floors.strategies, desk.floors.timetables)
    failed: list[BaseException] = []
    loop = RuntimeLoop(
        runtime, desk.store, schedules, desk.clock, Pace(), log=lambda what, name, error: failed.append(error)
    )
    switches = Switches(SqlSwitches(database), desk.store, desk.clock, frozenset({"ann"}))
    yield Floor(desk, deployment, journal, loop, switches)
    await loop.aclose()
    assert failed == []
    await desk.aclose()
    await database.aclose()


async def thrown(floor: Floor, scope: SwitchScope, draw: random.Random) -> datetime:
    """Somewhere in a tick that catches up with a few bars; when it was committed."""
    at: list[datetime] = []

    async def throw() -> None:
        await floor.switches.turn_on(ANN, floor.key(scope), "enough")
        at.append(floor.desk.clock.now())

    floor.journal.throw, floor.journal.left = throw, draw.randrange(1, 300)
    floor.desk.feed(8)
    await floor.look()
    if not at:
        await throw()
    return at[0]


async def _check(floor: Floor, scope: SwitchScope, seed: int) -> timedelta:
    """How long after the switch the last entry was sent; below 0 where none was."""
    floor.desk.feed(3)
    await floor.look()
    assert [each for each in await floor.desk.journal.positions(floor.deployment.id) if each.quantity]
    at = await thrown(floor, scope, random.Random(seed))
    floor.desk.clock.move(seconds=floor.loop.pace.look.total_seconds())
    await floor.look()
    assert not [order for order in await floor.orders() if order.is_entry and not order.status.is_final]
    for _ in range(2):
        floor.desk.feed(2)
        await floor.look()
    orders = await floor.orders()
    sent = [order.sent_at for order in orders if order.is_entry and order.sent_at is not None]
    assert sent
    assert max(sent) <= at + SECOND
    late = [order for order in orders if order.is_entry and order.created_at > at]
    assert {(order.status, order.why) for order in late} == {(OrderStatus.BLOCKED, f"kill_switch_{scope}")}
    assert not [position for position in await floor.desk.journal.positions(floor.deployment.id) if position.quantity]
    exits = [order for order in orders if not order.is_entry]
    assert {order.status for order in exits} == {OrderStatus.FILLED}
    return max(sent) - at


@pytest.mark.parametrize(
    ("scope", "seed"), [(SwitchScope.GLOBAL, 3), (SwitchScope.PERSON, 6), (SwitchScope.DEPLOYMENT, 7)]
)
async def test_from_a_second_after_the_switch_nothing_is_opened_and_exits_go(
    floor: Floor, scope: SwitchScope, seed: int
) -> None:
    await _check(floor, scope, seed)


@pytest.mark.trust
@pytest.mark.parametrize("scope", SwitchScope)
@pytest.mark.parametrize("seed", range(10, 20))
async def test_wherever_in_a_tick_it_is_thrown_it_holds_within_a_second(
    floor: Floor, scope: SwitchScope, seed: int
) -> None:
    print(f"{scope} {seed}: {(await _check(floor, scope, seed)).total_seconds():+.2f} s of the loop's clock")


@pytest.mark.trust
async def test_an_entry_at_work_is_gone_after_a_look_of_the_loop_as_it_runs(floor: Floor) -> None:
    """By the clock on the wall, which is told and not judged: a machine may be busy."""
    took: list[float] = []
    draw, key = random.Random(7), floor.key(SwitchScope.DEPLOYMENT)
    floor.desk.feed()  # what is over when it starts is not decided on
    running = asyncio.create_task(floor.loop.run())
    for _ in range(10):
        floor.desk.feed()
        await _until(floor, 1)
        await asyncio.sleep(draw.random())
        began = time.perf_counter()
        await floor.switches.turn_on(ANN, key, "enough")
        await _until(floor, 0)
        took.append(time.perf_counter() - began)
        await floor.switches.turn_off(ANN, key, "go on")
    running.cancel()
    await asyncio.wait({running})
    print(f"gone after {statistics.median(took):.2f} s (median), {max(took):.2f} s (longest) of {len(took)}")
    assert [order.status for order in await floor.orders()] == [OrderStatus.CANCELLED] * len(took)


async def _until(floor: Floor, entries: int) -> None:
    """Until so many are at work at the broker."""
    while len([order for order in await floor.orders() if order.status is OrderStatus.ACCEPTED]) != entries:
        await asyncio.sleep(0.005)
