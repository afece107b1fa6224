"""Which data and which terms a result stands on, as hashes that anybody can make again."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime

import numpy as np

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan, terms_hash
from packages.domain.backtest.panel import Panel

_LATER = ("alongside", "listings", "records", "funding")
ENGINE_VERSION = "3"  # another one where the same strategy on the same panel gives other trades


@dataclass(frozen=True, slots=True)
class DataFingerprint:
    """Where the bars came from, from when to when they reach, and the hash of all that the engine read."""

    sources: Mapping[str, str]
    first: datetime
    last: datetime
    bars: int
    digest: str

    @property
    def is_demo(self) -> bool:
        return "demo" in self.sources.values()

    def as_json(self) -> JsonObject:
        return {
            "sources": dict(self.sources),
            "first": self.first.isoformat(),
            "last": self.last.isoformat(),
            "bars": self.bars,
            "sha256": self.digest,
        }


def fingerprint(panel: Panel, sources: Mapping[str, str], trade_from: int = 0) -> DataFingerprint:
    """`trade_from` is the first bar on which an order may be placed; `first` is the time of that bar."""
    digest = hashlib.sha256(f"from {trade_from};".encode())
    for piece in _pieces("panel", panel):
        digest.update(piece)
    first = _instant(panel.time[min(trade_from, len(panel) - 1)])
    bars = int(np.isfinite(panel.close).sum())
    return DataFingerprint(dict(sources), first, _instant(panel.time[-1]), bars, digest.hexdigest())


def trial_key(plan: Plan, data: DataFingerprint) -> str:
    """The same rules on the same data and terms are the same trial, however often they are run and under any name."""
    return hashlib.sha256(f"{plan.rules_hash}:{data.digest}:{terms_hash(plan.terms)}".encode()).hexdigest()


def _pieces(name: str, value: object) -> Iterator[bytes]:
    """Names, kinds and shapes are hashed beside the bytes, so that no two panels read alike."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            part = getattr(value, field.name)
            # What is read beside the bars came later: a panel without it keeps the hash that it had.
            if field.name not in _LATER or (part is not None and part != ()):
                yield from _pieces(f"{name}.{field.name}", part)
    elif isinstance(value, tuple) and any(map(is_dataclass, value)):
        for at, part in enumerate(value):
            yield from _pieces(f"{name}.{at}", part)
    elif isinstance(value, np.ndarray):
        yield f"{name}:{value.dtype.str}:{value.shape};".encode()
        yield np.ascontiguousarray(value).tobytes()
    else:
        yield f"{name}={value!r};".encode()


def _instant(time: np.datetime64) -> datetime:
    return datetime.fromtimestamp(float(time.astype("datetime64[us]").astype(np.int64)) / 1e6, UTC)
