"""The capsule's file: exchanges are appended to it while a run is recorded, and looked up when it is replayed."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from threading import Lock

import structlog

from packages.core.messages import Message, message
from packages.domain.evidence.passages import same_at_the_start
from src.modules.llm_platform.infrastructure.capsule.exchange import (
    CapsuleUnreadable,
    Exchange,
    NotInCapsule,
    RecordedRequest,
    header,
    line_of,
    read_lines,
)
from src.modules.llm_platform.infrastructure.capsule.fault_record import Json

_SHOWN = 120
_MISSING = "nothing"


def nearest(asked: RecordedRequest, recorded: Iterable[RecordedRequest]) -> RecordedRequest | None:
    """The recorded request of the same kind that shares most fields; of equal ones, the one alike for longest."""
    alike = [other for other in recorded if other.call == asked.call]
    return max(alike, key=lambda other: _likeness(asked.body, other.body), default=None)


def first_difference(recorded: Json, asked: Json, field: str) -> str | None:
    """A sentence on the first field, item or line that differs; None when all is the same."""
    if isinstance(recorded, dict) and isinstance(asked, dict):
        names = dict.fromkeys((*recorded, *asked))
        inner = ((recorded.get(name), asked.get(name), f"{field}.{name}".lstrip(".")) for name in names)
    elif isinstance(recorded, list) and isinstance(asked, list):
        inner = ((old, new, f"{field}[{place}]") for place, (old, new) in enumerate(zip_longest(recorded, asked)))
    elif isinstance(recorded, str) and isinstance(asked, str) and "\n" in recorded + asked:
        lines = enumerate(zip_longest(recorded.split("\n"), asked.split("\n")), start=1)
        return next((_difference(f"{field}, line {row}", old, new) for row, (old, new) in lines if old != new), None)
    else:
        return None if recorded == asked else _difference(field, recorded, asked)
    return next((difference for old, new, name in inner if (difference := first_difference(old, new, name))), None)


def _likeness(asked: Mapping[str, Json], other: Mapping[str, Json]) -> tuple[int, int]:
    shared = sum(asked[name] == other.get(name) for name in asked)
    return shared, sum(same_at_the_start(str(asked[name]), str(other.get(name))) for name in asked)


def _difference(field: str, recorded: Json, asked: Json) -> str:
    return f"{field}: recorded {_shown(recorded, asked)}, asked {_shown(asked, recorded)}"


def _shown(value: Json, other: Json) -> str:
    """Around the first character that differs, for what is long."""
    if value is None:
        return _MISSING
    if not isinstance(value, str) or len(value) <= _SHOWN:
        return repr(value)[:_SHOWN]
    same = same_at_the_start(value, other) if isinstance(other, str) else 0
    start = max(0, same - _SHOWN // 2)
    return f"{'…' if start else ''}{value[start : start + _SHOWN]!r}…"


_log = structlog.get_logger(__name__)


class RecordingCapsule:
    """Open for one process at a time. A capsule that exists is continued, and only what was torn is cut off."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._asked: Counter[str] = Counter()
        for exchange in _continued(path):
            fingerprint = exchange.asked.fingerprint
            self._asked[fingerprint] = max(self._asked[fingerprint], exchange.occurrence)
        self._file = path.open("ab")

    def occurrence(self, asked: RecordedRequest) -> int:
        """Counted when the call begins: that is the order in which a replay asks again."""
        with self._lock:
            self._asked[asked.fingerprint] += 1
            return self._asked[asked.fingerprint]

    def append(self, exchange: Exchange) -> None:
        """A call that ends after the capsule was closed is lost, as it would be if the process had died."""
        line = line_of(exchange)
        with self._lock:
            if not self._file.closed:
                self._file.write(line)
                self._file.flush()

    def close(self) -> None:
        with self._lock:
            self._file.close()


class ReplayedCapsule:
    """Each exchange is found once; asking more often than was recorded is an error."""

    def __init__(self, exchanges: Sequence[Exchange], name: str) -> None:
        self._name = name
        self._exchanges = {(exchange.asked.fingerprint, exchange.occurrence): exchange for exchange in exchanges}
        if len(self._exchanges) < len(exchanges):
            raise CapsuleUnreadable("llm_platform.capsule_written_twice", name=name)
        self._times: Counter[str] = Counter()
        self._lock = Lock()

    @classmethod
    def read(cls, path: Path) -> "ReplayedCapsule":
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CapsuleUnreadable("llm_platform.capsule_not_opened", name=path.name, reason=error.strerror) from error
        exchanges, torn = read_lines(content, path.name)
        if torn:
            _log.warning("capsule_torn", capsule=path.name, read=len(exchanges))
        return cls(exchanges, path.name)

    def take(self, asked: RecordedRequest) -> Exchange:
        with self._lock:
            self._times[asked.fingerprint] += 1
            times = self._times[asked.fingerprint]
        found = self._exchanges.get((asked.fingerprint, times))
        if found is None:
            raise NotInCapsule(self._why_not(asked, times))
        return found

    @property
    def left_over(self) -> Sequence[Exchange]:
        """What was recorded and not asked again."""
        return [
            exchange
            for (fingerprint, occurrence), exchange in self._exchanges.items()
            if occurrence > self._times[fingerprint]
        ]

    def _why_not(self, asked: RecordedRequest, times: int) -> Message:
        recorded = [exchange.asked for exchange in self._exchanges.values()]
        same = sum(other.fingerprint == asked.fingerprint for other in recorded)
        where = {"name": self._name, "call": asked.call}
        if same:
            return message("llm_platform.not_in_capsule_again", **where, same=same, times=times)
        closest = nearest(asked, recorded)
        if closest is None:
            return message("llm_platform.not_in_capsule", **where)
        difference = first_difference(dict(closest.body), dict(asked.body), "")
        return message("llm_platform.not_in_capsule_nearest", **where, difference=difference)


def _continued(path: Path) -> list[Exchange]:
    """What the capsule holds already; it is made if need be, for its owner's eyes only: prompts are private."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    content = path.read_bytes()
    if header().startswith(content):  # empty, or killed before the header was whole
        path.write_bytes(header())
        return []
    exchanges, torn = read_lines(content, path.name)
    if torn:
        os.truncate(path, content.rindex(b"\n") + 1)
        _log.warning("capsule_torn", capsule=path.name, read=len(exchanges))
    return exchanges
