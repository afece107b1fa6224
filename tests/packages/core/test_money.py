"""Money is exact and never mixes currencies."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.money import CurrencyMismatch, Money, NotANumber, exact

amounts = st.decimals(min_value=-(10**12), max_value=10**12, places=4)


@given(amounts, amounts)
def test_adding_and_taking_away_again_changes_nothing(one: Decimal, other: Decimal) -> None:
    assert Money(one, "USD") + Money(other, "USD") - Money(other, "USD") == Money(one, "USD")


@given(amounts)
def test_rounding_moves_less_than_the_smallest_unit(amount: Decimal) -> None:
    rounded = Money(amount, "CNY").rounded()
    assert abs(rounded.amount - amount) <= Decimal("0.005")
    assert rounded.amount == rounded.amount.quantize(Decimal("0.01"))


def test_rounding_knows_currencies_without_cents_and_coins_with_many() -> None:
    assert Money(Decimal("12.5"), "JPY").rounded().amount == Decimal(12)
    assert Money(Decimal("0.123456785"), "BTC").rounded().amount == Decimal("0.12345678")


def test_two_currencies_never_meet_in_a_sum_or_a_comparison() -> None:
    dollar, yuan = Money(Decimal(1), "USD"), Money(Decimal(1), "CNY")
    for meet in (lambda: dollar + yuan, lambda: dollar - yuan, lambda: dollar < yuan, lambda: dollar <= yuan):
        with pytest.raises(CurrencyMismatch):
            meet()


def test_amounts_are_ordered_and_can_be_turned_round() -> None:
    assert Money(Decimal(1), "USD") < Money(Decimal(2), "USD")
    assert -Money(Decimal(1), "USD") <= Money(Decimal(-1), "USD")


@pytest.mark.parametrize("bad", ["abc", "", "NaN", "Infinity", "1,000", 0.1])
def test_what_is_no_exact_number_is_refused(bad: str) -> None:
    with pytest.raises(NotANumber):
        exact(bad)
