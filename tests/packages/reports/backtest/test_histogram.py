import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from packages.reports.backtest.charts import histogram_of


@given(arrays(np.float64, st.integers(1, 60), elements=st.floats(-1.0, 8.0)))
def test_every_trade_is_counted_once_and_none_on_the_wrong_side_of_zero(returns: np.ndarray) -> None:
    found = histogram_of(returns)
    assert found.counts.sum() == len(returns)
    losses = found.counts[found.edges[:-1] < -found.step / 2].sum()
    hardly = int(((returns < 0) & (returns > -found.step * 1e-6)).sum())
    assert (returns < 0).sum() - hardly <= losses <= (returns < 0).sum()


def test_columns_are_equally_wide_and_one_begins_at_zero() -> None:
    found = histogram_of(np.array([-0.03, 0.01, 0.05]))
    assert np.diff(found.edges) == pytest.approx(found.step)
    assert 0.0 in found.edges


def test_a_few_trades_far_out_do_not_squeeze_the_others() -> None:
    returns = np.append(np.linspace(-0.05, 0.05, 99), 9.0)
    found = histogram_of(returns)
    assert found.beyond == 1
    assert found.edges[-1] < 0.5
    assert found.counts[-1] == 1


def test_one_trade_without_gain_or_loss_has_a_column() -> None:
    found = histogram_of(np.zeros(1))
    assert (found.counts.sum(), found.beyond) == (1, 0)


def test_a_lonely_loss_far_out_stands_left_of_zero() -> None:
    found = histogram_of(np.array([*[0.0] * 4, *[1.0] * 15, -1.0]))
    assert (found.edges[0] < 0, found.counts[0], found.beyond) == (True, 1, 1)
