"""Trades of an exchange as fills of our orders, and the cash movements beside them.

Movements come from ccxt's ledger, where the exchange has one for these keys. Trades and their fees are fills. Coins
that come or go are no money of the account: reconciling finds them as shares."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from packages.domain.trading.broker import CashHistoryUnavailable, CashKind, CashMove, CashPage, FillPage
from packages.domain.trading.errors import BadOrder, KeysRefused
from packages.domain.trading.orders import Effect, Fill, OrderSide
from packages.infra.providers.trading.adapters.ccxt_client import CcxtClient, CcxtRefusal
from packages.infra.providers.trading.adapters.ccxt_orders import (
    client_id_of,
    number,
    pair_of,
    parse_instant,
    symbol_of,
)

_PAGE = 1000
_MOST_PAGES = 20
Row = Mapping[str, Any]
Reading = tuple[Sequence[Row], str]


async def _by_id(exchange: Any, pair: str, mark: str) -> Reading:
    """A mark is the id of the last trade that was read: ids of a market only grow."""
    page = await exchange.fetch_my_trades(pair, None, _PAGE, {"fromId": int(mark) + 1 if mark else 0})
    page = sorted(page, key=lambda trade: int(trade["id"]))
    return page, str(page[-1]["id"]) if page else mark


async def _by_time(exchange: Any, pair: str, mark: str) -> Reading:
    """A mark is the time of the last trade that was read, and the ids of all that were read of that time. How far back
    the first reading goes is the exchange's to say."""
    since, seen = _time_and_ids(mark)
    page = await exchange.fetch_my_trades(pair, since, _PAGE)
    fresh = sorted((trade for trade in page if trade["id"] not in seen), key=lambda each: each["timestamp"])
    if not fresh:
        return (), mark
    newest = fresh[-1]["timestamp"]
    ids = {trade["id"] for trade in fresh if trade["timestamp"] == newest} | (seen if newest == since else set())
    return fresh, f"{newest}:{','.join(sorted(ids))}"


def _time_and_ids(mark: str) -> tuple[int | None, set[str]]:
    if not mark:
        return None, set()
    time, _, ids = mark.partition(":")
    return int(time), set(ids.split(","))


_READINGS: Mapping[str, Callable[[Any, str, str], Awaitable[Reading]]] = {"binance": _by_id}


@dataclass(frozen=True, slots=True)
class HeldFill:
    """Coins that were bought, what they cost, and how far the trades were read for it."""

    quantity: Decimal = Decimal(0)
    cost: Decimal = Decimal(0)
    mark: str = ""


class CcxtFills:
    """Trades of the account's symbols. A cursor is the mark of each symbol."""

    def __init__(self, client: CcxtClient, symbols: Sequence[str]) -> None:
        self._client = client
        self._symbols = symbols
        self._owners: dict[str, str] = {}
        self._held: dict[str, HeldFill] = {}

    def note(self, order_id: str, client_order_id: str) -> None:
        self._owners[order_id] = client_order_id

    async def after(self, cursor: str) -> FillPage:
        marks, fills = self._marks(cursor), []
        for symbol in self._symbols:
            trades, marks[symbol] = await self._trades(symbol, marks.get(symbol, ""))
            for trade in trades:
                fills.append(_fill(trade, await self._owner(trade)))
        fills.sort(key=lambda fill: fill.at)
        return FillPage(tuple(fills), json.dumps(marks, sort_keys=True) if any(marks.values()) else cursor)

    async def average(self, symbol: str) -> Decimal | None:
        """What the coins that are held were bought for; None where no purchase is known."""
        held = self._held.get(symbol, HeldFill())
        trades, mark = await self._trades(symbol, held.mark)
        quantity, cost = held.quantity, held.cost
        for fill in (_fill(trade, "") for trade in trades):
            if fill.side is OrderSide.BUY:
                quantity, cost = quantity + fill.quantity, cost + fill.quantity * fill.price
            elif quantity:
                left = max(Decimal(0), quantity - fill.quantity)
                quantity, cost = left, cost * left / quantity
        self._held[symbol] = HeldFill(quantity, cost, mark)
        return cost / quantity if quantity else None

    async def _trades(self, symbol: str, mark: str) -> Reading:
        found: list[Row] = []
        for _ in range(_MOST_PAGES):
            page, mark = await self._client.read(partial(self._page, pair_of(symbol), mark))
            found += page
            if len(page) < _PAGE:
                break
        return found, mark

    async def _page(self, pair: str, mark: str, exchange: Any) -> Reading:
        page, mark = await _READINGS.get(self._client.name, _by_time)(exchange, pair, mark)
        for trade in page:
            _fill(trade, "")  # what cannot be read is found out here
        return page, mark

    async def _owner(self, trade: Row) -> str:
        """Whose an order is never changes, so each is asked once."""
        order_id = str(trade["order"])
        if order_id not in self._owners:
            row = await self._client.read(lambda exchange: exchange.fetch_order(order_id, trade["symbol"]))
            self._owners[order_id] = client_id_of(self._client.name, str(row.get("clientOrderId") or order_id))
        return self._owners[order_id]

    def _marks(self, cursor: str) -> dict[str, str]:
        if not cursor:
            return {}
        try:
            marks = json.loads(cursor)
        except ValueError:
            marks = None
        if not isinstance(marks, dict) or not set(marks) <= set(self._symbols):
            raise BadOrder("trading.bad_account_cursor", cursor=cursor[:100])
        return {str(symbol): str(mark) for symbol, mark in marks.items()}


