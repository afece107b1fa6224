"""What people, limits and crashes do to a deployment that trades: entries stop, exits go through, nothing is lost."""

import random
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from packages.core.events import Event
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.account_orders import deployment_stream
from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.orders import Effect, OrderStatus
from packages.domain.trading.risk.switches import SwitchKey, SwitchScope
from packages.domain.trading.runtime.drift import DriftWatch
from packages.domain.trading.runtime.runtime_loop import RuntimeLoop
from packages.domain.trading.runtime.runtime_service import RuntimeService
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import PinnedSchedules
from packages.settings.database import DatabaseUrl
from tests.packages.infra.providers.trading.live.live_desk import ANN, LiveDesk, open_live_desk
from tests.packages.infra.providers.trading.live.lively import holder, lively
from tests.packages.infra.providers.trading.live.test_paper_year import assert_is_the_backtest, fills_of

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)
ALL = JournalPage(10_000)


@pytest.fixture
async def desk(tmp_path: Path, schema: Path) -> AsyncIterator[LiveDesk]:
    database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(schema, tmp_path)}"))
    desk = await open_live_desk(database, tmp_path, "DEMO6", FIRST)
    yield desk
    await desk.aclose()
    await database.aclose()


async def ticks(desk: LiveDesk, deployment: Deployment, bars: int) -> None:
    for _ in range(bars):
        desk.feed()
        await desk.runtime.tick(deployment.id)


async def shares(desk: LiveDesk, deployment: Deployment) -> Decimal:
    return sum((each.quantity for each in await desk.journal.positions(deployment.id)), Decimal(0))


async def orders(desk: LiveDesk, deployment: Deployment, effect: Effect) -> list[BookedOrder]:
    found = await desk.journal.orders(deployment.id, ALL)
    return [order for order in reversed(found) if order.request.effect is effect]


async def told(desk: LiveDesk, deployment: Deployment) -> tuple[Event, ...]:
    return await desk.events.read(deployment_stream(deployment.id), "ann", limit=10_000)


def switch_of(deployment: Deployment) -> SwitchKey:
    return SwitchKey(SwitchScope.DEPLOYMENT, deployment.id)


