"""Weeks and months out of daily bars, and the share against its index, by hand."""

from datetime import UTC, datetime

import numpy as np
import pytest

from src.modules.research.domain.figures import AbsentFigure, ResearchFigure
from src.modules.research.domain.technical.collect import technical_figures
from src.modules.research.domain.technical.timeframes import (
    mean_of_last,
    monthly_closes,
    relative_figures,
    rsi_of_last,
    weekly_closes,
)
from tests.src.modules.research.domain.builders import AS_OF, columns, random_columns, series
from tests.src.modules.research.recomputing import Source, agrees


def test_a_week_closes_with_its_last_day_and_begins_on_monday() -> None:
    bars = columns(np.arange(1.0, 15.0))  # fourteen days that end on AS_OF's
    last_days = [str(day) for day in bars.time.astype("datetime64[D]")]
    sundays = [place for place, day in enumerate(last_days) if datetime.fromisoformat(day).weekday() == 6]
    expected = [float(bars.close[place]) for place in sundays]
    if sundays[-1] != len(bars) - 1:
        expected.append(float(bars.close[-1]))
    assert list(weekly_closes(bars)) == expected


def test_a_month_closes_with_its_last_day_and_the_running_one_counts_as_it_stands() -> None:
    bars = columns(np.arange(1.0, 101.0))
    closes = monthly_closes(bars)
    months = {str(day)[:7] for day in bars.time.astype("datetime64[D]")}
    assert len(closes) == len(months)
    assert closes[-1] == 100.0


def test_too_few_weeks_give_no_number() -> None:
    assert np.isnan(mean_of_last(np.arange(9.0), 10))
    assert np.isnan(rsi_of_last(np.arange(14.0)))
    assert mean_of_last(np.arange(1.0, 11.0), 10) == 5.5


def test_the_share_against_its_index_is_the_difference_of_two_returns() -> None:
    share, index = series(random_columns(1, 300)), series(random_columns(2, 300))
    figures = technical_figures(share, AS_OF).figures
    told = relative_figures(figures, index, AS_OF)
    own = share.columns.close[-1] / share.columns.close[-61] - 1
    market = index.columns.close[-1] / index.columns.close[-61] - 1
    found = told["relative_60d"]
    assert isinstance(found, ResearchFigure)
    assert float(found.value) == pytest.approx(own - market)
    assert found.unit == "pp"


def test_weekly_and_monthly_figures_can_be_computed_again_from_their_bars() -> None:
    share = series(random_columns(1, 365))
    figures = technical_figures(share, AS_OF).figures
    for name in ("week_ma10", "week_ma30", "week_rsi14", "month_ma10"):
        found = figures[name]
        assert isinstance(found, ResearchFigure), found
        assert agrees(found, Source([], share))


def test_without_an_index_nothing_is_compared_and_the_reason_says_so() -> None:
    figures = technical_figures(series(random_columns(1, 300)), AS_OF).figures
    absent = relative_figures(figures, None, datetime(2026, 1, 1, tzinfo=UTC))["relative_60d"]
    assert isinstance(absent, AbsentFigure)
    assert "index" in absent.reason
