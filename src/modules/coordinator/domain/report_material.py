"""What a report shows beside a run's own answer: names of figures, and stored series as known at the run's instant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class DailyCloses:
    """Split-adjusted closes with their volumes, oldest first, and their source."""

    symbol: str
    source: str
    days: tuple[date, ...]
    closes: tuple[float, ...]
    volumes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class DailyMultiple:
    """A multiple by day, oldest first; `metric` is its code as the experts use it."""

    metric: str
    days: tuple[date, ...]
    values: tuple[float, ...]
    source: str


@dataclass(frozen=True, slots=True)
class DueEvent:
    """What the stored calendar has ahead, for the instrument or for its whole market."""

    day: date
    title: str


@dataclass(frozen=True, slots=True)
class ReportMaterial:
    """Everything may be missing: the report then says so. `names`: what a figure may be called, Chinese first."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    prices: DailyCloses | None = None
    benchmark: DailyCloses | None = None
    multiples: tuple[DailyMultiple, ...] = ()
    ahead: tuple[DueEvent, ...] = ()


NO_MATERIAL = ReportMaterial()
