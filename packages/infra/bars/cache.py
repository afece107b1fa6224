"""What was read lately, kept in memory up to a number of bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Weighed(Protocol):
    """Something that knows how much memory it holds."""

    @property
    def nbytes(self) -> int: ...


Kept = TypeVar("Kept", bound=Weighed)


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
