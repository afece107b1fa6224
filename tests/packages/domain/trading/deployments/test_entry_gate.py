"""Right before an entry goes out: the state, the kill switch and the approval are asked, each time anew."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.clearing import EntryGate
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import BookedOrder
from packages.domain.trading.execution.ports import Go, Refuse, Wait
from packages.domain.trading.orders import OrderStatus
from packages.domain.trading.risk.switches import GLOBAL, SwitchKey, SwitchScope
from tests.packages.domain.trading.approval.making import ORDER
from tests.packages.domain.trading.deployments.making import ANN, NOW, Desk, new_desk


@pytest.fixture
async def desk() -> Desk:
    return await new_desk().open()


def gate_of(desk: Desk, owner_id: str = "ann") -> EntryGate:
    return EntryGate(owner_id, desk.store, desk.switches, desk.approvals)


def order_of(deployment: Deployment) -> BookedOrder:
    return BookedOrder(
        deployment_id=deployment.id,
        number=1,
        request=ORDER,
        bar=NOW,
        status=OrderStatus.INTENDED,
        filled=Decimal(0),
        average_price=None,
        costs=Decimal(0),
        broker_order_id="",
        why="",
        tries=0,
        sent_at=None,
        next_try_at=None,
        missing_since=None,
        created_at=NOW,
        updated_at=NOW,
    )


async def test_a_running_paper_deployment_sends(desk: Desk) -> None:
    made = await desk.running()
    assert await gate_of(desk)(order_of(made)) == Go()


async def test_whatever_does_not_run_sends_no_entry(desk: Desk) -> None:
    ready = await desk.service.create(ANN, await desk.request())
    assert await gate_of(desk)(order_of(ready)) == Refuse("deployment_ready")
    made = await desk.running()
    await desk.service.pause(ANN, made.id)
    assert await gate_of(desk)(order_of(made)) == Refuse("deployment_paused")
    await desk.service.stop(ANN, made.id, flatten=False)
    assert await gate_of(desk)(order_of(made)) == Refuse("deployment_stopping")
    assert await gate_of(desk, "bob")(order_of(made)) == Refuse("deployment_unknown")


@pytest.mark.parametrize("scope", list(SwitchScope))
async def test_a_kill_switch_holds_at_the_next_look(desk: Desk, scope: SwitchScope) -> None:
    made, gate = await desk.running(), gate_of(desk)
    key = {
        SwitchScope.GLOBAL: GLOBAL,
        SwitchScope.PERSON: SwitchKey(scope, "ann"),
        SwitchScope.DEPLOYMENT: SwitchKey(scope, made.id),
    }[scope]
    operator = replace(ANN, user_id="operator") if scope is SwitchScope.GLOBAL else ANN
    assert await gate(order_of(made)) == Go()
    await desk.switches.turn_on(operator, key, "too wild")
    assert await gate(order_of(made)) == Refuse(f"kill_switch_{scope}")
    await desk.switches.turn_off(operator, key, "calm again")
    assert await gate(order_of(made)) == Go()


async def test_live_money_waits_for_a_person_and_goes_once_they_said_yes(desk: Desk) -> None:
    made, gate = await desk.running(Mode.LIVE), gate_of(desk)
    first, again = await gate(order_of(made)), await gate(order_of(made))
    assert first == again
    [asked] = await desk.approvals.page("ann")
    assert first == Wait(f"approval_pending:{asked.id}")
    await desk.approvals.approve(ANN, asked.id, asked.digest)
    assert await gate(order_of(made)) == Go()


async def test_a_changed_order_waits_for_an_approval_of_its_own(desk: Desk) -> None:
    made, gate = await desk.running(Mode.LIVE), gate_of(desk)
    await gate(order_of(made))
    [asked] = await desk.approvals.page("ann")
    await desk.approvals.approve(ANN, asked.id, asked.digest)
    larger = replace(order_of(made), request=replace(ORDER, quantity=Decimal(11)))
    assert isinstance(await gate(larger), Wait)
    assert len(await desk.approvals.page("ann")) == 2


async def test_who_died_after_spending_sends_the_same_order_and_not_for_ever(desk: Desk) -> None:
    made, gate = await desk.running(Mode.LIVE), gate_of(desk)
    await gate(order_of(made))
    [asked] = await desk.approvals.page("ann")
    await desk.approvals.approve(ANN, asked.id, asked.digest)
    assert await gate(order_of(made)) == Go()
    assert await gate(order_of(made)) == Go()
    desk.clock.move(minutes=5)
    assert await gate(order_of(made)) == Refuse("approval_too_old")


async def test_a_no_is_not_asked_again(desk: Desk) -> None:
    made, gate = await desk.running(Mode.LIVE), gate_of(desk)
    await gate(order_of(made))
    [asked] = await desk.approvals.page("ann")
    await desk.approvals.deny(ANN, asked.id)
    assert await gate(order_of(made)) == Refuse("approval_denied")
    assert len(await desk.approvals.page("ann")) == 1
