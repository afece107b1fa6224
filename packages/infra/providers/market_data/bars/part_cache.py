"""A cache of decoded parts with all versions of their bars, and the sources that a series is read from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from threading import Lock
from typing import Generic, Protocol, TypeVar

import numpy as np

from packages.domain.market_data.bars import BarColumns, SourceStretch, empty_columns
from packages.domain.market_data.sources import adjusted_name, is_adjusted, reading_order
from packages.infra.providers.market_data.bars.parts import BarPart, read_columns


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
        known = self._known_by(at)
        return _between(known, start, end, len(known))

    def _known_by(self, at: np.datetime64) -> BarColumns:
        known = _picked(self.columns, np.flatnonzero(self.columns.known_at <= at))
        is_latest = np.append(known.time[1:] != known.time[:-1], True)[: len(known)]
        return _picked(known, np.flatnonzero(is_latest))


def versions_of(columns: BarColumns) -> Versions:
    """Columns that are in the order of (time, known_at) already."""
    once = bool((columns.time[1:] > columns.time[:-1]).all())
    return Versions(columns, once and bool((columns.known_at[1:] >= columns.known_at[:-1]).all()))


def joined(pieces: Sequence[BarColumns]) -> BarColumns:
    """The rows of all pieces, in the order of (time, known_at)."""
    whole = {f.name: np.concatenate([getattr(piece, f.name) for piece in pieces]) for f in fields(BarColumns)}
    order = np.lexsort((whole["known_at"], whole["time"]))
    return _picked(BarColumns(**whole), order)


def spliced(sources: Sequence[tuple[str, BarColumns]]) -> tuple[BarColumns, tuple[SourceStretch, ...]]:
    """The bars of the first source, with what the others have before and after those that are there already."""
    _, columns = sources[0]
    others: list[SourceStretch] = []
    for other, more in sources[1:]:
        stop = int(more.time.searchsorted(columns.time[0]))
        start = int(more.time.searchsorted(columns.time[-1], side="right"))
        pieces = [piece for piece in (more[:stop], more[start:]) if len(piece)]
        others += [SourceStretch(other, piece.time[0], piece.time[-1]) for piece in pieces]
        columns = joined([columns, *pieces]) if pieces else columns
    return columns, tuple(others)


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


class SizedItem(Protocol):
    """Something that knows how much memory it holds."""

    @property
    def nbytes(self) -> int: ...


Kept = TypeVar("Kept", bound=SizedItem)


class ByteCache(Generic[Kept]):
    """Forgets what was used least lately; safe between threads (two may make the same thing, one is kept)."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = Lock()
        self.nbytes = 0

    def get(self, key: Hashable) -> Kept | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: Hashable, thing: Kept) -> Kept:
        """What is bigger than the whole limit is not kept."""
        with self._lock:
            if key not in self._kept and thing.nbytes <= self._limit:
                self._kept[key] = thing
                self.nbytes += thing.nbytes
                while self.nbytes > self._limit:
                    self.nbytes -= self._kept.popitem(last=False)[1].nbytes
            return self._kept.get(key, thing)

    def obtain(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        found = self.get(key)
        return self.put(key, make()) if found is None else found


_AT_ONCE = 128  # parts decoded in one go: enough to be quick, few enough to fit in memory


@dataclass(frozen=True, slots=True)
class View:
    """What a read may see: bars that begin in [start, end), known by `at`, from `source` (None: the best)."""

    at: np.datetime64
    start: np.datetime64 | None
    end: np.datetime64 | None
    source: str | None

    def touches(self, part: BarPart) -> bool:
        begins = self.end is None or part.first < self.end.astype(np.int64)
        return bool(begins and (self.start is None or part.last >= self.start.astype(np.int64)))

    def holds(self, part: BarPart) -> bool:
        """Whether all of the part lies in the window."""
        begins = self.start is None or part.first >= self.start.astype(np.int64)
        return bool(begins and (self.end is None or part.last < self.end.astype(np.int64)))

    def hears(self, source: str, parts: Sequence[BarPart]) -> bool:
        """Whether anything of the source was known; prices that were adjusted, when all of them were, since the
        adjustment took the last of them in."""
        at = self.at.astype(np.int64)
        if is_adjusted(source):
            return bool(max(part.known_to for part in parts) <= at)
        return any(part.known_from <= at for part in parts)


def _declared(source: str, stored: Mapping[str, Sequence[BarPart]]) -> bool:
    """Whether bars that were stored as raw were all imported again as adjusted ones."""
    again = () if is_adjusted(source) else stored.get(adjusted_name(source), ())
    (first, last), reach = _reach(stored[source]), _reach(again)
    return bool(again) and reach[0] <= first and last <= reach[1]


def _reach(parts: Sequence[BarPart]) -> tuple[int, int]:
    return min((part.first for part in parts), default=0), max((part.last for part in parts), default=0)


class PartCache:
    """Reads parts once; threads may share it."""

    def __init__(self, preferred: Sequence[str], cache_bytes: int) -> None:
        self._preferred = tuple(preferred)
        self._kept: ByteCache[Versions] = ByteCache(cache_bytes)

    def load(self, groups: Sequence[Sequence[BarPart]]) -> list[Versions]:
        """Each group of parts as one series; what is not in memory is decoded together."""
        decoded = self._decoded([part for group in groups for part in group])
        return [self._joined(group, decoded) for group in groups]

    def choose(self, parts: Sequence[BarPart], view: View) -> list[list[BarPart]]:
        """The parts of each source that the window is read from, in the order in which they count: the source asked
        for, else raw ones before adjusted ones, and among them the preferred, then the one with most bars in the
        window known by then. Where none has a bar in the window, one that has others stands for an empty series.

        Rows that were not known yet have no say, or a later append would change what was read."""
        known = sorted((part for part in parts if view.source in (None, part.source)), key=lambda part: part.source)
        by_source = {source: list(some) for source, some in groupby(known, key=lambda part: part.source)}
        if view.source is None:
            by_source = {source: some for source, some in by_source.items() if not _declared(source, by_source)}
        heard = {source: some for source, some in by_source.items() if view.hears(source, some)}
        if len(heard) < 2:
            return list(heard.values())
        counts = {source: self._bars(some, view) for source, some in heard.items()}
        return [heard[source] for source in reading_order(counts, self._preferred)]

    def _bars(self, parts: Sequence[BarPart], view: View) -> int:
        """How many of the window were known by then."""
        touched = [part for part in parts if view.touches(part)]
        whole = all(part.known_to <= view.at.astype(np.int64) and view.holds(part) for part in touched)
        if whole:
            return sum(part.rows - part.revisions for part in touched)
        return len(self.load([touched])[0].as_of(view.at, view.start, view.end))

    def _decoded(self, parts: Sequence[BarPart]) -> dict[BarPart, Versions]:
        found = {part: self._kept.get(part.key) for part in parts}
        missing = [part for part, versions in found.items() if versions is None]
        decoded = {part: versions for part, versions in found.items() if versions is not None}
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            for part, columns in zip(some, read_columns(some), strict=True):
                decoded[part] = self._kept.put(part.key, versions_of(columns))
        return decoded

    def _joined(self, group: Sequence[BarPart], decoded: dict[BarPart, Versions]) -> Versions:
        if not group:
            return versions_of(empty_columns())
        if len(group) == 1:
            return decoded[group[0]]
        key = tuple(part.key for part in group)
        return self._kept.obtain(key, lambda: versions_of(joined([decoded[part].columns for part in group])))
