"""What the bar store holds, read from the footers of its files without reading a bar."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from packages.core.messages import Message, joined, message
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Symbol, load_command, missing_data
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import series_folder, symbol_of
from packages.infra.providers.market_data.bars.parts import live_parts

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def stored_ranges(folder: Path) -> list[Stored]:
    return [
        stored
        for timeframe in Timeframe
        for symbol in symbols_in(folder, timeframe)
        for stored in ranges_of(folder, symbol, timeframe)
    ]


def ranges_of(folder: Path, symbol: Symbol, timeframe: Timeframe) -> Iterator[Stored]:
    parts = sorted(live_parts(series_folder(folder, symbol, timeframe)), key=lambda part: part.source)
    for source, group in groupby(parts, key=lambda part: part.source):
        some = list(group)
        yield Stored(
            symbol,
            timeframe,
            source,
            first=_moment(min(part.first for part in some)),
            last=_moment(max(part.last for part in some)),
            rows=sum(part.rows - part.revisions for part in some),
            known_to=_moment(max(part.known_to for part in some)),
        )


def nothing_known(folder: Path, symbol: Symbol, timeframe: Timeframe, as_of: datetime, source: str | None) -> NoData:
    """Says what is stored instead, and how to load what was asked for."""
    held = [stored for other in Timeframe for stored in ranges_of(folder, symbol, other)]
    return NoData(
        "market_data.bars_unknown_from" if source else "market_data.bars_unknown",
        timeframe=timeframe,
        symbol=symbol,
        source=source,
        as_of=f"{as_of:%Y-%m-%d %H:%M %Z}",
        stored=joined(map(_range, held), "; ") if held else message("words.nothing"),
        command=load_command(symbol),
        details={"symbol": symbol.text, "timeframe": timeframe.value} | missing_data(symbol, timeframe=timeframe.value),
    )


def _range(stored: Stored) -> Message:
    return message(
        "market_data.stored_range",
        timeframe=stored.timeframe,
        source=stored.source,
        first=stored.first.date(),
        last=stored.last.date(),
    )


def symbols_in(folder: Path, timeframe: Timeframe) -> list[Symbol]:
    root = folder / timeframe
    found = (symbol_of(path.name) for path in sorted(root.iterdir())) if root.is_dir() else iter(())
    return [symbol for symbol in found if symbol is not None]


def _moment(microseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=microseconds)
