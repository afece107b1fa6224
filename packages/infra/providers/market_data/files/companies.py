"""Who a file is about: names, currency and industry, where it has columns for them."""

from collections.abc import Iterable
from datetime import date, datetime

from packages.domain.market_data.rows import FinancialFact, Instrument, Row
from packages.domain.market_data.sessions import day_is_over
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.files.reading import CURRENCIES, FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_EXCHANGES = {"SZ": "XSHE", "SH": "XSHG", "BJ": "XBSE"}
_LONG_AGO = date(1990, 1, 1)


def company_source(source: str) -> str:
    """Names have a source of their own: bars of the same file name an instrument by its symbol alone."""
    return f"{source}-companies"


def companies_named(reading: FileReading, rows: Iterable[FinancialFact]) -> list[Instrument]:
    """Whom the rows are about, where the file has names: as it has them last, known from the first row on."""
    if not reading.has("company"):
        return []
    first: dict[Symbol, datetime] = {}
    for row in rows:
        first[row.symbol] = min(first.get(row.symbol, row.known_at), row.known_at)
    named: dict[Symbol, tuple[date, Instrument]] = {}
    for line in reading.table.lines:
        try:
            symbol = reading.symbol(line)
            filed = reading.day_or_none(line, "filed", "period", "day") or date.min
        except Unreadable:
            continue  # counted where its figure was read
        if symbol in first and (symbol not in named or filed > named[symbol][0]):
            named[symbol] = filed, _instrument(reading, line, symbol, first[symbol])
    return [instrument for _, instrument in named.values()]


def company_rows(reading: FileReading) -> list[Row]:
    """A list of companies: each known from its listing on, or from long ago where the file does not say."""
    rows: dict[Symbol, Row] = {}
    for line in reading.lines():
        try:
            symbol = reading.symbol(line)
            listed = reading.day_or_none(line, "listed")
            if listed is None:
                reading.guess("known_long_ago")
            row = _instrument(reading, line, symbol, day_is_over(symbol.market, listed or _LONG_AGO))
            reading.not_later(row)
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))
            continue
        if symbol in rows:
            reading.tally.repeated += 1
        else:
            rows[symbol] = row
            reading.tally.taken += 1
    return list(rows.values())


def _instrument(reading: FileReading, line: TableLine, symbol: Symbol, known_at: datetime) -> Instrument:
    name = reading.cell(line, "company")
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in name)
    sic, industry = reading.cell(line, "sic"), reading.cell(line, "industry")
    suffix = symbol.text.rpartition(".")[2] if symbol.market is Market.CN_STOCKS else ""
    return Instrument(
        source=company_source(reading.options.source),
        known_at=known_at,
        symbol=symbol,
        name_en="" if chinese else name,
        name_zh=name if chinese else "",
        exchange=_EXCHANGES.get(suffix, reading.cell(line, "exchange")),
        currency=reading.cell(line, "currency") or CURRENCIES.get(symbol.market, "USD"),
        industry=f"SIC {sic}" if sic else industry,
        listed_on=reading.day_or_none(line, "listed"),
    )
