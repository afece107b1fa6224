"""Files of markets beyond China and the US are held against their own days, hours and breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.inspect import BarInspection, confirm_bars, inspect_bars
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.calendars import calendar_of
from tests.effort import by_turns
from tests.packages.infra.providers.market_data.bars.file_shapes import ISO, PLAIN, daily, intraday, ohlcv, text

NOW = datetime(2026, 11, 15, tzinfo=UTC)
CLOSED = "the market is closed on this day"
STAMP = "%Y-%m-%d %H:%M:%S"


def calendar(symbol: str) -> Calendar:
    return calendar_of(parse_symbol(symbol).market, Path("nowhere"))


def sessions(symbol: str, first: str, last: str) -> list[date]:
    days: list[date] = calendar(symbol).sessions(date.fromisoformat(first), date.fromisoformat(last)).tolist()
    return days


def inspected(folder: Path, symbol: str, content: str) -> BarInspection:
    path = folder / f"{symbol}.csv"
    path.write_text(content)
    return inspect_bars(path, Answers({}), NOW)


def imported(folder: Path, symbol: str, days: Sequence[date]) -> ImportReport:
    seen = inspected(folder, symbol, text(PLAIN, daily(days, start=50.0, step=0.01), ISO))
    return confirm_bars(seen, ParquetBars(folder / "bars"), NOW)


def test_dates_that_are_all_a_day_late_refuse_the_file(tmp_path: Path) -> None:
    moved = [day + timedelta(days=1) for day in sessions("0005.HK", "2023-01-03", "2023-12-29")]
    with pytest.raises(BadRows, match=r"0005\.HK\.csv") as refused:
        imported(tmp_path, "0005.HK", moved)
    assert "22%" in str(refused.value)


@pytest.mark.parametrize(
    ("symbol", "closed"),
    [
        ("SAP.DE", "2024-03-09"),
        ("VOD.L", "2013-04-01"),
        ("RHM.DE", "2013-04-01"),
        ("ASML.AS", "2024-05-01"),
        ("ENI.MI", "2024-08-15"),
        ("NESN.SW", "2024-08-01"),
        ("INFY.NS", "2024-08-15"),
        ("^N225", "2024-11-04"),
        ("AAPL", "2025-01-09"),
        ("AAPL", "2018-12-05"),
        ("AAPL", "2012-10-29"),
        ("AAPL", "2007-01-02"),
        ("AAPL", "2004-06-11"),
        ("AAPL", "2001-09-11"),
    ],
)
def test_a_row_on_a_closed_day_is_refused_by_its_line(symbol: str, closed: str, tmp_path: Path) -> None:
    day = date.fromisoformat(closed)
    open_days = sessions(symbol, f"{day - timedelta(days=40)}", f"{min(day + timedelta(days=40), date(2026, 10, 30))}")
    days = sorted({*open_days, day})
    report = imported(tmp_path, symbol, days)
    assert report.refused_for == {CLOSED: 1}
    assert [refusal.line for refusal in report.refusals] == [days.index(day) + 2]


def test_a_share_of_tokyo_on_new_yorks_days_loses_the_holidays_of_tokyo(tmp_path: Path) -> None:
    days = sessions("AAPL", "2023-01-03", "2023-12-29")
    closed = set(days) - set(sessions("7203.T", "2023-01-03", "2023-12-29"))
    assert imported(tmp_path, "7203.T", days).refused_for == {CLOSED: len(closed)}


@pytest.mark.parametrize(
    ("symbol", "day"),
    [
        ("INFY.NS", "2024-03-02"),
        ("INFY.NS", "2024-11-01"),
        ("^STOXX50E", "2024-12-24"),
        ("7203.T", "1988-06-04"),
        ("SAP.DE", "1999-05-13"),
    ],
)
def test_an_odd_session_is_taken(symbol: str, day: str, tmp_path: Path) -> None:
    days = sorted({*(date.fromisoformat(day) - timedelta(days=n) for n in range(8)), date.fromisoformat(day)})
    days = [one for one in days if one.weekday() < 5 or f"{one}" == day]
    report = imported(tmp_path, symbol, days)
    assert report.last is not None
    assert f"{report.last.date()}" == day


def clocks(*spans: str, every: int) -> list[str]:
    """The starts of bars: `9:30-12:00` by so many minutes."""
    found = []
    for span in spans:
        first, last = (
            sum(int(n) * by for n, by in zip(end.split(":"), (60, 1), strict=True)) for end in span.split("-")
        )
        found += [f"{minute // 60:02d}:{minute % 60:02d}" for minute in range(first, last, every)]
    return found


@dataclass(frozen=True)
class Session:
    symbol: str
    zone: str
    day: str
    spans: tuple[str, ...]


HONG_KONG = Session("0005.HK", "Asia/Hong_Kong", "2024-06-03", ("9:30-12:00", "13:00-16:00"))
TOKYO = Session("7203.T", "Asia/Tokyo", "2024-06-03", ("9:00-11:30", "12:30-15:00"))
TOKYO_LATER = Session("7203.T", "Asia/Tokyo", "2024-11-11", ("9:00-11:30", "12:30-15:30"))
LONDON = Session("VOD.L", "Europe/London", "2024-06-03", ("8:00-16:30",))
XETRA = Session("SAP.DE", "Europe/Berlin", "2024-06-03", ("9:00-17:30",))
PARIS = Session("AIR.PA", "Europe/Paris", "2024-06-03", ("9:00-17:30",))
INDIA = Session("INFY.NS", "Asia/Kolkata", "2024-06-03", ("9:15-15:30",))
EURO_INDEX = Session("^STOXX50E", "Europe/Berlin", "2024-06-03", ("9:00-17:30",))
SESSIONS = [HONG_KONG, TOKYO, TOKYO_LATER, LONDON, XETRA, PARIS, INDIA, EURO_INDEX]
CLOCKS = ("own", "UTC", "Europe/Berlin", "America/New_York")


@pytest.mark.parametrize("session", SESSIONS, ids=[f"{one.symbol} {one.day}" for one in SESSIONS])
@pytest.mark.parametrize("clock", CLOCKS)
@by_turns(("label", "every"), ["start", "end"], [5, 15, 30])
def test_bars_of_minutes_are_stored_at_their_own_instants(
    session: Session, clock: str, label: str, every: int, tmp_path: Path
) -> None:
    zone, first = ZoneInfo(session.zone), date.fromisoformat(session.day)
    bars = intraday([first + timedelta(days=n) for n in range(4)], clocks(*session.spans, every=every), zone, 80.0)
    shown = zone if clock == "own" else ZoneInfo(clock)
    line = ohlcv(STAMP, zone=shown, later=every if label == "end" else 0)
    seen = inspected(tmp_path, session.symbol, text(PLAIN, bars, line))
    assert seen.questions == ()
    store = ParquetBars(tmp_path / "bars")
    report = confirm_bars(seen, store, NOW)
    stored = store.read(report.symbol, report.timeframe, NOW).columns
    assert [at.item() for at in stored.time] == [bar.at.replace(tzinfo=None) for bar in bars]
    assert not any("around the clock" in said for said in report.guesses)


def test_the_label_follows_the_later_close_of_tokyo_within_one_file(tmp_path: Path) -> None:
    zone = ZoneInfo("Asia/Tokyo")
    before = intraday([date(2024, 10, 30), date(2024, 10, 31), date(2024, 11, 1)], clocks(*TOKYO.spans, every=30), zone)
    after = intraday([date(2024, 11, 5), date(2024, 11, 6)], clocks(*TOKYO_LATER.spans, every=30), zone)
    seen = inspected(tmp_path, "7203.T", text(PLAIN, [*before, *after], ohlcv(STAMP, zone=zone, later=30)))
    assert {guess.what: guess.value for guess in seen.guesses}["label"] == "end"
    assert seen.tally.refused_for == {}


def test_a_bar_in_the_break_or_after_the_close_is_refused_by_its_line(tmp_path: Path) -> None:
    zone = ZoneInfo("Asia/Hong_Kong")
    days = [date(2024, 6, 3) + timedelta(days=n) for n in range(5)]
    bars = intraday(days, clocks(*HONG_KONG.spans, every=5), zone)
    bars += intraday([days[-1]], ["12:30", "18:00"], zone)
    seen = inspected(tmp_path, "0005.HK", text(PLAIN, bars, ohlcv(STAMP, zone=zone)))
    assert seen.tally.refused_for == {"the bar lies outside trading hours": 2}


def test_a_clock_that_a_person_named_is_doubted_where_most_bars_lie_outside_the_hours(tmp_path: Path) -> None:
    bars = intraday([date(2024, 6, 3)], clocks(*HONG_KONG.spans, every=5), ZoneInfo("Asia/Hong_Kong"))
    path = tmp_path / "0005.HK.csv"
    path.write_text(text(PLAIN, bars, ohlcv(STAMP, zone=ZoneInfo("UTC"))))
    wrong = inspect_bars(path, Answers({"timezone": "Asia/Hong_Kong"}), NOW)
    assert any("outside trading hours" in problem for problem in wrong.problems)
    assert inspect_bars(path, Answers({"timezone": "UTC"}), NOW).problems == ()
