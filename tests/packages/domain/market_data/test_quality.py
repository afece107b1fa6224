"""Which bars are taken, and when each was known."""

from datetime import date

import numpy as np
import pytest

from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.quality import assemble, objections
from packages.domain.market_data.sessions import bar_known_at, session_close
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

GOOD = (10.0, 11.0, 9.0, 10.5, 100.0)


def _objections(*rows: tuple[float, ...], times: list[str] | None = None) -> list[tuple[int, str]]:
    columns = [np.array(column, dtype=np.float64) for column in zip(*rows, strict=True)]
    texts = times or [f"2024-01-{day:02}" for day in range(1, len(rows) + 1)]
    found = objections(np.array(texts, dtype="datetime64[us]"), *columns)
    return [(objection.row, objection.reason) for objection in found]


def test_good_bars_meet_no_objection() -> None:
    assert _objections(GOOD, GOOD) == []


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ((np.nan, 11, 9, 10, 1), "a price is missing"),
        ((10, np.inf, 9, 10, 1), "a price is missing"),
        ((0, 11, 0, 10, 1), "a price is not positive"),
        ((10, 9.5, 9, 10, 1), "the high is below another price"),
        ((10, 11, 10.2, 10.5, 1), "the low is above another price"),
        ((10, 11, 9, 10, -1), "the volume is missing or negative"),
        ((10, 11, 9, 10, np.nan), "the volume is missing or negative"),
        ((10, 1e308, 9, 10, 1), "a price is above a trillion"),
        ((10, 11, 9, 10, 1e308), "the volume is above ten quadrillion"),
    ],
)
def test_a_bad_bar_is_named_with_its_reason(row: tuple[float, ...], reason: str) -> None:
    assert _objections(GOOD, row, GOOD) == [(1, reason)]


def test_a_time_that_is_missing_or_stands_twice_is_named() -> None:
    assert _objections(GOOD, GOOD, times=["2024-01-01", "NaT"]) == [(1, "the time is missing")]
    assert _objections(GOOD, GOOD, times=["2024-01-01", "2024-01-01"]) == [(1, "the time stands twice")]


def test_a_vendors_rounding_is_no_objection() -> None:
    assert _objections((10.0000001, 10.0, 9.0, 9.5, 1)) == []


def test_bars_are_put_in_order_and_bad_ones_refused() -> None:
    columns = {name: np.array([2.0, 1.0]) for name in ("open_", "high", "low", "close", "volume")}
    times = np.array(["2024-01-03", "2024-01-02"], dtype="datetime64[us]")
    series = assemble(parse_symbol("DEMO5"), Timeframe.D1, "test", time=times, **columns)
    assert series.columns.close.tolist() == [1.0, 2.0]
    assert list(series.row_ids()) == ["bar:DEMO5:1d:2024-01-02:test", "bar:DEMO5:1d:2024-01-03:test"]
    with pytest.raises(BadRows, match="test gave 1 bad bars of DEMO5"):
        assemble(parse_symbol("DEMO5"), Timeframe.D1, "test", time=times, **(columns | {"low": np.array([9.0, 1.0])}))


@pytest.mark.parametrize(
    ("market", "day", "close"),
    [
        (Market.CN_STOCKS, date(2024, 7, 1), "2024-07-01T07:00"),
        (Market.US_STOCKS, date(2024, 7, 1), "2024-07-01T20:00"),
        (Market.US_STOCKS, date(2024, 1, 2), "2024-01-02T21:00"),
        (Market.CRYPTO, date(2024, 7, 1), "2024-07-02T00:00"),
    ],
)
def test_a_daily_bar_is_known_at_the_close_of_its_session(market: Market, day: date, close: str) -> None:
    known = bar_known_at(market, Timeframe.D1, np.array([day], dtype="datetime64[us]"))
    assert known[0] == np.datetime64(close)
    assert session_close(market, day).tzinfo is not None


def test_a_short_bar_is_known_at_its_end_and_a_week_at_its_last_close() -> None:
    begin = np.array(["2024-07-01T02:30"], dtype="datetime64[us]")
    assert bar_known_at(Market.CN_STOCKS, Timeframe.M5, begin)[0] == np.datetime64("2024-07-01T02:35")
    week = np.array(["2024-07-01"], dtype="datetime64[us]")
    assert bar_known_at(Market.CN_STOCKS, Timeframe.W1, week)[0] == np.datetime64("2024-07-07T07:00")
