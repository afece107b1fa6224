"""A live order, and approvals in memory."""

from datetime import UTC, datetime
from decimal import Decimal

from packages.core.ids import Ids
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.approval.ports import OneOrder, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.deployments import InMemoryApprovals

NOW = datetime(2026, 11, 13, 15, 0, tzinfo=UTC)
ANN = PersonSession("ann", "s1")
PLACE = Place("ann", "dep", "acc", Mode.LIVE)
ORDER = OrderRequest(
    client_order_id="o-1",
    symbol="AAPL",
    side=OrderSide.BUY,
    effect=Effect.OPEN,
    type=OrderType.LIMIT,
    quantity=Decimal("10"),
    price=Decimal("187.50"),
    valid_bars=3,
    guards=Guards(
        GuardDistance(DistanceUnit.PCT, 0.05),
        GuardDistance(DistanceUnit.RISK, 2.0),
        GuardDistance(DistanceUnit.POINTS, 4.0),
    ),
    reference_price=Decimal("188.25"),
    reason="entry",
)
SUBJECT = OneOrder(PLACE, ORDER)


class Desk:
    """Approvals with a clock that a test moves."""

    def __init__(self) -> None:
        self.clock = StoppedClock(NOW)
        self.store = InMemoryApprovals()
        self.approvals = Approvals(self.store, self.clock, Ids(self.clock))

    async def approved(self, subject: OneOrder = SUBJECT) -> str:
        asked = await self.approvals.request(subject)
        return (await self.approvals.approve(ANN, asked.id, asked.digest)).id
