"""Weighted votes and stances: what several readings or signals come to, and how sure one may be of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from src.modules.research.domain.brief import NewsDocument

LEAN = 0.25
LEAST, MOST = 0.15, 0.85
_BASE, _COVERAGE, _AGREEMENT, _FRESHNESS = 0.15, 0.30, 0.25, 0.15
_OFFICIAL = ("gov.cn", "gov", "sse.com.cn", "szse.cn", "bse.cn", "cninfo.com.cn", "federalreserve.gov", "sec.gov")


@dataclass(frozen=True, slots=True)
class StanceSignal:
    """`fresh` from 0 to 1; `sentence` is how the report says it."""

    dimension: str
    leans: float
    weight: float
    fresh: float
    sentence: str
    document: NewsDocument | None = None

    @property
    def sign(self) -> int:
        return (self.leans > 0) - (self.leans < 0)


def lean_of(signals: Iterable[StanceSignal]) -> float | None:
    """The weighted mean; None without evidence."""
    weighed = [(signal.leans, signal.weight) for signal in signals if signal.weight > 0]
    total = sum(weight for _, weight in weighed)
    return sum(leans * weight for leans, weight in weighed) / total if total else None


def overall(leans: Mapping[str, float | None], weights: Mapping[str, float]) -> float:
    """Dimensions without evidence have no say; 0 where none has."""
    weighed = [(lean, weights[name]) for name, lean in leans.items() if lean is not None]
    total = sum(weight for _, weight in weighed)
    return sum(lean * weight for lean, weight in weighed) / total if total else 0.0


def side(lean: float | None) -> int:
    """1 or -1 where it leans far enough, else 0."""
    return 0 if lean is None or abs(lean) < LEAN else (1 if lean > 0 else -1)


def confidence(leans: Mapping[str, float | None], signals: Sequence[StanceSignal], most: float = MOST) -> float:
    weighed = [signal for signal in signals if signal.weight > 0]
    if not weighed:
        return LEAST
    coverage = sum(lean is not None for lean in leans.values()) / len(leans)
    leaning = [signal.leans * signal.weight for signal in weighed if signal.leans]
    agreement = abs(sum(leaning)) / sum(map(abs, leaning)) if leaning else 0.0
    fresh = sum(signal.fresh for signal in weighed) / len(weighed)
    value = _BASE + _COVERAGE * coverage + _AGREEMENT * agreement + _FRESHNESS * fresh
    return round(max(LEAST, min(most, value)), 2)


def freshness(published_at: datetime | None, as_of: datetime, limit_days: int) -> float:
    """1 for today, 0.2 at the limit, 0 beyond it; what has no date counts a little."""
    if published_at is None:
        return 0.3
    age = max(0.0, (as_of - published_at).total_seconds() / 86_400)
    return 0.0 if age > limit_days else 1.0 - 0.8 * age / limit_days


def standing(document: NewsDocument) -> float:
    """Authorities and exchanges weigh more than the press."""
    host = urlsplit(document.url).netloc.lower().rpartition("@")[2].partition(":")[0]
    official = any(host == name or host.endswith(f".{name}") for name in _OFFICIAL)
    return 1.0 if official else 0.8


@dataclass(frozen=True, slots=True)
class WeightedReading:
    """One side of a matter. `lean` runs from -1 to 1, `known` is the part of its figures that was there (0 to 1), and
    `sentences` say what it stands on, the weightiest first."""

    topic: str
    weight: float
    lean: float
    known: float
    sentences: tuple[str, ...]

    @property
    def pull(self) -> float:
        """How much it moves the whole."""
        return self.weight * self.lean * self.known


@dataclass(frozen=True, slots=True)
class VoteTally:
    """`agreement`: 1 when all that lean, lean the same way; 0 when they cancel out. `sufficiency`: the part of all
    weights whose figures were there."""

    lean: float
    agreement: float
    sufficiency: float


def tally(readings: Sequence[WeightedReading]) -> VoteTally:
    heard = sum(reading.weight * reading.known for reading in readings)
    whole = sum(reading.weight for reading in readings)
    pulls = [reading.pull for reading in readings]
    net, gross = sum(pulls), sum(abs(pull) for pull in pulls)
    return VoteTally(
        lean=net / heard if heard else 0.0,
        agreement=abs(net) / gross if gross else 0.0,
        sufficiency=heard / whole if whole else 0.0,
    )


def confidence_between(floor: float, cap: float, *parts: float) -> float:
    """From the floor towards the cap by the product of the parts (each from 0 to 1), to two places; never 1."""
    share = 1.0
    for part in parts:
        share *= within(part, 0.0, 1.0)
    return round(floor + (cap - floor) * share, 2)


def leaning_first(lean: float, said: Sequence[tuple[float, str]]) -> list[str]:
    """Sentences with their own leans: those that speak for the whole first."""
    return [sentence for _, sentence in sorted(said, key=lambda pair: -sign(lean) * pair[0])]


def within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)
