"""Stretches of panels, and panels side by side."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from packages.domain.backtest.market.axis import elapsed_days
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.stress.crises.cutting import between, own_bars, side_by_side, window_bars
from packages.domain.stress.crises.windows import custom_window
from tests.packages.domain.backtest.analysis.worlds import panel_of
from tests.reference.lively_strategies import random_run

SEEDS = range(24)
COLUMNS = ("open", "high", "low", "close", "volume", "lower_limit", "upper_limit", "dividend", "buy_duty", "sell_duty")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stretch_has_its_bars_and_no_others(seed: int) -> None:
    panel = random_run(seed).panel
    cut = between(panel, 40, 100)
    assert cut.time.tolist() == panel.time[40:100].tolist()
    assert cut.session.tolist() == (panel.session[40:100] - panel.session[40]).tolist()
    assert cut.elapsed_days[0] == 0
    np.testing.assert_allclose(cut.elapsed_days[1:], panel.elapsed_days[41:100])
    for name in COLUMNS:
        told, whole = getattr(cut, name), getattr(panel, name)
        assert (told is None) == (whole is None)
        if told is not None:
            assert told.flags.c_contiguous
            np.testing.assert_array_equal(told, whole[..., 40:100])


@pytest.mark.parametrize("seed", SEEDS)
def test_instruments_taken_apart_and_set_side_by_side_are_the_panel_again(seed: int) -> None:
    panel = _without_empty_times(random_run(seed).panel)
    apart = [own_bars(panel, ticker) for ticker in panel.tickers]
    assert all(each.is_whole for each in apart)
    again = side_by_side(apart)
    _assert_same(again, replace(panel, elapsed_days=elapsed_days(panel.time)))
    assert again.lots.step.tolist() == panel.lots.step.tolist()
    assert again.lots.minimum.tolist() == panel.lots.minimum.tolist()


def _assert_same(told: Panel, expected: Panel) -> None:
    assert told.tickers == expected.tickers
    for name in (*COLUMNS, "time", "session", "elapsed_days"):
        np.testing.assert_array_equal(getattr(told, name), getattr(expected, name))


def _without_empty_times(panel: Panel) -> Panel:
    """A time at which no instrument has a bar cannot come back."""
    held = np.flatnonzero(np.isfinite(panel.close).any(axis=0))
    times = replace(panel, close=np.ones_like(panel.close))
    return replace(_picked(times, held), close=panel.close[:, held].copy())


def _picked(panel: Panel, held: np.ndarray) -> Panel:
    columns = {name: getattr(panel, name)[..., held].copy() for name in COLUMNS if getattr(panel, name) is not None}
    day = panel.session[held]
    session = np.cumsum(np.diff(day, prepend=day[0]) > 0).astype(np.int64)
    return replace(panel, time=panel.time[held], session=session, **columns)


def test_both_days_of_a_window_belong_to_it() -> None:
    panel = panel_of(np.ones((1, 60)))  # every day from 1 January 2020
    assert window_bars(panel, custom_window(date(2020, 1, 11), date(2020, 1, 20))) == (10, 20)


def test_a_window_outside_of_the_bars_has_none() -> None:
    panel = panel_of(np.ones((1, 60)))
    assert window_bars(panel, custom_window(date(2019, 1, 1), date(2019, 2, 1))) == (0, 0)
    assert window_bars(panel, custom_window(date(2021, 1, 1), date(2021, 2, 1))) == (60, 60)


def test_the_days_of_a_window_are_those_of_the_market() -> None:
    # 2 January in Shanghai lasts from 16:00 on the 1st to 16:00 on the 2nd, in London's time.
    time = (np.datetime64("2020-01-01T00", "h") + np.arange(72)).astype("datetime64[us]")
    panel = panel_of(np.ones((1, 72)), time, market=Market.CN_STOCKS, timeframe=Timeframe.H1)
    assert window_bars(panel, custom_window(date(2020, 1, 2), date(2020, 1, 2))) == (16, 40)


def test_a_week_that_ends_after_the_window_is_not_in_it() -> None:
    mondays = (np.datetime64("2020-01-06", "D") + 7 * np.arange(8)).astype("datetime64[us]")
    panel = panel_of(np.ones((1, 8)), mondays, timeframe=Timeframe.W1)
    assert window_bars(panel, custom_window(date(2020, 1, 13), date(2020, 2, 9))) == (1, 5)
    assert window_bars(panel, custom_window(date(2020, 1, 13), date(2020, 2, 8))) == (1, 4)


def test_an_instrument_that_never_has_a_bar_has_no_bars_of_its_own() -> None:
    panel = panel_of(np.array([[1.0, 2.0, 3.0], [np.nan] * 3]))
    assert len(own_bars(panel, "DEMO2")) == 0
    assert window_bars(own_bars(panel, "DEMO2"), custom_window(date(2020, 1, 1), date(2020, 1, 3))) == (0, 0)
