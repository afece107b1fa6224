"""Spot markets of crypto exchanges as a broker, by ccxt; proven with Binance, mapped in ccxt's own words for others.

No exchange takes the most money that a number of coins may cost, so `most_money` binds when the size is worked out, at
the last close, and not at the fill.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from packages.core.clock import Clock
from packages.core.ids import derived_id
from packages.domain.trading.broker import (
    Asset,
    BrokerAccount,
    BrokerPosition,
    Capabilities,
    CashHistoryUnavailable,
    CashPage,
    FillPage,
    MarketClock,
)
from packages.domain.trading.errors import BadOrder, BrokerDown, OrderRejected, OutcomeUnknown, UnknownOrder
from packages.domain.trading.orders import BrokerOrder, Effect, OrderRequest, OrderSide, OrderType
from packages.infra.providers.trading.adapters.ccxt_client import CcxtAbsence, CcxtClient, CcxtCredentials, CcxtRefusal
from packages.infra.providers.trading.adapters.ccxt_fills import CcxtFills, cash_after
from packages.infra.providers.trading.adapters.ccxt_orders import (
    MarketLots,
    broker_order,
    lots_of,
    number,
    order_to_send,
    pair_of,
    parse_instant,
    symbol_of,
    wire_id,
)

Row = Mapping[str, Any]


async def open_ccxt_broker(
    exchange: str,
    credentials: CcxtCredentials,
    clock: Clock,
    symbols: Sequence[str],
    *,
    url: str | None = None,
    timeout_seconds: float = 10.0,
    paced: bool = True,
) -> "CcxtBroker":
    """`symbols` are all that the account trades, in one currency: exchanges tell orders and trades by the market. No
    exchange says of an account whether its money is real; what is checked is that the sandbox has an address of its
    own, and that the keys are taken there."""
    client = CcxtClient(exchange, credentials, url=url, timeout_seconds=timeout_seconds, paced=paced)
    broker = CcxtBroker(client, credentials.api_key, clock, symbols)
    async with AsyncExitStack() as if_it_fails:
        if_it_fails.push_async_callback(broker.aclose)
        await broker.open()
        if_it_fails.pop_all()
    return broker


class CcxtBroker:
    """One account. Coins of the account's symbols are its positions; guards are held by the desk."""

    capabilities = Capabilities(sizes_at_fill=False, guards=False, trailing=False, shorts=False, fractions=True)

    def __init__(self, client: CcxtClient, api_key: str, clock: Clock, symbols: Sequence[str]) -> None:
        self._client = client
        self._id = derived_id("ccxt account", client.name, client.mode.value, api_key)
        self._clock = clock
        self._symbols = tuple(dict.fromkeys(symbols))
        self._fills = CcxtFills(client, self._symbols)
        self._markets: dict[str, Row] = {}
        self._lots: dict[str, MarketLots] = {}
        self._currency = ""
        self._sent: dict[str, OrderRequest] = {}
        self._sending: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self) -> None:
        """Reads the markets, and the account once, so that keys of the other mode are found out before an order is."""
        await self._client.read(self._load)
        missing = [symbol for symbol in self._symbols if symbol not in self._markets]
        if missing or not self._symbols:
            raise BadOrder(
                "trading.no_spot_market", exchange=self._client.name, symbols=", ".join(missing) or "no symbol"
            )
        currencies = {self._markets[symbol]["quote"] for symbol in self._symbols}
        if len(currencies) > 1:
            raise BadOrder("trading.several_currencies", currencies=len(currencies))
        [self._currency] = currencies
        await self.account()

    async def _load(self, exchange: Any) -> None:
        for pair, market in (await exchange.load_markets()).items():
            if market.get("spot"):
                self._markets[symbol_of(pair)] = market
                self._lots[symbol_of(pair)] = lots_of(market, exchange.precisionMode)

    async def aclose(self) -> None:
        await self._client.aclose()

    async def account(self) -> BrokerAccount:
        money = await self._balances()
        held = {symbol: coins for symbol in self._symbols if (coins := self._coins(money, symbol))}
        marks = await self._marks(list(held))
        cash, free = (number((money.get(self._currency) or {}).get(name) or 0) for name in ("total", "free"))
        return BrokerAccount(
            account_id=self._id,
            mode=self._client.mode,
            currency=self._currency,
            cash=cash,
            equity=cash + sum((coins * marks[symbol] for symbol, coins in held.items()), Decimal(0)),
            buying_power=free,
            is_blocked=(money.get("info") or {}).get("canTrade") is False,
            why_blocked="trading_not_allowed" if (money.get("info") or {}).get("canTrade") is False else "",
        )

    async def positions(self) -> Sequence[BrokerPosition]:
        """At the mark where no purchase is known, such as of coins that were sent here."""
        money = await self._balances()
        held = {symbol: coins for symbol in self._symbols if (coins := self._coins(money, symbol))}
        marks = await self._marks(list(held))
        return [
            BrokerPosition(symbol, coins, await self._fills.average(symbol) or marks[symbol], marks[symbol])
            for symbol, coins in held.items()
        ]

    async def _balances(self) -> Row:
        async def read(exchange: Any) -> Row:
            money: Row = await exchange.fetch_balance()
            for symbol in self._symbols:
                self._coins(money, symbol)
            return money

        return await self._client.read(read)

    def _coins(self, money: Row, symbol: str) -> Decimal:
        return number((money.get(self._markets[symbol]["base"]) or {}).get("total") or 0)

    async def _marks(self, symbols: Sequence[str]) -> Mapping[str, Decimal]:
        async def read(exchange: Any) -> Mapping[str, Decimal]:
            tickers = await exchange.fetch_tickers([pair_of(symbol) for symbol in symbols])
            return {symbol: number(tickers[pair_of(symbol)]["last"]) for symbol in symbols}

        return await self._client.read(read) if symbols else {}

    async def submit(self, order: OrderRequest) -> BrokerOrder:
        """Looked up first: an exchange may take the id of an order that is over for a second one."""
        async with self._sending.setdefault(order.client_order_id, asyncio.Lock()):
            self._check(order)
            return await self._find_in(order.symbol, order.client_order_id) or await self._create(order)

    def _check(self, order: OrderRequest) -> None:
        if order.quantity is None:
            raise BadOrder("trading.exchange_needs_quantity", exchange=self._client.name)
        if order.symbol not in self._symbols:
            raise OrderRejected("trading.symbol_not_in_account", "unknown_symbol", symbol=order.symbol)
        if (order.side is OrderSide.SELL) == (order.effect is Effect.OPEN):
            raise OrderRejected("trading.no_short_in_spot", "not_shortable")

    async def _create(self, order: OrderRequest) -> BrokerOrder:
        request = order_to_send(order, self._lots[order.symbol], self._client.name)

        async def create(exchange: Any) -> BrokerOrder | None:
            arguments = list(request)
            needs_price = exchange.options.get("createMarketBuyOrderRequiresPrice") and order.type is OrderType.MARKET
            if needs_price and order.side is OrderSide.BUY and order.reference_price is not None:
                arguments[4] = float(order.reference_price)
            row = await exchange.create_order(*arguments)
            if row["id"] is None:
                raise ValueError("an order without an id")
            self._fills.note(str(row["id"]), order.client_order_id)
            self._sent[order.client_order_id] = order
            is_short = row.get("status") is None or row.get("amount") is None  # some exchanges answer with the id only
            return None if is_short else broker_order(row, self._client.name, order)

        try:
            taken = await self._client.ask(create, sends=True)
        except CcxtRefusal as refusal:
            first = await self._find_in(order.symbol, order.client_order_id)  # sent a moment ago by somebody else
            if first is not None:
                return first
            raise OrderRejected(
                "trading.exchange_refused_order", refusal.said, exchange=self._client.name, said=refusal.said
            ) from refusal
        taken = taken or await self.find(order.client_order_id)
        if taken is None:
            raise OutcomeUnknown("trading.exchange_order_not_shown", exchange=self._client.name)
        return taken

    async def cancel(self, client_order_id: str) -> BrokerOrder:
        found = await self.find(client_order_id)
        if found is None:
            raise UnknownOrder("trading.exchange_unknown_order", exchange=self._client.name)
        if found.status.is_final:
            return found
        there, pair = found.broker_order_id, pair_of(found.request.symbol)
        with suppress(CcxtRefusal):  # filled or gone by now, which the next sync shows
            await self._client.ask(lambda exchange: exchange.cancel_order(there, pair), sends=True)
        return await self.find(client_order_id) or found

    async def find(self, client_order_id: str) -> BrokerOrder | None:
        sent = self._sent.get(client_order_id)
        for symbol in self._symbols if sent is None else (sent.symbol,):
            found = await self._find_in(symbol, client_order_id)
            if found is not None:
                return found
        return None

    async def _find_in(self, symbol: str, client_order_id: str) -> BrokerOrder | None:
        sent_id = wire_id(self._client.name, client_order_id)

        async def read(exchange: Any) -> BrokerOrder:
            row = await exchange.fetch_order(sent_id, pair_of(symbol), {"clientOrderId": sent_id})
            return self._remembered(broker_order(row, self._client.name))

        try:
            return await self._client.ask(read)
        except CcxtAbsence:
            return None
        except CcxtRefusal as refusal:
            raise BrokerDown(
                "trading.exchange_lookup_failed", exchange=self._client.name, said=refusal.said
            ) from refusal

    def _remembered(self, order: BrokerOrder) -> BrokerOrder:
        return replace(order, request=self._sent.get(order.request.client_order_id, order.request))

    async def open_orders(self) -> Sequence[BrokerOrder]:
        found: list[BrokerOrder] = []
        for symbol in self._symbols:
            found += await self._client.read(partial(self._open_in, pair_of(symbol)))
        return sorted(found, key=lambda order: (order.submitted_at, len(order.broker_order_id), order.broker_order_id))

    async def _open_in(self, pair: str, exchange: Any) -> list[BrokerOrder]:
        rows = [broker_order(row, self._client.name) for row in await exchange.fetch_open_orders(pair)]
        return [self._remembered(order) for order in rows if not order.status.is_final]

    async def fills_since(self, cursor: str = "") -> FillPage:
        return await self._fills.after(cursor)

    async def cash_since(self, cursor: str = "") -> CashPage | CashHistoryUnavailable:
        return await cash_after(self._client, self._currency, cursor)

    async def clock(self) -> MarketClock:
        """Always open."""

        async def read(exchange: Any) -> MarketClock:
            now = parse_instant(await exchange.fetch_time()) if exchange.has.get("fetchTime") else self._clock.now()
            return MarketClock(now, is_open=True, next_open=None, next_close=None)

        return await self._client.read(read)

    async def asset(self, symbol: str) -> Asset | None:
        market, lots = self._markets.get(symbol), self._lots.get(symbol)
        if market is None or lots is None:
            return None
        return Asset(symbol, market.get("active") is not False, False, lots.smallest, lots.step)
