"""A cache of decoded parts, and the one source that a series is read from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby
from threading import Lock
from typing import Generic, Protocol, TypeVar

import numpy as np

from packages.domain.market_data.bars import empty_columns
from packages.infra.providers.market_data.bars.parts import BarPart, read_columns
from packages.infra.providers.market_data.bars.versions import Versions, joined, versions_of


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

    def knows(self, part: BarPart) -> bool:
        return bool(part.known_from <= self.at.astype(np.int64))


class PartCache:
    """Reads parts once; threads may share it."""

    def __init__(self, preferred: Sequence[str], cache_bytes: int) -> None:
        self._preferred = tuple(preferred)
        self._kept: ByteCache[Versions] = ByteCache(cache_bytes)

    def load(self, groups: Sequence[Sequence[BarPart]]) -> list[Versions]:
        """Each group of parts as one series; what is not in memory is decoded together."""
        decoded = self._decoded([part for group in groups for part in group])
        return [self._joined(group, decoded) for group in groups]

    def choose(self, parts: Sequence[BarPart], view: View) -> list[BarPart]:
        """The parts of one source: the one asked for, else the preferred, else the one with most bars known by then.

        Rows that were not known yet have no say, or a later append would change what was read."""
        known = sorted((part for part in parts if view.source in (None, part.source)), key=lambda part: part.source)
        by_source = {source: list(some) for source, some in groupby(known, key=lambda part: part.source)}
        candidates = [source for source, some in by_source.items() if any(view.knows(part) for part in some)]
        if len(candidates) > 1:
            preferred = [source for source in self._preferred if source in candidates]
            candidates = preferred or sorted(candidates, key=lambda name: (-self._bars(by_source[name], view), name))
        return by_source[candidates[0]] if candidates else []

    def _bars(self, parts: Sequence[BarPart], view: View) -> int:
        if all(part.known_to <= view.at.astype(np.int64) for part in parts):
            return sum(part.rows - part.revisions for part in parts)
        return len(self.load([parts])[0].as_of(view.at, None, None))

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
