"""Compares a deployment with the backtest of its own bars, and tells when the two part."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from packages.core.events import NewEvent
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.order_desk.model import Page
from packages.domain.trading.order_desk.ports import OrderJournal
from packages.domain.trading.orders import OrderStatus
from packages.domain.trading.runtime.drift import Drift, DriftPoint, drift_of
from packages.domain.trading.runtime.ports import Brokers, Expectation

Began = Callable[[Deployment], Awaitable[datetime | None]]
_LATEST = 1_000
_ZH = (
    "{day}：净值 {equity}，同样行情的回测为 {expected}，相差 {difference}，超出允许的 {band}。"
    "被拦下的委托：{held_back} 笔。"
)
_EN = (
    "{day}: the equity is {equity}, the backtest of the same bars has {expected}. That is {difference} apart, and "
    "{band} is the most that is expected. Orders held back: {held_back}."
)


class DriftWatch:
    """An alarm is told once by a process; what limits and switches held back is counted beside it."""

    def __init__(self, journal: OrderJournal, expectation: Expectation, brokers: Brokers, began: Began) -> None:
        self._journal = journal
        self._expectation = expectation
        self._brokers = brokers
        self._began = began
        self._told: set[tuple[str, datetime]] = set()

    async def drift(self, deployment: Deployment) -> Drift:
        """A broker that sizes at the fill trades by the backtest's own rules, and has no excuse."""
        since = await self._began(deployment)
        expected = [] if since is None else await self._expectation.equity(deployment, since)
        broker = await self._brokers.of(deployment)
        actual = await self._journal.equity(deployment.id)
        return drift_of(actual, expected, is_exact=broker.capabilities.sizes_at_fill)

    async def check(self, deployment: Deployment) -> DriftPoint | None:
        """The first bar on which the two were too far apart, told as an event."""
        alarm = (await self.drift(deployment)).alarm
        if alarm is not None and (deployment.id, alarm.bar) not in self._told:
            self._told.add((deployment.id, alarm.bar))
            await self._journal.notify(deployment.id, [await self._event(deployment.id, alarm)])
        return alarm

    async def _event(self, deployment_id: str, alarm: DriftPoint) -> NewEvent:
        orders = await self._journal.orders(deployment_id, Page(_LATEST))
        held_back = sum(order.status is OrderStatus.BLOCKED for order in orders)
        money = {name: f"{getattr(alarm, name):.2f}" for name in ("equity", "expected", "difference", "band")}
        words = {**money, "day": f"{alarm.bar:%Y-%m-%d %H:%M}", "held_back": held_back}
        told = {"zh": _ZH.format(**words), "en": _EN.format(**words)}
        return NewEvent("drift_alarm", {"bar": alarm.bar.isoformat(), **money, "held_back": held_back, "told": told})
