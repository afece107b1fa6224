"""Stops and targets for brokers that do not hold them: exit orders from the fill on, one of which cancels the other.

Levels stand from the average price of the position. A trail follows the best price of the bars since the entry, and
never goes back. What a broker would not take as a resting order is watched, and left at the market on the close beyond.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import Broker, Capabilities, Quiet, RetryTimeouts
from packages.domain.trading.execution.model import BookedOrder, Intent, Position
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.execution.syncing import Syncer
from packages.domain.trading.orders import Effect, Guards, OrderRequest, OrderSide, OrderType
from packages.domain.trading.runtime.ports import TradingVenue, VenueReach
from packages.domain.trading.runtime.sizing import far

STOP, TARGET, TRAIL = "stop_loss", "take_profit", "trailing_stop"
_REASONS = frozenset({STOP, TARGET, TRAIL})


@dataclass(frozen=True, slots=True)
class Level:
    """Where a position is left, and as what."""

    type: OrderType
    price: Decimal
    reason: str

    def is_beyond(self, close: Decimal, direction: Direction) -> bool:
        below = (self.type is OrderType.STOP) == (direction is Direction.LONG)
        return close <= self.price if below else close >= self.price


def levels_of(guards: Guards, direction: Direction, average: Decimal, reach: VenueReach | None) -> tuple[Level, ...]:
    """The nearer one of stop and trail, and the target."""
    base, sign = float(average), 1.0 if direction is Direction.LONG else -1.0
    stops = []
    if guards.stop is not None:
        stops.append((base - sign * far(guards.stop, base), STOP))
    if guards.trail is not None:
        seen = base if reach is None else float(reach.high if sign > 0 else reach.low)
        best = max(base, seen) if sign > 0 else min(base, seen)
        stops.append((best - sign * far(guards.trail, best), TRAIL))
    levels = []
    if stops:
        price, reason = max(stops, key=lambda stop: sign * stop[0])
        levels.append(Level(OrderType.STOP, _exact(price), reason))
    if guards.target is not None:
        risk = base if guards.stop is None or guards.target.unit != "risk" else far(guards.stop, base)
        levels.append(Level(OrderType.LIMIT, _exact(base + sign * far(guards.target, risk)), TARGET))
    return tuple(level for level in levels if level.price > 0)


def holds(capabilities: Capabilities, guards: Guards) -> bool:
    """Whether the broker looks after all of them by itself."""
    if guards == Guards():
        return True
    return capabilities.guards and (guards.trail is None or capabilities.trailing)


class GuardKeeper:
    """Compares what stands at the broker with what should, position by position."""

    def __init__(self, journal: OrderJournal, broker: Broker, clock: Clock) -> None:
        self._journal = journal
        self._broker = broker
        timeouts = RetryTimeouts()
        self._syncer = Syncer(journal, broker, clock, timeouts, Quiet(clock, timeouts))

    async def keep(self, deployment_id: str, venue: TradingVenue, bar: datetime) -> None:
        """New ones are committed, and sent with whatever else is to be sent."""
        capabilities = self._broker.capabilities
        if capabilities.guards and capabilities.trailing:
            return
        positions = {each.symbol: each for each in await self._journal.positions(deployment_id) if each.quantity}
        orders = await self._journal.open_orders(deployment_id)
        leaving = {each.request.symbol for each in orders if _leaves(each)}
        for order in orders:
            if is_guard(order) and (order.request.symbol not in positions or order.request.symbol in leaving):
                await self._syncer.cancel(order)
        for symbol, position in positions.items():
            if symbol not in leaving:
                await self._guard(deployment_id, venue, bar, position)

    async def let_go(self, deployment_id: str, symbols: Sequence[str]) -> None:
        """Shares that a guard waits with cannot be sold by another order."""
        if not symbols:
            return
        for order in await self._journal.open_orders(deployment_id):
            if is_guard(order) and order.request.symbol in symbols:
                await self._syncer.cancel(order)

    async def _guard(self, deployment_id: str, venue: TradingVenue, bar: datetime, position: Position) -> None:
        entry = await self._journal.find(deployment_id, position.opened_by)
        average, since = position.average_price, position.since
        if entry is None or average is None or since is None or position.closable <= 0:
            return
        if holds(self._broker.capabilities, entry.request.guards):
            return
        reach = venue.reach(position.symbol, since, bar)
        quote = venue.quotes(bar).get(position.symbol)
        for level in levels_of(entry.request.guards, position.direction, average, reach):
            stands = await self._stands(deployment_id, position, level)
            if not stands and quote is not None and level.is_beyond(quote.close, position.direction):
                await self._leave(deployment_id, position, level, bar)
                return

    async def _stands(self, deployment_id: str, position: Position, level: Level) -> bool:
        """Replaced where the level or the shares have changed: the old one goes before the new one comes."""
        wanted = _resting(deployment_id, position, level)
        for order in await self._journal.open_orders(deployment_id):
            same = is_guard(order) and order.request.symbol == position.symbol and order.request.type is level.type
            if same and order.id == wanted.client_order_id:
                return True
            if same:
                await self._syncer.cancel(order)
                after = await self._journal.find(deployment_id, order.id)
                if after is not None and not after.status.is_final:
                    return True  # it still protects what it did; the new one comes when it is gone
        made = await self._journal.commit_request(deployment_id, f"guard:{wanted.client_order_id}", [Intent(wanted)])
        return not made.is_repeat

    async def _leave(self, deployment_id: str, position: Position, level: Level, bar: datetime) -> None:
        await self.let_go(deployment_id, [position.symbol])
        parts = (deployment_id, bar.isoformat(), level.reason, position.symbol)
        order = _exit(position, level.reason, derived_id("order", *parts), OrderType.MARKET, None)
        await self._journal.commit_request(deployment_id, f"guard:{order.client_order_id}", [Intent(order)])


def is_guard(order: BookedOrder) -> bool:
    request = order.request
    rests = request.effect is Effect.CLOSE and request.type is not OrderType.MARKET
    return rests and request.reason in _REASONS


def _leaves(order: BookedOrder) -> bool:
    return not order.is_entry and order.request.type is OrderType.MARKET


def _resting(deployment_id: str, position: Position, level: Level) -> OrderRequest:
    """Its id names the position's entry, the level and the shares, so that a repeat is found."""
    parts = (position.opened_by, level.type.value, str(level.price), str(position.closable))
    name = derived_id("order", deployment_id, "guard", *parts)
    return _exit(position, level.reason, name, level.type, level.price)


def _exit(position: Position, reason: str, name: str, kind: OrderType, price: Decimal | None) -> OrderRequest:
    return OrderRequest(
        client_order_id=name,
        symbol=position.symbol,
        side=OrderSide.SELL if position.quantity > 0 else OrderSide.BUY,
        effect=Effect.CLOSE,
        type=kind,
        quantity=position.closable,
        price=price,
        reason=reason,
    )


def _exact(price: float) -> Decimal:
    return Decimal(repr(round(price, 8)))
