"""What is stored of each series: from the catalogue where its files are as they were, else from their footers.

A file that cannot be read is told for its own series and holds up no other."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from packages.domain.market_data.coverage import Damaged, Inventory, Stored
from packages.domain.market_data.cross_sections import StopCheck
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import folder_name, parquet_files, series_folder
from packages.infra.providers.market_data.bars.stored import ranges_of, symbols_in
from packages.infra.providers.market_data.cross_sections.catalogue import Catalogue, Series
from packages.infra.providers.market_data.cross_sections.symbol_files import files_mark

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def inventory_of(bars: Path, catalogue: Catalogue, stop: StopCheck) -> Inventory:
    by_symbol: dict[str, list[Series]] = defaultdict(list)
    for _, _, series in catalogue.series():
        by_symbol[series.symbol].append(series)
    stored: list[Stored] = []
    damaged: list[Damaged] = []
    for timeframe in Timeframe:
        for symbol in symbols_in(bars, timeframe):
            stop()
            if timeframe is Timeframe.D1 and _is_folded(bars, catalogue, symbol):
                ordered = sorted(by_symbol[symbol.text], key=lambda one: one.source)
                stored += [_stored(symbol, one) for one in ordered]
                continue
            try:
                stored += ranges_of(bars, symbol, timeframe)
            except CorruptData as error:
                damaged.append(Damaged(symbol, timeframe, error.said))
    return Inventory(tuple(stored), tuple(damaged))


def stored_of(bars: Path, symbol: Symbol) -> Iterator[Stored]:
    """Of one symbol, from its own files; what cannot be read is left out."""
    for timeframe in Timeframe:
        try:
            yield from list(ranges_of(bars, symbol, timeframe))
        except CorruptData:
            continue


def _is_folded(bars: Path, catalogue: Catalogue, symbol: Symbol) -> bool:
    if symbol.text in catalogue.aside:
        return False
    mark = catalogue.folders.get(folder_name(symbol))
    return mark is not None and mark[1] == files_mark(parquet_files(series_folder(bars, symbol, Timeframe.D1)))


def _stored(symbol: Symbol, series: Series) -> Stored:
    first, last, known_to = (_EPOCH + timedelta(microseconds=at) for at in (series.first, series.last, series.known_to))
    return Stored(symbol, Timeframe.D1, series.source, first, last, series.rows, known_to)
