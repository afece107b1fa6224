"""The clock on the market's wall."""

from datetime import UTC

import numpy as np
import pytest

from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.packages.domain.backtest.analysis.worlds import days


@pytest.mark.slow
@pytest.mark.parametrize("market", list(Market))
def test_every_hour_of_two_years_is_the_one_that_the_zone_tells(market: Market) -> None:
    times = np.arange("2006-12-28", "2009-01-03", 45, dtype="datetime64[m]").astype("datetime64[us]")
    zone = zone_of(market)
    told = [at.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None) for at in times.tolist()]
    assert local_times(market, Timeframe.M15, times).tolist() == told


def test_times_in_any_order_are_told_alike() -> None:
    times = np.array(["2024-07-01T12:00", "2023-01-01T12:00", "2024-01-01T12:00"], dtype="datetime64[us]")
    told = local_times(Market.US_STOCKS, Timeframe.H1, times)
    assert told.astype("datetime64[h]").astype(str).tolist() == ["2024-07-01T08", "2023-01-01T07", "2024-01-01T07"]


def test_a_daily_bar_keeps_the_date_of_its_session() -> None:
    assert (local_times(Market.US_STOCKS, Timeframe.D1, days(9)) == days(9)).all()
