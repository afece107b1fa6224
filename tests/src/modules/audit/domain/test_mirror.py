"""Prices in the mirror."""

from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.rows import ActionKind, CorporateAction, Valuation
from packages.domain.market_data.symbols import parse_symbol
from src.modules.audit.domain.mirror import PricesReversed
from tests.src.modules.audit.making import SYMBOL, bars

WORLD = PricesReversed(SYMBOL)
SPLIT = CorporateAction(
    symbol=SYMBOL,
    ex_date=date(2024, 1, 4),
    kind=ActionKind.SPLIT,
    value=Decimal(2),
    source="demo",
    known_at=datetime(2024, 1, 1, tzinfo=UTC),
)


@given(st.lists(st.floats(5, 500), min_size=2, max_size=30))
def test_each_return_changes_sign_and_the_last_price_stays(closes: list[float]) -> None:
    turned = WORLD.bars(bars(closes), []).columns
    before, after = np.diff(np.log(np.array(closes))), np.diff(np.log(turned.close))
    assert after == pytest.approx(-before, abs=1e-3)
    assert turned.close[-1] == pytest.approx(closes[-1], abs=1e-4)
    assert np.all(turned.low <= turned.close)
    assert np.all(turned.close <= turned.high)
    assert np.all(turned.low <= turned.open)
    assert np.all(turned.open <= turned.high)


def test_a_split_is_no_return() -> None:
    series = bars([100.0, 110.0, 55.0, 60.0])
    turned = adjusted(WORLD.bars(series, [SPLIT]), [SPLIT], Adjustment.SPLITS).columns.close
    was = adjusted(series, [SPLIT], Adjustment.SPLITS).columns.close
    assert np.diff(np.log(turned)) == pytest.approx(-np.diff(np.log(was)), abs=1e-4)


def test_the_benchmark_is_left_as_it_is() -> None:
    index = bars([10.0, 11.0], parse_symbol("DEMO10"))
    assert WORLD.bars(index, []) is index


def test_multiples_go_with_the_price() -> None:
    row = Valuation(
        symbol=SYMBOL,
        day=date(2024, 1, 2),
        pe_ttm=Decimal(20),
        pb=None,
        ps_ttm=Decimal(2),
        market_value=Decimal(1000),
        dividend_yield=Decimal("0.04"),
        source="demo",
        known_at=datetime(2024, 1, 3, tzinfo=UTC),
    )
    (turned,) = WORLD.valuations([row], bars([10.0, 20.0]))
    assert (turned.pe_ttm, turned.pb, turned.market_value) == (Decimal(80), None, Decimal(4000))
    assert turned.dividend_yield == Decimal("0.01")


def test_a_text_on_the_price_would_give_it_away() -> None:
    assert not WORLD.keeps("Shares rose 5% to a record high")
    assert not WORLD.keeps("股价创新高")
    assert WORLD.keeps("公司签订合同")
