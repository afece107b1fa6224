"""The bars of every instrument in Parquet files: appended to by any process, read as of an instant."""

import copy
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.layout import series_folder, sweep
from packages.infra.providers.market_data.bars.part_cache import PartCache, View, spliced
from packages.infra.providers.market_data.bars.parts import BarPart, live_parts, remove_replaced
from packages.infra.providers.market_data.intents import NO_YEARS, Intents, years_of
from packages.infra.providers.market_data.locks import held

if TYPE_CHECKING:
    from packages.domain.market_data.coverage import Stored
    from packages.infra.providers.market_data.bars.kept_parts import KeptParts

_SYMBOLS_AT_ONCE = 128
_TRIES = 5


class ParquetBars:
    """Plain functions for callers off the event loop; threads and processes may share the folder.

    `preferred` names sources in the order in which they are taken where several have the same bars. `on_daily` is
    called after daily bars were added, when nothing is held any more."""

    def __init__(
        self,
        folder: Path,
        *,
        preferred: Sequence[str] = (),
        cache_bytes: int = 256 * 2**20,
        on_daily: Callable[[], None] | None = None,
    ) -> None:
        self._folder = folder
        self._on_daily = on_daily
        self._cache = PartCache(preferred, cache_bytes)
        self._kept: KeptParts | None = None

    @property
    def folder(self) -> Path:
        return self._folder

    def keeping(self, kept: "KeptParts") -> "ParquetBars":
        """The same store for an import that can be undone: what a series was is kept before it is changed."""
        store = copy.copy(self)
        store._kept = kept
        return store

    def append(self, series: BarSeries, recorded_at: datetime) -> int:
        """How many rows were new. A row that is stored as it is stays; a changed one becomes a further version."""
        _check(series)
        folder = series_folder(self._folder, series.symbol, series.timeframe)
        with held(folder):
            sweep(folder)
            parts = remove_replaced(folder)
            if self._kept is not None and len(series):
                self._kept.keep(parts, series.symbol, series.timeframe)
            at = recorded_at.astimezone(UTC)
            added = _write_new_versions(folder, parts, series, at, Intents(self._folder)) if len(series) else 0
        if added and series.timeframe is Timeframe.D1 and self._on_daily is not None:
            self._on_daily()
        return added

    def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None = None,
        end: datetime | None = None,
        *,
        source: str | None = None,
    ) -> BarSeries:
        """Bars that begin in [start, end), as their sources gave them and as they were known at `as_of`; which sources
        these are, `packages.domain.market_data.sources` says."""
        found = self.read_many([symbol], timeframe, as_of, start, end, source=source)
        if symbol not in found:
            from packages.infra.providers.market_data.bars.stored import (
                nothing_known,  # only where something is missing
            )

            raise nothing_known(self._folder, symbol, timeframe, as_of, source)
        return found[symbol]

    def read_many(
        self,
        symbols: Sequence[Symbol],
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None = None,
        end: datetime | None = None,
        *,
        source: str | None = None,
    ) -> dict[Symbol, BarSeries]:
        """As `read`; a symbol of which nothing was known is not in the answer."""
        view = View(instant(as_of), _bound(start), _bound(end), source)
        found: dict[Symbol, BarSeries] = {}
        for place in range(0, len(symbols), _SYMBOLS_AT_ONCE):
            found |= self._read_some(symbols[place : place + _SYMBOLS_AT_ONCE], timeframe, view)
        return found

    def sources(self, symbol: Symbol, timeframe: Timeframe) -> list[str]:
        """Who has bars of a series, by name."""
        return sorted({part.source for part in live_parts(series_folder(self._folder, symbol, timeframe))})

    def coverage(self) -> "list[Stored]":
        """What is stored, whenever it was known."""
        from packages.infra.providers.market_data.bars.stored import stored_ranges  # a reader of bars has no use for it

        return stored_ranges(self._folder)

    def compact(self, symbol: Symbol, timeframe: Timeframe) -> None:
        """Merges small parts: same rows, same versions. An append does it by itself once there are many."""
        from packages.infra.providers.market_data.bars.part_frames import merge_small  # loads Polars

        folder = series_folder(self._folder, symbol, timeframe)
        if folder.is_dir():
            with held(folder):
                if timeframe is Timeframe.D1:
                    Intents(self._folder).note(symbol.text, NO_YEARS)
                sweep(folder)
                remove_replaced(folder)
                merge_small(folder, at_least=2)

    def _read_some(self, symbols: Sequence[Symbol], timeframe: Timeframe, view: View) -> dict[Symbol, BarSeries]:
        for _ in range(_TRIES - 1):
            try:
                return self._read_listed(symbols, timeframe, view)
            except FileNotFoundError:
                continue  # a compaction took a part away after it was listed: its rows are in another one
        return self._read_listed(symbols, timeframe, view)

    def _read_listed(self, symbols: Sequence[Symbol], timeframe: Timeframe, view: View) -> dict[Symbol, BarSeries]:
        listed = {symbol: live_parts(series_folder(self._folder, symbol, timeframe)) for symbol in symbols}
        chosen = {symbol: some for symbol, parts in listed.items() if (some := self._cache.choose(parts, view))}
        groups = [[part for part in parts if view.touches(part)] for some in chosen.values() for parts in some]
        versions = iter(self._cache.load(groups))
        series = {}
        for symbol, some in chosen.items():
            sources = [(parts[0].source, next(versions).as_of(view.at, view.start, view.end)) for parts in some]
            series[symbol] = BarSeries(symbol, timeframe, sources[0][0], "raw", *spliced(sources))
        return series


def _bound(at: datetime | None) -> np.datetime64 | None:
    return None if at is None else instant(at)


def _check(series: BarSeries) -> None:
    time = series.columns.time
    if series.adjusted != "raw":
        raise BadRows("market_data.adjusted_prices", symbol=series.symbol, adjusted=series.adjusted)
    if np.isnat(time).any() or not (time[1:] > time[:-1]).all():
        raise BadRows("market_data.bars_out_of_order", symbol=series.symbol, source=series.source)


def _write_new_versions(
    folder: Path, parts: Sequence[BarPart], series: BarSeries, recorded_at: datetime, intents: Intents
) -> int:
    """Only for the one who holds the folder; `parts` are all that count in it."""
    from packages.infra.providers.market_data.bars.part_frames import (  # frames are for writers: a reader loads none
        MANY,
        frame_of,
        merge_small,
        new_versions,
        read_rows,
        write_part,
    )

    first, last = (int(series.columns.time[place].astype(np.int64)) for place in (0, -1))
    own = (part for part in parts if part.source == series.source)
    touched = [part for part in own if part.first <= last and part.last >= first]
    fresh = new_versions(frame_of(series.columns), read_rows(touched) if touched else None, recorded_at)
    if fresh.height:
        if series.timeframe is Timeframe.D1:
            intents.note(series.symbol.text, years_of(fresh["time"][0], fresh["time"][-1]))
        write_part(folder, series.source, fresh, int(fresh["revises"].sum()))
        if len(parts) + 1 >= MANY:
            merge_small(folder, at_least=MANY)
    return fresh.height
