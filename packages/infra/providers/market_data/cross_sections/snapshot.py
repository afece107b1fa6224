"""The catalogue as arrays over all slots, with the blocks that were opened; shared by all readers of a process."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.sources import adjusted_name, is_adjusted, reading_order
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.cross_sections.blocks import DayBlock, Words, read_block
from packages.infra.providers.market_data.cross_sections.catalogue import Catalogue, FoldedSeries

DAY = 86_400_000_000  # microseconds
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Slots [base, base + size) of all, and the block of each year."""

    base: int
    size: int
    blocks: dict[int, str]


@dataclass(slots=True, eq=False)
class DaySnapshot:
    """`symbol_of`: for each slot the place of its symbol in `symbols`, which are in order; -1 where it is free."""

    folder: Path
    catalogue: Catalogue
    symbols: tuple[Symbol, ...] = ()
    series: list[FoldedSeries | None] = field(default_factory=list)
    groups: list[GroupPlace] = field(default_factory=list)
    symbol_of: Words = field(default_factory=lambda: np.empty(0, np.int64))
    reach: Words = field(default_factory=lambda: np.empty((4, 0), np.int64))
    adjusted: Mask = field(default_factory=lambda: np.empty(0, bool))
    declared: Mask = field(default_factory=lambda: np.empty(0, bool))
    _opened: dict[str, DayBlock] = field(default_factory=dict)

    def block(self, name: str) -> DayBlock:
        found = self._opened.get(name)
        if found is None:
            found = self._opened[name] = read_block(self.folder / name)
        return found

    def heard(self, at: int) -> Mask:
        """Slots of which anything was known; adjusted prices, when all of them were. Bars that were stored as raw, and
        all again as adjusted, are not read."""
        known_from, known_to = self.reach[2], self.reach[3]
        known: Mask = np.where(self.adjusted, known_to, known_from) <= at
        is_heard: Mask = known & ~self.declared & (self.symbol_of >= 0)
        return is_heard

    def source(self, slot: int) -> str:
        series = self.series[slot]
        return "" if series is None else series.source

    def traded(self, at: int) -> tuple[Words, Words]:
        """The first and the last day of each symbol as known then; -1 where none was."""
        first, last = self._known_reach(at)
        heard = self.heard(at) & (first >= 0)
        raw = np.zeros(len(self.symbols), bool)
        raw[self.symbol_of[heard & ~self.adjusted]] = True
        begins, ends = np.full(len(self.symbols), np.iinfo(np.int64).max), np.full(len(self.symbols), -1)
        used = heard & (~self.adjusted | ~raw[self.symbol_of])
        used[self._second_adjusted(used)] = False
        np.minimum.at(begins, self.symbol_of[used], first[used])
        np.maximum.at(ends, self.symbol_of[used], last[used])
        begins[ends < 0] = -1
        return begins, ends

    def _second_adjusted(self, used: Mask) -> list[int]:
        """Of several adjusted series of a symbol one is read."""
        by_symbol: dict[int, list[int]] = defaultdict(list)
        for slot in np.flatnonzero(used & self.adjusted).tolist():
            by_symbol[int(self.symbol_of[slot])].append(slot)
        left = []
        for slots in by_symbol.values():
            counts = {self.source(slot): one.rows for slot in slots if (one := self.series[slot]) is not None}
            left += [slot for slot in slots if self.source(slot) != reading_order(counts)[0]]
        return left

    def _known_reach(self, at: int) -> tuple[Words, Words]:
        """The first and the last day of each slot that were known; only what came later is looked up in the blocks."""
        first, last = self.reach[0] // DAY, self.reach[1] // DAY
        partly = (self.reach[3] > at) & (self.symbol_of >= 0)
        first, last = np.where(partly, -1, first), np.where(partly, -1, last)
        for group in self.groups:
            if not partly[group.base : group.base + group.size].any():
                continue
            for _, name in sorted(group.blocks.items()):
                block = self.block(name)
                known = block.known_at <= at
                slots = group.base + np.flatnonzero(known.any(axis=0))
                slots = slots[partly[slots]]
                mine = known[:, slots - group.base]
                ends = block.days[len(mine) - 1 - mine[::-1].argmax(axis=0)]
                first[slots] = np.where(first[slots] < 0, block.days[mine.argmax(axis=0)], first[slots])
                last[slots] = ends
        return first, last


def snapshot_of(folder: Path, catalogue: Catalogue) -> DaySnapshot:
    market = {series.symbol: catalogue.groups[group].market for group, _, series in catalogue.series()}
    names = sorted(market)
    place = {name: number for number, name in enumerate(names)}
    series = [one for group in catalogue.groups for one in group.slots]
    bases = np.cumsum([0, *(len(group.slots) for group in catalogue.groups)]).tolist()
    groups = [
        GroupPlace(base, len(group.slots), group.blocks)
        for base, group in zip(bases[:-1], catalogue.groups, strict=True)
    ]
    reach = [(0, 0, 0, 0) if one is None else (one.first, one.last, one.known_from, one.known_to) for one in series]
    return DaySnapshot(
        folder,
        catalogue,
        tuple(Symbol(name, Market(market[name])) for name in names),
        series,
        groups,
        np.array([-1 if one is None else place[one.symbol] for one in series], np.int64),
        np.array(reach, np.int64).reshape(-1, 4).T,
        np.array([one is not None and is_adjusted(one.source) for one in series], bool),
        _declared(series),
    )


def _declared(series: list[FoldedSeries | None]) -> Mask:
    """Raw series that were all imported again as adjusted ones of the same source."""
    again = {(one.symbol, one.source): one for one in series if one is not None and is_adjusted(one.source)}
    found = np.zeros(len(series), bool)
    for slot, one in enumerate(series if again else ()):
        if one is not None and not is_adjusted(one.source):
            other = again.get((one.symbol, adjusted_name(one.source)))
            found[slot] = other is not None and other.first <= one.first and one.last <= other.last
    return found
