"""The report as JSON."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.analysis.as_json import curves_json, plain, report_json
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.thinning import TooFewPoints, kept
from packages.domain.market_data.timeframe import Timeframe
from tests.effort import examples
from tests.packages.domain.backtest.analysis.worlds import (
    TERMS,
    outcome_of,
    panel_of,
    reported,
    row,
    rows,
    wandering,
    worlds,
)


@given(worlds())
@settings(max_examples=examples(100), deadline=None)
def test_any_report_is_strict_json(world: tuple[Outcome, Panel]) -> None:
    report, panel = analyse(*world, TERMS), world[1]
    told = {**report_json(report, panel), "curves": curves_json(report, panel.timeframe, points=8)}
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert all(len(curve["time"]) == len(curve["value"]) <= 8 for curve in told["curves"].values())  # type: ignore[union-attr, index, call-overload, arg-type]


def test_the_numbers_are_those_of_the_report_unrounded() -> None:
    report, panel = reported(wandering(1, 500), rows(row(1, 3, 50.0), row(4, 9, -20.0)))
    told = json.loads(json.dumps(report_json(report, panel)))
    curves = json.loads(json.dumps(curves_json(report, panel.timeframe)))
    assert told["figures"]["total_return"] == report.figures.total_return
    assert report.figures.sharpe is not None
    assert told["figures"]["sharpe"]["low"] == report.figures.sharpe.low
    assert told["all_trades"]["trades"] == 2
    assert told["monthly"][0]["months"] == list(report.monthly[0].months)
    assert curves["equity"]["value"] == report.equity.tolist()
    assert len(curves["rolling_sharpe"]["value"]) == 500 - report.rolling.window
    assert told["drawdowns"][0]["peak"] == str(report.time[report.drawdowns[0].peak_bar].astype("datetime64[D]"))
    assert "equity" not in told["benchmark"]
    assert (told["first"], told["last"]) == ("2020-01-01", "2021-05-14")


def test_times_within_the_day_are_told_to_the_minute_in_utc() -> None:
    time = np.datetime64("2024-07-05T13:30", "us") + np.arange(9) * np.timedelta64(300, "s")
    panel = panel_of(np.full((1, 9), 50.0), time, timeframe=Timeframe.M5)
    told = report_json(analyse(outcome_of(wandering(3, 9)), panel, TERMS), panel)
    assert (told["first"], told["last"]) == ("2024-07-05T13:30Z", "2024-07-05T14:10Z")


@given(st.lists(st.floats(-1e6, 1e6) | st.just(math.nan), min_size=1, max_size=300), st.integers(4, 60))
@settings(max_examples=examples(200), deadline=None)
def test_a_thinned_curve_keeps_its_ends_and_its_extremes(values: list[float], points: int) -> None:
    column = np.array(values)
    places = kept(column, points)
    known = column[np.isfinite(column)]
    assert len(places) == len(known) if len(known) <= points else 1 < len(places) <= points
    assert (np.diff(places) > 0).all()
    if len(known):
        told = column[places]
        assert (told[0], told[-1]) == (known[0], known[-1])
        assert (told.min(), told.max()) == (known.min(), known.max())


def test_every_stretch_keeps_its_own_extremes() -> None:
    column = np.sin(np.linspace(0, 250, 10_000)) * np.linspace(0, 1, 10_000)
    places = kept(column, 402)
    for stretch in range(200):
        part = column[stretch * 50 : stretch * 50 + 50]
        assert {part.min(), part.max()} <= set(column[places].tolist())


def test_a_curve_of_three_points_is_refused() -> None:
    with pytest.raises(TooFewPoints, match="give 4 or more"):
        kept(np.zeros(9), 3)


def test_what_is_no_json_is_not_made_into_some() -> None:
    assert plain((1, math.inf, {"a": math.nan})) == [1, None, {"a": None}]
    with pytest.raises(TypeError, match="no place in JSON"):
        plain(object())
