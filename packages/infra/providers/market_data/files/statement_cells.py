"""The figures of a file of statements one by one, whether lines go down, across, or each has a row of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.files.bounds import bounded
from packages.infra.providers.market_data.files.cells import DayWriting, is_blank
from packages.infra.providers.market_data.files.items import LineMeasure, StatementItem, item_of, statement_of
from packages.infra.providers.market_data.files.kinds import turned, wide_items
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_QUARTER_DAYS = range(75, 107)  # 12 to 15 weeks
_YEAR_DAYS = range(340, 386)
_QUARTERLY = {"q", "quarter", "quarterly", "10-q", "单季", "单季度", "季度"}
_YEARLY = {"y", "a", "fy", "annual", "yearly", "year", "10-k", "年度", "年报"}


@dataclass(frozen=True, slots=True)
class FoundFigure:
    """One figure as the file has it; `span` is `quarter`, `year`, `other`, or None where the file does not say."""

    line: int
    symbol: Symbol
    item: StatementItem
    period_end: date
    filed: date | None
    value: Decimal
    unit: str
    currency: str
    span: str | None


def found_figures(reading: FileReading) -> Iterator[FoundFigure]:
    if reading.has("value") and reading.has("item", "series"):
        yield from _long(reading)
    elif turned(reading.table):
        yield from _turned(reading)
    else:
        yield from _wide(reading)


def _long(reading: FileReading) -> Iterator[FoundFigure]:
    for line in reading.lines():
        name = reading.cell(line, "item", "series")
        item = item_of(name)
        table = reading.cell(line, "statement")
        if item is None or (table and statement_of(table) not in (None, item.statement)) or _other_table(table):
            reading.leave_out("unused_line", line=f"{table}: {name}" if table else name)
            continue
        try:
            value = reading.number(reading.cell(line, "value"))
            scale = reading.units.factor(name, item.measure, reading.cell(line, "unit"))
            yield _figure(reading, line, item, reading.day(line, "period", "day"), value, scale)
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))


def _other_table(table: str) -> bool:
    """A statement of another kind, such as comprehensive income, repeats lines of the three."""
    return bool(table) and statement_of(table) is None


def _wide(reading: FileReading) -> Iterator[FoundFigure]:
    items, roles = wide_items(reading.table.headings), set(reading.columns.values())
    for place, heading in enumerate(reading.table.headings):
        if place not in items and place not in roles:
            reading.leave_out("unused_line", line=heading)
    for line, item, heading, cell in wide_cells(reading):
        try:
            value = reading.number(cell)
            end = reading.day(line, "period", "day")
            scale = reading.units.factor(heading, item.measure, reading.cell(line, "unit"))
            yield _figure(reading, line, item, end, value, scale)
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))


def wide_cells(reading: FileReading) -> Iterator[tuple[TableLine, StatementItem, str, str]]:
    """Where lines of statements go across: each cell that is not blank, behind its line, item and heading. It counts as
    read."""
    items = wide_items(reading.table.headings)
    for line in reading.table.lines:
        for place, heading in items.items():
            item, cell = item_of(heading), line.cells[place]
            if item is not None and not is_blank(cell):
                reading.tally.read += 1
                yield line, item, heading, cell


def _turned(reading: FileReading) -> Iterator[FoundFigure]:
    headings = reading.table.headings
    writing = reading.day_writing(headings[1:])
    for line in reading.table.lines:
        item = item_of(line.cells[0])
        if item is None:
            reading.leave_out("unused_line", line=line.cells[0])
            continue
        yield from _across(reading, line, item, writing)


def _across(reading: FileReading, line: TableLine, item: StatementItem, writing: DayWriting) -> Iterator[FoundFigure]:
    for heading, text in zip(reading.table.headings[1:], line.cells[1:], strict=True):
        end = writing.read(heading)
        if end is None or is_blank(text):
            continue
        reading.tally.read += 1
        try:
            scale = reading.units.factor(line.cells[0], item.measure)
            yield _figure(reading, line, item, end, reading.number(text), scale)
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))


def _figure(
    reading: FileReading, line: TableLine, item: StatementItem, end: date, value: Decimal, scale: Decimal
) -> FoundFigure:
    symbol = reading.symbol(line)
    if item.measure is LineMeasure.SHARES and value <= 0:
        raise Unreadable("shares")
    return FoundFigure(
        line=line.number,
        symbol=symbol,
        item=item,
        period_end=end,
        filed=reading.day_or_none(line, "filed"),
        value=bounded(value * scale, item.measure),
        unit=reading.cell(line, "unit"),
        currency=reading.currency(line, symbol) if not reading.cell(line, "unit") else "",
        span=reading.options.span or _span(reading, line, end),
    )


def _span(reading: FileReading, line: TableLine, end: date) -> str | None:
    timeframe = reading.cell(line, "timeframe").lower()
    if timeframe in _QUARTERLY or timeframe in _YEARLY:
        return "quarter" if timeframe in _QUARTERLY else "year"
    start = reading.day_or_none(line, "start")
    if start is not None:
        days = (end - start).days
        return "quarter" if days in _QUARTER_DAYS else "year" if days in _YEAR_DAYS else "other"
    period = reading.cell(line, "fiscal_period").upper()
    return "year" if period == "FY" else None
