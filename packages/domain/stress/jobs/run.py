"""Runs the stages of a stress test one after another; what was finished before an interruption is not done again.

Trials are counted, and their returns kept, before what came of them is stored: nothing that was seen goes
uncounted, and a stage that is repeated adds nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.domain.backtest.jobs.trial_returns import TrialReturns
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.door import Views
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.lineage import TrialLedger
from packages.domain.stress.findings import SensitivityFinding, WalkForwardFinding
from packages.domain.stress.jobs import tried
from packages.domain.stress.jobs.baseline import StressBaseline, StressPool, baseline_of, load_market, pool_of
from packages.domain.stress.jobs.codec import from_json, packed, to_json, unpacked
from packages.domain.stress.jobs.course import (
    SHUFFLE,
    StressStage,
    Surroundings,
    ViewedCrises,
    course_of,
    spans,
    world_stage,
)
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.jobs.stages import Luck, walked_among
from packages.domain.stress.jobs.stored import PartDone
from packages.domain.stress.verdict.parts import StressPart, StressParts
from packages.domain.work.bridge import Bridge, OnStageProgress, step
from packages.domain.work.jobs import OnProgress

Calendars = Callable[[Market], Calendar]


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """Why a stage measured nothing: the code of the error, and its sentence."""

    code: str
    reason: str


NOT_ASKED = NotMeasured("not_asked", "It was not asked for: a whole verdict needs all parts.")


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """All that was found, and by stage why something was not."""

    baseline: StressBaseline
    parts: StressParts
    luck: Luck | None
    not_measured: dict[str, NotMeasured]
    trials: int


class StageStore(Protocol):
    """Where finished stages are put down until the whole is done."""

    async def parts(self) -> Sequence[PartDone]: ...

    async def put(self, part: PartDone) -> None: ...


class StressRunner:
    """Reads the market through the as-of door, at the instant that the plan names; `calendars` gives a market's
    sessions, and `workers` of 0 takes all cores."""

    def __init__(
        self,
        views: Views,
        ledger: TrialLedger,
        returns: TrialReturns,
        clock: Clock,
        calendars: Calendars | None = None,
        workers: int = 0,
        market: WholeMarket | None = None,
    ) -> None:
        self._views = views
        self._ledger = ledger
        self._returns = returns
        self._clock = clock
        self._calendars = calendars
        self._workers = workers
        self._market = market

    async def run(self, owner_id: str, plan: StressPlan, store: StageStore, on_progress: OnProgress) -> Measured:
        bridge = Bridge(on_progress)
        await bridge.say(0.01, step("reading"))
        loaded = await load_market(self._views(plan.backtest.as_of), plan.backtest, self._market)
        await bridge.say(0.03, step("trading"))
        baseline = await bridge.on_thread(lambda: baseline_of(plan, loaded, self._workers))
        pool = await bridge.on_thread(lambda: pool_of(owner_id, baseline))
        await self._count(pool, await bridge.on_thread(lambda: tried.base_run(baseline, self._clock.now())))
        await self._declare(pool)
        course = course_of(plan.scenarios.worlds, self._surroundings(pool, bridge))
        wanted = [stage for stage in course if plan.wants(stage.part)]
        done = {part.name: part for part in await store.parts() if part.data == baseline.key()}
        found = _Found(baseline)
        for stage, start, end in spans(wanted, 0.05, 0.94):
            if stage.name not in done:
                await bridge.say(start, stage.words)
                part = await self._part(stage, pool, bridge, start, end)
                await store.put(part)
                done[stage.name] = part
            found.add(stage, _read(stage, done[stage.name]))
        return found.measured(await self._ledger.count(plan.lineage_id, pool.around))

    async def _part(self, stage: StressStage, pool: StressPool, bridge: Bridge, start: float, end: float) -> PartDone:
        """What a stage cannot measure is a result too, with the sentence that says why."""
        middle, baseline = start + (end - start) * 0.9, pool.baseline
        try:
            found = await bridge.on_thread(lambda: stage.work(baseline, bridge.between(start, middle)))
        except Invalid as refusal:
            return PartDone(stage.name, baseline.key(), packed({"code": refusal.code, "reason": refusal.message}))
        runs = await bridge.on_thread(lambda: self._trial_runs(baseline, found, bridge.between(middle, end)))
        await self._count(pool, runs)
        return PartDone(stage.name, baseline.key(), packed({"found": to_json(found)}))

    def _trial_runs(self, baseline: StressBaseline, found: object, on_progress: OnStageProgress) -> tried.TrialRuns:
        now = self._clock.now()
        if isinstance(found, SensitivityFinding):
            return tried.of_sensitivity(baseline, found, now, on_progress)
        if isinstance(found, WalkForwardFinding):
            return tried.of_walk_forward(baseline, walked_among(baseline), now, on_progress)
        return tried.TrialRuns((), ())

    async def _count(self, pool: StressPool, runs: tried.TrialRuns) -> None:
        if runs.trials:
            await self._ledger.record_all(pool.lineage_id, runs.trials, pool.sample)
            await self._returns.add(pool.lineage_id, runs.returns)

    async def _declare(self, pool: StressPool) -> None:
        """What the person tried elsewhere counts as well; the same declaration again adds nothing."""
        known = await self._ledger.trials(pool.lineage_id, pool.around)
        declared = tried.declared(pool.baseline, known, self._clock.now())
        if declared is not None:
            await self._ledger.record_all(pool.lineage_id, [declared], pool.sample)

    def _surroundings(self, pool: StressPool, bridge: Bridge) -> Surroundings:
        plan = pool.baseline.plan
        strategy = plan.backtest.strategy
        market, timeframe, needs = strategy.universe.market, strategy.timeframe, needs_of(strategy)
        return Surroundings(
            crises=ViewedCrises(self._views(plan.backtest.as_of), timeframe, bridge.wait, needs),
            calendar=None if self._calendars is None else self._calendars(market),
            trials=lambda: bridge.wait(self._ledger.trials(pool.lineage_id, pool.around)),
            returns=lambda keys: bridge.wait(self._returns.of(keys)),
        )


def _read(stage: StressStage, part: PartDone) -> Any:
    stored = unpacked(part.body)
    return NotMeasured(**stored) if "reason" in stored else from_json(stage.kind, stored["found"])


@dataclass(slots=True)
class _Found:
    """Gathers what stages found."""

    baseline: StressBaseline
    by_stage: dict[str, Any] = field(default_factory=dict)
    reasons: dict[str, NotMeasured] = field(default_factory=dict)

    def add(self, stage: StressStage, found: Any) -> None:
        if isinstance(found, NotMeasured):
            self.reasons[stage.name] = found
        else:
            self.by_stage[stage.name] = found

    def measured(self, trials: int) -> Measured:
        scenarios = self.baseline.plan.scenarios
        worlds = [self.by_stage.get(world_stage(world)) for world in (*scenarios.worlds, SHUFFLE)]
        measured = tuple(world for world in worlds if world is not None)
        luck: Luck | None = self.by_stage.get(StressPart.OVERFITTING.value)
        parts = StressParts(
            crises=self.by_stage.get(StressPart.CRISES.value),
            monte_carlo=measured or None,
            sensitivity=self.by_stage.get(StressPart.SENSITIVITY.value),
            walk_forward=self.by_stage.get(StressPart.WALK_FORWARD.value),
            overfitting=luck.finding if luck else None,
        )
        left = {part.value: NOT_ASKED for part in StressPart if part not in scenarios.parts}
        return Measured(self.baseline, parts, luck, {**self.reasons, **left}, luck.finding.trials if luck else trials)
