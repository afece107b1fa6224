"""Bars within days: they add up to the longer ones and to the day, go up to the last that is over, and a day's are the
same whenever they were made."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest

from packages.domain.market_data.bars import BarColumns, BarSeries, instant
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.listing import traded_in
from packages.infra.providers.market_data.demo.pack import DemoPack, generate, generate_since

A_SHARE, US_SHARE, COIN = parse_symbol("DEMO2.SH"), parse_symbol("DEMO5"), parse_symbol("DEMO8-USD")
FINE = (Timeframe.M1, Timeframe.M5, Timeframe.H1)
NIGHT = datetime(2026, 11, 18, tzinfo=UTC)  # both stock markets are closed
LISTED = traded_in(2026)
A_DAY = {Market.CN_STOCKS: (240, 48, 4), Market.US_STOCKS: (390, 78, 7), Market.CRYPTO: (1440, 288, 24)}


@pytest.fixture(scope="module")
def loaded() -> DemoPack:
    return generate(now=NIGHT)


@pytest.fixture(scope="module")
def closes(loaded: DemoPack) -> dict[Symbol, int]:
    """At the end of 2025."""
    ends = {symbol: loaded.series(symbol).columns for symbol in LISTED}
    return {symbol: round(float(bars.close[_first_of_2026(bars) - 1]) * 100) for symbol, bars in ends.items()}


def _first_of_2026(bars: BarColumns) -> int:
    return int(np.searchsorted(bars.time, np.datetime64("2026-01-01")))


def by_day(series: BarSeries) -> dict[date, BarColumns]:
    """The bars of each day where the market trades, time by time."""
    market, columns = series.symbol.market, series.columns
    days = [local_day(market, at.item().replace(tzinfo=UTC)) for at in columns.time]
    changes = [0, *(n for n in range(1, len(days)) if days[n] != days[n - 1]), len(days)]
    return {days[a]: columns[a:b] for a, b in pairwise(changes) if b > a}


def check_that_parts_give_the_whole(parts: BarColumns, whole: BarColumns, place: int) -> None:
    assert parts.open[0] == whole.open[place]
    assert parts.high.max() == whole.high[place]
    assert parts.low.min() == whole.low[place]
    assert parts.close[-1] == whole.close[place]
    assert parts.volume.sum() == whole.volume[place]


@pytest.mark.parametrize("symbol", LISTED, ids=str)
def test_whatever_trades_has_bars_of_hours_since_2025_and_of_minutes_of_the_last_days(
    loaded: DemoPack, symbol: Symbol
) -> None:
    daily = loaded.series(symbol).columns
    of_day = dict(zip(FINE, A_DAY[symbol.market], strict=True))
    assert len(loaded.series(symbol, Timeframe.H1)) == of_day[Timeframe.H1] * (len(daily) - _first_of_2026(daily))
    days = {timeframe: by_day(loaded.series(symbol, timeframe)) for timeframe in FINE}
    assert all(len(bars) == of_day[t] for t in FINE for bars in days[t].values())
    # In New York it is still yesterday; elsewhere the last day is one that has no bar yet.
    unseen = 0 if symbol.market is Market.US_STOCKS else 1
    assert len(days[Timeframe.M1]) == 5 - unseen
    assert len(days[Timeframe.M5]) >= 60 - unseen


@pytest.mark.parametrize("timeframe", FINE)
@pytest.mark.parametrize("symbol", LISTED, ids=str)
def test_the_bars_of_a_day_give_the_day(loaded: DemoPack, symbol: Symbol, timeframe: Timeframe) -> None:
    daily = loaded.series(symbol).columns
    for day, bars in by_day(loaded.series(symbol, timeframe)).items():
        check_that_parts_give_the_whole(bars, daily, int(np.searchsorted(daily.time, np.datetime64(day))))


@pytest.mark.parametrize(("short", "long"), [(Timeframe.M1, Timeframe.M5), (Timeframe.M5, Timeframe.H1)])
@pytest.mark.parametrize("symbol", [A_SHARE, US_SHARE, COIN], ids=str)
def test_shorter_bars_give_the_longer_ones(loaded: DemoPack, symbol: Symbol, short: Timeframe, long: Timeframe) -> None:
    parts, whole = loaded.series(symbol, short).columns, loaded.series(symbol, long).columns
    first = int(np.searchsorted(whole.time, max(parts.time[0], whole.time[0])))
    for place in range(first, len(whole)):
        end = whole.time[place] + np.timedelta64(long.seconds, "s")
        within = (parts.time >= whole.time[place]) & (parts.time < end)
        check_that_parts_give_the_whole(parts[within], whole, place)


IN_SESSION = [
    (A_SHARE, datetime(2026, 11, 17, 2, 33, 40, tzinfo=UTC), ("02:32", "02:25", "01:30")),
    (US_SHARE, datetime(2026, 11, 17, 18, 2, tzinfo=UTC), ("18:01", "17:55", "16:30")),
    (US_SHARE, datetime(2026, 7, 6, 18, 2, tzinfo=UTC), ("18:01", "17:55", "16:30")),  # summer time
    (COIN, datetime(2026, 11, 17, 5, 0, tzinfo=UTC), ("04:59", "04:55", "04:00")),
]


@pytest.mark.parametrize(("symbol", "now", "last"), IN_SESSION, ids=str)
def test_within_a_session_bars_go_up_to_the_last_that_is_over(
    closes: dict[Symbol, int], symbol: Symbol, now: datetime, last: tuple[str, ...]
) -> None:
    midnight = now.replace(hour=0, minute=0, second=0)
    added = generate_since(midnight, now, closes)
    for timeframe, start in zip(FINE, last, strict=True):
        bars = added.series(symbol, timeframe).columns
        assert str(bars.time[-1])[:16] == f"{now:%Y-%m-%d}T{start}"
        assert bars.known_at[-1] <= instant(now)


@pytest.mark.parametrize("now", [now for _, now, _ in IN_SESSION[:2]] + [NIGHT + timedelta(days=14)], ids=str)
def test_a_day_has_the_same_bars_whatever_the_clock_of_the_load(
    loaded: DemoPack, closes: dict[Symbol, int], now: datetime
) -> None:
    since = datetime(2026, 11, 9, tzinfo=UTC)
    added = generate_since(since, now, closes)
    for symbol in LISTED:
        for timeframe in FINE:
            one, other = (pack.series(symbol, timeframe).columns for pack in (added, loaded))
            first, until = max(one.time[0], other.time[0]), min(one.time[-1], other.time[-1])
            one, other = (bars[(bars.time >= first) & (bars.time <= until)] for bars in (one, other))
            assert len(one) > 3
            assert one.equals(other), (symbol, timeframe)


def test_a_desk_that_was_away_for_some_weeks_misses_no_minute(closes: dict[Symbol, int]) -> None:
    since = datetime(2026, 10, 24, tzinfo=UTC)
    added = generate_since(since, NIGHT, closes)
    assert len(added.series(US_SHARE, Timeframe.M1)) == 390 * len(added.series(US_SHARE))


def test_the_founding_years_have_no_more_bars_than_they_had(pack: DemoPack) -> None:
    assert [(s.symbol.text, s.timeframe) for s in pack.all_bars() if s.timeframe is not Timeframe.D1] == [
        ("DEMO1.SZ", Timeframe.M5)
    ]


def test_the_days_of_the_coin_come_last(loaded: DemoPack) -> None:
    *_, last = loaded.all_bars()
    assert (last.symbol, last.timeframe) == (COIN, Timeframe.D1)
