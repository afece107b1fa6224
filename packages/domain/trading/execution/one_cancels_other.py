"""Two entries of an instrument that were ordered on one close, one each way: the one that fills cancels the other.

The paper broker does so by itself, on the bar of the fill. At a broker elsewhere the orders do not know each other, so
the desk cancels the other one as soon as it has read the fill.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.orders import OrderSide

_LATEST = 200


async def outdone_entries(journal: OrderJournal, deployment_id: str) -> list[BookedOrder]:
    """Those that wait for their price while the other one of their close has filled, wholly or in part."""
    waiting = [each for each in await journal.open_orders(deployment_id) if waits(each)]
    if not waiting:
        return []
    return list(_outdone(waiting, await journal.orders(deployment_id, JournalPage(_LATEST))))


def waits(order: BookedOrder) -> bool:
    """For its price, as an entry that a decision ordered and that has no fill yet."""
    return order.is_entry and order.request.price is not None and order.bar is not None and not order.filled


def _outdone(waiting: Sequence[BookedOrder], latest: Sequence[BookedOrder]) -> Iterator[BookedOrder]:
    filled = {_close(each) for each in latest if each.is_entry and each.filled}
    for order in waiting:
        symbol, bar, buys = _close(order)
        if (symbol, bar, not buys) in filled:
            yield order


def _close(order: BookedOrder) -> tuple[str, datetime | None, bool]:
    """What was decided on, and which way."""
    return order.request.symbol, order.bar, order.request.side is OrderSide.BUY
