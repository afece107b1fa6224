"""Deployments at Alpaca and at an exchange, over HTTP and the brokers' own protocols: paper, and live with approval."""

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.apps.api.broker_desk import Venue, started, venue_of
from tests.apps.api.trading_desk import TradingDesk, open_trading_desk

VENUES = ("alpaca", "ccxt")


@pytest.fixture
async def desk(demo_at_home: Path) -> AsyncIterator[TradingDesk]:
    async with open_trading_desk() as desk:
        yield desk


async def look(desk: TradingDesk, deployment_id: str) -> None:
    """As the loop does between two bars."""
    desk.clock.move(seconds=11)
    await desk.desk.trading.runtime.attend(deployment_id)


async def orders(desk: TradingDesk, here: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await desk.told(f"{here}/orders"))["orders"]
    return found


@pytest.mark.parametrize("name", VENUES)
async def test_a_deployment_elsewhere_orders_is_filled_tells_its_profit_and_is_closed(
    desk: TradingDesk, name: str
) -> None:
    with venue_of(name, "paper") as venue:
        deployment_id = await started(desk, venue, "paper")
        here = f"/deployments/{deployment_id}"
        assert await desk.trade(deployment_id, days=1) == 1
        [entry] = await orders(desk, here)
        assert (entry["status"], venue.sent()) == ("accepted", [venue.wire(entry["client_order_id"])])
        venue.trade("100")
        await look(desk, deployment_id)
        [held] = (await desk.told(f"{here}/positions"))["positions"]
        assert Decimal(held["quantity"]) == Decimal(entry["quantity"]) > 0
        venue.trade("110")
        await _gains(desk, venue, here, Decimal(held["quantity"]) * 10)
        assert (await desk.said(f"{here}/stop", {"flatten": True}))["state"] == "stopping"
        venue.trade("110")
        await look(desk, deployment_id)
        assert (await desk.told(here))["state"] == "stopped"
        out = (await orders(desk, here))[0]
        assert (out["reason"], out["status"]) == ("flatten", "filled")
        assert venue.sent() == [venue.wire(each["client_order_id"]) for each in (entry, out)]
        money = (await desk.told(here))["money"]
        assert Decimal(money["realised"]) == Decimal(held["quantity"]) * 10


async def _gains(desk: TradingDesk, venue: Venue, here: str, profit: Decimal) -> None:
    told = await desk.told(f"{here}/performance")
    [position] = told["positions"]
    assert (position["symbol"], Decimal(position["profit"])) == (venue.ticker, profit)
    assert Decimal(told["profit"]) == profit
    [fill] = (await desk.told(f"{here}/fills"))["fills"]
    assert (fill["side"], Decimal(fill["price"])) == ("buy", Decimal(100))


@pytest.mark.parametrize("name", VENUES)
async def test_live_money_waits_for_a_person_and_goes_out_once(desk: TradingDesk, name: str) -> None:
    with venue_of(name, "live") as venue:
        deployment_id = await started(desk, venue, "live")
        here = f"/deployments/{deployment_id}"
        await desk.trade(deployment_id, days=1)
        await look(desk, deployment_id)
        [waiting] = (await desk.told("/approvals", status="pending"))["approvals"]
        [entry] = await orders(desk, here)
        assert (entry["status"], entry["why"]) == ("intended", f"approval_pending:{waiting['id']}")
        assert venue.sent() == []
        await desk.said(f"/approvals/{waiting['id']}/approve", {"digest": waiting["digest"]})
        for _ in range(3):
            await look(desk, deployment_id)
        assert venue.sent() == [venue.wire(entry["client_order_id"])]
        assert (await desk.told(f"/approvals/{waiting['id']}"))["status"] == "used"


async def test_live_money_that_nobody_approves_does_not_move(desk: TradingDesk) -> None:
    with venue_of("alpaca", "live") as venue:
        deployment_id = await started(desk, venue, "live")
        await desk.trade(deployment_id, days=1)
        [waiting] = (await desk.told("/approvals", status="pending"))["approvals"]
        await desk.trade(deployment_id, days=3)
        late = await desk.refused(f"/approvals/{waiting['id']}/approve", {"digest": waiting["digest"]}, 409)
        assert late["code"] == "approval_over"
        *_, entry = await orders(desk, f"/deployments/{deployment_id}")
        assert (entry["status"], entry["why"]) == ("lapsed", "bar_has_passed")
        assert venue.sent() == []
