"""Cross-sections out of memory-mapped blocks by date; series that have changed since are read from their own files."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from threading import Lock
from typing import TypeVar

import numpy as np

from packages.domain.market_data.bars import instant
from packages.domain.market_data.coverage import Inventory
from packages.domain.market_data.cross_sections import BarField, CrossSection, MarketPanel, StopCheck, TradedDays, go_on
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.cross_sections.blocks import BadBlock
from packages.infra.providers.market_data.cross_sections.catalogue import (
    Catalogue,
    catalogue_key,
    drop_catalogue,
    load_catalogue,
)
from packages.infra.providers.market_data.cross_sections.folding import fold
from packages.infra.providers.market_data.cross_sections.inventory import inventory_of
from packages.infra.providers.market_data.cross_sections.own_files import OwnFiles
from packages.infra.providers.market_data.cross_sections.panels import Asked, panel_of, section_of, traded_days_of
from packages.infra.providers.market_data.cross_sections.snapshot import DaySnapshot, snapshot_of
from packages.infra.providers.market_data.cross_sections.symbol_files import daily_folders, symbols_named
from packages.infra.providers.market_data.intents import WHOLE, Intents

_MOST_PENDING = 32  # more series than these are folded before they are read
_TRIES = 5
Answer = TypeVar("Answer")


class MappedCrossSections:
    """Threads and processes may share the folder. The files of the symbols are the truth: what is missing, damaged or
    out of step here is made again from them."""

    def __init__(self, bars: ParquetBars) -> None:
        self._bars = bars
        self._intents = Intents(bars.folder)
        self._lock = Lock()
        self._key: object = None
        self._snapshot = snapshot_of(self._intents.folder, Catalogue())
        self._is_compared = False

    def section(self, day: date, as_of: datetime, *, stop: StopCheck = go_on) -> CrossSection:
        number = int(np.datetime64(day, "D").astype(np.int64))
        return self._answer(Asked(as_of, number, number, None, stop), section_of)

    def panel(
        self,
        fields: Sequence[BarField],
        first: date,
        last: date,
        as_of: datetime,
        symbols: Sequence[Symbol] | None = None,
        *,
        stop: StopCheck = go_on,
    ) -> MarketPanel:
        start, end = np.array([first, last], "datetime64[D]").astype(np.int64).tolist()
        asked = Asked(as_of, start, end, None if symbols is None else tuple(symbols), stop)
        return self._answer(asked, lambda blocks, apart, asked: panel_of(blocks, apart, asked, fields))

    def inventory(self, *, stop: StopCheck = go_on) -> Inventory:
        return inventory_of(self._bars.folder, self._current().catalogue, stop)

    def traded_days(self, as_of: datetime, *, stop: StopCheck = go_on) -> Sequence[TradedDays]:
        return self._answer(Asked(as_of, 0, 0, None, stop), traded_days_of)

    def settle(self) -> None:
        """Folds all that waits; reads are right without it, and quicker with it."""
        self._compare()
        if self._intents.noted():
            fold(self._bars.folder)

    def _answer(self, asked: Asked, read: Callable[[DaySnapshot, OwnFiles, Asked], Answer]) -> Answer:
        instant(asked.as_of)
        for _ in range(_TRIES - 1):
            key = catalogue_key(self._intents.folder)
            try:
                return read(*self._sides(asked), asked)
            except FileNotFoundError:  # a fold took a block away after the catalogue was read
                if catalogue_key(self._intents.folder) == key:
                    drop_catalogue(self._intents.folder)
            except BadBlock:
                drop_catalogue(self._intents.folder)
        return read(*self._sides(asked), asked)

    def _sides(self, asked: Asked) -> tuple[DaySnapshot, OwnFiles]:
        """The blocks, and the symbols that are read from their own files instead. Intents are read before the
        catalogue, or a fold between the two would hide a change."""
        asked.stop()
        self._compare()
        noted = self._intents.noted()
        if len(noted) > _MOST_PENDING and fold(self._bars.folder):
            noted = self._intents.noted()
        snapshot = self._current()
        apart = {parse_symbol(name) for name in (*noted, *snapshot.catalogue.aside)}
        return snapshot, OwnFiles(self._bars, frozenset(apart), asked.as_of, asked.stop)

    def _current(self) -> DaySnapshot:
        with self._lock:
            key = catalogue_key(self._intents.folder)
            if key is None or key != self._key:
                self._snapshot = snapshot_of(self._intents.folder, load_catalogue(self._intents.folder))
                self._key = key
            return self._snapshot

    def _compare(self) -> None:
        """Once in a process, and where there is no catalogue: series whose folder is not as it was folded are noted,
        whatever the reason (a loss of power, files put back from a backup, a catalogue of another version)."""
        if self._is_compared and catalogue_key(self._intents.folder) is not None:
            return
        known = {name: mark[0] for name, mark in self._current().catalogue.folders.items()}
        changed = {name for name, _ in known.items() ^ daily_folders(self._bars.folder).items()}
        noted = self._intents.noted()
        names = [symbol.text for symbol in symbols_named(changed) if noted.get(symbol.text) != WHOLE]
        if names:
            self._intents.note_all((name, WHOLE) for name in names)
        self._is_compared = True
