"""When two series are the same data."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from packages.domain.backtest.jobs.sample import FEWEST_DAYS, is_covered, same_data, sample_of
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import Floats
from tests.packages.domain.stress.honesty.edgeless_worlds import garch

PANEL = garch(np.random.Generator(np.random.PCG64(5)), 500)


def closes(panel: Panel, first_bar: int = 0) -> bytes:
    return sample_of("ann", "d" * 64, panel, first_bar).series[0].closes


def priced(close: Floats) -> Panel:
    return replace(PANEL, close=close.reshape(1, -1))


def test_a_copy_a_leveraged_and_an_inverse_series_are_the_same_data() -> None:
    moves = np.diff(np.log(PANEL.close[0]), prepend=np.log(PANEL.close[0, 0]))
    for factor in (1.0, 2.0, -1.0):
        assert same_data(closes(PANEL), closes(priced(20 * np.exp(np.cumsum(factor * moves)))))


@pytest.mark.parametrize(("noise", "is_same"), [(0.1, True), (0.5, False)])
def test_a_little_noise_makes_no_other_data(noise: float, is_same: bool) -> None:
    moves = np.diff(np.log(PANEL.close[0]), prepend=np.log(PANEL.close[0, 0]))
    other = np.random.Generator(np.random.PCG64(6)).normal(0, noise * moves.std(), len(moves))
    assert same_data(closes(PANEL), closes(priced(np.exp(np.cumsum(moves + other))))) is is_same


def test_strangers_few_common_days_and_prices_that_stand_still_are_not_the_same_data() -> None:
    assert not same_data(closes(PANEL), closes(garch(np.random.Generator(np.random.PCG64(7)), 500)))
    assert not same_data(closes(PANEL), closes(PANEL, 500 - FEWEST_DAYS))
    assert not same_data(closes(PANEL), closes(priced(np.full(500, 10.0))))


def test_a_sample_knows_the_days_that_were_traded() -> None:
    [series] = sample_of("ann", "d" * 64, PANEL, 31).series
    assert (series.first_day, series.last_day) == (date(2015, 2, 1), date(2016, 5, 14))
    assert sample_of("ann", "d" * 64, priced(np.full(500, np.nan)), 0).series == ()


def test_a_series_that_is_told_already_is_not_kept_again() -> None:
    assert is_covered(closes(PANEL, 20), closes(PANEL))
    assert not is_covered(closes(PANEL), closes(PANEL, 200))
