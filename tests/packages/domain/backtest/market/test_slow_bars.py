"""Slow bars hold what their own bars held, and are seen at their close, never before."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.market.slow_bars import NotSlower, slow_bars, slow_grid, spread
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.sessions import bar_known_at, session_close, zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

CN, US, FX, COIN = Market.CN_STOCKS, Market.US_STOCKS, Market.FOREX, Market.CRYPTO
PAIRS = [(own, slow) for own in Timeframe for slow in Timeframe if slow.seconds > own.seconds]


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Own bars, as the slow ones want them."""

    time: Instants
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats

    def until(self, bars: int) -> "Bars":
        return Bars(*(getattr(self, name)[:bars] for name in self.__slots__))


def bars(times: list[str] | Instants, seed: int = 7) -> Bars:
    time = np.array(times, dtype="datetime64[us]")
    rng = np.random.default_rng(seed)
    open_, close = rng.uniform(9, 11, len(time)), rng.uniform(9, 11, len(time))
    high, low = np.maximum(open_, close) + rng.random(len(time)), np.minimum(open_, close) - rng.random(len(time))
    return Bars(time, open_, high, low, close, np.round(rng.uniform(0, 1000, len(time))))


def finished(times: list[str], market: Market, own: Timeframe, slow: Timeframe) -> list[int]:
    found: list[int] = slow_grid(np.array(times, dtype="datetime64[us]"), market, own, slow).finished.tolist()
    return found


def test_a_week_is_seen_on_the_bar_of_its_friday() -> None:
    days = ["2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-12"]
    assert finished(days, CN, Timeframe.D1, Timeframe.W1) == [0, 0, 1, 1, 2]


def test_a_week_without_a_friday_is_seen_on_the_next_bar() -> None:
    days = ["2024-04-01", "2024-04-02", "2024-04-03", "2024-04-08", "2024-04-09"]  # closed from Thursday on
    assert finished(days, CN, Timeframe.D1, Timeframe.W1) == [0, 0, 0, 1, 1]


def test_a_week_that_never_rests_is_seen_on_its_sunday() -> None:
    days = ["2024-01-05", "2024-01-06", "2024-01-07", "2024-01-08"]
    assert finished(days, COIN, Timeframe.D1, Timeframe.W1) == [0, 0, 1, 1]


def test_a_day_is_seen_on_the_bar_that_ends_with_the_session() -> None:
    times = ["2024-01-05T06:50", "2024-01-05T06:55", "2024-01-08T01:30"]
    assert finished(times, CN, Timeframe.M5, Timeframe.D1) == [0, 1, 1]


@pytest.mark.parametrize("close", ["2024-03-08T20:55", "2024-03-11T19:55"])
def test_the_close_follows_the_clocks_of_summer_and_winter(close: str) -> None:
    last = np.datetime64(close, "us")
    times = [str(last - np.timedelta64(5, "m")), close]
    assert finished(times, US, Timeframe.M5, Timeframe.D1) == [0, 1]


def test_what_is_traded_in_the_evening_belongs_to_the_session_of_the_next_day() -> None:
    times = ["2024-01-08T21:30", "2024-01-08T22:00", "2024-01-09T21:30"]  # 16:30 and 17:00 in New York
    grid = slow_grid(np.array(times, dtype="datetime64[us]"), FX, Timeframe.M30, Timeframe.D1)
    assert grid.starts.tolist() == [0, 1]
    assert grid.finished.tolist() == [1, 1, 2]


def test_an_hour_is_seen_on_the_bar_that_ends_with_it() -> None:
    times = ["2024-01-05T01:30", "2024-01-05T01:45", "2024-01-05T02:00", "2024-01-05T02:30", "2024-01-05T05:00"]
    assert finished(times, CN, Timeframe.M15, Timeframe.H1) == [0, 1, 1, 1, 2]


def test_a_slow_bar_holds_first_highest_lowest_last_and_all_volume() -> None:
    own = bars(["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"])
    found = slow_bars(own, CN, Timeframe.D1, Timeframe.W1).columns
    assert found["open"].tolist() == [own.open[0], own.open[2]]
    assert found["high"].tolist() == [own.high[:2].max(), own.high[2:].max()]
    assert found["low"].tolist() == [own.low[:2].min(), own.low[2:].min()]
    assert found["close"].tolist() == [own.close[1], own.close[3]]
    assert found["volume"].tolist() == [own.volume[:2].sum(), own.volume[2:].sum()]


