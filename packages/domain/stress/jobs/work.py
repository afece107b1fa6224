"""The work of a stress test: measured stage by stage, judged, written up and stored, as a job or in the terminal."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import profile_of
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.report import Cover
from packages.domain.backtest.jobs.plan import terms_json
from packages.domain.stress.attempts import StressAttempt, joint_verdict
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import StressPlan, limits_hash
from packages.domain.stress.jobs.run import Measured, StageStore, StressRunner
from packages.domain.stress.jobs.stored import (
    STRESS_TESTS,
    FileKind,
    NewStress,
    PartDone,
    StressHeadline,
    StressResult,
    StressStore,
)
from packages.domain.stress.report import StressTestReport, Unmeasured
from packages.domain.stress.verdict.checks import verdict
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.bridge import step
from packages.domain.work.jobs import OnProgress
from packages.domain.work.service import StoredWork


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report as JSON for the page, and as the files that a person can download."""

    body: JsonObject
    files: Mapping[tuple[FileKind, Language], str]


class ReportWriter(Protocol):
    """Puts a report into words and pictures; the same report always gives the same bytes."""

    def __call__(self, report: StressTestReport) -> WrittenReport: ...


@dataclass(frozen=True, slots=True)
class StoredStages:
    """The parts of one stress test in the store."""

    store: StressStore
    stress_id: str

    async def parts(self) -> Sequence[PartDone]:
        return await self.store.parts(self.stress_id)

    async def put(self, part: PartDone) -> None:
        await self.store.put_part(self.stress_id, part)


@dataclass(slots=True)
class MemoryStages:
    """Parts that are gone with the process."""

    done: list[PartDone] = field(default_factory=list)

    async def parts(self) -> Sequence[PartDone]:
        return list(self.done)

    async def put(self, part: PartDone) -> None:
        self.done.append(part)


class StressWork(StoredWork[StressPlan, StressHeadline, StressResult]):
    """A job that comes again after a crash reads the parts that are done and does the rest."""

    _store: StressStore

    def __init__(self, runner: StressRunner, store: StressStore, write: ReportWriter, clock: Clock) -> None:
        super().__init__(STRESS_TESTS, store)
        self._runner = runner
        self._write = write
        self._clock = clock

    async def run(self, planned: NewStress, on_progress: OnProgress, stages: StageStore | None = None) -> StressResult:
        """Measures, judges and draws. Its trials are counted at once, as somebody sees them; nothing else is stored."""
        measured = await self._runner.run(planned.owner_id, planned.plan, stages or MemoryStages(), on_progress)
        await on_progress(0.95, step("drawing"))
        before = await self._store.attempts(planned.owner_id, planned.plan.backtest.rules_hash)
        return await asyncio.to_thread(result_of, planned, measured, self._write, self._clock.now(), before)

    async def keep(self, planned: NewStress, result: StressResult) -> None:
        """Stores what was run without a job."""
        await self._store.add(planned)
        await self._store.finish(planned.id, result)

    async def _finished(self, planned: NewStress, on_progress: OnProgress) -> StressHeadline:
        result = await self.run(planned, on_progress, StoredStages(self._store, planned.id))
        await on_progress(0.99, step("storing_report"))
        await self._store.finish(planned.id, result)
        return result.headline

    async def _outcome(self, planned: NewStress, headline: StressHeadline) -> JsonObject:
        return {
            "scenario_set_id": planned.plan.scenario_set_id,
            "verdict": headline.ruling.value,
            "trials": headline.trials,
        }


def result_of(
    planned: NewStress,
    measured: Measured,
    write: ReportWriter,
    at: datetime,
    before: Sequence[StressAttempt] = (),
) -> StressResult:
    """The same measures give the same bytes; `at` only stands beside them. `before` are attempts at the same rules."""
    report = report_of(planned, measured, before)
    written = write(report)
    limits = limits_hash(planned.plan.scenarios)
    headline = StressHeadline(at, report.verdict.ruling, limits, measured.trials)
    return StressResult(headline, written.body, written.files, attempt_of(planned, measured, report.verdict.ruling))


def attempt_of(planned: NewStress, measured: Measured, ruling: Ruling) -> StressAttempt:
    plan, (first, last) = planned.plan, _days(measured)
    return StressAttempt(
        stress_report_id=planned.id,
        owner_id=planned.owner_id,
        rules=plan.backtest.rules_hash,
        limits=limits_hash(plan.scenarios),
        ruling=ruling,
        seed=measured.baseline.seed,
        is_own_seed=plan.scenarios.seed is None,
        is_whole=set(plan.scenarios.parts) == set(StressPart),
        declared_trials=plan.declared_trials,
        trials=measured.trials,
        first_day=first,
        last_day=last,
        terms=terms_json(plan.backtest.terms),
        created_at=planned.created_at,
    )


def report_of(planned: NewStress, measured: Measured, before: Sequence[StressAttempt] = ()) -> StressTestReport:
    """It is dated by when it was asked for, so that an interruption leaves no trace in it."""
    plan = planned.plan
    judged = verdict(measured.parts, limits_for(profile_of(plan.scenarios.profile)))
    own = attempt_of(planned, measured, judged.ruling)
    earlier = [each for each in before if each.stress_report_id != planned.id]
    limits, luck = limits_for(profile_of(plan.scenarios.profile)), measured.luck
    return StressTestReport(
        stress_report_id=planned.id,
        scenario_set_id=plan.scenario_set_id,
        strategy_version=plan.backtest.version or 0,
        created_at=planned.created_at,
        cover=_cover(measured),
        parts=measured.parts,
        limits=limits,
        verdict=judged,
        windows=plan.scenarios.windows,
        unmeasured=tuple(Unmeasured(what, why.code, why.reason) for what, why in measured.not_measured.items()),
        compared=luck.compared if luck else 0,
        left_out=luck.left_out if luck else 0,
        seed=measured.baseline.seed,
        is_own_seed=plan.scenarios.seed is None,
        joint=joint_verdict(planned.id, [*earlier, own]),
    )


def _cover(measured: Measured) -> Cover:
    baseline = measured.baseline
    plan, universe = baseline.plan.backtest, baseline.plan.backtest.strategy.universe
    first, last = _days(measured)
    return Cover(
        strategy=plan.strategy.name,
        tickers=universe.tickers,
        market=universe.market,
        timeframe=plan.strategy.timeframe,
        start=first,
        end=last,
        terms=plan.terms,
        source=", ".join(sorted(set(baseline.data.sources.values()))),
        content_hash=plan.strategy_hash,
        is_demo=baseline.data.is_demo,
        trials=measured.trials,
    )


def _days(measured: Measured) -> tuple[date, date]:
    baseline, strategy = measured.baseline, measured.baseline.plan.backtest.strategy
    times = baseline.panel.time[[baseline.first_bar, -1]]
    first, last = local_times(strategy.universe.market, strategy.timeframe, times).astype("datetime64[D]").tolist()
    return first, last
