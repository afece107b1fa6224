"""From what was measured to what is stored of it: the verdict, and the report as a writer puts it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from packages.core.events import JsonObject
from packages.domain.accounts.profile import profile_of
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.pictures.cover import Cover
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.jobs.planning import limits_hash
from packages.domain.stress.jobs.run import Measured
from packages.domain.stress.jobs.stored import FileKind, NewStress, StressHeadline, StressResult
from packages.domain.stress.report.report import StressReport, Unmeasured
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.verdict import verdict


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report as JSON for the page, and as the files that a person can download."""

    body: JsonObject
    files: Mapping[tuple[FileKind, Language], str]


class ReportWriter(Protocol):
    """Puts a report into words and pictures; the same report always gives the same bytes."""

    def __call__(self, report: StressReport) -> WrittenReport: ...


def result_of(asked: NewStress, measured: Measured, write: ReportWriter, at: datetime) -> StressResult:
    """The same measures give the same bytes; `at` is only told beside them."""
    report = report_of(asked, measured)
    written = write(report)
    headline = StressHeadline(at, report.verdict.ruling, limits_hash(asked.plan.scenarios), measured.trials)
    return StressResult(headline, written.body, written.files)


def report_of(asked: NewStress, measured: Measured) -> StressReport:
    """It is dated by when it was asked for, so that an interruption leaves no trace in it."""
    plan = asked.plan
    limits, luck = limits_for(profile_of(plan.scenarios.profile)), measured.luck
    return StressReport(
        stress_report_id=asked.id,
        scenario_set_id=plan.scenario_set_id,
        strategy_version=plan.backtest.version or 0,
        created_at=asked.created_at,
        cover=_cover(measured),
        parts=measured.parts,
        limits=limits,
        verdict=verdict(measured.parts, limits),
        windows=plan.scenarios.windows,
        unmeasured=tuple(Unmeasured(what, why.code, why.reason) for what, why in measured.not_measured.items()),
        compared=luck.compared if luck else 0,
        left_out=luck.left_out if luck else 0,
    )


def _cover(measured: Measured) -> Cover:
    ground = measured.ground
    plan, universe = ground.plan.backtest, ground.plan.backtest.strategy.universe
    first, last = _days(measured)
    return Cover(
        strategy=plan.strategy.name,
        tickers=universe.tickers,
        market=universe.market,
        timeframe=plan.strategy.timeframe,
        start=first,
        end=last,
        terms=plan.terms,
        source=", ".join(sorted(set(ground.data.sources.values()))),
        content_hash=plan.strategy_hash,
        is_demo=ground.data.is_demo,
        trials=measured.trials,
    )


def _days(measured: Measured) -> tuple[date, date]:
    ground, strategy = measured.ground, measured.ground.plan.backtest.strategy
    times = ground.panel.time[[ground.first_bar, -1]]
    first, last = local_times(strategy.universe.market, strategy.timeframe, times).astype("datetime64[D]").tolist()
    return first, last
