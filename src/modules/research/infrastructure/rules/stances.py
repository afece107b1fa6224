"""How signals become a stance and a confidence, by one written rule for the experts that read texts.

A signal leans from -1 to 1 and has a weight. A dimension leans by the weighted mean of its signals, the whole by the
weighted mean of its dimensions. Confidence grows with how many dimensions have evidence, with how far the signals
agree, and with how fresh they are; it never passes `MOST`, because texts and a handful of rates do not settle a matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from src.modules.research.domain.brief import Document

LEAN = 0.25
LEAST, MOST = 0.15, 0.85
_BASE, _COVERAGE, _AGREEMENT, _FRESHNESS = 0.15, 0.30, 0.25, 0.15
_OFFICIAL = ("gov.cn", "gov", "sse.com.cn", "szse.cn", "bse.cn", "cninfo.com.cn", "federalreserve.gov", "sec.gov")


@dataclass(frozen=True, slots=True)
class Signal:
    """`fresh` from 0 to 1; `sentence` is how the report tells it."""

    dimension: str
    leans: float
    weight: float
    fresh: float
    sentence: str
    document: Document | None = None

    @property
    def sign(self) -> int:
        return (self.leans > 0) - (self.leans < 0)


def lean_of(signals: Iterable[Signal]) -> float | None:
    """The weighted mean; None without evidence."""
    told = [(signal.leans, signal.weight) for signal in signals if signal.weight > 0]
    total = sum(weight for _, weight in told)
    return sum(leans * weight for leans, weight in told) / total if total else None


def overall(leans: Mapping[str, float | None], weights: Mapping[str, float]) -> float:
    """Dimensions without evidence have no say; 0 where none has."""
    told = [(lean, weights[name]) for name, lean in leans.items() if lean is not None]
    total = sum(weight for _, weight in told)
    return sum(lean * weight for lean, weight in told) / total if total else 0.0


def side(lean: float | None) -> int:
    """1 or -1 where it leans far enough, else 0."""
    return 0 if lean is None or abs(lean) < LEAN else (1 if lean > 0 else -1)


def confidence(leans: Mapping[str, float | None], signals: Sequence[Signal], most: float = MOST) -> float:
    told = [signal for signal in signals if signal.weight > 0]
    if not told:
        return LEAST
    coverage = sum(lean is not None for lean in leans.values()) / len(leans)
    leaning = [signal.leans * signal.weight for signal in told if signal.leans]
    agreement = abs(sum(leaning)) / sum(map(abs, leaning)) if leaning else 0.0
    fresh = sum(signal.fresh for signal in told) / len(told)
    value = _BASE + _COVERAGE * coverage + _AGREEMENT * agreement + _FRESHNESS * fresh
    return round(max(LEAST, min(most, value)), 2)


def freshness(published_at: datetime | None, as_of: datetime, limit_days: int) -> float:
    """1 for today, 0.2 at the limit, 0 beyond it; what has no date counts a little."""
    if published_at is None:
        return 0.3
    age = max(0.0, (as_of - published_at).total_seconds() / 86_400)
    return 0.0 if age > limit_days else 1.0 - 0.8 * age / limit_days


def standing(document: Document) -> float:
    """Authorities and exchanges weigh more than the press."""
    host = urlsplit(document.url).netloc.lower().rpartition("@")[2].partition(":")[0]
    official = any(host == name or host.endswith(f".{name}") for name in _OFFICIAL)
    return 1.0 if official else 0.8
