"""How far a deployment is from the backtest of the same bars, and when that is too far."""

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from packages.core.events import NewEvent
from packages.core.messages import Language, message, render
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import EquityPoint, JournalPage
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.orders import OrderStatus
from packages.domain.trading.runtime.ports import Brokers, Expectation

_CENT = Decimal("0.005")  # half of one: what rounds to 0.00 is none
_FEWEST_RETURNS = 5  # a spread of fewer says nothing


@dataclass(frozen=True, slots=True)
class DriftPoint:
    """On the close of a bar: what there is, what the backtest has, and how far apart the two may be."""

    bar: datetime
    equity: Decimal
    expected: Decimal
    band: Decimal

    @property
    def difference(self) -> Decimal:
        return self.equity - self.expected

    @property
    def is_outside(self) -> bool:
        return abs(self.difference) > self.band


@dataclass(frozen=True, slots=True)
class Drift:
    """Bars that only one of the two has are not compared, and counted in `missing`."""

    points: tuple[DriftPoint, ...]
    missing: int
    is_exact: bool  # a cent is too much

    @property
    def alarm(self) -> DriftPoint | None:
        """The first bar on which the two were too far apart."""
        return next((point for point in self.points if point.is_outside), None)

    @property
    def largest(self) -> Decimal:
        return max((abs(point.difference) for point in self.points), default=Decimal(0))

    @property
    def tracking_error(self) -> float | None:
        """The standard deviation of the differences between the returns of a bar; None of fewer than two."""
        ours, theirs = _returns([p.equity for p in self.points]), _returns([p.expected for p in self.points])
        return _deviation([mine - other for mine, other in zip(ours, theirs, strict=True)])


def drift_of(actual: Sequence[EquityPoint], expected: Sequence[EquityPoint], *, is_exact: bool) -> Drift:
    """Bar by bar; `is_exact` for a broker that trades by the backtest's rules."""
    ours, theirs = {each.bar: each.equity for each in actual}, {each.bar: each.equity for each in expected}
    shared = sorted(ours.keys() & theirs.keys())
    spread = None if is_exact else _deviation(_returns([theirs[bar] for bar in shared]), _FEWEST_RETURNS)
    points = tuple(
        DriftPoint(bar, ours[bar], theirs[bar], _band(theirs[bar], number, spread, is_exact))
        for number, bar in enumerate(shared, start=1)
    )
    return Drift(points, len(ours.keys() ^ theirs.keys()), is_exact)


def _band(expected: Decimal, bars: int, spread: float | None, is_exact: bool) -> Decimal:
    if is_exact:
        return _CENT
    if spread is None:
        return Decimal("Infinity")
    return max(abs(expected) * Decimal(repr(spread * math.sqrt(bars))), _CENT)


def _returns(equity: Sequence[Decimal]) -> list[float]:
    return [float(after / before - 1) if before > 0 else 0.0 for before, after in pairwise(equity)]


def _deviation(values: Sequence[float], fewest: int = 2) -> float | None:
    if len(values) < fewest:
        return None
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


Began = Callable[[Deployment], Awaitable[datetime | None]]
_LATEST = 1_000


class DriftWatch:
    """A process raises an alarm once; what limits and switches held back is counted beside it."""

    def __init__(self, journal: OrderJournal, expectation: Expectation, brokers: Brokers, began: Began) -> None:
        self._journal = journal
        self._expectation = expectation
        self._brokers = brokers
        self._began = began
        self._raised: set[tuple[str, datetime]] = set()

    async def drift(self, deployment: Deployment) -> Drift:
        """A broker that sizes at the fill trades by the backtest's own rules, and has no excuse."""
        since = await self._began(deployment)
        expected = [] if since is None else await self._expectation.equity(deployment, since)
        broker = await self._brokers.of(deployment)
        actual = await self._journal.equity(deployment.id)
        return drift_of(actual, expected, is_exact=broker.capabilities.sizes_at_fill)

    async def check(self, deployment: Deployment) -> DriftPoint | None:
        """The first bar on which the two were too far apart; the alarm is an event."""
        alarm = (await self.drift(deployment)).alarm
        if alarm is not None and (deployment.id, alarm.bar) not in self._raised:
            self._raised.add((deployment.id, alarm.bar))
            await self._journal.notify(deployment.id, [await self._event(deployment.id, alarm)])
        return alarm

    async def _event(self, deployment_id: str, alarm: DriftPoint) -> NewEvent:
        orders = await self._journal.orders(deployment_id, JournalPage(_LATEST))
        held_back = sum(order.status is OrderStatus.BLOCKED for order in orders)
        money = {name: f"{getattr(alarm, name):.2f}" for name in ("equity", "expected", "difference", "band")}
        said = message("trading.drift_alarm", **money, day=f"{alarm.bar:%Y-%m-%d %H:%M}", held_back=held_back)
        sentences = {language.value: render(said, language) for language in Language}
        bar = alarm.bar.isoformat()
        return NewEvent("drift_alarm", {"bar": bar, **money, "held_back": held_back, "told": sentences})
