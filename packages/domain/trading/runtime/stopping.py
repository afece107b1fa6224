"""What a state asks of the desk beside decisions: entries cancelled, positions closed, exits tried again."""

from dataclasses import replace
from datetime import datetime

from packages.core.ids import derived_id
from packages.domain.trading.broker import Broker
from packages.domain.trading.deployments.lifecycle import State
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.order_desk.desk import OrderDesk
from packages.domain.trading.order_desk.model import DeskOrder, Intent, Page, Position
from packages.domain.trading.order_desk.pauses import Patience
from packages.domain.trading.order_desk.ports import OrderJournal
from packages.domain.trading.orders import OrderStatus, OrderType

_FAILED = (OrderStatus.REJECTED, OrderStatus.LAPSED)
_PAUSES = Patience()
_LATEST = 200
_CANCELS_ENTRIES = (State.HALTED, State.BLOCKED, State.STOPPING)


async def heed(deployment: Deployment, desk: OrderDesk, bar: datetime | None) -> None:
    """May be done again at any time; what a broker let lapse of a closing is ordered anew on the next bar."""
    if deployment.state in _CANCELS_ENTRIES:
        await desk.cancel_entries(deployment.id)
    if deployment.flatten:
        when = "" if bar is None else bar.isoformat()
        await desk.flatten(deployment.id, f"{deployment.changes}:{when}")


async def leave_again(journal: OrderJournal, broker: Broker, deployment_id: str, now: datetime) -> None:
    """An exit that a broker refused or let lapse is ordered anew, after pauses that grow: a signal is told once, and
    the position has to go. A broker that is given bars keeps an exit until it is done."""
    if broker.capabilities.sizes_at_fill:
        return
    exits = [each for each in await journal.orders(deployment_id, Page(_LATEST)) if _leaves(each)]
    for position in await journal.positions(deployment_id):
        mine = [each for each in exits if each.request.symbol == position.symbol and _is_of(each, position)]
        if not mine or mine[0].status not in _FAILED or position.closable <= 0:
            continue
        last = mine[0]
        if last.updated_at + _PAUSES.after(len(mine)) <= now:
            name = derived_id("order", deployment_id, "again", last.id)
            order = replace(last.request, client_order_id=name, quantity=position.closable)
            await journal.commit_request(deployment_id, f"again:{last.id}", [Intent(order)])


def _leaves(order: DeskOrder) -> bool:
    return not order.is_entry and order.request.type is OrderType.MARKET


def _is_of(order: DeskOrder, position: Position) -> bool:
    return position.since is not None and order.created_at >= position.since


async def is_settled(deployment: Deployment, journal: OrderJournal) -> bool:
    """Whether a stop has nothing left to do. Without `flatten` positions stay, and exits at work end with the stop."""
    orders = await journal.open_orders(deployment.id)
    if any(order.is_entry for order in orders):
        return False
    if not deployment.flatten:
        return True
    return not orders and not any(each.quantity for each in await journal.positions(deployment.id))
