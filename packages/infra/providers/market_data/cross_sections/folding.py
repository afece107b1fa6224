"""Folds changed series into the blocks by date: their files are read again, and the years that may differ rewritten.

A fold that dies leaves its intents and some blocks that no catalogue names; the next one starts from the same intents.
"""

import fcntl
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.infra.providers.market_data.bars.layout import folder_name
from packages.infra.providers.market_data.bars.parts import VALUES
from packages.infra.providers.market_data.cross_sections.blocks import (
    SLOTS,
    SUFFIX,
    BadBlock,
    BlockRows,
    DayBlock,
    block_of,
    is_whole,
    joined_rows,
    read_block,
    write_block,
)
from packages.infra.providers.market_data.cross_sections.catalogue import (
    Catalogue,
    FoldedSeries,
    Group,
    load_catalogue,
    save_catalogue,
)
from packages.infra.providers.market_data.cross_sections.symbol_files import (
    ReadSeries,
    Refused,
    daily_folders,
    read_series,
    symbols_named,
)
from packages.infra.providers.market_data.intents import WHOLE, Intents, Years

_DUE_BYTES = 12_000  # of intents: about as many changed series as a block has slots


def fold_if_due(bars: Path) -> None:
    """After a write, where so much waits that a reader would be slow."""
    if Intents(bars).waiting() >= _DUE_BYTES:
        fold(bars)


def fold(bars: Path) -> bool:
    """False where another process is at it."""
    intents = Intents(bars)
    with _alone(intents.folder) as is_mine:
        if is_mine:
            _fold(bars, intents)
        return is_mine


def _fold(bars: Path, intents: Intents) -> None:
    changed = intents.begin_folding()
    known = load_catalogue(intents.folder)
    try:
        catalogue = _folded(bars, intents.folder, known, changed if known.folders else _all_of(bars, changed))
    except BadBlock:
        catalogue = _folded(bars, intents.folder, Catalogue(), _all_of(bars, changed))
    save_catalogue(intents.folder, catalogue)
    intents.end_folding()
    _sweep(intents.folder, catalogue)


def _folded(bars: Path, folder: Path, catalogue: Catalogue, changed: dict[str, Years]) -> Catalogue:
    work, names = _Fold(bars, folder, catalogue), sorted(changed)
    for start in range(0, len(names), SLOTS):
        work.take({name: changed[name] for name in names[start : start + SLOTS]})
    return work.catalogue


def _all_of(bars: Path, changed: dict[str, Years]) -> dict[str, Years]:
    return dict.fromkeys((*changed, *(symbol.text for symbol in symbols_named(daily_folders(bars)))), WHOLE)


