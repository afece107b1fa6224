"""The bars of a window of days, out of the blocks: which were known, from which source each is read, their values."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.cross_sections import StopCheck
from packages.domain.market_data.sources import reading_order
from packages.infra.providers.market_data.cross_sections.blocks import DayBlock, Words
from packages.infra.providers.market_data.cross_sections.snapshot import DaySnapshot, Mask

Floats = npt.NDArray[np.float64]
Places: TypeAlias = "slice[int, int, None] | Words"


@dataclass(slots=True, eq=False)
class Piece:
    """Rows [first, last) of a block lie in the window; `known`: which of their cells were known."""

    base: int
    block: DayBlock
    first: int
    last: int
    known: Mask

    @property
    def days(self) -> Words:
        return self.block.days[self.first : self.last]

    @property
    def slots(self) -> slice:
        return slice(self.base, self.base + self.known.shape[1])


@dataclass(frozen=True, slots=True)
class Beside:
    """A further source of a symbol: its bars before one day and after another are read, too."""

    slot: int
    before: int
    after: int


@dataclass(slots=True, eq=False)
class DayWindow:
    """`primary`: the slots that are read whole, one of each symbol that has a bar; `beside`: further sources."""

    snapshot: DaySnapshot
    at: int
    pieces: list[Piece]
    primary: Words = field(default_factory=lambda: np.empty(0, np.int64))
    beside: list[Beside] = field(default_factory=list)

    def chosen(self, wanted: Mask) -> "DayWindow":
        """With the sources that each symbol is read from; `wanted`: the slots that count."""
        known = self.snapshot
        heard = known.heard(self.at) & wanted
        counts = self._counts()
        per_symbol = np.bincount(known.symbol_of[heard], minlength=len(known.symbols))
        alone = heard & (per_symbol[known.symbol_of] == 1) & (counts > 0)
        primary = [np.flatnonzero(alone)]
        several: dict[int, dict[str, int]] = defaultdict(dict)
        for slot in np.flatnonzero(heard & (per_symbol[known.symbol_of] > 1)).tolist():
            several[int(known.symbol_of[slot])][known.source(slot)] = slot
        for by_source in several.values():
            order = reading_order({source: int(counts[slot]) for source, slot in by_source.items()})
            if counts[by_source[order[0]]]:
                primary.append(np.array([by_source[order[0]]]))
                self._splice([by_source[source] for source in order])
        self.primary = np.concatenate(primary)
        self._drop_unread()
        return self

    def _counts(self) -> Words:
        counts = np.zeros(len(self.snapshot.series), np.int64)
        for piece in self.pieces:
            counts[piece.slots] += piece.known.sum(axis=0)
        return counts

    def _splice(self, slots: list[int]) -> None:
        days = self._days_of(slots[0])
        first, last = int(days[0]), int(days[-1])
        for slot in slots[1:]:
            self.beside.append(Beside(slot, first, last))
            days = self._days_of(slot)
            first, last = min(first, int(days[0])), max(last, int(days[-1]))

    def _days_of(self, slot: int) -> Words:
        mine = [piece for piece in self.pieces if piece.slots.start <= slot < piece.slots.stop]
        return np.sort(np.concatenate([piece.days[piece.known[:, slot - piece.base]] for piece in mine]))

    def _drop_unread(self) -> None:
        """Cells that are not read are not known, so that they add no day."""
        read = np.zeros(len(self.snapshot.series), bool)
        read[self.primary] = True
        read[[one.slot for one in self.beside]] = True
        for piece in self.pieces:
            unread = np.flatnonzero(~read[piece.slots])
            if len(unread):
                piece.known[:, unread] = False
            for one in self.beside:
                if piece.slots.start <= one.slot < piece.slots.stop:
                    piece.known[:, one.slot - piece.base] &= (piece.days < one.before) | (piece.days > one.after)

    def days(self) -> Words:
        found = [piece.days[piece.known.any(axis=1)] for piece in self.pieces]
        return np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)

    def columns(self, column_of_symbol: Words) -> Words:
        """For each slot that is read, the column of its symbol."""
        columns = np.full(len(self.snapshot.series), -1)
        slots = np.concatenate([self.primary, np.array([one.slot for one in self.beside], np.int64)])
        columns[slots] = column_of_symbol[self.snapshot.symbol_of[slots]]
        return columns

    def fill(self, planes: dict[int, Floats], present: Mask, days: Words, columns: Words, stop: StopCheck) -> None:
        """`planes`: by the number of a value, a matrix of `days` by columns."""
        further = {one.slot for one in self.beside}
        for piece in self.pieces:
            stop()
            target = _Target(piece, days, columns[piece.slots], further)
            if target.is_empty:
                continue
            target.mark(present)
            for number, plane in planes.items():
                target.copy(piece.block.planes[number], plane, piece.block.known_to > self.at)
            target.correct(planes, self.at)


class _Target:
    """Where the cells of a piece go: first those of whole columns at once, then those of further sources."""

    def __init__(self, piece: Piece, days: Words, columns: Words, further: set[int]) -> None:
        self._piece = piece
        self._columns = columns
        self._row_used = piece.known.any(axis=1)
        self.is_empty = not self._row_used.any()
        self._rows = np.searchsorted(days, piece.days)
        beside = np.array([piece.base + slot in further for slot in range(len(columns))]) if further else None
        self._whole = np.flatnonzero((columns >= 0) & ~beside if beside is not None else columns >= 0)
        self._beside = [] if beside is None else np.flatnonzero((columns >= 0) & beside).tolist()

    def mark(self, present: Mask) -> None:
        for source, rows, slots, columns in self._regions():
            present[rows, columns] = self._piece.known[source, slots]
        for slot in self._beside:
            mine = self._piece.known[:, slot]
            present[self._rows[mine], self._columns[slot]] = True

    def copy(self, values: Floats, plane: Floats, hides: bool) -> None:
        known, values = self._piece.known, values[self._piece.first : self._piece.last]
        for source, rows, slots, columns in self._regions():
            read = values[source, slots]
            plane[rows, columns] = np.where(known[source, slots], read, np.nan) if hides else read
        for slot in self._beside:
            mine = known[:, slot]
            plane[self._rows[mine], self._columns[slot]] = values[mine, slot]

    def correct(self, planes: dict[int, Floats], at: int) -> None:
        """In the order in which the corrections were known: of two that concern the same cell the last stays."""
        row, slot, known_at = self._piece.block.corrected
        here = (known_at <= at) & (row >= self._piece.first) & (row < self._piece.last)
        here &= self._columns[slot] >= 0
        here[here] = self._piece.known[row[here] - self._piece.first, slot[here]]
        if here.any():
            rows, columns = self._rows[row[here] - self._piece.first], self._columns[slot[here]]
            for number, plane in planes.items():
                plane[rows, columns] = self._piece.block.corrections[number, here]

    def _regions(self) -> Iterator[tuple[Places, Places, Places, Places]]:
        """(rows, rows of the target, slots, columns of the target): in slices where they lie in one piece."""
        if len(self._whole):
            used = np.flatnonzero(self._row_used)
            source, rows = as_slice(used), as_slice(self._rows[used])
            slots, columns = as_slice(self._whole), as_slice(self._columns[self._whole])
            if isinstance(source, np.ndarray) and isinstance(slots, np.ndarray):
                source = source[:, None]
            if isinstance(rows, np.ndarray) and isinstance(columns, np.ndarray):
                rows = rows[:, None]
            yield source, rows, slots, columns


def as_slice(places: Words) -> Places:
    if len(places) and places[-1] - places[0] + 1 == len(places) and (np.diff(places) == 1).all():
        return slice(int(places[0]), int(places[-1]) + 1)
    return places


def open_window(snapshot: DaySnapshot, at: int, first: int, last: int, wanted: Mask, stop: StopCheck) -> DayWindow:
    """Days in [first, last], counted from 1970, of the symbols that are wanted."""
    pieces = []
    years = [
        int(day) + 1970 for day in np.array([first, last]).view("datetime64[D]").astype("datetime64[Y]").astype(int)
    ]
    is_wanted = np.append(wanted, False)[snapshot.symbol_of]  # a free slot has the place -1
    for group in snapshot.groups:
        if not is_wanted[group.base : group.base + group.size].any():
            continue
        for year in sorted(group.blocks):
            if years[0] <= year <= years[1]:
                stop()
                block = snapshot.block(group.blocks[year])
                start, end = np.searchsorted(block.days, [first, last + 1]).tolist()
                pieces.append(Piece(group.base, block, start, end, block.known_at[start:end] <= at))
    return DayWindow(snapshot, at, pieces).chosen(is_wanted)
