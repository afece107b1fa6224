"""The size follows from the odds, and no limit is passed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.terms import Terms
from packages.domain.strategy.from_research.sizing import USUAL_CAPITAL, capital_for_a_lot, size_of
from tests.packages.domain.strategy.from_research.handmade import PROFILES, limits_of


def test_even_odds_risk_nothing_and_better_odds_risk_more() -> None:
    risks = [size_of(chance, None, 0.05, limits_of()).risk for chance in (0.5, 0.55, 0.6, 0.75, 1.0)]
    assert risks == [0.0, 0.002, 0.004, 0.01, 0.02]


def test_the_stake_of_the_verdict_bounds_the_loss() -> None:
    size = size_of(0.75, 0.1, 0.05, limits_of())
    assert size.risk == pytest.approx(0.005)
    assert size.capped_by_stake


@given(st.floats(0.5, 1.0), st.none() | st.floats(0.0, 1.0), st.floats(1e-4, 0.9), st.sampled_from(PROFILES))
def test_no_size_passes_a_limit(chance: float, stake: float | None, distance: float, profile: object) -> None:
    limits = limits_of(profile)  # type: ignore[arg-type]
    risk = size_of(chance, stake, distance, limits).risk
    assert 0 <= risk <= limits.risk_per_trade
    assert risk <= limits.leverage * distance * (1 + 1e-9)
    assert stake is None or risk <= stake * distance * (1 + 1e-9)


def test_a_lot_takes_the_capital_of_which_its_position_is_the_share_that_the_risk_allows() -> None:
    needed = capital_for_a_lot(1500.0, 100, risk=0.005, stop_distance=0.05)
    assert needed == pytest.approx(1_500_000)  # a tenth of it is one lot
    assert Terms().cash == USUAL_CAPITAL
