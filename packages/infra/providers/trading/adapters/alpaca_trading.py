"""Alpaca as a broker of US stocks, by its official client library.

Alpaca takes a number of shares or an amount of money, and of an amount neither legs nor an auction: so shares are sent,
and `most_money` binds when their number is worked out, at the last close, and not at the fill.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from packages.core.clock import Clock
from packages.core.messages import word
from packages.domain.trading.broker import (
    Asset,
    BrokerAccount,
    BrokerPosition,
    Capabilities,
    CashPage,
    FillPage,
    MarketClock,
    Mode,
)
from packages.domain.trading.errors import (
    BadOrder,
    BrokerThrottled,
    OrderRejected,
    OutcomeUnknown,
    UnknownOrder,
    WrongMode,
)
from packages.domain.trading.orders import BrokerOrder, Effect, OrderRequest, OrderStatus, OrderType
from packages.infra.providers.trading.adapters.alpaca_client import AlpacaClient, AlpacaCredentials, AlpacaRefusal
from packages.infra.providers.trading.adapters.alpaca_fills import Origins, cash_after, fills_after, orders_listed
from packages.infra.providers.trading.adapters.alpaca_guards import LostLegs, has_lost_its_legs
from packages.infra.providers.trading.adapters.alpaca_orders import (
    broker_order,
    checked,
    holds_legs,
    is_fraction,
    order_to_send,
    parse_instant,
    time_in_force,
)

_PAPER_NUMBERS = "PA"
_SMALLEST_FRACTION = Decimal("1e-9")
_REFUSALS: Final = (400, 403, 404, 409, 422)
_TRIES_TO_FREE, _PAUSE_TO_FREE = 10, 0.3


async def open_alpaca_broker(
    credentials: AlpacaCredentials,
    clock: Clock,
    *,
    fractions: bool = False,
    url: str | None = None,
    timeout_seconds: float = 10.0,
) -> "AlpacaBroker":
    """`WrongMode` unless the account itself is of the kind that the credentials say. `fractions` allows parts of a
    share; Alpaca takes no legs with them, so that we hold the guards then."""
    broker = AlpacaBroker(AlpacaClient(credentials, clock, url, timeout_seconds), fractions=fractions)
    await broker.account()
    return broker


class AlpacaBroker:
    """One account. Guards are legs of the entry, from the price it was decided on; an exit frees the shares first. An
    entry that ended with a part is shown only when the guards of that part stand again."""

    def __init__(self, client: AlpacaClient, *, fractions: bool = False) -> None:
        self.capabilities = Capabilities(
            sizes_at_fill=False, guards=not fractions, trailing=False, shorts=True, fractions=fractions
        )
        self._client = client
        self._origins = Origins(client)
        self._lost_legs = LostLegs(client)
        self._sent: dict[str, OrderRequest] = {}

    async def account(self) -> BrokerAccount:
        return await self._client.ask(lambda client: _account(client.get_account(), self._client.mode))

    async def positions(self) -> Sequence[BrokerPosition]:
        return await self._client.ask(lambda client: [_position(row) for row in client.get_all_positions()])

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        with_legs = self._check(order)
        is_entry_at_market = order.type is OrderType.MARKET and order.effect is Effect.OPEN
        clock = await self.clock() if is_entry_at_market and not with_legs else None
        fields = order_to_send(order, time_in_force(order, clock, with_legs=with_legs), with_legs=with_legs)
        try:
            return await self._post(order, fields)
        except AlpacaRefusal as refusal:
            if not (order.effect is Effect.CLOSE and refusal.wants_held_shares):
                return await self._refused(order, refusal)
        await self._free_shares(order)
        try:
            return await self._post(order, fields)
        except AlpacaRefusal as refusal:
            return await self._refused(order, refusal)

    def _check(self, order: OrderRequest) -> bool:
        """Whether the guards go along as legs."""
        if order.quantity is None:
            raise BadOrder("trading.alpaca_needs_quantity")
        if order.effect is Effect.OPEN and is_fraction(order) and not self.capabilities.fractions:
            raise OrderRejected("trading.whole_shares_only", "whole_shares_only")
        return self.capabilities.guards and holds_legs(order)

    async def _post(self, order: OrderRequest, fields: Any) -> BrokerOrder:
        def post(client: Any) -> BrokerOrder:
            row = client.submit_order(fields)
            sent = broker_order(row, order)
            self._origins.note(row, order.reason)
            self._sent[order.client_order_id] = order
            return sent

        return await self._client.ask(post, sends=True, refusals=_REFUSALS)

    async def _refused(self, order: OrderRequest, refusal: AlpacaRefusal) -> BrokerOrder:
        """An id that was used before names the first order; every other refusal is final."""
        if not refusal.is_duplicate:
            raise OrderRejected("trading.alpaca_refused_order", refusal.said, said=refusal.said) from refusal
        first = await self.find(order.client_order_id)
        if first is None:
            raise OutcomeUnknown("trading.alpaca_order_not_shown") from refusal
        return first

    async def _free_shares(self, order: OrderRequest) -> None:
        """Shares that a stop or a target waits with cannot be sold by another order, so the guards go first."""
        for _ in range(_TRIES_TO_FREE):
            legs = await self._legs_at_work(order.symbol)
            if not legs:
                return
            for leg in legs:
                await self._cancel_row(leg)
            await asyncio.sleep(_PAUSE_TO_FREE)
        raise BrokerThrottled("trading.alpaca_shares_held", retry_after_seconds=1.0)

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        row = await self._row(client_order_id)
        if row is None:
            raise UnknownOrder("trading.alpaca_unknown_order")
        if not broker_order(row).status.is_final:
            await self._cancel_row(row)
        return await self.find(client_order_id) or self._order(row)

    async def _cancel_row(self, row: Mapping[str, Any]) -> None:
        """What is filled or gone by now is left as it is: 404 and 422."""
        try:
            await self._client.ask(
                lambda client: client.delete(f"/orders/{row['id']}"), sends=True, refusals=(404, 422)
            )
        except AlpacaRefusal:
            return

    async def find(self, client_order_id: str) -> BrokerOrder | None:
        row = await self._row(client_order_id)
        if row is None or not has_lost_its_legs(row):
            return None if row is None else self._order(row)
        refused, order = await self._lost_legs.put_back(row), self._order(row)
        return replace(order, why=f"{order.why}, guards refused: {refused}") if refused else order

    async def _row(self, client_order_id: str) -> Mapping[str, Any] | None:
        try:
            return await self._client.ask(
                lambda client: checked(client.get_order_by_client_id(client_order_id)), refusals=(404,)
            )
        except AlpacaRefusal:
            return None

    def _order(self, row: Mapping[str, Any]) -> BrokerOrder:
        return broker_order(row, self._sent.get(row["client_order_id"]))

    async def open_orders(self) -> Sequence[BrokerOrder]:
        listed = await orders_listed(self._client, {"status": "open"})
        rows = [row for row in listed if not (await self._origins.origin_of(row)).is_leg]
        return [order for order in map(self._order, rows) if not order.status.is_final]

    async def _legs_at_work(self, symbol: str) -> list[Mapping[str, Any]]:
        """Those whose entry is filled; the others wait for it and hold no shares."""
        legs: list[Mapping[str, Any]] = []
        for row in await orders_listed(self._client, {"status": "open", "symbols": symbol}):
            if (await self._origins.origin_of(row)).is_leg:
                legs.append(row)
            elif broker_order(row).status is OrderStatus.FILLED:
                legs += row.get("legs") or ()
        return [leg for leg in legs if not broker_order(leg).status.is_final]

    async def fills_since(self, cursor: str = "") -> FillPage:
        return await fills_after(self._client, self._origins, cursor)

    async def cash_since(self, cursor: str = "") -> CashPage:
        return await cash_after(self._client, cursor)

    async def clock(self) -> MarketClock:
        return await self._client.ask(lambda client: _clock(client.get_clock()))

    async def asset(self, symbol: str) -> Asset | None:
        try:
            return await self._client.ask(
                lambda client: _asset(client.get_asset(symbol), self.capabilities.fractions), refusals=(404, 422)
            )
        except AlpacaRefusal:
            return None


def _account(row: Mapping[str, Any], mode: Mode) -> BrokerAccount:
    """Keys open only the address of their kind; beyond that, numbers of paper accounts begin with PA."""
    number = str(row["account_number"])
    found = Mode.PAPER if number.startswith(_PAPER_NUMBERS) else Mode.LIVE
    if found is not mode:
        raise WrongMode("trading.keys_of_other_mode", mode=word("mode", mode), found=word("mode", found))
    blocks = [name for name in ("account_blocked", "trading_blocked", "trade_suspended_by_user") if row.get(name)]
    blocks += [] if row["status"] == "ACTIVE" else [str(row["status"]).lower()]
    return BrokerAccount(
        account_id=number,
        mode=found,
        currency=row["currency"],
        cash=Decimal(str(row["cash"])),
        equity=Decimal(str(row["equity"])),
        buying_power=Decimal(str(row["buying_power"])),
        is_blocked=bool(blocks),
        why_blocked=", ".join(blocks),
    )


def _position(row: Mapping[str, Any]) -> BrokerPosition:
    shares, average = abs(Decimal(str(row["qty"]))), Decimal(str(row["avg_entry_price"]))
    mark = row["current_price"]
    return BrokerPosition(
        symbol=row["symbol"],
        quantity=-shares if row["side"] == "short" else shares,
        average_price=average,
        mark=average if mark is None else Decimal(str(mark)),
    )


def _clock(row: Mapping[str, Any]) -> MarketClock:
    now, opens, closes = (parse_instant(row[name]) for name in ("timestamp", "next_open", "next_close"))
    return MarketClock(now, is_open=bool(row["is_open"]), next_open=opens, next_close=closes)


def _asset(row: Mapping[str, Any], fractions: bool) -> Asset:
    lot = _SMALLEST_FRACTION if fractions and row["fractionable"] else Decimal(1)
    return Asset(
        symbol=row["symbol"],
        is_tradable=bool(row["tradable"]) and row["status"] == "active",
        is_shortable=bool(row["shortable"]) and bool(row["easy_to_borrow"]),
        smallest=lot,
        step=lot,
    )