def test_before_the_first_finished_bar_nothing_is_seen() -> None:
    seen = spread(np.array([1.0, 2.0]), np.array([0, 1, 1, 2]))
    np.testing.assert_array_equal(seen, [np.nan, 1.0, 1.0, 2.0])
    np.testing.assert_array_equal(spread(np.empty(0), np.array([0, 0])), [np.nan, np.nan])


def test_no_bars_make_no_slow_bars() -> None:
    found = slow_bars(bars([]), CN, Timeframe.M5, Timeframe.D1)
    assert len(found.finished) == 0
    assert all(len(column) == 0 for column in found.columns.values())


def test_a_timeframe_is_not_slower_than_itself() -> None:
    with pytest.raises(NotSlower, match="1d is not slower than 1d"):
        slow_bars(bars(["2024-01-04"]), CN, Timeframe.D1, Timeframe.D1)


@st.composite
def some_bars(draw: st.DrawFn) -> tuple[Bars, Market, Timeframe, Timeframe]:
    """Bars at multiples of their length, with gaps of all sizes, around a change of the clocks."""
    market, (own, slow) = draw(st.sampled_from(list(Market))), draw(st.sampled_from(PAIRS))
    steps = draw(st.lists(st.sampled_from([1, 1, 1, 1, 2, 3, 7, 30]), min_size=1, max_size=60))
    first = np.datetime64("2024-03-06", "us") + draw(st.integers(0, 40)) * np.timedelta64(3, "h")
    first = first if own.is_intraday else first.astype("datetime64[D]").astype("datetime64[us]")
    times = first + np.cumsum([0, *steps]) * np.timedelta64(own.seconds, "s")
    return bars(times, draw(st.integers(0, 9))), market, own, slow


@given(some_bars(), st.data())
def test_what_is_seen_does_not_change_when_later_bars_come(
    case: tuple[Bars, Market, Timeframe, Timeframe], data: st.DataObject
) -> None:
    own, market, timeframe, slower = case
    known = data.draw(st.integers(0, len(own.time)))
    now, later = (slow_bars(part, market, timeframe, slower) for part in (own.until(known), own))
    for name, column in later.columns.items():
        np.testing.assert_array_equal(
            spread(now.columns[name], now.finished), spread(column, later.finished)[:known], name
        )


@given(some_bars())
def test_slow_bars_are_what_a_patient_reader_would_write_down(case: tuple[Bars, Market, Timeframe, Timeframe]) -> None:
    own, market, timeframe, slower = case
    found = slow_bars(own, market, timeframe, slower)
    ends, closes = _by_hand(own, market, timeframe, slower)
    assert found.columns["close"].tolist() == closes
    known = bar_known_at(market, timeframe, own.time).tolist()
    assert found.finished.tolist() == [sum(end <= at.replace(tzinfo=UTC) for end in ends) for at in known]


def _by_hand(own: Bars, market: Market, timeframe: Timeframe, slower: Timeframe) -> tuple[list[datetime], list[float]]:
    begins = [at.replace(tzinfo=UTC) for at in own.time.tolist()]
    ends = [_end(at, market, timeframe, slower) for at in begins]
    groups = [
        [float(close) for _, close in group] for _, group in groupby(zip(ends, own.close, strict=True), lambda p: p[0])
    ]
    return sorted(set(ends)), [group[-1] for group in groups]


def _end(at: datetime, market: Market, timeframe: Timeframe, slower: Timeframe) -> datetime:
    """When the slow bar is over that a bar belongs to."""
    if slower.is_intraday:
        return datetime.fromtimestamp((at.timestamp() // slower.seconds + 1) * slower.seconds, UTC)
    day = at.astimezone(zone_of(market)).date() if timeframe.is_intraday else at.date()
    if timeframe.is_intraday and at >= session_close(market, day):
        day += timedelta(days=1)
    while market is not COIN and day.weekday() >= 5:
        day += timedelta(days=1)
    return session_close(market, day if slower is Timeframe.D1 else _last_of_week(day, market)).astimezone(UTC)


def _last_of_week(day: date, market: Market) -> date:
    return day + timedelta(days=(6 if market is COIN else 4) - day.weekday())
