"""What is stored of each series: from the catalogue where its files are as they were, else from their footers.

A file that cannot be read is told for its own series and holds up no other."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from packages.domain.market_data.coverage import Damaged, Inventory, Stored
from packages.domain.market_data.cross_sections import StopCheck
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import folder_name, parquet_files, symbol_of
from packages.infra.providers.market_data.bars.stored import ranges_of, symbols_in
from packages.infra.providers.market_data.cross_sections.catalogue import Catalogue, FoldedSeries
from packages.infra.providers.market_data.cross_sections.symbol_files import daily_folders, files_mark

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def inventory_of(bars: Path, catalogue: Catalogue, stop: StopCheck) -> Inventory:
    by_symbol: dict[Symbol, list[FoldedSeries]] = defaultdict(list)
    for group, _, series in catalogue.series():
        by_symbol[Symbol(series.symbol, Market(catalogue.groups[group].market))].append(series)
    stored: list[Stored] = []
    damaged: list[Damaged] = []
    for timeframe in Timeframe:
        for symbol in _symbols(bars, timeframe, by_symbol):
            stop()
            if timeframe is Timeframe.D1 and _is_folded(bars, catalogue, symbol):
                stored += [_stored(symbol, one) for one in sorted(by_symbol.get(symbol, ()), key=_source)]
                continue
            try:
                stored += ranges_of(bars, symbol, timeframe)
            except CorruptData as error:
                damaged.append(Damaged(symbol, timeframe, error.said))
    return Inventory(tuple(stored), tuple(damaged))


def _symbols(bars: Path, timeframe: Timeframe, known: Iterable[Symbol]) -> list[Symbol]:
    """In the order of their folders; those that are known need not be made out of the name of a folder."""
    if timeframe is not Timeframe.D1:
        return symbols_in(bars, timeframe)
    named = {folder_name(symbol): symbol for symbol in known}
    found = {name: named.get(name) or symbol_of(name) for name in sorted(daily_folders(bars))}
    return [symbol for symbol in found.values() if symbol is not None]


def _source(series: FoldedSeries) -> str:
    return series.source


def _is_folded(bars: Path, catalogue: Catalogue, symbol: Symbol) -> bool:
    if symbol.text in catalogue.aside:
        return False
    name = folder_name(symbol)
    mark = catalogue.folders.get(name)
    return mark is not None and mark[1] == files_mark(parquet_files(f"{bars}/{Timeframe.D1}/{name}"))


def _stored(symbol: Symbol, series: FoldedSeries) -> Stored:
    first, last, known_to = (_EPOCH + timedelta(microseconds=at) for at in (series.first, series.last, series.known_to))
    return Stored(symbol, Timeframe.D1, series.source, first, last, series.rows, known_to)
