"""Guards of an entry that ended with a part of its shares, put back for that part.

Alpaca cancels the legs of an entry together with the rest of it. The group that takes their place has an id made of the
entry's own, is looked up before it is sent, and stands at the prices that the legs had: two legs as one that cancels
the other, one leg by itself.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from packages.domain.trading.orders import Effect, OrderStatus
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.trading.adapters.alpaca_client import AlpacaClient, AlpacaRefusal
from packages.infra.providers.trading.adapters.alpaca_orders import (
    broker_order,
    checked,
    effect_of,
    guards_id,
)

_WITH_LEGS = frozenset({"bracket", "oto"})
_REFUSALS = (400, 403, 404, 409, 422)
Row = Mapping[str, Any]


def has_lost_its_legs(row: Row) -> bool:
    """An entry with legs that is over, and has a part of its shares only."""
    if row.get("order_class") not in _WITH_LEGS or effect_of(row) is not Effect.OPEN:
        return False
    order = broker_order(row)
    return order.status.is_final and order.status is not OrderStatus.FILLED and order.filled > 0


class LostLegs:
    """Each entry is looked after once; whoever begins anew finds the group by its id."""

    def __init__(self, client: AlpacaClient) -> None:
        self._client = client
        self._done: set[str] = set()

    async def put_back(self, entry: Row) -> str:
        """What Alpaca had against it; empty where the part is guarded, or nothing is left to be."""
        ours = str(entry["client_order_id"])
        if ours in self._done:
            return ""
        refused = "" if await self._is_there(guards_id(ours)) else await self._send(entry)
        self._done.add(ours)
        return refused

    async def _is_there(self, client_order_id: str) -> bool:
        try:
            await self._client.ask(lambda raw: checked(raw.get_order_by_client_id(client_order_id)), refusals=(404,))
        except AlpacaRefusal:
            return False
        return True

    async def _send(self, entry: Row) -> str:
        path = f"/orders/{entry['id']}"
        group = await self._client.ask(lambda raw: checked(raw.get(path, {"nested": True})))
        quantity = min(Decimal(str(entry["filled_qty"])), await self._held(str(entry["symbol"])))
        legs = group.get("legs") or ()
        if not legs or quantity <= 0:
            return ""
        try:
            await self._client.ask(
                lambda raw: raw.submit_order(_to_send(group, legs, quantity)), sends=True, refusals=_REFUSALS
            )
        except AlpacaRefusal as refusal:  # shares that an exit waits with are on their way out already
            return "" if refusal.is_duplicate or refusal.wants_held_shares else refusal.said
        return ""

    async def _held(self, symbol: str) -> Decimal:
        rows = await self._client.ask(
            lambda raw: [abs(Decimal(str(row["qty"]))) for row in raw.get_all_positions() if row["symbol"] == symbol]
        )
        return sum(rows, Decimal(0))


def _to_send(entry: Row, legs: tuple[Row, ...] | list[Row], quantity: Decimal) -> Any:
    requests = require("alpaca.trading.requests", "alpaca")
    prices = {name: float(leg[name]) for leg in legs for name in ("limit_price", "stop_price") if leg.get(name)}
    terms: dict[str, Any] = {
        "symbol": entry["symbol"],
        "qty": float(quantity),
        "side": legs[0]["side"],
        "time_in_force": "gtc",
        "client_order_id": guards_id(str(entry["client_order_id"])),
        "position_intent": legs[0]["position_intent"],
    }
    if len(prices) == 2:
        group = {
            "take_profit": {"limit_price": prices["limit_price"]},
            "stop_loss": {"stop_price": prices["stop_price"]},
        }
        return requests.LimitOrderRequest(**terms, order_class="oco", **group)
    kind = requests.StopOrderRequest if "stop_price" in prices else requests.LimitOrderRequest
    return kind(**terms, **prices)
