"""The market goes on with the clock: its newest bar is the last that is finished, and its past stays as it was."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import refuse_implausible
from packages.domain.market_data.sessions import local_day, session_close
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.demo.companies import SHAKY
from packages.infra.providers.market_data.demo.listing import traded_in
from packages.infra.providers.market_data.demo.pack import DemoPack, generate, generate_since
from tests.effort import first_of
from tests.timing import Costs, arithmetic

ROOT = Path(__file__).parents[6]
LATE = datetime(2032, 1, 1, tzinfo=UTC)
MACHINERY = parse_symbol("DEMO1.SZ")
# A Saturday, the Spring Festival, an hour of trade in Shanghai, before and after the close in New York, New Year.
TOLD = [
    datetime(2026, 11, 21, 9, tzinfo=UTC),
    datetime(2027, 2, 10, 12, tzinfo=UTC),
    datetime(2028, 3, 1, 2, 31, tzinfo=UTC),
    datetime(2029, 6, 1, 19, 59, 59, tzinfo=UTC),
    datetime(2029, 6, 1, 20, tzinfo=UTC),
    datetime(2030, 1, 1, tzinfo=UTC),
]


@pytest.fixture(scope="module")
def late() -> DemoPack:
    return generate(now=LATE)


def clocks(count: int, seed: int) -> list[datetime]:
    """From 2026 to 2031, to the second."""
    draw, first = random.Random(seed), datetime(2026, 1, 1, tzinfo=UTC)
    return [first + timedelta(seconds=draw.randrange(6 * 365 * 86_400)) for _ in range(count)]


def last_finished(symbol: Symbol, now: datetime, home: Path) -> date:
    today = local_day(symbol.market, now)
    days = calendar_of(symbol.market, home).sessions(today - timedelta(days=20), today).tolist()
    finished: date = max(day for day in days if session_close(symbol.market, day) <= now)
    return finished


def check_the_newest_bars(pack: DemoPack, now: datetime, home: Path) -> None:
    live = set(traded_in(now.year))
    for series in pack.all_bars():
        if series.symbol in live and series.timeframe is Timeframe.D1:
            assert series.columns.time[-1].item().date() == last_finished(series.symbol, now, home), series.symbol


@pytest.mark.parametrize("now", [*TOLD, *clocks(20, seed=1)], ids=str)
def test_the_newest_bar_is_that_of_the_last_finished_session(late: DemoPack, now: datetime, tmp_path: Path) -> None:
    check_the_newest_bars(late.between(None, now), now, tmp_path)


def test_five_minute_bars_go_up_to_the_last_that_is_over_while_the_session_goes_on(late: DemoPack) -> None:
    known = late.between(None, datetime(2028, 3, 1, 2, 31, tzinfo=UTC))
    minutes, daily = known.series(MACHINERY, Timeframe.M5).columns, known.series(MACHINERY).columns
    assert minutes.time[-1] == np.datetime64("2028-03-01T02:25")
    assert daily.time[-1] == np.datetime64("2028-02-29")


def test_five_minute_bars_add_up_to_the_days_of_every_year(late: DemoPack) -> None:
    daily, minutes = late.series(MACHINERY).columns, late.series(MACHINERY, Timeframe.M5).columns
    since = daily[int(np.searchsorted(daily.time, np.datetime64("2025-01-01"))) :]
    assert len(minutes) == 48 * len(since)
    assert np.array_equal(minutes.high.reshape(-1, 48).max(axis=1), since.high)
    assert np.array_equal(minutes.volume.reshape(-1, 48).sum(axis=1), since.volume)
    assert np.array_equal(minutes.close.reshape(-1, 48)[:, -1], since.close)


def without_last_days(pack: DemoPack) -> DemoPack:
    """Bars of minutes are there of the last days only, but for one company."""
    bars = {
        symbol: tuple(s for s in of if s.timeframe in (Timeframe.D1, Timeframe.H1) or _goes_back(s))
        for symbol, of in pack.bars.items()
    }
    return replace(pack, bars=bars)


def _goes_back(series: BarSeries) -> bool:
    return series.symbol == MACHINERY and series.timeframe is Timeframe.M5


def told(pack: DemoPack) -> str:
    return without_last_days(pack).fingerprint()


def test_what_was_known_on_a_day_is_the_same_bytes_on_every_later_one(late: DemoPack) -> None:
    now = datetime(2026, 11, 17, 10, 5, tzinfo=UTC)
    assert told(generate(now=now)) == told(late.between(None, now))


@pytest.mark.trust  # `make test` holds each pack to a fingerprint that was told by another machine
def test_a_fresh_process_tells_the_same_past(late: DemoPack) -> None:
    now = datetime(2029, 4, 30, 21, tzinfo=UTC)
    assert in_a_fresh_process(now) == told(late.between(None, now))


def in_a_fresh_process(now: datetime) -> str:
    code = (
        "from datetime import datetime\n"
        "from packages.infra.providers.market_data.demo.pack import generate\n"
        f"from {__name__} import told\n"
        f"print(told(generate(now=datetime.fromisoformat({now.isoformat()!r}))))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.trust
@pytest.mark.parametrize("now", clocks(30, seed=2), ids=str)
def test_the_past_is_the_same_and_the_newest_bar_the_last_on_many_days(
    late: DemoPack, now: datetime, tmp_path: Path
) -> None:
    pack = generate(now=now)
    assert told(pack) == told(late.between(None, now))
    check_the_newest_bars(pack, now, tmp_path)


def closes_before(pack: DemoPack, year: int) -> dict[Symbol, int]:
    return {symbol: _close_before(pack.series(symbol), year) for symbol in traded_in(year)}


def _close_before(series: BarSeries, year: int) -> int:
    place = int(np.searchsorted(series.columns.time, np.datetime64(f"{year}-01-01")))
    return round(float(series.columns.close[place - 1]) * 100)


def check_a_top_up(late: DemoPack, since: datetime, now: datetime) -> None:
    added = generate_since(since, now, closes_before(late, since.year))
    assert told(added) == told(late.between(since, now))


def midnights(count: int, seed: int) -> list[datetime]:
    return [now.replace(hour=0, minute=0, second=0) for now in clocks(count, seed)]


@pytest.mark.parametrize("since", [datetime(2027, 1, 1, tzinfo=UTC), *first_of(midnights(3, seed=3))], ids=str)
@pytest.mark.parametrize("wait", [timedelta(hours=9), timedelta(days=400)], ids=str)
def test_a_top_up_is_what_a_full_load_has_more(late: DemoPack, since: datetime, wait: timedelta) -> None:
    check_a_top_up(late, since, min(since + wait, LATE))


@pytest.mark.trust
@pytest.mark.parametrize("since", midnights(60, seed=4), ids=str)
def test_a_top_up_from_any_day_is_what_a_full_load_has_more(late: DemoPack, since: datetime) -> None:
    wait = timedelta(seconds=int(since.timestamp()) * 7919 % (500 * 86_399))
    check_a_top_up(late, since, min(since + wait, LATE))


def test_a_day_is_added_for_a_little_arithmetic(late: DemoPack) -> None:
    since = datetime(2030, 12, 19, tzinfo=UTC)
    closes, costs = closes_before(late, since.year), Costs(at_most=2.5)
    for _ in costs.turns():
        with costs.work():
            added = generate_since(since, since + timedelta(days=1), closes)
        with costs.beside():
            arithmetic()
        assert sum(map(len, added.all_bars())) > 0
    assert costs.within_bounds, costs


def test_every_later_row_keeps_the_rule_of_time_under_an_id_of_its_own(late: DemoPack) -> None:
    rows = list(late.rows())
    assert len({row.id for row in rows}) == len(rows)
    for row in rows:
        refuse_implausible(row)
        assert row.known_at <= LATE


@pytest.mark.parametrize("year", range(2026, 2032))
def test_reports_dividends_news_releases_and_dates_ahead_go_on_every_year(late: DemoPack, year: int) -> None:
    for symbol in traded_in(year):
        if symbol.market is Market.CRYPTO or symbol.text in ("DEMO9.SH", "DEMO10"):
            continue
        of = [fact for fact in late.facts if fact.symbol == symbol and fact.known_at.year == year]
        assert {fact.period_end.month for fact in of} == {3, 6, 9, 12}, symbol
        assert all(fact.known_at.date() > fact.period_end for fact in of)
        assert [item for item in late.news if item.symbol == symbol and item.published_at.year == year], symbol
        ahead = [event for event in late.events if event.symbol == symbol and event.day.year == year]
        assert len(ahead) == 4
        assert all(timedelta(days=20) < event.day - event.known_at.date() < timedelta(days=50) for event in ahead)
    assert {action.symbol.text for action in late.actions if action.ex_date.year == year} >= {"DEMO2.SH", "DEMO6"}
    assert len([point for point in late.macro if point.known_at.year == year]) == 2 * (4 * 12 + 4)


def test_shares_are_split_again(late: DemoPack) -> None:
    assert {a.ex_date.year for a in late.actions if a.kind == "split" and a.ex_date.year > 2025} >= {2026, 2028}


def test_the_trap_sells_more_each_year_and_has_ever_less_to_show_for_it(late: DemoPack) -> None:
    told = {
        (fact.item, fact.period_end.year): fact.value
        for fact in late.facts
        if fact.symbol == SHAKY.symbol and fact.period_end.month == 12
    }
    sales, margins, owed = (
        [told[item, year] for year in (2025, 2027, 2030)] for item in ("revenue", "gross_margin", "receivables")
    )
    assert sales == sorted(sales)
    assert margins[0] - margins[1] > Decimal("0.03") < margins[0] - margins[2]
    assert owed[2] / sales[2] > owed[1] / sales[1] > owed[0] / sales[0] > 1
    assert sum(told["operating_cash_flow", year] for year in range(2026, 2031)) < 0
