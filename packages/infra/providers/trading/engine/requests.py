"""A decision as the orders that follow from it: exits first, then entries in the order of their rank."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal

from packages.domain.strategy.model import Direction
from packages.domain.trading.decisions import Decision, Enter, Leave
from packages.domain.trading.orders import Effect, OrderRequest, OrderType, Side, client_order_id


def requests_of(deployment_id: str, decision: Decision, held: Mapping[str, Decimal]) -> Iterator[OrderRequest]:
    """`held` has the shares of each position, below 0 when short. Sizes of entries are left to the fill."""
    for leave in decision.exits:
        yield _exit(deployment_id, decision.bar, leave, abs(held[leave.symbol]))
    for enter in decision.entries:
        yield _entry(deployment_id, decision.bar, enter)


def _exit(deployment_id: str, bar: datetime, leave: Leave, quantity: Decimal) -> OrderRequest:
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, f"leave_{leave.direction.value}", leave.symbol),
        symbol=leave.symbol,
        side=Side.SELL if leave.direction is Direction.LONG else Side.BUY,
        effect=Effect.CLOSE,
        type=OrderType.MARKET,
        quantity=quantity,
        reason=leave.reason,
    )


def _entry(deployment_id: str, bar: datetime, enter: Enter) -> OrderRequest:
    return OrderRequest(
        client_order_id=client_order_id(deployment_id, bar, f"enter_{enter.direction.value}", enter.symbol),
        symbol=enter.symbol,
        side=Side.BUY if enter.direction is Direction.LONG else Side.SELL,
        effect=Effect.OPEN,
        type=enter.type,
        sizing=enter.sizing,
        price=None if enter.price is None else Decimal(repr(enter.price)),
        valid_bars=enter.valid_bars,
        guards=enter.guards,
        reference_price=Decimal(repr(enter.close)),
        reason="entry",
    )
