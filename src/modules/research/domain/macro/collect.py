"""Everything that the macro expert knows in numbers: releases of series and how the stock market has done."""

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.rows import MacroPoint
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.macro.economies import SERIES
from src.modules.research.domain.technical.benchmark import benchmark_figures

CHANGE, YEAR_CHANGE = "_change", "_year_change"
_POINTS = frozenset({"index", "points"})
_PERCENT = frozenset({"%", "percent", "pct"})
# A quarter and some days: whatever lies further back is not the release before, something is missing in between.
_LONGEST_STEP = timedelta(days=100)


def release_figures(key: str, points: Sequence[MacroPoint]) -> Iterator[Finding]:
    """Three findings. `points` are the latest known version of each period; only those of one source are compared."""
    releases = _of_one_source(points)
    if not releases:
        yield from (
            AbsentFigure(name, AbsenceReason(Absence.SERIES_NOT_STORED, f"{key} is not stored."))
            for name in (key, key + CHANGE, key + YEAR_CHANGE)
        )
        return
    now = releases[-1]
    yield _level(key, now)
    yield _against(key + CHANGE, now, _before(releases), "no release is stored right before it")
    yield _against(key + YEAR_CHANGE, now, _year_before(releases), "the same period a year before is not stored")


def _of_one_source(points: Sequence[MacroPoint]) -> list[MacroPoint]:
    """In order of periods, of the source that reaches furthest, then has most."""
    sources: dict[str, list[MacroPoint]] = {}
    for point in sorted(points, key=lambda one: (one.period_end, one.version)):
        sources.setdefault(point.source, []).append(point)
    best = max(sources, key=lambda name: (sources[name][-1].period_end, len(sources[name]), name), default=None)
    latest = {point.period_end: point for point in sources.get(best or "", ())}
    return list(latest.values())


def _before(releases: Sequence[MacroPoint]) -> MacroPoint | None:
    near = [one for one in releases[:-1] if releases[-1].period_end - one.period_end <= _LONGEST_STEP]
    return near[-1] if near else None


def _year_before(releases: Sequence[MacroPoint]) -> MacroPoint | None:
    wanted = _a_year_earlier(releases[-1].period_end)
    return next((one for one in releases if one.period_end == wanted), None)


def _a_year_earlier(end: date) -> date:
    """The last day of a month stays the last day."""
    last = monthrange(end.year - 1, end.month)[1]
    is_last = end.day == monthrange(end.year, end.month)[1]
    return date(end.year - 1, end.month, last if is_last else min(end.day, last))


def _against(key: str, now: MacroPoint, base: MacroPoint | None, why: str) -> Finding:
    if base is None:
        return AbsentFigure(key, AbsenceReason(Absence.RELEASE_BEFORE_MISSING, f"{key} cannot be told: {why}."))
    if base.unit != now.unit:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.UNITS_DIFFER, f"{key} cannot be told: one release is in {now.unit}, the other in {base.unit}."
            ),
        )
    return combined(key, Operation.DIFFERENCE, (_level(key, now), _level(key, base)), period=str(now.period_end))


def _level(key: str, point: MacroPoint) -> Finding:
    unit = "points" if point.unit in _POINTS else point.unit
    stored = ResearchFigure(
        key, point.value, unit, str(point.period_end), point.known_at, (point.id,), Operation.IDENTITY, count=1
    )
    if unit in _PERCENT:
        return combined(key, Operation.PERCENT, (stored,), unit="ratio")
    return (
        stored
        if unit in {"points", "ratio"}
        else AbsentFigure(key, AbsenceReason(Absence.UNIT_UNKNOWN, f"{key} is told in {unit}, a unit not known here."))
    )


def macro_figures(
    releases: Mapping[str, Sequence[MacroPoint]], index: BarSeries | None, as_of: datetime, holes: Sequence[Gap] = ()
) -> Findings:
    """`releases` are the stored points of each series by the figure's name; what is not there becomes `Absent`.
    `holes` are those of the index."""
    findings = [finding for name in SERIES for finding in release_figures(name, releases.get(name, ()))]
    return {finding.key: finding for finding in (*findings, *benchmark_figures(index, as_of, holes))}
