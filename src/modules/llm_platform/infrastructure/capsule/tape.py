"""The capsule's file: exchanges are appended to it while a run is recorded, and looked up when it is replayed."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import structlog

from packages.core.messages import Message, message
from src.modules.llm_platform.infrastructure.capsule.differences import first_difference, nearest
from src.modules.llm_platform.infrastructure.capsule.errors import CapsuleUnreadable, NotInCapsule
from src.modules.llm_platform.infrastructure.capsule.exchange import Asked, Exchange
from src.modules.llm_platform.infrastructure.capsule.lines import header, line_of, read_lines

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

    def occurrence(self, asked: Asked) -> int:
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

    def take(self, asked: Asked) -> Exchange:
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

    def _why_not(self, asked: Asked, times: int) -> Message:
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
