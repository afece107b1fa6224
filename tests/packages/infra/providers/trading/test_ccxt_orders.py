"""What is sent to an exchange by ccxt, and what its answers mean."""

from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Any, cast

import pytest

from packages.domain.trading.errors import BadOrder, OrderRejected
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderStatus, OrderType
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.trading.adapters.ccxt_client import CcxtClient
from packages.infra.providers.trading.adapters.ccxt_fills import CcxtFills
from packages.infra.providers.trading.adapters.ccxt_orders import (
    STATUSES,
    client_id_of,
    lots_of,
    order_status,
    order_to_send,
    wire_id,
)
from tests.packages.infra.providers.trading.ccxt_desk import ccxt_desk, opened, order

BINANCE_STATES = {
    "NEW": OrderStatus.ACCEPTED,
    "PENDING_NEW": OrderStatus.ACCEPTED,
    "PARTIALLY_FILLED": OrderStatus.ACCEPTED,
    "FILLED": OrderStatus.FILLED,
    "CANCELED": OrderStatus.CANCELLED,
    "PENDING_CANCEL": OrderStatus.CANCELLING,
    "REJECTED": OrderStatus.REJECTED,
    "EXPIRED": OrderStatus.LAPSED,
    "EXPIRED_IN_MATCH": OrderStatus.LAPSED,
}


@pytest.mark.parametrize(("word", "meant"), BINANCE_STATES.items())
def test_every_state_that_binance_documents_is_known(word: str, meant: OrderStatus) -> None:
    exchange = require("ccxt.async_support", "ccxt").binance()
    assert STATUSES[exchange.parse_order_status(word)] is meant


def test_what_was_closed_with_a_rest_has_lapsed_and_an_unknown_state_is_not_guessed() -> None:
    assert order_status("closed", Decimal(3), Decimal(10)) is OrderStatus.LAPSED
    assert order_status("open", Decimal(3), Decimal(10)) is OrderStatus.PARTIALLY_FILLED
    with pytest.raises(ValueError, match="enchanted"):
        order_status("enchanted", Decimal(0), Decimal(10))


async def test_a_stop_waits_at_the_exchange_until_its_price_is_touched() -> None:
    async with ccxt_desk() as desk:
        stop = order(type=OrderType.STOP, price=Decimal("105.001"))
        taken = await desk.broker.submit(stop)
        [resting] = desk.server.book.orders
        assert (resting.kind, resting.stop, taken.status) == ("STOP_LOSS", Decimal("105.01"), OrderStatus.ACCEPTED)
        desk.trade(104)
        async with opened(desk.server) as fresh:
            [told] = await fresh.open_orders()
            assert (told.request.type, told.request.price) == (OrderType.STOP, Decimal("105.01"))
        desk.trade(106)
        assert [fill.price for fill in (await desk.broker.fills_since()).fills] == [106]


async def test_a_limit_is_put_on_the_step_that_asks_for_no_more_than_was_meant() -> None:
    async with ccxt_desk() as desk:
        await desk.broker.submit(order(type=OrderType.LIMIT, price=Decimal("90.129")))
        assert desk.server.book.orders[0].price == Decimal("90.12")


async def test_an_order_that_is_over_is_not_sent_a_second_time_by_a_desk_that_forgot_it() -> None:
    async with ccxt_desk(is_instant=True) as desk:
        wanted = order()
        first = await desk.broker.submit(wanted)
        assert (first.status, first.filled, first.average_price) == (OrderStatus.FILLED, Decimal(10), Decimal(100))
        async with opened(desk.server) as fresh:
            again = await fresh.submit(wanted)
        assert (again.broker_order_id, len(desk.server.book.orders)) == (first.broker_order_id, 1)


async def test_a_market_order_that_finds_too_little_lapses_with_its_part() -> None:
    async with ccxt_desk(is_instant=True, depth=Decimal(4)) as desk:
        taken = await desk.broker.submit(order())
        assert (taken.status, taken.filled, taken.why) == (OrderStatus.LAPSED, Decimal(4), "expired")


async def test_an_order_is_found_in_whichever_market_it_is() -> None:
    async with ccxt_desk() as desk:
        wanted = order(symbol="ETH-USDT", type=OrderType.LIMIT, price=Decimal(5))
        await desk.broker.submit(wanted)
        async with opened(desk.server) as fresh:
            found = await fresh.find(wanted.client_order_id)
            assert found is not None
            assert (found.request.symbol, found.request.effect) == ("ETH-USDT", Effect.OPEN)
            assert (await fresh.cancel(wanted.client_order_id)).status is OrderStatus.CANCELLED


