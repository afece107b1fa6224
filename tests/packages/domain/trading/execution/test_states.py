"""Orders only go forward, whatever is told in whatever order, and no fill is lost on the way."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from packages.domain.trading.execution.model import NEXT, OPEN, after_fill, moved
from packages.domain.trading.orders import OrderStatus
from tests.packages.domain.trading.execution.trading_floor import DEPTH, depth


def test_every_way_leads_forward_and_the_final_states_are_ends() -> None:
    assert set(NEXT) == set(OrderStatus)
    for status, following in NEXT.items():
        assert all(depth(after) > depth(status) for after in following)
        assert (not following) == status.is_final
    assert frozenset(DEPTH) == OPEN


def test_only_what_was_never_sent_can_be_blocked() -> None:
    assert [status for status, following in NEXT.items() if OrderStatus.BLOCKED in following] == [OrderStatus.INTENDED]


@given(st.lists(st.sampled_from(OrderStatus)))
def test_no_path_goes_backwards(told: list[OrderStatus]) -> None:
    status = OrderStatus.INTENDED
    for each in told:
        after = moved(status, each)
        assert after is status or (after is each and depth(after) > depth(status))
        status = after


STEP = st.one_of(st.sampled_from(OrderStatus), st.integers(1, 9).map(Decimal))


@given(st.one_of(st.none(), st.integers(1, 20).map(Decimal)), st.lists(STEP))
def test_fills_count_in_every_state_and_a_full_order_is_final(
    quantity: Decimal | None, steps: list[OrderStatus | Decimal]
) -> None:
    status, filled = OrderStatus.INTENDED, Decimal(0)
    for step in steps:
        before = status
        if isinstance(step, OrderStatus):
            status = moved(status, step)
        else:
            filled += step
            status = after_fill(status, quantity, filled)
            if quantity is not None and filled >= quantity:
                assert status.is_final
        assert depth(status) >= depth(before)
        assert status is before or not before.is_final