def _sweep(folder: Path, catalogue: Catalogue) -> None:
    named = catalogue.files()
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name not in named:
            path.unlink(missing_ok=True)
    for path in folder.glob(".*.part"):
        path.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[bool]:
    """Whether nobody else folds; the lock goes with the process."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / ".folding", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield False
    else:
        yield True
    finally:
        os.close(descriptor)


class _Fold:
    """The catalogue as it becomes; blocks are written beside those that still count."""

    def __init__(self, bars: Path, folder: Path, catalogue: Catalogue) -> None:
        self._bars = bars
        self._folder = folder
        self.catalogue = catalogue
        self._places = {(one.symbol, one.source): (group, slot) for group, slot, one in catalogue.series()}
        self._sources: dict[str, set[str]] = defaultdict(set)
        self._free: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for symbol, source in self._places:
            self._sources[symbol].add(source)
        for number, group in enumerate(catalogue.groups):
            free = [(number, slot) for slot, series in enumerate(group.slots) if series is None]
            self._free[group.market] += reversed(free)

    def take(self, changed: dict[str, Years]) -> None:
        """Some symbols, with the years that may differ."""
        touched: dict[int, dict[int, tuple[Years, ReadSeries | None]]] = defaultdict(dict)
        symbols = [parse_symbol(name) for name in changed]
        asked = {symbol: self._years(symbol, changed[symbol.text]) for symbol in symbols}
        for symbol, found in read_series(self._bars, asked).items():
            self.catalogue.folders[folder_name(symbol)] = found.mark
            self.catalogue.aside.pop(symbol.text, None)
            if isinstance(found, Refused):
                self.catalogue.aside[symbol.text] = found.why
            series = () if isinstance(found, Refused) else found.series
            for place, years, one in self._placed(symbol, asked[symbol], series):
                touched[place[0]][place[1]] = years, one
        for number, slots in touched.items():
            self._rewrite(number, slots)

    def _years(self, symbol: Symbol, years: Years) -> Years:
        """All, where the symbol has not been folded yet or was read from its own files."""
        known = symbol.text in self._sources and symbol.text not in self.catalogue.aside
        return years if known else WHOLE

    def _placed(
        self, symbol: Symbol, years: Years, series: Sequence[ReadSeries]
    ) -> Iterator[tuple[tuple[int, int], Years, ReadSeries | None]]:
        """Each series of the symbol with its place; None stands for one that is gone."""
        gone = self._sources[symbol.text] - {one.source for one in series}
        for source in gone:
            place = self._places.pop((symbol.text, source))
            self.catalogue.groups[place[0]].slots[place[1]] = None
            self._free[symbol.market.value].append(place)
            yield place, WHOLE, None
        for one in series:
            key = (symbol.text, one.source)
            is_new = key not in self._places
            place = self._places.setdefault(key, self._places.get(key) or self._new_slot(symbol.market))
            self.catalogue.groups[place[0]].slots[place[1]] = FoldedSeries(symbol.text, one.source, *one.reach)
            yield place, WHOLE if is_new else years, one
        self._sources[symbol.text] = {one.source for one in series}

    def _new_slot(self, market: Market) -> tuple[int, int]:
        groups, free = self.catalogue.groups, self._free[market.value]
        if not free:
            number = next((n for n, one in enumerate(groups) if one.market == market and len(one.slots) < SLOTS), None)
            if number is None:
                groups.append(Group(market.value))
                number = len(groups) - 1
            groups[number].slots.append(None)
            free.append((number, len(groups[number].slots) - 1))
        return free.pop()

    def _rewrite(self, number: int, slots: dict[int, tuple[Years, ReadSeries | None]]) -> None:
        group = self.catalogue.groups[number]
        fresh = _rows_of({slot: one for slot, (_, one) in slots.items() if one is not None})
        year_of = fresh.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970
        for year in sorted({*np.unique(year_of).tolist(), *group.blocks}):
            meant = [slot for slot, ((first, last), _) in slots.items() if first <= year <= last]
            if not meant:
                continue
            pieces = [fresh.picked((year_of == year) & np.isin(fresh.slot, meant))]
            before = self._before(group, year)
            if before is not None:
                kept = before.rows()
                pieces.append(kept.picked(~np.isin(kept.slot, meant)))
            rows = joined_rows(pieces)
            group.blocks.pop(year, None)
            if len(rows):
                block = block_of(rows, len(group.slots))
                group.blocks[year] = write_block(self._folder, year, number, block)

    def _before(self, group: Group, year: int) -> DayBlock | None:
        if year not in group.blocks:
            return None
        path = self._folder / group.blocks[year]
        if not path.exists() or not is_whole(path):
            raise BadBlock(path.name)
        return read_block(path)


def _rows_of(series: dict[int, ReadSeries]) -> BlockRows:
    if not series:
        none = np.empty(0, np.int64)
        return BlockRows(none, none, none, np.empty((len(VALUES), 0)))
    columns = [one.columns for one in series.values()]
    slot = np.repeat(np.array(list(series)), [len(one) for one in columns])
    day = np.concatenate([one.time for one in columns]).astype("datetime64[D]").astype(np.int64)
    known_at = np.concatenate([one.known_at for one in columns]).astype(np.int64)
    values = np.stack([np.concatenate([getattr(one, name) for one in columns]) for name in VALUES])
    return BlockRows(day, slot.astype(np.int64), known_at, values)
