"""Funding rates of perpetuals from a file: one line an instant, by the clock of the exchange, which is UTC."""

from datetime import UTC, datetime

from packages.domain.market_data.rows import FundingRate, Row
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.files.cells import read_instant
from packages.infra.providers.market_data.files.figures import rows_by_line
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_LARGEST = 1  # of a position's worth at one instant
_WHEN = ("funded_at", "published", "day")
_SECONDS, _MILLISECONDS = 10, 13  # digits of an instant that is counted from 1970


def funding_rows(reading: FileReading) -> list[Row]:
    return rows_by_line(reading, _rate)


def _rate(reading: FileReading, line: TableLine) -> Row:
    symbol, rate = reading.symbol(line), reading.number_or_none(line, "funding")
    if rate is None:
        raise Unreadable("number")
    if not symbol.is_perpetual:
        raise Unreadable("no_perpetual")
    if abs(rate) >= _LARGEST:
        raise Unreadable("absurd")
    at = _instant(reading, line, symbol)
    row = FundingRate(
        source=reading.options.source,
        known_at=at,
        symbol=symbol,
        paid_at=at,
        rate=rate,
        mark_price=reading.number_or_none(line, "mark_price"),
    )
    return reading.not_later(row)


def _instant(reading: FileReading, line: TableLine, symbol: Symbol) -> datetime:
    role = next((role for role in _WHEN if reading.cell(line, role)), None)
    if role is None:
        raise Unreadable("day")
    text = reading.cell(line, role).removesuffix(".0")
    if text.isdigit() and len(text) in (_SECONDS, _MILLISECONDS):
        return datetime.fromtimestamp(int(text[:_SECONDS]), UTC)
    found = read_instant(text, symbol.market, reading.writing(role), UTC)
    if found is None:
        raise Unreadable("day")
    return found
