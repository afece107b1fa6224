"""What every `Broker` must do: subclass `BrokerConformance` and give it a `venue`, a fresh account with a market that
the test moves."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from itertools import count

import pytest

from packages.domain.trading.broker import Broker, CashHistoryUnavailable, CashKind, CashPage, Mode
from packages.domain.trading.errors import BadOrder, OrderRejected, UnknownOrder
from packages.domain.trading.orders import (
    BrokerOrder,
    Effect,
    Fill,
    OrderRequest,
    OrderSide,
    OrderStatus,
    OrderType,
    SizeRule,
    Sizing,
)

_NUMBERS = count(1)


@dataclass
class Venue:
    """A broker whose account is empty, and whose market does what the test asks for.

    `trade` lets the market trade at about `price`, with enough volume for every order at work that may fill there;
    `trade_part` with so little that an order of `quantity` gets a part of it (None where the broker never does that).
    `quantity` is several lots that the account can well pay for. `pay` is a dividend on what is held (None where the
    broker tells nothing of cash).
    """

    broker: Broker
    symbol: str
    unknown_symbol: str
    price: Decimal
    quantity: Decimal
    trade: Callable[[], Awaitable[None]]
    trade_part: Callable[[], Awaitable[None]] | None = None
    mode: Mode = Mode.PAPER
    pay: Callable[[], Awaitable[None]] | None = None

    def order(
        self,
        side: OrderSide = OrderSide.BUY,
        effect: Effect = Effect.OPEN,
        *,
        price: Decimal | None = None,
        quantity: Decimal | None = None,
        symbol: str | None = None,
    ) -> OrderRequest:
        """At the market, or a limit at a price."""
        return OrderRequest(
            client_order_id=f"conformance-{next(_NUMBERS)}",
            symbol=symbol or self.symbol,
            side=side,
            effect=effect,
            type=OrderType.MARKET if price is None else OrderType.LIMIT,
            quantity=quantity or self.quantity,
            price=price,
            reference_price=self.price,
        )

    @property
    def far_below(self) -> Decimal:
        return (self.price / 2).quantize(Decimal("0.01"))

    async def opened(self) -> OrderRequest:
        """A position, and the order that opened it."""
        order = self.order()
        await self.broker.submit(order)
        await self.trade()
        return order

    async def found(self, order: OrderRequest) -> BrokerOrder:
        found = await self.broker.find(order.client_order_id)
        assert found is not None
        return found

    async def cash_told(self, cursor: str = "") -> CashPage:
        page = await self.broker.cash_since(cursor)
        assert isinstance(page, CashPage)
        return page

    async def held(self) -> Decimal:
        return sum((each.quantity for each in await self.broker.positions() if each.symbol == self.symbol), Decimal(0))


class BrokerConformance:
    @pytest.fixture
    async def venue(self) -> Venue:
        raise NotImplementedError

    async def test_a_fresh_account_has_money_and_nothing_else(self, venue: Venue) -> None:
        account = await venue.broker.account()
        assert account.mode is venue.mode
        assert account.account_id == (await venue.broker.account()).account_id != ""
        assert account.currency
        assert account.equity == account.cash > 0
        assert account.buying_power > 0
        assert not account.is_blocked
        assert list(await venue.broker.positions()) == []
        assert list(await venue.broker.open_orders()) == []
        assert (await venue.broker.fills_since()).fills == ()

    async def test_an_order_is_taken_then_filled_and_the_shares_are_there(self, venue: Venue) -> None:
        before, order = await venue.broker.account(), venue.order()
        taken = await venue.broker.submit(order)
        assert taken.request == order
        assert taken.broker_order_id
        assert taken.status not in (OrderStatus.INTENDED, OrderStatus.UNKNOWN, OrderStatus.REJECTED)
        await venue.trade()
        done = await venue.found(order)
        assert (done.status, done.filled) == (OrderStatus.FILLED, venue.quantity)
        assert done.average_price is not None
        assert abs(done.average_price - venue.price) <= venue.price / 10
        assert done.updated_at >= done.submitted_at
        assert await venue.held() == venue.quantity
        after = await venue.broker.account()
        assert after.cash < before.cash
        assert list(await venue.broker.open_orders()) == []

    async def test_a_fill_tells_whose_it_is_and_what_it_did(self, venue: Venue) -> None:
        order = await venue.opened()
        fills = (await venue.broker.fills_since()).fills
        assert sum(fill.quantity for fill in fills) == venue.quantity
        assert len({fill.fill_id for fill in fills}) == len(fills) > 0
        for fill in fills:
            assert (fill.client_order_id, fill.symbol) == (order.client_order_id, venue.symbol)
            assert (fill.side, fill.effect) == (OrderSide.BUY, Effect.OPEN)
            assert fill.price > 0
            assert fill.costs >= 0
            assert fill.at.utcoffset() == timedelta(0)

    async def test_the_same_client_id_again_is_the_first_order(self, venue: Venue) -> None:
        order = venue.order()
        first = await venue.broker.submit(order)
        again = await venue.broker.submit(order)
        assert again.broker_order_id == first.broker_order_id
        await venue.trade()
        late = await venue.broker.submit(order)
        assert (late.broker_order_id, late.status) == (first.broker_order_id, OrderStatus.FILLED)
        await venue.trade()
        assert await venue.held() == venue.quantity

    async def test_the_same_client_id_many_times_at_once_is_one_order(self, venue: Venue) -> None:
        order = venue.order(price=venue.far_below)
        answers = await asyncio.gather(*(venue.broker.submit(order) for _ in range(5)))
        assert len({answer.broker_order_id for answer in answers}) == 1
        assert len(await venue.broker.open_orders()) == 1

    async def test_an_order_that_waits_is_open_until_it_is_cancelled(self, venue: Venue) -> None:
        order = venue.order(price=venue.far_below)
        await venue.broker.submit(order)
        await venue.trade()
        [waiting] = await venue.broker.open_orders()
        assert (waiting.request, waiting.status, waiting.filled) == (order, OrderStatus.ACCEPTED, Decimal(0))
        cancelled = await venue.broker.cancel(order.client_order_id)
        assert cancelled.status in (OrderStatus.CANCELLED, OrderStatus.CANCELLING)
        await venue.trade()
        assert (await venue.found(order)).status is OrderStatus.CANCELLED
        assert list(await venue.broker.open_orders()) == []
        assert (await venue.broker.submit(order)).status is OrderStatus.CANCELLED
        assert (await venue.broker.fills_since()).fills == ()

    async def test_open_orders_are_told_oldest_first(self, venue: Venue) -> None:
        orders = [venue.order(price=venue.far_below - step) for step in (1, 0, 2)]
        for order in orders:
            await venue.broker.submit(order)
        assert [each.request.client_order_id for each in await venue.broker.open_orders()] == [
            order.client_order_id for order in orders
        ]

    async def test_cancelling_what_is_filled_changes_nothing(self, venue: Venue) -> None:
        order = await venue.opened()
        answer = await venue.broker.cancel(order.client_order_id)
        assert (answer.status, answer.filled) == (OrderStatus.FILLED, venue.quantity)
        assert await venue.held() == venue.quantity

    async def test_cancelling_twice_is_cancelling_once(self, venue: Venue) -> None:
        order = venue.order(price=venue.far_below)
        await venue.broker.submit(order)
        await venue.broker.cancel(order.client_order_id)
        again = await venue.broker.cancel(order.client_order_id)
        assert again.status in (OrderStatus.CANCELLED, OrderStatus.CANCELLING)

    async def test_an_order_that_nobody_sent_is_not_there(self, venue: Venue) -> None:
        assert await venue.broker.find("nobody-sent-this") is None
        with pytest.raises(UnknownOrder):
            await venue.broker.cancel("nobody-sent-this")

    async def test_a_limit_fills_at_its_price_or_better(self, venue: Venue) -> None:
        limit = (venue.price * Decimal("1.05")).quantize(Decimal("0.01"))
        order = venue.order(price=limit)
        await venue.broker.submit(order)
        await venue.trade()
        fills = (await venue.broker.fills_since()).fills
        assert (await venue.found(order)).status is OrderStatus.FILLED
        assert all(fill.price <= limit for fill in fills)

    async def test_a_position_is_closed_by_an_order_of_the_other_side(self, venue: Venue) -> None:
        await venue.opened()
        out = venue.order(OrderSide.SELL, Effect.CLOSE)
        await venue.broker.submit(out)
        await venue.trade()
        assert (await venue.found(out)).status is OrderStatus.FILLED
        assert await venue.held() == 0
        last = (await venue.broker.fills_since()).fills[-1]
        assert (last.client_order_id, last.side, last.effect) == (out.client_order_id, OrderSide.SELL, Effect.CLOSE)

    async def test_the_same_cursor_tells_the_same_again_and_no_fill_is_left_out(self, venue: Venue) -> None:
        first = await venue.opened()
        early = await venue.broker.fills_since()
        assert await venue.broker.fills_since() == early
        nothing = await venue.broker.fills_since(early.cursor)
        assert nothing.fills == ()
        second = venue.order(OrderSide.SELL, Effect.CLOSE)
        await venue.broker.submit(second)
        await venue.trade()
        late = await venue.broker.fills_since(early.cursor)
        assert _orders(late.fills) == {second.client_order_id}
        for cursor in (early.cursor, nothing.cursor):
            assert (await venue.broker.fills_since(cursor)).fills == late.fills
        everything = await venue.broker.fills_since()
        assert everything.fills == early.fills + late.fills
        assert _orders(everything.fills) == {first.client_order_id, second.client_order_id}

    async def test_an_unknown_symbol_is_refused_and_leaves_nothing(self, venue: Venue) -> None:
        assert await venue.broker.asset(venue.unknown_symbol) is None
        order = venue.order(symbol=venue.unknown_symbol)
        with pytest.raises(OrderRejected) as refused:
            await venue.broker.submit(order)
        assert refused.value.reason
        assert list(await venue.broker.open_orders()) == []

    async def test_more_than_the_account_can_carry_is_refused(self, venue: Venue) -> None:
        await venue.trade()
        power = (await venue.broker.account()).buying_power
        lots = power * 20 / venue.price // venue.quantity
        with pytest.raises(OrderRejected) as refused:
            await venue.broker.submit(venue.order(quantity=lots * venue.quantity))
        assert refused.value.reason
        await venue.trade()
        assert await venue.held() == 0

    async def test_an_order_without_a_quantity_is_sized_at_its_fill_or_refused_as_bad(self, venue: Venue) -> None:
        order = OrderRequest(
            client_order_id="sized-at-its-fill",
            symbol=venue.symbol,
            side=OrderSide.BUY,
            effect=Effect.OPEN,
            type=OrderType.MARKET,
            sizing=Sizing(SizeRule.CASH, float(venue.price * venue.quantity * 2)),
        )
        if not venue.broker.capabilities.sizes_at_fill:
            with pytest.raises(BadOrder):
                await venue.broker.submit(order)
            return
        await venue.broker.submit(order)
        await venue.trade()
        assert (await venue.found(order)).filled == await venue.held() >= venue.quantity

    async def test_a_short_is_opened_where_it_may_be_and_refused_elsewhere(self, venue: Venue) -> None:
        order, asset = venue.order(OrderSide.SELL), await venue.broker.asset(venue.symbol)
        assert asset is not None
        if not (venue.broker.capabilities.shorts and asset.is_shortable):
            with pytest.raises(OrderRejected):
                await venue.broker.submit(order)
            return
        await venue.broker.submit(order)
        await venue.trade()
        assert await venue.held() == -venue.quantity

    async def test_a_part_is_told_and_kept_when_the_rest_is_cancelled(self, venue: Venue) -> None:
        if venue.trade_part is None:
            pytest.skip("fills all or nothing")
        order = venue.order()
        await venue.broker.submit(order)
        await venue.trade_part()
        part = await venue.found(order)
        assert part.status is OrderStatus.PARTIALLY_FILLED
        assert 0 < part.filled < venue.quantity
        assert [each.request for each in await venue.broker.open_orders()] == [order]
        await venue.broker.cancel(order.client_order_id)
        await venue.trade()
        done = await venue.found(order)
        assert (done.status, done.filled) == (OrderStatus.CANCELLED, part.filled)
        assert await venue.held() == part.filled
        assert sum(fill.quantity for fill in (await venue.broker.fills_since()).fills) == part.filled

    async def test_parts_add_up_to_the_order(self, venue: Venue) -> None:
        if venue.trade_part is None:
            pytest.skip("fills all or nothing")
        order = venue.order()
        await venue.broker.submit(order)
        await venue.trade_part()
        await venue.trade()
        done, fills = await venue.found(order), (await venue.broker.fills_since()).fills
        assert (done.status, done.filled) == (OrderStatus.FILLED, venue.quantity)
        assert len(fills) > 1
        assert sum(fill.quantity for fill in fills) == venue.quantity == await venue.held()

    async def test_cash_is_told_where_the_broker_keeps_a_list_and_said_to_be_untold_elsewhere(
        self, venue: Venue
    ) -> None:
        told = await venue.broker.cash_since()
        if venue.pay is None:
            assert isinstance(told, CashHistoryUnavailable)
            assert told.why
            return
        assert isinstance(told, CashPage)
        assert {move.kind for move in told.moves} <= {CashKind.DEPOSIT}
        assert await venue.broker.cash_since() == told

    async def test_a_fill_is_no_move_of_cash(self, venue: Venue) -> None:
        if venue.pay is None:
            pytest.skip("tells nothing of cash")
        before = await venue.cash_told()
        await venue.opened()
        assert (await venue.cash_told(before.cursor)).moves == ()

    async def test_a_dividend_is_told_once_with_what_it_brought(self, venue: Venue) -> None:
        if venue.pay is None:
            pytest.skip("tells nothing of cash")
        await venue.opened()
        before, start = await venue.broker.account(), await venue.cash_told()
        await venue.pay()
        after = await venue.cash_told(start.cursor)
        [move] = after.moves
        assert (move.kind, move.symbol, move.shares) == (CashKind.DIVIDEND, venue.symbol, Decimal(0))
        assert move.amount == (await venue.broker.account()).cash - before.cash > 0
        assert move.at.utcoffset() == timedelta(0)
        assert await venue.cash_told(start.cursor) == after
        assert (await venue.cash_told(after.cursor)).moves == ()
        assert (await venue.cash_told()).moves == (*start.moves, move)

    async def test_a_cursor_of_somebody_elses_list_of_cash_is_refused(self, venue: Venue) -> None:
        with pytest.raises(BadOrder):
            await venue.broker.cash_since("no cursor of anybody")

    async def test_the_clock_is_the_brokers_own_and_in_utc(self, venue: Venue) -> None:
        clock = await venue.broker.clock()
        assert clock.now.utcoffset() == timedelta(0)
        for later in (clock.next_open, clock.next_close):
            assert later is None or later > clock.now

    async def test_an_asset_tells_its_lots(self, venue: Venue) -> None:
        asset = await venue.broker.asset(venue.symbol)
        assert asset is not None
        assert (asset.symbol, asset.is_tradable) == (venue.symbol, True)
        assert asset.smallest >= 0
        assert asset.step >= 0
        assert venue.quantity >= asset.smallest


def _orders(fills: tuple[Fill, ...]) -> set[str]:
    return {fill.client_order_id for fill in fills}
