"""The runtime at a broker that takes quantities and holds no guards: sizes, guards, missed bars, troubles."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.trading.broker import CashKind
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.account_orders import Outbox
from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.orders import DistanceUnit, GuardDistance, Guards, OrderStatus, OrderType
from packages.domain.trading.risk.switches import SwitchKey, SwitchScope
from packages.domain.trading.runtime.performance import performance_of
from packages.domain.trading.runtime.replay import DeploymentTime
from packages.domain.trading.runtime.runtime_service import RuntimeService
from packages.domain.trading.runtime.ticking import BrokerQuiet, NotEnoughMoney
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.settings.database import DatabaseUrl
from tests.fakes.event_log import InMemoryEventLog
from tests.packages.domain.trading.deployments.making import ANN, Desk, new_desk
from tests.packages.domain.trading.execution.simulated_broker import COSTS
from tests.packages.domain.trading.execution.trading_floor import floor_folder
from tests.packages.domain.trading.runtime.plain_floor import FIRST, PlainFloor, StopBroker, enters, leaves

pytestmark = pytest.mark.slow

GUARDED = Guards(stop=GuardDistance(DistanceUnit.PCT, 0.05), target=GuardDistance(DistanceUnit.RISK, 2.0))
TRAILED = Guards(trail=GuardDistance(DistanceUnit.PCT, 0.1))


@dataclass(slots=True)
class Market:
    """One deployment at a broker elsewhere, and the days that pass there."""

    desk: Desk
    journal: SqlOrderJournal
    broker: StopBroker
    floor: PlainFloor
    runtime: RuntimeService
    deployment: Deployment

    async def close(self, price: str, *, tick: bool = True) -> None:
        """A day at one price: orders that wait trade first, then the bar is over."""
        self.desk.clock.move(days=1)
        self.broker.trade({"AAA": Decimal(price), "BBB": Decimal(1), "CCC": Decimal(1)})
        self.floor.closes.append(Decimal(price))
        if tick:
            await self.runtime.tick(self.deployment.id)

    async def orders(self, kind: OrderType | None = None) -> list[BookedOrder]:
        found = reversed(await self.journal.orders(self.deployment.id, JournalPage(100)))
        return [order for order in found if kind in (None, order.request.type)]

    async def shares(self) -> Decimal:
        return sum((each.quantity for each in await self.journal.positions(self.deployment.id)), Decimal(0))


@pytest.fixture
async def market(template: Path) -> AsyncIterator[Market]:
    with floor_folder() as folder:
        desk = await new_desk().open()
        database = Database(DatabaseUrl(f"sqlite:///{shutil.copy(template, folder / 'orders.sqlite')}"))
        journal = SqlOrderJournal(database, desk.clock)
        broker = StopBroker(desk.clock)
        floor = PlainFloor(broker)
        runtime = RuntimeService(
            desk.store,
            desk.service,
            journal,
            Outbox(journal, InMemoryEventLog()),
            desk.switches,
            desk.approvals,
            floor,
            floor,
            DeploymentTime(desk.clock, journal, floor),
            desk.clock,
        )
        made = await desk.service.create(ANN, await desk.request())
        desk.clock.move(seconds=(FIRST - desk.clock.now()).total_seconds() - 3_600 * 2)
        started = await runtime.start(ANN, made.id)
        yield Market(desk, journal, broker, floor, runtime, started)
        await journal.aclose()
        await database.aclose()


async def test_a_size_becomes_a_quantity_before_it_is_sent(market: Market) -> None:
    market.floor.script[0] = enters(0, cash=10_050.0)
    await market.close("100")
    [entry] = await market.orders()
    assert (entry.request.quantity, entry.status) == (Decimal(100), OrderStatus.ACCEPTED)


async def test_what_is_too_small_is_written_down_and_not_sent(market: Market) -> None:
    market.floor.script[0] = enters(0, cash=99.0)
    await market.close("100")
    [entry] = await market.orders()
    assert (entry.status, entry.why) == (OrderStatus.BLOCKED, "too_small")
    assert not market.broker.orders


async def test_of_missed_bars_only_the_newest_is_decided_on(market: Market) -> None:
    for number in range(3):
        market.floor.script[number] = enters(number)
        await market.close("100", tick=False)
    assert await market.runtime.tick(market.deployment.id) == 1
    assert market.floor.asked == [market.floor.bars[-1]]
    assert len(market.broker.orders) == 1


async def test_after_a_fill_the_guards_stand_from_its_price_and_the_target_cancels_the_stop(market: Market) -> None:
    market.floor.script[0] = enters(0, GUARDED)
    await market.close("100")
    await market.close("102")
    stop, target = await market.orders(OrderType.STOP), await market.orders(OrderType.LIMIT)
    assert [(each.request.price, each.status) for each in stop] == [(Decimal("96.9"), OrderStatus.ACCEPTED)]
    assert [(each.request.price, each.status) for each in target] == [(Decimal("112.2"), OrderStatus.ACCEPTED)]
    await market.close("113")
    assert await market.shares() == 0
    assert [each.status for each in await market.orders(OrderType.LIMIT)] == [OrderStatus.FILLED]
    assert [each.status for each in await market.orders(OrderType.STOP)] == [OrderStatus.CANCELLED]
    assert not await market.broker.open_orders()


async def test_a_trail_moves_up_with_the_price_and_never_down(market: Market) -> None:
    market.floor.script[0] = enters(0, TRAILED)
    for price in ("100", "100", "120", "110"):
        await market.close(price)
    stops = await market.orders(OrderType.STOP)
    assert [(each.request.price, each.status) for each in stops] == [
        (Decimal(90), OrderStatus.CANCELLED),
        (Decimal(108), OrderStatus.ACCEPTED),
    ]
    await market.close("105")
    assert await market.shares() == 0
    assert (await market.orders(OrderType.STOP))[-1].status is OrderStatus.FILLED


async def test_an_exit_frees_the_shares_that_a_guard_waits_with(market: Market) -> None:
    market.broker.reserves = True
    market.floor.script |= {0: enters(0, Guards(stop=GuardDistance(DistanceUnit.PCT, 0.05))), 2: leaves(2)}
    for price in ("100", "100", "101", "101"):
        await market.close(price)
    assert await market.shares() == 0
    assert [each.status for each in await market.orders(OrderType.STOP)] == [OrderStatus.CANCELLED]


async def test_a_target_that_the_broker_would_not_take_is_watched(market: Market) -> None:
    market.broker.reserves = True
    market.floor.script[0] = enters(0, GUARDED)
    for price in ("100", "100", "115", "115"):
        await market.close(price)
    assert [each.status for each in await market.orders(OrderType.LIMIT)] == [OrderStatus.REJECTED]
    assert await market.shares() == 0
    assert [each.request.reason for each in await market.orders(OrderType.MARKET)] == ["entry", "take_profit"]


async def test_while_the_broker_does_not_answer_nothing_is_decided(market: Market) -> None:
    market.floor.script[0] = enters(0)
    market.broker.is_down = True
    with pytest.raises(BrokerQuiet):
        await market.close("100")
    assert market.floor.asked == []
    market.broker.is_down = False
    market.desk.clock.move(minutes=5)
    assert await market.runtime.tick(market.deployment.id) == 1
    assert len(market.broker.orders) == 1


async def test_money_that_the_deployment_was_not_given_is_none_of_its_equity(market: Market) -> None:
    market.floor.capital = Decimal(100_000)
    await market.close("100")
    [point] = await market.journal.equity(market.deployment.id)
    assert (point.equity, point.cash) == (Decimal(100_000), Decimal(100_000))


async def test_a_deposit_hides_no_loss(market: Market) -> None:
    market.floor.script |= {0: enters(0, cash=900_000.0), 1: leaves(1)}
    await market.close("100")
    await market.close("100")
    market.broker.pay("500000", CashKind.DEPOSIT)
    await market.close("70")
    halted = await market.runtime.find(market.deployment.id)
    assert halted.state is LifecycleState.HALTED
    assert halted.marks is not None
    costs = 2 * COSTS
    assert (halted.marks.equity, halted.marks.drawdown) == (730_000 - costs, (270_000 + costs) / 1_000_000)
    told = await performance_of(market.journal, market.broker, market.deployment.id)
    assert (told.equity, told.profit) == (1_230_000 - costs, -270_000 - costs)
    assert told.drawdown == halted.marks.drawdown


async def test_a_withdrawal_is_no_loss(market: Market) -> None:
    await market.close("100")
    market.broker.pay("-500000", CashKind.DEPOSIT)
    await market.close("100")
    running = await market.runtime.find(market.deployment.id)
    assert running.state is LifecycleState.RUNNING
    assert running.marks is not None
    assert (running.marks.equity, running.marks.drawdown) == (Decimal(1_000_000), Decimal(0))
    told = await performance_of(market.journal, market.broker, market.deployment.id)
    assert (told.equity, told.profit, told.drawdown) == (Decimal(500_000), Decimal(0), Decimal(0))


async def test_what_was_withdrawn_is_not_traded_with(market: Market) -> None:
    market.floor.script[2] = enters(2, cash=900_000.0)
    await market.close("100")
    market.broker.pay("-500000", CashKind.DEPOSIT)
    for _ in range(2):
        await market.close("100")
    (entry,) = await market.orders()
    assert entry.request.quantity is not None
    assert Decimal(4_000) < entry.request.quantity <= Decimal(5_000)


async def test_an_account_with_too_little_money_is_not_started(market: Market) -> None:
    await market.runtime.stop(ANN, market.deployment.id, flatten=False)
    other = await market.desk.service.create(ANN, await market.desk.request())
    market.floor.capital = Decimal(5_000_000)
    with pytest.raises(NotEnoughMoney):
        await market.runtime.start(ANN, other.id)
    assert (await market.runtime.find(other.id)).state is LifecycleState.READY


async def test_what_leaves_makes_room_for_what_enters_on_the_same_bar(market: Market) -> None:
    market.floor.script[0] = enters(0, cash=900_000.0)
    market.floor.script[2] = replace(leaves(2), entries=enters(2, cash=900_000.0).entries)
    for _ in range(3):
        await market.close("100")
    exit_, entry = (await market.orders())[1:]
    assert (exit_.is_entry, exit_.request.quantity) == (False, Decimal(9_000))
    assert (entry.is_entry, entry.request.quantity, entry.status) == (True, Decimal(9_000), OrderStatus.ACCEPTED)


async def test_what_is_asked_again_on_the_same_bar_is_not_ordered_again(market: Market) -> None:
    market.floor.script[0] = enters(0)
    await market.close("100")
    assert await market.runtime.tick(market.deployment.id) == 0
    assert len(await market.orders()) == 1
    assert set(market.broker.submitted.values()) == {1}


async def test_an_exit_that_was_refused_is_tried_again_until_the_position_is_gone(market: Market) -> None:
    market.floor.script |= {0: enters(0), 2: leaves(2)}
    await market.close("100")
    await market.close("100")
    market.broker.refuses = True
    await market.close("101")
    for _ in range(3):
        market.desk.clock.move(seconds=5)
        await market.runtime.attend(market.deployment.id)
    exits = [order for order in await market.orders() if not order.is_entry]
    assert [order.status for order in exits] == [OrderStatus.REJECTED] * 4
    market.broker.refuses = False
    market.desk.clock.move(minutes=2)
    await market.runtime.attend(market.deployment.id)
    await market.close("102")
    assert await market.shares() == 0


async def test_a_switch_cancels_an_entry_at_work_while_a_tick_waits_for_its_bars(market: Market) -> None:
    market.floor.script[0] = enters(0)
    await market.close("100")
    market.floor.source = asyncio.Event()
    tick = asyncio.create_task(market.runtime.tick(market.deployment.id))
    await market.runtime.heed_switches(market.deployment.id)
    [entry] = await market.orders()
    assert entry.status is OrderStatus.ACCEPTED  # no switch is on
    await market.desk.switches.turn_on(ANN, SwitchKey(SwitchScope.DEPLOYMENT, market.deployment.id), "enough")
    async with asyncio.timeout(60):  # who waits for the tick waits for ever
        await market.runtime.heed_switches(market.deployment.id)
    assert not tick.done()
    [entry] = await market.orders()
    assert entry.status is OrderStatus.CANCELLED
    market.floor.source.set()
    assert await tick == 0
