"""Quantities before an order is sent: what the paper broker would work out at the same price, in whole steps."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.trading.broker import Asset
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderType,
    SizeRule,
    Sizing,
)
from packages.domain.trading.runtime.sizing import Charges, Means, quantity_of, sized

SHARES = Asset("AAA", True, True, Decimal(1), Decimal(1))
COIN = Asset("AAA", True, False, Decimal("0.0001"), Decimal("0.0001"))
FREE = Charges()
MEANS = Means(100_000.0, 0.0)


def entry(sizing: Sizing, side: OrderSide = OrderSide.BUY, guards: Guards | None = None) -> OrderRequest:
    return OrderRequest(
        client_order_id="x",
        symbol="AAA",
        side=side,
        effect=Effect.OPEN,
        type=OrderType.MARKET,
        sizing=sizing,
        guards=guards or Guards(),
    )


@pytest.mark.parametrize(
    ("sizing", "quantity"),
    [
        (Sizing(SizeRule.QUANTITY, 12.7), 12),
        (Sizing(SizeRule.CASH, 1_000.0), 20),
        (Sizing(SizeRule.EQUITY, 0.5), 1_000),
        (Sizing(SizeRule.VOLATILITY, 0.1, deviation=0.4, most=1.0), 500),
        (Sizing(SizeRule.VOLATILITY, 0.8, deviation=0.4, most=1.0), 2_000),
        (Sizing(SizeRule.EQUITY, 3.0), 2_000),  # no more than the account carries
    ],
)
def test_each_rule_is_worked_out_from_the_equity_and_the_last_close(sizing: Sizing, quantity: int) -> None:
    assert quantity_of(entry(sizing), 50.0, MEANS, FREE, SHARES) == quantity


def test_risk_is_measured_to_the_nearest_stop() -> None:
    guards = Guards(stop=GuardDistance(DistanceUnit.PCT, 0.1), trail=GuardDistance(DistanceUnit.POINTS, 2.0))
    assert quantity_of(entry(Sizing(SizeRule.RISK, 0.01), guards=guards), 50.0, MEANS, FREE, SHARES) == 500


def test_costs_are_part_of_the_money_that_is_spent() -> None:
    charges = Charges(rate=0.01, per_share=0.5, slip=0.02, buy_duty=0.01)
    spent = quantity_of(entry(Sizing(SizeRule.CASH, 10_000.0)), 50.0, MEANS, charges, SHARES)
    assert spent == int(10_000 / (51 * 1.02 + 0.5))


def test_a_minimum_commission_is_left_room_for() -> None:
    charges = Charges(minimum=60.0)
    assert quantity_of(entry(Sizing(SizeRule.EQUITY, 1.0)), 50.0, Means(1_000.0, 0.0), charges, SHARES) == 18


def test_a_minimum_commission_that_is_not_charged_makes_no_order_smaller() -> None:
    charges, means = Charges(rate=0.5, minimum=5_000.0), Means(15_000 - 0.9e-9 * 150, 0.0)
    assert quantity_of(entry(Sizing(SizeRule.EQUITY, 1.0)), 100.0, means, charges, SHARES) == 100


def test_a_quantity_of_very_many_steps_is_no_step_larger_than_was_asked_for() -> None:
    fine = Asset("AAA", True, False, Decimal("1e-8"), Decimal("1e-8"))
    assert quantity_of(entry(Sizing(SizeRule.QUANTITY, 1e6)), 0.001, MEANS, FREE, fine) == 1_000_000


def test_what_is_too_small_is_not_ordered() -> None:
    assert sized(entry(Sizing(SizeRule.CASH, 30.0)), Decimal(50), MEANS, FREE, SHARES) is None
    fraction = sized(entry(Sizing(SizeRule.CASH, 30.0)), Decimal(50), MEANS, FREE, COIN)
    assert fraction is not None
    assert fraction.quantity == Decimal("0.6")


def test_nothing_is_bought_with_what_others_use_already() -> None:
    assert sized(entry(Sizing(SizeRule.EQUITY, 0.5)), Decimal(50), Means(100_000.0, 99_980.0), FREE, SHARES) is None


@given(
    equity=st.floats(1, 1e9),
    gross=st.floats(0, 1e9),
    close=st.floats(0.01, 1e5),
    share=st.floats(0.001, 5),
    minimum=st.floats(0, 100),
    rate=st.floats(0, 0.05),
)
def test_the_account_can_always_carry_it(
    equity: float, gross: float, close: float, share: float, minimum: float, rate: float
) -> None:
    charges = Charges(rate=rate, minimum=minimum)
    quantity = quantity_of(entry(Sizing(SizeRule.EQUITY, share)), close, Means(equity, gross), charges, COIN)
    amount = float(quantity) * close
    paid = amount + max(minimum, amount * rate) if quantity else 0.0
    assert paid <= max(equity - gross, 0.0) * (1 + 1e-9) + 1e-6
    assert quantity % COIN.step == 0
