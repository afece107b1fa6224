"""Fills and cash movements as Alpaca reports them.

Each fill carries the client id of our order. Cash movements are account activities of every type but trades, dated by
day, so each stands at the beginning of its day in New York. Alpaca documents no number of shares for a split: it
reports the cash for a fraction, and reconciling finds the shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from packages.domain.trading.broker import CashKind, CashMove, CashPage, FillPage
from packages.domain.trading.errors import BadOrder, BrokerDown
from packages.domain.trading.orders import Effect, Fill, OrderSide
from packages.infra.providers.trading.adapters.alpaca_client import AlpacaClient, AlpacaRefusal
from packages.infra.providers.trading.adapters.alpaca_orders import (
    checked,
    effect_of,
    guarded_entry,
    may_be_leg,
    parse_instant,
)

_PAGE = 100  # the most that Alpaca gives at once
_MOST_PAGES = 20
_ORDERS_PAGE = 500
_SENT_WITH_ITS_GROUP = timedelta(minutes=1)
_LEG_REASONS = {
    "limit": "take_profit",
    "stop": "stop_loss",
    "stop_limit": "stop_loss",
    "trailing_stop": "trailing_stop",
}
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FillOrigin:
    """Whose an order at Alpaca is: our own id, or for a leg the id of the entry that brought it along."""

    client_order_id: str
    effect: Effect
    reason: str
    is_leg: bool


class Origins:
    """What Alpaca's order ids stand for. That never changes, so each is asked once."""

    def __init__(self, client: AlpacaClient) -> None:
        self._client = client
        self._known: dict[str, FillOrigin] = {}

    def note(self, row: Row, reason: str = "") -> None:
        entry, ours = guarded_entry(row), row["client_order_id"]
        for leg in (*(row.get("legs") or ()), *((row,) if entry is not None else ())):
            why = _LEG_REASONS.get(leg.get("type"), "")
            self._known[str(leg["id"])] = FillOrigin(entry or ours, Effect.CLOSE, why, is_leg=True)
        if entry is None and not may_be_leg(row):
            self._known.setdefault(str(row["id"]), FillOrigin(ours, effect_of(row), reason, is_leg=False))

    async def of(self, order_id: str) -> FillOrigin:
        if order_id not in self._known:
            try:
                row = await self._client.ask(
                    lambda client: checked(client.get(f"/orders/{order_id}", {"nested": True})), refusals=(404,)
                )
            except AlpacaRefusal as refusal:
                raise BrokerDown("trading.alpaca_fill_without_order") from refusal
            await self.origin_of(row)
        return self._known[order_id]

    async def origin_of(self, row: Row) -> FillOrigin:
        """Of an order that Alpaca has just shown; a leg does not name its entry, so the group is looked for."""
        order_id = str(row["id"])
        self.note(row)
        if order_id not in self._known:
            sent_at = parse_instant(row["created_at"])
            around = {
                "after": (sent_at - _SENT_WITH_ITS_GROUP).isoformat(),
                "until": (sent_at + _SENT_WITH_ITS_GROUP).isoformat(),
            }
            for group in await orders_listed(self._client, {"status": "all", "symbols": row["symbol"], **around}):
                self.note(group)
        # One that no group has is an order of its own.
        return self._known.setdefault(order_id, FillOrigin(row["client_order_id"], effect_of(row), "", is_leg=False))


async def orders_listed(client: AlpacaClient, wanted: Mapping[str, str]) -> Sequence[Row]:
    """All that Alpaca has, oldest first, legs below the order that brought them along."""
    found: dict[str, Row] = {}
    asked = {"limit": _ORDERS_PAGE, "direction": "asc", "nested": True, **wanted}
    while True:
        page = await client.ask(partial(_orders_page, dict(asked)))
        fresh = {str(row["id"]): row for row in page if str(row["id"]) not in found}
        found |= fresh
        if len(page) < _ORDERS_PAGE or not fresh:
            return list(found.values())
        asked["after"] = page[-1]["submitted_at"]


def _orders_page(question: Mapping[str, Any], raw: Any) -> Sequence[Row]:
    return [checked(row) for row in raw.get("/orders", question)]