async def test_a_fee_in_coins_leaves_fewer_coins_and_the_same_money_gone() -> None:
    async with ccxt_desk(fee=Decimal("0.001")) as desk:
        before = (await desk.broker.account()).cash
        await desk.broker.submit(order())
        desk.trade()
        [fill] = (await desk.broker.fills_since()).fills
        [held] = await desk.broker.positions()
        assert (fill.quantity, fill.costs) == (Decimal("9.99"), Decimal(1))
        assert held.quantity == fill.quantity
        assert before - (await desk.broker.account()).cash == fill.quantity * fill.price + fill.costs


async def test_a_fee_in_money_is_a_cost_and_one_in_a_third_coin_touches_neither() -> None:
    async with ccxt_desk(fee=Decimal("0.001")) as desk:
        desk.server.book.balances["BTC"] = Decimal(10)
        await desk.broker.submit(order(OrderSide.SELL))
        desk.trade()
        desk.server.book.fee_coin = "BNB"
        await desk.broker.submit(order(quantity=Decimal(1)))
        desk.trade()
        [sold, bought] = (await desk.broker.fills_since()).fills
        assert (sold.quantity, sold.costs, sold.effect) == (Decimal(10), Decimal(1), Effect.CLOSE)
        assert (bought.quantity, bought.costs) == (Decimal(1), Decimal(0))


async def test_an_exit_sells_whole_lots_and_an_entry_has_to_be_some() -> None:
    async with ccxt_desk() as desk:
        desk.server.book.balances["BTC"] = Decimal("1.000004")
        await desk.broker.submit(order(OrderSide.SELL, quantity=Decimal("1.000004")))
        assert desk.server.book.orders[0].quantity == 1
        for wanted in (order(quantity=Decimal("1.000004")), order(OrderSide.SELL, quantity=Decimal("0.000004"))):
            with pytest.raises(OrderRejected) as refused:
                await desk.broker.submit(wanted)
            assert refused.value.reason == "not_a_whole_lot"


async def test_the_average_price_is_of_the_coins_that_are_still_held() -> None:
    async with ccxt_desk() as desk:
        for price, side, quantity in ((100, OrderSide.BUY, 4), (200, OrderSide.BUY, 4), (300, OrderSide.SELL, 2)):
            await desk.broker.submit(order(side, quantity=Decimal(quantity)))
            desk.trade(price)
            await desk.broker.positions()
        [held] = await desk.broker.positions()
        assert (held.quantity, held.average_price, held.mark) == (Decimal(6), Decimal(150), Decimal(300))
        async with opened(desk.server) as fresh:
            assert list(await fresh.positions()) == [held]
        account = await desk.broker.account()
        assert account.equity == account.cash + 6 * 300


async def test_coins_that_were_sent_here_stand_at_the_mark() -> None:
    async with ccxt_desk() as desk:
        desk.server.book.balances["ETH"] = Decimal(3)
        [held] = await desk.broker.positions()
        assert (held.symbol, held.quantity, held.average_price) == ("ETH-USDT", Decimal(3), Decimal(10))


async def test_money_that_waits_in_an_order_is_cash_and_no_buying_power() -> None:
    async with ccxt_desk() as desk:
        await desk.broker.submit(order(type=OrderType.LIMIT, price=Decimal(50)))
        account = await desk.broker.account()
        assert (account.cash, account.buying_power) == (Decimal(100_000), Decimal(99_500))


async def test_an_account_that_may_not_trade_is_blocked() -> None:
    async with ccxt_desk() as desk:
        desk.server.can_trade = False
        account = await desk.broker.account()
        assert (account.is_blocked, account.why_blocked) == (True, "trading_not_allowed")


@pytest.mark.parametrize(
    "wanted",
    [
        order(OrderSide.SELL, effect=Effect.OPEN),
        order(OrderSide.BUY, effect=Effect.CLOSE),
        order(symbol="ETH-BTC"),
    ],
)
async def test_what_a_spot_account_cannot_do_is_refused_before_the_exchange_is_asked(wanted: OrderRequest) -> None:
    async with ccxt_desk() as desk:
        before = len(desk.server.line.asked)
        with pytest.raises(OrderRejected):
            await desk.broker.submit(wanted)
        assert len(desk.server.line.asked) == before


