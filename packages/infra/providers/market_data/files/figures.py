"""Valuations and analysts' estimates from a file."""

from collections.abc import Callable
from decimal import Decimal

from packages.domain.market_data.rows import Estimate, Row, Valuation
from packages.domain.market_data.sessions import day_is_over, session_close
from packages.infra.providers.market_data.files.bounds import bounded
from packages.infra.providers.market_data.files.items import LineMeasure, StatementItem, item_of
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.statement_cells import wide_cells
from packages.infra.providers.market_data.files.tables import TableLine

_MULTIPLES = {
    "pe_ttm": "pe",
    "pb": "pb",
    "ps_ttm": "ps",
    "market_value": "market_value",
    "dividend_yield": "dividend_yield",
}
_HIGHEST_YIELD = Decimal("0.5")


def rows_by_line(reading: FileReading, row_of: Callable[[FileReading, TableLine], Row | None]) -> list[Row]:
    """One row a line; the same id again is a repetition where it says the same, and refused where it does not."""
    found: dict[str, Row] = {}
    for line in reading.lines():
        try:
            row = row_of(reading, line)
            if row is None:
                continue
            reading.not_later(row)
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))
            continue
        before = found.setdefault(row.id, row)
        if before is row:
            reading.tally.taken += 1
        elif before == row:
            reading.tally.repeated += 1
        else:
            reading.refuse(line.number, "twice")
    return list(found.values())


def valuation_rows(reading: FileReading) -> list[Row]:
    return rows_by_line(reading, _valuation)


def _valuation(reading: FileReading, line: TableLine) -> Row | None:
    symbol, day = reading.symbol(line), reading.day(line, "day", "period")
    multiples = {name: _scaled(reading, line, role) for name, role in _MULTIPLES.items()}
    if all(value is None for value in multiples.values()):
        reading.leave_out("empty_line")
        return None
    dividend_yield = multiples["dividend_yield"]
    if dividend_yield is not None and dividend_yield > _HIGHEST_YIELD:
        reading.guess("yield_in_percent")
        multiples["dividend_yield"] = dividend_yield / 100
    known = session_close(symbol.market, day)
    return Valuation(source=reading.options.source, known_at=known, symbol=symbol, day=day, **multiples)


def _scaled(reading: FileReading, line: TableLine, role: str) -> Decimal | None:
    value = reading.number_or_none(line, role)
    if value is None:
        return None
    measure = LineMeasure.MONEY if role == "market_value" else LineMeasure.RATIO
    return value * reading.units.factor(reading.table.headings[reading.columns[role]], measure)


def estimate_rows(reading: FileReading) -> list[Row]:
    if reading.has("item", "series"):
        return rows_by_line(reading, _estimate)
    rows: list[Row] = []
    for line, item, heading, cell in wide_cells(reading):
        try:
            value = reading.number(cell) * reading.units.factor(heading, item.measure)
            rows.append(reading.not_later(_expected(reading, line, item, value)))
            reading.tally.taken += 1
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))
    return rows


def _estimate(reading: FileReading, line: TableLine) -> Row | None:
    name = reading.cell(line, "item", "series")
    item = item_of(name)
    if item is None:
        reading.leave_out("unused_line", line=name)
        return None
    factor = reading.units.factor(name, item.measure, reading.cell(line, "unit"))
    return _expected(reading, line, item, reading.number(reading.cell(line, "estimate", "value")) * factor)


def _expected(reading: FileReading, line: TableLine, item: StatementItem, value: Decimal) -> Estimate:
    symbol, filed = reading.symbol(line), reading.day_or_none(line, "filed", "published", "released", "day")
    if filed is None:
        reading.guess("estimates_of_today")
    units = {LineMeasure.PER_SHARE: "/share", LineMeasure.MONEY: ""}
    unit = f"{reading.currency(line, symbol)}{units[item.measure]}" if item.measure in units else item.measure.value
    analysts = reading.number_or_none(line, "analysts")
    return Estimate(
        source=reading.options.source,
        known_at=reading.now if filed is None else day_is_over(symbol.market, filed),
        symbol=symbol,
        item=item.item,
        period_end=reading.day(line, "period"),
        value=bounded(value, item.measure),
        unit=unit,
        analysts=None if analysts is None else int(analysts),
    )
