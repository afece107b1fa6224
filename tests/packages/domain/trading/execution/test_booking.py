"""What fills do to shares and money, by hand and by property."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.strategy.model import Direction
from packages.domain.trading.execution.booking import book_fill
from packages.domain.trading.execution.model import Position, total
from packages.domain.trading.orders import Effect, Fill, OrderSide

START = datetime(2026, 3, 2, tzinfo=UTC)


def fill(side: OrderSide, quantity: str, price: str, costs: str = "0", number: int = 0) -> Fill:
    return Fill(
        fill_id=str(number),
        client_order_id=f"order-{number}",
        symbol="AAA",
        side=side,
        effect=Effect.OPEN,
        quantity=Decimal(quantity),
        price=Decimal(price),
        costs=Decimal(costs),
        at=START + timedelta(days=number),
    )


def _after(*fills: Fill) -> Position:
    position = Position(symbol="AAA")
    for each in fills:
        position = book_fill(position, each).position
    return position


def test_two_purchases_average_and_a_sale_realises_the_difference() -> None:
    held = _after(fill(OrderSide.BUY, "100", "10", "1"), fill(OrderSide.BUY, "50", "13", "1", 1))
    assert (held.quantity, held.average_price, held.costs) == (Decimal(150), Decimal(11), Decimal(2))
    assert (held.since, held.opened_by) == (START, "order-0")
    sold = book_fill(held, fill(OrderSide.SELL, "60", "12", "0.5", 2))
    assert (sold.realised, sold.flow) == (Decimal(60), Decimal("719.5"))
    assert (sold.position.quantity, sold.position.average_price) == (Decimal(90), Decimal(11))


def test_a_short_gains_when_the_price_falls() -> None:
    short = _after(fill(OrderSide.SELL, "10", "20"))
    assert (short.quantity, short.average_price, short.direction) == (Decimal(-10), Decimal(20), Direction.SHORT)
    bought = book_fill(short, fill(OrderSide.BUY, "10", "15", "1", 1))
    assert (bought.realised, bought.flow) == (Decimal(50), Decimal(-151))
    assert (bought.position.quantity, bought.position.cost, bought.position.since) == (Decimal(0), Decimal(0), None)


def test_a_fill_through_zero_closes_one_position_and_opens_the_other() -> None:
    turned = book_fill(_after(fill(OrderSide.BUY, "10", "5")), fill(OrderSide.SELL, "25", "8", "0", 3))
    assert turned.realised == Decimal(30)
    assert (turned.position.quantity, turned.position.average_price) == (Decimal(-15), Decimal(8))
    assert (turned.position.since, turned.position.opened_by) == (START + timedelta(days=3), "order-3")


@pytest.mark.parametrize(
    ("ours", "theirs", "closable"),
    [("10", None, "10"), ("10", "4", "4"), ("10", "15", "10"), ("10", "-5", "0"), ("-10", "-3", "3"), ("10", "0", "0")],
)
def test_an_exit_orders_our_shares_and_no_more_than_the_broker_has(
    ours: str, theirs: str | None, closable: str
) -> None:
    there = None if theirs is None else Decimal(theirs)
    assert Position(symbol="AAA", quantity=Decimal(ours), at_broker=there).closable == Decimal(closable)


SHARES = st.integers(1, 10**10).map(lambda units: str(Decimal(units).scaleb(-4)))
PRICE = st.floats(0.0001, 1e6).map(repr)
FILLS = st.lists(st.builds(fill, st.sampled_from(OrderSide), SHARES, PRICE, PRICE), max_size=20)


@given(FILLS)
def test_cash_is_profit_less_costs_less_what_is_held_to_the_last_digit(fills: list[Fill]) -> None:
    position, cash, realised = Position(symbol="AAA"), Decimal(0), Decimal(0)
    for each in fills:
        booked = book_fill(position, each)
        position, cash, realised = booked.position, total(cash, booked.flow), total(realised, booked.realised)
        assert total(cash, position.costs, position.cost) == realised
    signed = (each.quantity if each.side is OrderSide.BUY else -each.quantity for each in fills)
    assert position.quantity == total(*signed)
    assert position.realised == realised
    assert (position.cost > 0) == (position.quantity > 0)
    assert (position.cost == 0) == (position.quantity == 0)
