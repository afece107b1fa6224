"""The daily bars of symbols, all versions, read from their own files for the blocks by date."""

import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.errors import CorruptData
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import FileKey, parquet_files, series_folder, symbol_of
from packages.infra.providers.market_data.bars.part_cache import PartCache
from packages.infra.providers.market_data.bars.parts import BarPart, live_parts
from packages.infra.providers.market_data.intents import Years
from packages.infra.providers.market_data.locks import held

_TRIES = 5
_DAY = 86_400_000_000  # microseconds
FolderMark: TypeAlias = tuple[int, int]  # when the folder of a symbol was changed last, and what its files are


@dataclass(frozen=True, slots=True, eq=False)
class ReadSeries:
    """Of one source, in the order of (time, known_at). `reach`: first, last, known from, known to, bars."""

    source: str
    columns: BarColumns
    reach: tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class ReadSymbol:
    mark: "FolderMark"
    series: tuple[ReadSeries, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A symbol that stays with its own files."""

    mark: "FolderMark"
    why: str


@dataclass(frozen=True, slots=True)
class _Listed:
    mark: "FolderMark"
    sources: tuple[tuple[BarPart, ...], ...]


def daily_folders(bars: Path) -> dict[str, int]:
    """The folders of daily bars by name, with the instant at which each was changed last."""
    try:
        with os.scandir(bars / Timeframe.D1) as entries:
            return {entry.name: entry.stat().st_mtime_ns for entry in entries if entry.is_dir()}
    except FileNotFoundError:
        return {}


def symbols_named(folders: Iterable[str]) -> list[Symbol]:
    """Of folders that are ours."""
    return [symbol for symbol in map(symbol_of, folders) if symbol is not None]


def files_mark(files: Sequence[FileKey]) -> int:
    """Another one means other files, or files that were written to."""
    return zlib.crc32("".join(f"{one.name} {one.modified} {one.size};" for one in files).encode())


def read_series(bars: Path, asked: Mapping[Symbol, Years]) -> dict[Symbol, ReadSymbol | Refused]:
    """Each symbol with the rows of at least the years asked for; together, which takes a third of the time."""
    for _ in range(_TRIES):
        listed = {symbol: _listed(bars, symbol) for symbol in asked}
        try:
            return _decoded(listed, asked)
        except FileNotFoundError:
            continue  # a compaction took a part away after it was listed: its rows are in another one
        except CorruptData:
            break
    return {symbol: _alone(bars, symbol, years) for symbol, years in asked.items()}


def _alone(bars: Path, symbol: Symbol, years: Years) -> ReadSymbol | Refused:
    for _ in range(_TRIES):
        listed = _listed(bars, symbol)
        try:
            return _decoded({symbol: listed}, {symbol: years})[symbol]
        except FileNotFoundError:
            continue
        except CorruptData as error:
            return Refused(listed.mark, str(error.message))
    return Refused((0, 0), "changed while it was read")


def _listed(bars: Path, symbol: Symbol) -> _Listed | Refused:
    """While nobody writes it, so that a writer who noted it before is through."""
    folder = series_folder(bars, symbol, Timeframe.D1)
    with held(folder):
        mark = folder.stat().st_mtime_ns, files_mark(parquet_files(folder))
        try:
            parts = sorted(live_parts(folder), key=lambda part: part.source)
        except CorruptData as error:
            return Refused(mark, str(error.message))
    return _Listed(mark, tuple(tuple(some) for _, some in groupby(parts, key=lambda part: part.source)))


def _decoded(
    listed: Mapping[Symbol, _Listed | Refused], asked: Mapping[Symbol, Years]
) -> dict[Symbol, ReadSymbol | Refused]:
    cache = PartCache((), 0)
    readable = {symbol: one for symbol, one in listed.items() if isinstance(one, _Listed)}
    groups = [
        [part for part in some if _touches(part, asked[symbol])]
        for symbol, one in readable.items()
        for some in one.sources
    ]
    versions = iter(cache.load(groups))
    found: dict[Symbol, ReadSymbol | Refused] = {}
    for symbol, one in listed.items():
        if isinstance(one, Refused):
            found[symbol] = one
            continue
        series = tuple(ReadSeries(some[0].source, next(versions).columns, _reach(some)) for some in one.sources)
        is_plain = all(_is_plain(symbol.market, each.columns) for each in series)
        found[symbol] = ReadSymbol(one.mark, series) if is_plain else Refused(one.mark, "bars of odd instants")
    return found


def _touches(part: BarPart, years: Years) -> bool:
    first, last = np.array([part.first, part.last]).view("datetime64[us]").astype("datetime64[Y]").astype(int) + 1970
    return bool(first <= years[1] and last >= years[0])


def _is_plain(market: Market, columns: BarColumns) -> bool:
    """Whether every bar begins a day, and none was known before its session was over: the door refuses such."""
    begins_a_day = not (columns.time.astype(np.int64) % _DAY).any()
    return begins_a_day and not (columns.known_at < bar_known_at(market, Timeframe.D1, columns.time)).any()


def _reach(parts: Sequence[BarPart]) -> tuple[int, int, int, int, int]:
    return (
        min(part.first for part in parts),
        max(part.last for part in parts),
        min(part.known_from for part in parts),
        max(part.known_to for part in parts),
        sum(part.rows - part.revisions for part in parts),
    )
