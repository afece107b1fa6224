"""Macro series from a file: under research's own names where they are known, revisions as versions."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from packages.domain.market_data.rows import MacroPoint, Row
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.files.macro_names import research_name
from packages.infra.providers.market_data.files.macro_units import NumberedPoint, in_one_unit
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_RELEASED_AFTER = timedelta(days=45)  # a month's figure is out before the next but one begins
_NEXT_DAY = timedelta(days=1)
_DAILY_GAP = 10  # days between neighbours, at most, of a series that is told day by day or week by week


def macro_rows(reading: FileReading) -> list[Row]:
    """Revisions of a period, in the order of their release, are its versions."""
    found: list[NumberedPoint] = []
    frequent = _frequent(reading)
    for line in reading.lines():
        try:
            found.append((line.number, _point(reading, line, frequent)))
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))
    by_period: dict[tuple[str, date], list[MacroPoint]] = {}
    for point in in_one_unit(reading, found):
        by_period.setdefault((point.series, point.period_end), []).append(point)
    return [row for points in by_period.values() for row in _revisions(reading, points)]


def _frequent(reading: FileReading) -> frozenset[str]:
    """Series that are told day by day or week by week, and are out the next day."""
    days: dict[str, set[date]] = {}
    for line in reading.table.lines:
        try:
            days.setdefault(_series(reading, line), set()).add(reading.day(line, "period", "day"))
        except Unreadable:
            continue  # counted where its figure is read
    return frozenset(series for series, dates in days.items() if _middle_gap(dates) <= _DAILY_GAP)


def _middle_gap(dates: set[date]) -> int:
    ordered = sorted(dates)
    gaps = sorted((later - earlier).days for earlier, later in pairwise(ordered))
    return gaps[len(gaps) // 2] if len(gaps) > 1 else _DAILY_GAP + 1


def _series(reading: FileReading, line: TableLine) -> str:
    name = reading.cell(line, "series", "item")
    if not name:
        raise Unreadable("series")
    named = research_name(name)
    if named is not None and named != name:
        reading.guess("series_named", told=name, series=named)
    return (named or name)[:60]


def _point(reading: FileReading, line: TableLine, frequent: frozenset[str]) -> MacroPoint:
    series = _series(reading, line)
    end, released = reading.day(line, "period", "day"), reading.day_or_none(line, "released", "filed", "published")
    if released is not None and released < end:
        raise Unreadable("filed_early")
    if released is None or released == end:
        lag = _NEXT_DAY if series in frequent else _RELEASED_AFTER
        reading.guess("released_later", days=lag.days)
        released = end + lag
    text = reading.cell(line, "value")
    unit = reading.cell(line, "unit") or ("ratio" if text.endswith("%") else "number")
    value = reading.number(text)
    if unit == "%":
        value, unit = value / 100, "ratio"
    known = day_is_over(Market.CN_STOCKS, released)
    point = MacroPoint(
        source=reading.options.source, known_at=known, series=series, period_end=end, value=value, unit=unit
    )
    reading.not_later(point)
    return point


def _revisions(reading: FileReading, points: list[MacroPoint]) -> list[MacroPoint]:
    kept: list[MacroPoint] = []
    for point in sorted(points, key=lambda one: one.known_at):
        if kept and point.value == kept[-1].value:
            reading.tally.repeated += 1
        else:
            kept.append(replace(point, version=len(kept) + 1))
            reading.tally.taken += 1
    return kept
