"""A strategy that runs away is stopped by the runtime itself, over paper, a database and the journal; it gets out."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.account_orders import deployment_stream
from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.orders import OrderStatus
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.database import DatabaseUrl
from tests.packages.infra.providers.trading.live.live_desk import LiveDesk, open_live_desk
from tests.packages.infra.providers.trading.live.runaway import BEGINS, TICKER, falling, runaway

ALL = JournalPage(1_000)


@asynccontextmanager
async def desk_on(folder: Path, fall: float) -> AsyncIterator[LiveDesk]:
    database = Database(DatabaseUrl(f"sqlite:///{folder / 'parley.sqlite'}"))
    await upgrade(database)
    desk = await open_live_desk(database, folder, TICKER, BEGINS, series=falling(fall))
    yield desk
    await desk.aclose()
    await database.aclose()


async def ticks(desk: LiveDesk, deployment: Deployment, bars: int) -> tuple[list[BookedOrder], list[BookedOrder]]:
    """The entries and the exits after so many bars, oldest first."""
    for _ in range(bars):
        desk.feed()
        await desk.runtime.tick(deployment.id)
    found = (await desk.journal.orders(deployment.id, ALL))[::-1]
    return [order for order in found if order.is_entry], [order for order in found if not order.is_entry]


async def breaches(desk: LiveDesk, deployment: Deployment) -> list[dict[str, Any]]:
    events = await desk.events.read(deployment_stream(deployment.id), "ann", limit=1_000)
    return [json.loads(event.json) for event in events if event.type == "breach"]


async def test_the_order_rate_stops_it_until_the_hour_is_over_and_every_exit_goes(tmp_path: Path) -> None:
    async with desk_on(tmp_path, fall=0.0) as desk:
        deployment = await desk.deployed(runaway(bars_held=1), orders_an_hour="3")
        entries, exits = await ticks(desk, deployment, 14)
        went = [order for order in entries if order.status is not OrderStatus.BLOCKED]
        blocked = [order for order in entries if order.status is OrderStatus.BLOCKED]
        assert [order.bar for order in went] == [BEGINS + minutes * timedelta(minutes=1) for minutes in (0, 10, 20, 60)]
        assert {order.why for order in blocked} == {"orders_an_hour"}
        assert len(blocked) == 6
        told = await breaches(desk, deployment)
        assert [(each["act"], each["limit"], each["measured"]) for each in told] == [
            ("blocked", "orders_an_hour", "4")
        ] * 6
        assert [order.status for order in exits[:3]] == [OrderStatus.FILLED] * 3
        assert exits[2].bar is not None
        assert exits[2].bar > BEGINS + 20 * timedelta(minutes=1)  # after the last entry that the hour allowed
        assert (await desk.runtime.find(deployment.id)).state is LifecycleState.RUNNING


async def test_the_loss_of_the_day_halts_it_and_its_exit_goes_while_it_is_halted(tmp_path: Path) -> None:
    async with desk_on(tmp_path, fall=0.01) as desk:
        deployment = await desk.deployed(runaway(bars_held=5), daily_loss="0.03")
        entries, exits = await ticks(desk, deployment, 10)
        assert (await desk.runtime.find(deployment.id)).state is LifecycleState.HALTED
        history = await desk.store.history("ann", deployment.id)
        [halt] = [change for change in history if change.action is DeploymentAction.HALT]
        first, *refused = entries
        assert first.status is OrderStatus.FILLED
        assert {(order.status, order.why) for order in refused} == {(OrderStatus.BLOCKED, "deployment_halted")}
        [out] = exits
        assert (out.status, out.request.reason) == (OrderStatus.FILLED, "time_exit")
        assert out.created_at > halt.at
        [held] = await desk.journal.positions(deployment.id)
        assert held.quantity == 0
        [breach] = await breaches(desk, deployment)
        assert (breach["act"], breach["limit"]) == ("halted", "daily_loss")
        assert Decimal("0.03") <= Decimal(breach["measured"]) < Decimal("0.04")


async def test_without_limits_of_its_own_nothing_would_have_stopped_it(tmp_path: Path) -> None:
    async with desk_on(tmp_path, fall=0.01) as desk:
        entries, _ = await ticks(desk, await desk.deployed(runaway(bars_held=1)), 14)
        assert [order.status for order in entries[:-1]] == [OrderStatus.FILLED] * (len(entries) - 1)
        assert len(entries) == 7
