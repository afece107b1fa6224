"""Several versions of a bar: which one was known at an instant."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from packages.domain.market_data.bars import BarColumns


@dataclass(frozen=True, slots=True)
class Versions:
    """Every version of every bar, in the order of (time, known_at); `plain`: each bar once, known in time order."""

    columns: BarColumns
    plain: bool

    @property
    def nbytes(self) -> int:
        return sum(getattr(self.columns, field.name).nbytes for field in fields(self.columns))

    def as_of(self, at: np.datetime64, start: np.datetime64 | None, end: np.datetime64 | None) -> BarColumns:
        """Bars that begin in [start, end), each as known last by then; a view where nothing was ever corrected."""
        if self.plain:
            return _between(self.columns, start, end, int(self.columns.known_at.searchsorted(at, side="right")))
        told = self._told_last(at)
        return _between(told, start, end, len(told))

    def _told_last(self, at: np.datetime64) -> BarColumns:
        known = _picked(self.columns, np.flatnonzero(self.columns.known_at <= at))
        last_told = np.append(known.time[1:] != known.time[:-1], True)[: len(known)]
        return _picked(known, np.flatnonzero(last_told))


def versions_of(columns: BarColumns) -> Versions:
    """Columns that are in the order of (time, known_at) already."""
    once = bool((columns.time[1:] > columns.time[:-1]).all())
    return Versions(columns, once and bool((columns.known_at[1:] >= columns.known_at[:-1]).all()))


def joined(pieces: Sequence[BarColumns]) -> BarColumns:
    """The rows of all pieces, in the order of (time, known_at)."""
    whole = {f.name: np.concatenate([getattr(piece, f.name) for piece in pieces]) for f in fields(BarColumns)}
    order = np.lexsort((whole["known_at"], whole["time"]))
    return _picked(BarColumns(**whole), order)


def _between(columns: BarColumns, start: np.datetime64 | None, end: np.datetime64 | None, stop: int) -> BarColumns:
    """Among the first `stop` bars, as a view."""
    first = 0 if start is None else int(columns.time.searchsorted(start))
    last = stop if end is None else min(stop, int(columns.time.searchsorted(end)))
    return columns[first : max(first, last)]


def _picked(columns: BarColumns, places: np.ndarray) -> BarColumns:
    picked = BarColumns(**{field.name: getattr(columns, field.name)[places] for field in fields(columns)})
    for field in fields(picked):
        getattr(picked, field.name).flags.writeable = False
    return picked