async def fills_after(client: AlpacaClient, origins: Origins, cursor: str) -> FillPage:
    """A cursor is the id of the last activity that was read. Alpaca takes no commission on stocks; the fees of the
    exchanges are booked at the end of the day and show as a difference in cash."""
    fills: list[Fill] = []
    for _ in range(_MOST_PAGES):
        page = await _page(client, cursor)
        for order_id, fill in page:
            origin = await origins.of(order_id)
            ours = origin.client_order_id
            fills.append(replace(fill, client_order_id=ours, effect=origin.effect, reason=origin.reason))
        cursor = page[-1][1].fill_id if page else cursor
        if len(page) < _PAGE:
            break
    return FillPage(tuple(fills), cursor)


async def _page(client: AlpacaClient, cursor: str) -> Sequence[tuple[str, Fill]]:
    """Each with Alpaca's id of its order, which stands in for ours."""
    question = {"direction": "asc", "page_size": _PAGE, **({"page_token": cursor} if cursor else {})}
    try:
        return await client.ask(
            lambda raw: [(str(row["order_id"]), _fill(row)) for row in raw.get("/account/activities/FILL", question)],
            refusals=(400, 404, 422),
        )
    except AlpacaRefusal as refusal:
        raise BadOrder("trading.alpaca_cursor_refused", said=refusal.said) from refusal


def _fill(row: Row) -> Fill:
    return Fill(
        fill_id=str(row["id"]),
        client_order_id=str(row["order_id"]),
        symbol=row["symbol"],
        side=OrderSide.BUY if row["side"] == "buy" else OrderSide.SELL,  # a short sale comes as `sell_short`
        effect=Effect.OPEN,
        quantity=Decimal(str(row["qty"])),
        price=Decimal(str(row["price"])),
        costs=Decimal(0),
        at=parse_instant(row["transaction_time"]),
    )


_NEW_YORK = ZoneInfo("America/New_York")
_UNDONE = "canceled"
KINDS: Mapping[str, CashKind] = {
    **dict.fromkeys(("CSD", "CSW", "ACATC", "JNLC"), CashKind.DEPOSIT),
    **dict.fromkeys(("DIV", "DIVCGL", "DIVCGS", "DIVNRA", "DIVROC", "DIVTXEX", "DIVWH"), CashKind.DIVIDEND),
    **dict.fromkeys(("DIVFEE", "DIVFT", "DIVTW"), CashKind.DIVIDEND),
    **dict.fromkeys(("INT", "INTNRA", "INTTW"), CashKind.INTEREST),
    **dict.fromkeys(("FEE", "CFEE", "PTC"), CashKind.FEE),
    **dict.fromkeys(("SPLIT", "SSP", "CIL"), CashKind.SPLIT),
}


async def cash_after(client: AlpacaClient, cursor: str) -> CashPage:
    """A cursor is the id of the last activity that was read."""
    moves: list[CashMove] = []
    for _ in range(_MOST_PAGES):
        page = await _activities(client, cursor)
        moves += [move for _, move in page if move is not None]
        cursor = page[-1][0] if page else cursor
        if len(page) < _PAGE:
            break
    return CashPage(tuple(moves), cursor)


async def _activities(client: AlpacaClient, cursor: str) -> Sequence[tuple[str, CashMove | None]]:
    """Each id, with the move where there was one."""
    question = {"category": "non_trade_activity", "direction": "asc", "page_size": _PAGE}
    question |= {"page_token": cursor} if cursor else {}
    try:
        return await client.ask(
            lambda raw: [(str(row["id"]), _move(row)) for row in raw.get("/account/activities", question)],
            refusals=(400, 404, 422),
        )
    except AlpacaRefusal as refusal:
        raise BadOrder("trading.alpaca_cursor_refused", said=refusal.said) from refusal


def _move(row: Mapping[str, Any]) -> CashMove | None:
    amount = Decimal(str(row.get("net_amount") or 0))
    if not amount or row.get("status") == _UNDONE:
        return None
    day = datetime.fromisoformat(str(row["date"])[:10]).replace(tzinfo=_NEW_YORK)
    return CashMove(
        move_id=str(row["id"]),
        kind=KINDS.get(str(row["activity_type"]), CashKind.OTHER),
        amount=amount,
        at=day.astimezone(UTC),
        symbol=row.get("symbol") or None,
    )
