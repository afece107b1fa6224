"""A strategy that orders on every bar is stopped by the order rate and by the day's loss; its exits go through."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.trading.orders import Effect, OrderRequest, OrderSide
from packages.domain.trading.risk.gate import Allowed, Blocked, Quote, RiskState, after, gate
from packages.domain.trading.risk.limits import Halt, LimitName, RiskLimits, watch
from tests.packages.domain.trading.risk.making import DAY, NOW, entry, limits, state

BARS = 390  # a session of minutes
COST = Decimal("0.002")  # what each round trip loses


class Runaway:
    """In and out again on every minute, losing a little each time."""

    def __init__(self, bounds: RiskLimits) -> None:
        self._bounds = bounds
        self.now: RiskState = state()
        self.entered: list[datetime] = []
        self.left = 0
        self.stopped_by: set[LimitName] = set()
        self.halt: Halt | None = None

    def run(self) -> None:
        for bar in range(BARS):
            self._tick(NOW + timedelta(minutes=bar))

    def _tick(self, at: datetime) -> None:
        self.now = replace(self.now, now=at, quotes={"AAPL": Quote(Decimal(100), at)})
        self.halt = self.halt or watch(self._bounds, self.now.marks)
        order = entry("500")
        verdict = gate(self._bounds, self.now, order)
        if isinstance(verdict, Blocked):
            self.stopped_by.add(verdict.breach.limit)
        else:
            self.now = after(self.now, order, verdict)
            self.entered.append(at)
        self._leave(entry("500", side=OrderSide.SELL, effect=Effect.CLOSE))

    def _leave(self, order: OrderRequest) -> None:
        assert gate(self._bounds, self.now, order) == Allowed()
        self.left += 1
        lost = self.now.gross * COST
        seen = self.now.marks.seen(DAY, self.now.equity - lost)
        self.now = replace(self.now, exposures=(), marks=seen)


def test_the_order_rate_stops_it_and_it_leaves_every_time() -> None:
    strategy = Runaway(limits(orders_an_hour=10))
    strategy.run()
    assert strategy.stopped_by == {LimitName.ORDERS_AN_HOUR}
    assert len(strategy.entered) == 10 * 7  # six and a half hours, ten in each
    assert strategy.left == BARS
    for at in strategy.entered:
        assert sum(at - timedelta(hours=1) < each <= at for each in strategy.entered) <= 10


def test_the_loss_of_the_day_stops_it_for_the_day_and_it_leaves_every_time() -> None:
    strategy = Runaway(limits(daily_loss="0.03"))
    strategy.run()
    assert strategy.stopped_by == {LimitName.DAILY_LOSS}
    assert len(strategy.entered) == 30  # a tenth of a percent each
    assert strategy.halt is not None
    assert strategy.halt.measured == Decimal("0.03")
    assert strategy.left == BARS


@pytest.mark.slow
def test_without_limits_nothing_would_have_stopped_it() -> None:
    strategy = Runaway(RiskLimits())
    strategy.run()
    assert len(strategy.entered) == BARS
    assert strategy.now.marks.daily_loss > Decimal("0.3")