@pytest.mark.parametrize("symbols", [(), ("BTC-USDT", "ETH-BTC"), ("XYZ-USDT",)])
async def test_an_account_names_markets_that_exist_and_count_in_one_currency(symbols: tuple[str, ...]) -> None:
    async with ccxt_desk() as desk:
        with pytest.raises(BadOrder):
            async with opened(desk.server, symbols=symbols):
                pass


async def test_trades_of_two_markets_are_told_in_the_order_in_which_they_happened() -> None:
    async with ccxt_desk() as desk:
        for symbol, market in (("ETH-USDT", "ETHUSDT"), ("BTC-USDT", "BTCUSDT"), ("ETH-USDT", "ETHUSDT")):
            await desk.broker.submit(order(symbol=symbol))
            desk.trade(10, symbol=market)
        page = await desk.broker.fills_since()
        assert [fill.symbol for fill in page.fills] == ["ETH-USDT", "BTC-USDT", "ETH-USDT"]
        assert len({fill.fill_id for fill in page.fills}) == 3
        assert (await desk.broker.fills_since(page.cursor)).fills == ()


@pytest.mark.parametrize("cursor", ["nonsense", "[1]", '{"XYZ-USDT": "1"}'])
async def test_a_cursor_from_elsewhere_is_refused(cursor: str) -> None:
    async with ccxt_desk() as desk:
        with pytest.raises(BadOrder):
            await desk.broker.fills_since(cursor)


class Elsewhere:
    """An exchange that tells trades by their time, two at once."""

    name = "elsewhere"

    def __init__(self) -> None:
        self.trades: list[dict[str, Any]] = []

    def add(self, name: str, at: int) -> None:
        told = {"id": name, "order": "7", "symbol": "BTC/USDT", "side": "buy", "amount": 1.0, "price": 2.0}
        self.trades.append({**told, "timestamp": at})

    async def fetch_my_trades(self, pair: str, since: int | None, limit: int) -> list[dict[str, Any]]:
        return [trade for trade in self.trades if trade["timestamp"] >= (since or 0)]

    async def fetch_order(self, order_id: str, pair: str) -> dict[str, Any]:
        return {"id": order_id, "clientOrderId": "ours"}

    async def read(self, question: Callable[[Any], Awaitable[Any]]) -> Any:
        return await question(self)


async def test_trades_that_are_told_by_time_are_each_told_once() -> None:
    there = Elsewhere()
    fills = CcxtFills(cast(CcxtClient, there), ["BTC-USDT"])
    there.add("a", 1_000)
    there.add("b", 2_000)
    first = await fills.after("")
    there.add("c", 2_000)
    second = await fills.after(first.cursor)
    third = await fills.after(second.cursor)
    assert [[fill.fill_id for fill in page.fills] for page in (first, second, third)] == [
        ["BTC-USDT:a", "BTC-USDT:b"],
        ["BTC-USDT:c"],
        [],
    ]
    assert third.cursor == second.cursor
    assert {fill.client_order_id for fill in first.fills} == {"ours"}


def test_an_id_is_spelt_as_the_exchange_takes_it_and_read_back() -> None:
    ours = order().client_order_id
    assert len(wire_id("okx", ours)) == 32
    for exchange in ("okx", "binance"):
        assert client_id_of(exchange, wire_id(exchange, ours)) == ours
    assert client_id_of("okx", "made-by-hand") == "made-by-hand"


@pytest.mark.parametrize(("mode", "precision", "step"), [(4, 0.001, "0.001"), (2, 3, "0.001"), (3, 5, "0")])
def test_lots_are_read_in_whichever_way_ccxt_writes_them(mode: int, precision: float, step: str) -> None:
    market = {"precision": {"amount": precision, "price": None}, "limits": {"amount": {"min": 0.01}}}
    lots = lots_of(market, mode)
    assert (lots.smallest, lots.step, lots.tick) == (Decimal("0.01"), Decimal(step), Decimal(0))
    sold = order_to_send(order(OrderSide.SELL, quantity=Decimal("0.5")), lots, "binance")
    assert sold[:5] == ("BTC/USDT", "market", "sell", 0.5, None)