def _fill(trade: Row, client_order_id: str) -> Fill:
    side, quantity, price = OrderSide(trade["side"]), number(trade["amount"]), number(trade["price"])
    gone, costs = _fees(trade, price)
    return Fill(
        fill_id=f"{symbol_of(trade['symbol'])}:{trade['id']}",
        client_order_id=client_order_id,
        symbol=symbol_of(trade["symbol"]),
        side=side,
        effect=Effect.OPEN if side is OrderSide.BUY else Effect.CLOSE,
        quantity=quantity - gone if side is OrderSide.BUY else quantity + gone,
        price=price,
        costs=costs,
        at=parse_instant(trade["timestamp"]),
    )


def _fees(trade: Row, price: Decimal) -> tuple[Decimal, Decimal]:
    """Coins that went with the trade, and money. A fee in coins is both: they are not there, and they were paid for. A
    fee in a third coin moves neither this position nor this cash."""
    base, _, quote = str(trade["symbol"]).partition("/")
    fees = trade.get("fees") or [trade.get("fee") or {}]
    paid = [(fee.get("currency"), number(fee.get("cost") or 0)) for fee in fees]
    coins = sum((cost for currency, cost in paid if currency == base), Decimal(0))
    money = sum((cost for currency, cost in paid if currency == quote), Decimal(0))
    return coins, money + coins * price


_LEDGER_PAGE = 500
KINDS: Mapping[str, CashKind] = {
    **dict.fromkeys(("deposit", "withdrawal", "transfer", "transaction"), CashKind.DEPOSIT),
    **dict.fromkeys(("margin", "interest"), CashKind.INTEREST),
    "fee": CashKind.FEE,
    "dividend": CashKind.DIVIDEND,
}
_OF_TRADES = frozenset({"trade", "conversion"})


async def cash_after(client: CcxtClient, currency: str, cursor: str) -> CashPage | CashHistoryUnavailable:
    """A cursor is the time of the last row that was seen, and the ids of all that were seen of that time."""
    since, seen = _mark(cursor)

    async def read(exchange: Any) -> Sequence[Row] | None:
        if not exchange.has.get("fetchLedger"):
            return None
        return [_checked(row) for row in await exchange.fetch_ledger(currency, since, _LEDGER_PAGE)]

    try:
        rows = await client.ask(read)
    except (CcxtRefusal, KeysRefused) as refusal:  # keys may trade and still not be allowed to see this
        return CashHistoryUnavailable(refusal.said if isinstance(refusal, CcxtRefusal) else refusal.message)
    if rows is None:
        return CashHistoryUnavailable(f"{client.name} has no ledger")
    return page_of(rows, currency, since, seen, cursor)


def page_of(rows: Sequence[Row], currency: str, since: int | None, seen: frozenset[str], cursor: str) -> CashPage:
    fresh = [row for row in rows if str(row["id"]) not in seen and (since is None or row["timestamp"] >= since)]
    fresh.sort(key=lambda row: (row["timestamp"], str(row["id"])))
    if not fresh:
        return CashPage((), cursor)
    newest = fresh[-1]["timestamp"]
    ids = {str(row["id"]) for row in fresh if row["timestamp"] == newest} | (seen if newest == since else frozenset())
    moves = tuple(_move(row) for row in fresh if _is_move(row, currency))
    return CashPage(moves, json.dumps({"time": newest, "ids": sorted(ids)}))


def _is_move(row: Row, currency: str) -> bool:
    """A fee that names what it was for is part of that trade's fill."""
    is_of_trade = row.get("type") in _OF_TRADES or (row.get("type") == "fee" and row.get("referenceId"))
    return row.get("currency") == currency and bool(row.get("amount")) and not is_of_trade


def _move(row: Row) -> CashMove:
    amount = abs(number(row["amount"]))
    return CashMove(
        move_id=f"ledger:{row['id']}",
        kind=KINDS.get(str(row.get("type")), CashKind.OTHER),
        amount=-amount if row.get("direction") == "out" else amount,
        at=parse_instant(row["timestamp"]),
    )


def _checked(row: Row) -> Row:
    """A row that can be read; `KeyError` and the like otherwise."""
    _move(row)
    return row


def _mark(cursor: str) -> tuple[int | None, frozenset[str]]:
    if not cursor:
        return None, frozenset()
    try:
        mark = json.loads(cursor)
        return int(mark["time"]), frozenset(map(str, mark["ids"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadOrder("trading.bad_account_cursor", cursor=cursor[:100]) from error