async def test_a_kill_switch_lets_exits_through_and_no_entry(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6", bars=6))
    await ticks(desk, deployment, 3)
    assert await shares(desk, deployment) > 0
    await desk.switches.turn_on(ANN, switch_of(deployment), "enough")
    before = len(await fills_of(desk, deployment))
    await ticks(desk, deployment, 9)
    fresh = (await fills_of(desk, deployment))[before:]
    assert [fill.effect for fill in fresh] == [Effect.CLOSE]
    assert await shares(desk, deployment) == 0
    refused = [order for order in await orders(desk, deployment, Effect.OPEN) if order.status is OrderStatus.BLOCKED]
    assert {order.why for order in refused} == {"kill_switch_deployment"}
    assert len(refused) >= 3
    await desk.switches.turn_off(ANN, switch_of(deployment), "go on")
    await ticks(desk, deployment, 2)
    assert await shares(desk, deployment) > 0


async def test_an_entry_at_work_is_cancelled_by_the_next_look_at_the_switch(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"))
    await ticks(desk, deployment, 1)
    [entry] = await orders(desk, deployment, Effect.OPEN)
    assert entry.status is OrderStatus.ACCEPTED
    await desk.switches.turn_on(ANN, SwitchKey(SwitchScope.PERSON, "ann"), "out for lunch")
    await desk.runtime.attend(deployment.id, ask_broker=False)
    [entry] = await orders(desk, deployment, Effect.OPEN)
    assert entry.status is OrderStatus.CANCELLED
    await ticks(desk, deployment, 2)
    assert await fills_of(desk, deployment) == []


async def test_stopping_with_flatten_closes_at_the_next_open_and_settles(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"))
    await ticks(desk, deployment, 3)
    stopping = await desk.runtime.stop(ANN, deployment.id, flatten=True, reason="done")
    assert (stopping.state, await shares(desk, deployment) > 0) == (LifecycleState.STOPPING, True)
    again = await desk.runtime.stop(ANN, deployment.id, flatten=True)
    assert again.state is LifecycleState.STOPPING
    await ticks(desk, deployment, 1)
    assert await shares(desk, deployment) == 0
    assert [fill.reason for fill in await fills_of(desk, deployment)] == ["entry", "flatten"]
    assert (await desk.runtime.find(deployment.id)).state is LifecycleState.STOPPED
    desk.feed()
    assert await desk.runtime.tick(deployment.id) == 0


async def test_stopping_without_flatten_leaves_the_position_and_cancels_the_entry(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"))
    await ticks(desk, deployment, 1)
    stopped = await desk.runtime.stop(ANN, deployment.id, flatten=False)
    assert stopped.state is LifecycleState.STOPPED
    [entry] = await orders(desk, deployment, Effect.OPEN)
    assert entry.status is OrderStatus.CANCELLED


async def test_a_pause_holds_entries_back_and_lets_exits_go(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6", bars=2))
    await ticks(desk, deployment, 2)
    await desk.runtime.pause(ANN, deployment.id, "looking at it")
    await ticks(desk, deployment, 4)
    assert await shares(desk, deployment) == 0
    held_back = [order for order in await orders(desk, deployment, Effect.OPEN) if order.why == "deployment_paused"]
    assert len(held_back) >= 2
    await desk.runtime.resume(ANN, deployment.id)
    await ticks(desk, deployment, 2)
    assert await shares(desk, deployment) > 0


async def test_a_drawdown_halts_closes_everything_and_is_told_in_both_languages(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"), drawdown="0.01")
    await ticks(desk, deployment, 40)
    assert (await desk.runtime.find(deployment.id)).state is LifecycleState.HALTED
    assert await shares(desk, deployment) == 0
    assert (await fills_of(desk, deployment))[-1].reason == "flatten"
    [breach] = [event.json for event in await told(desk, deployment) if event.type == "breach"]
    assert "halted" in breach
    assert "below its peak" in breach
    assert "回撤" in breach


async def test_what_was_held_back_shows_as_drift_from_the_backtest_and_is_told_once(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"))
    watch = DriftWatch(desk.journal, desk.rerun, desk.brokers, desk.runtime.began)
    await ticks(desk, deployment, 1)
    assert await watch.check(deployment) is None
    await desk.switches.turn_on(ANN, switch_of(deployment), "not today")
    await ticks(desk, deployment, 3)
    alarm = await watch.check(deployment)
    assert alarm is not None
    assert await watch.check(deployment) == alarm
    await desk.runtime.attend(deployment.id)
    [event] = [each.json for each in await told(desk, deployment) if each.type == "drift_alarm"]
    assert "the backtest of the same bars has" in event
    assert "回测" in event


async def test_a_limit_cuts_what_is_bought(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"), capital="20000")
    await ticks(desk, deployment, 3)
    [fill] = await fills_of(desk, deployment)
    assert Decimal(19_000) < fill.quantity * fill.price <= Decimal(20_000)
    assert any(event.type == "breach" and "reduced" in event.json for event in await told(desk, deployment))


async def test_the_loop_ticks_when_a_session_has_closed_and_heeds_a_switch_between(desk: LiveDesk) -> None:
    deployment = await desk.deployed(holder("DEMO6"))
    loop = RuntimeLoop(
        desk.runtime, desk.store, PinnedSchedules(desk.floors.strategies, desk.floors.timetables), desk.clock
    )

    async def look() -> None:
        await loop.poll()
        await loop.settle()

    await look()
    for bars in (1, 2):
        desk.feed()
        await look()
        assert len(await desk.journal.equity(deployment.id)) == bars
    assert await shares(desk, deployment) > 0
    await desk.runtime.stop(ANN, deployment.id, flatten=True)
    await desk.switches.turn_on(ANN, switch_of(deployment), "enough")
    desk.feed()
    await look()
    assert await shares(desk, deployment) == 0
    assert (await desk.runtime.find(deployment.id)).state is LifecycleState.STOPPED
    assert not await desk.store.at_work()


class Died(Exception):
    """The process is gone."""


class Mortal:
    """Passes everything on until its time has come: before a call is done, or right after it."""

    def __init__(self, inner: Any, fate: "Fate") -> None:
        self._inner = inner
        self._fate = fate

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found

        async def call(*args: Any, **kwargs: Any) -> Any:
            self._fate.step()
            done = await found(*args, **kwargs)
            self._fate.step()
            return done

        return call


class Fate:
    """Counts steps, and ends it at the given one."""

    def __init__(self) -> None:
        self.left: int | None = None

    def step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Died


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.trust) for seed in range(1, 10))])
async def test_a_tick_that_dies_anywhere_is_done_again_without_harm(desk: LiveDesk, seed: int) -> None:
    deployment, fate, deaths, draw = await desk.deployed(lively("DEMO6")), Fate(), 0, random.Random(seed)
    mortal = Mortal(desk.journal, fate)
    for _ in range(16):
        desk.feed()
        for _ in range(3):
            fate.left = draw.randrange(36)
            runtime = _reborn(desk, mortal)
            try:
                await runtime.tick(deployment.id)
            except Died:
                deaths += 1
        fate.left = None
        await _reborn(desk, mortal).tick(deployment.id)
    assert deaths >= 16
    await assert_is_the_backtest(desk, deployment, bars=16, trades=3)


def _reborn(desk: LiveDesk, journal: Any) -> RuntimeService:
    """What the process had only in its head is gone."""
    old = desk.runtime
    return RuntimeService(
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
