"""A price is looked up in a row, or it is no price."""

from datetime import timedelta
from decimal import Decimal

import pytest

from src.modules.judge.domain.prices import UnboundPrice, bound_price, price_rows
from src.modules.judge.domain.verdict import CitedRow, PriceClaim, PriceRule
from tests.src.modules.judge.making import NOW, ROWS, case, expert, row

CHART = "technical_analyst"


@pytest.mark.parametrize("named", ["E3", "[E3]", "technical_analyst:E3", "[technical_analyst:E3]", ROWS["E3"].id])
def test_a_row_is_named_by_its_tag_or_its_id(named: str) -> None:
    price = bound_price(PriceClaim(CHART, named), case())
    assert price is not None
    assert (price.value, price.unit) == (Decimal("9.5"), "CNY/share")
    assert price.rows == (CitedRow("E3", ROWS["E3"].id),)


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        (PriceRule.TWO_ATR_BELOW, "9.4"),
        (PriceRule.THREE_ATR_BELOW, "9.1"),
        (PriceRule.TWO_ATR_ABOVE, "10.6"),
        (PriceRule.THREE_ATR_ABOVE, "10.9"),
    ],
)
def test_a_price_by_atr_is_recomputed_from_both_rows(rule: PriceRule, value: str) -> None:
    price = bound_price(PriceClaim(CHART, "E2", rule), case())
    assert price is not None
    assert price.value == Decimal(value)
    assert [one.tag for one in price.rows] == ["E1", "E2"]


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (PriceClaim("fortune_teller", "E3"), "no report"),
        (PriceClaim("financial_auditor", "E3"), "no row"),
        (PriceClaim(CHART, "E99"), "no row"),
        (PriceClaim(CHART, "9.5"), "no row"),
        (PriceClaim(CHART, "E6"), "is in plain"),
        (PriceClaim(CHART, "E2"), "no price level"),
        (PriceClaim(CHART, "E3", PriceRule.TWO_ATR_BELOW), "needs the atr14 row"),
    ],
)
def test_what_no_row_bears_out_is_refused(claim: PriceClaim, problem: str) -> None:
    with pytest.raises(UnboundPrice, match=problem):
        bound_price(claim, case())


def test_a_row_that_became_known_after_the_call_gives_no_price() -> None:
    late = row("E3", "support_1", 9.5, known_at=NOW + timedelta(seconds=1))
    told = case(experts=(expert(rows={**ROWS, "E3": late}), expert("financial_auditor")))
    with pytest.raises(UnboundPrice, match="after the call"):
        bound_price(PriceClaim(CHART, "E3"), told)
    assert "E3" not in {one.tag for _, one in price_rows(told)}


def test_a_stop_below_zero_is_no_price() -> None:
    wild = {**ROWS, "E2": row("E2", "atr14", 6.0)}
    with pytest.raises(UnboundPrice, match="not above zero"):
        bound_price(PriceClaim(CHART, "E2", PriceRule.TWO_ATR_BELOW), case(experts=(expert(rows=wild),)))


def test_the_rows_that_may_be_named_are_levels_and_the_atr() -> None:
    assert {one.tag for _, one in price_rows(case())} == {"E1", "E2", "E3", "E4", "E5", "E7"}
