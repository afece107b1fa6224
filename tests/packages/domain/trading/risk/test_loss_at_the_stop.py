"""The person's limit on the loss of a trade, held where the loss is known: at the order."""

from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.trading.orders import DistanceUnit, GuardDistance, Guards, SizeRule, Sizing
from packages.domain.trading.risk.breaches import sentence
from packages.domain.trading.risk.gate import Allowed, Blocked, Reduced, gate
from packages.domain.trading.risk.limits import LimitName
from tests.packages.domain.trading.risk.making import entry, held, limits, marks, state

TEN_POINTS = Guards(stop=GuardDistance(DistanceUnit.POINTS, 10.0))
TWO_PERCENT = limits(trade_loss="0.02")  # 2000 of 100000


@pytest.mark.parametrize(
    "sizing",
    [Sizing(SizeRule.EQUITY, 0.3), Sizing(SizeRule.VOLATILITY, 0.15, deviation=0.5), Sizing(SizeRule.CASH, 30_000)],
)
def test_an_entry_whose_stop_in_ranges_loses_too_much_is_cut_to_the_limit(sizing: Sizing) -> None:
    verdict = gate(TWO_PERCENT, state(), entry(None, sizing=sizing, guards=TEN_POINTS))
    assert isinstance(verdict, Reduced)
    assert (verdict.breach.limit, verdict.most_money) == (LimitName.TRADE_LOSS, Decimal(20_000))
    assert verdict.breach.measured == 3_000


def test_an_entry_of_shares_is_cut_to_the_shares_that_lose_no_more() -> None:
    verdict = gate(TWO_PERCENT, state(), entry("300", guards=TEN_POINTS))
    assert isinstance(verdict, Reduced)
    assert verdict.quantity == 200


def test_who_loses_no_more_is_allowed_and_held_to_no_sum_of_money() -> None:
    """So that shares sized by their risk stay those of the backtest when the open is higher than the close."""
    assert gate(TWO_PERCENT, state(), entry("200", guards=TEN_POINTS)) == Allowed()
    thirds = Guards(stop=GuardDistance(DistanceUnit.POINTS, 0.3))
    for distance in (TEN_POINTS, thirds):
        order = entry(None, sizing=Sizing(SizeRule.RISK, 0.02), guards=distance)
        assert gate(TWO_PERCENT, state(), order) == Allowed()
    assert gate(limits(trade_loss="0.02", capital=50_000), state(), entry("200", guards=TEN_POINTS)) == Allowed(
        Decimal(50_000)
    )


def test_the_nearest_of_stop_and_trail_is_what_a_trade_loses() -> None:
    both = Guards(GuardDistance(DistanceUnit.POINTS, 10.0), None, GuardDistance(DistanceUnit.PCT, 0.05))
    assert gate(TWO_PERCENT, state(), entry("400", guards=both)) == Allowed()
    assert isinstance(gate(TWO_PERCENT, state(), entry("401", guards=both)), Reduced)


def test_a_further_unit_counts_with_what_is_held_already() -> None:
    verdict = gate(TWO_PERCENT, state((held("15000"),)), entry("100", guards=TEN_POINTS))
    assert isinstance(verdict, Reduced)
    assert (verdict.quantity, verdict.breach.measured) == (Decimal(50), Decimal(2_500))
    assert isinstance(gate(TWO_PERCENT, state((held("20000"),)), entry("1", guards=TEN_POINTS)), Blocked)


def test_less_than_a_lot_is_not_ordered_and_neither_is_anything_by_a_debtor() -> None:
    assert isinstance(gate(TWO_PERCENT, state(step="300"), entry("300", guards=TEN_POINTS)), Blocked)
    assert isinstance(gate(TWO_PERCENT, state(equity=marks("-1", "1", "1")), entry("1", guards=TEN_POINTS)), Blocked)


def test_what_has_no_stop_is_not_measured_by_it() -> None:
    assert gate(TWO_PERCENT, state(), entry("900")) == Allowed()


def test_the_reason_tells_the_loss_and_the_limit_in_both_languages() -> None:
    verdict = gate(TWO_PERCENT, state(), entry("300", guards=TEN_POINTS))
    assert isinstance(verdict, Reduced)
    expected = "The position would lose 3,000.00 at its stop; the most is 2% of the equity (set by: deployment)."
    assert sentence(verdict.breach, Language.EN) == expected
    assert sentence(verdict.breach, Language.ZH).startswith("该持仓触发止损将亏损 3,000.00，上限为净值的 2%")
