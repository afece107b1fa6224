"""Runs the stages of a stress test one after another; what was finished before an interruption is not done again.

Trials are counted, and their returns kept, before what came of them is stored: nothing that was looked at goes
uncounted, and a stage that is repeated adds nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.door import Views
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.lineage import TrialLedger
from packages.domain.stress.findings import SensitivityFinding, WalkForwardFinding
from packages.domain.stress.jobs import tried
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
from packages.domain.stress.jobs.ground import Ground, ground_of, load_market
from packages.domain.stress.jobs.plan import StressPlan
from packages.domain.stress.jobs.stages import Luck, walked_among
from packages.domain.stress.jobs.stored import PartDone
from packages.domain.stress.jobs.trial_returns import TrialReturns
from packages.domain.stress.verdict.parts import StressPart, StressParts
from packages.domain.work.bridge import Bridge, Told
from packages.domain.work.jobs import Tell

Calendars = Callable[[Market], Calendar]


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """Why a stage has nothing to tell: the code of the error, and its sentence."""

    code: str
    reason: str


NOT_ASKED = NotMeasured("not_asked", "It was not asked for: a whole verdict needs all parts.")


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """All that was found, and by stage why something was not."""

    ground: Ground
    parts: StressParts
    luck: Luck | None
    not_measured: dict[str, NotMeasured]
    trials: int


class StageStore(Protocol):
    """Where finished stages are put down until the whole is done."""

    async def parts(self) -> Sequence[PartDone]: ...

    async def put(self, part: PartDone) -> None: ...


class StressRunner:
    """Reads the market through the as-of door, at the instant that the plan names; `calendars` tells a market's
    sessions, and `workers` of 0 takes all cores."""

    def __init__(
        self,
        views: Views,
        ledger: TrialLedger,
        returns: TrialReturns,
        clock: Clock,
        calendars: Calendars | None = None,
        workers: int = 0,
    ) -> None:
        self._views = views
        self._ledger = ledger
        self._returns = returns
        self._clock = clock
        self._calendars = calendars
        self._workers = workers

    async def run(self, plan: StressPlan, shelf: StageStore, tell: Tell) -> Measured:
        bridge = Bridge(tell)
        await bridge.say(0.01, "Reading the bars")
        loaded = await load_market(self._views(plan.backtest.as_of), plan.backtest)
        await bridge.say(0.03, "Trading bar by bar")
        ground = await bridge.on_thread(lambda: ground_of(plan, loaded, self._workers))
        await self._count(plan, await bridge.on_thread(lambda: tried.base_run(ground, self._clock.now())))
        course = course_of(plan.scenarios.worlds, self._surroundings(plan, bridge))
        wanted = [stage for stage in course if plan.wants(stage.part)]
        done = {part.name: part for part in await shelf.parts() if part.data == ground.key()}
        found = _Found(ground)
        for stage, start, end in spans(wanted, 0.05, 0.94):
            if stage.name not in done:
                await bridge.say(start, stage.words)
                part = await self._part(stage, ground, bridge, start, end)
                await shelf.put(part)
                done[stage.name] = part
            found.add(stage, _read(stage, done[stage.name]))
        return found.measured(await self._ledger.count(plan.lineage_id))

    async def _part(self, stage: StressStage, ground: Ground, bridge: Bridge, start: float, end: float) -> PartDone:
        """What a stage cannot measure is a result too, with the sentence that says why."""
        middle = start + (end - start) * 0.9
        try:
            found = await bridge.on_thread(lambda: stage.work(ground, bridge.between(start, middle)))
        except Invalid as refusal:
            return PartDone(stage.name, ground.key(), packed({"code": refusal.code, "reason": refusal.message}))
        looked = await bridge.on_thread(lambda: self._looked(ground, found, bridge.between(middle, end)))
        await self._count(ground.plan, looked)
        return PartDone(stage.name, ground.key(), packed({"found": to_json(found)}))

    def _looked(self, ground: Ground, found: object, told: Told) -> tried.Looked:
        now = self._clock.now()
        if isinstance(found, SensitivityFinding):
            return tried.of_sensitivity(ground, found, now, told)
        if isinstance(found, WalkForwardFinding):
            return tried.of_walk_forward(ground, walked_among(ground), now, told)
        return tried.Looked((), ())

    async def _count(self, plan: StressPlan, looked: tried.Looked) -> None:
        if looked.trials:
            await self._ledger.record_all(plan.lineage_id, looked.trials)
            await self._returns.add(plan.lineage_id, looked.returns)

    def _surroundings(self, plan: StressPlan, bridge: Bridge) -> Surroundings:
        market, timeframe = plan.backtest.strategy.universe.market, plan.backtest.strategy.timeframe
        return Surroundings(
            crises=ViewedCrises(self._views(plan.backtest.as_of), timeframe, bridge.wait),
            calendar=None if self._calendars is None else self._calendars(market),
            trials=lambda: bridge.wait(self._ledger.trials(plan.lineage_id)),
            returns=lambda: bridge.wait(self._returns.of(plan.lineage_id)),
        )


def _read(stage: StressStage, part: PartDone) -> Any:
    told = unpacked(part.body)
    return NotMeasured(**told) if "reason" in told else from_json(stage.kind, told["found"])


@dataclass(slots=True)
class _Found:
    """Gathers what stages found."""

    ground: Ground
    by_stage: dict[str, Any] = field(default_factory=dict)
    reasons: dict[str, NotMeasured] = field(default_factory=dict)

    def add(self, stage: StressStage, found: Any) -> None:
        if isinstance(found, NotMeasured):
            self.reasons[stage.name] = found
        else:
            self.by_stage[stage.name] = found

    def measured(self, trials: int) -> Measured:
        scenarios = self.ground.plan.scenarios
        worlds = [self.by_stage.get(world_stage(world)) for world in (*scenarios.worlds, SHUFFLE)]
        told = tuple(world for world in worlds if world is not None)
        luck: Luck | None = self.by_stage.get(StressPart.OVERFITTING.value)
        parts = StressParts(
            crises=self.by_stage.get(StressPart.CRISES.value),
            monte_carlo=told or None,
            sensitivity=self.by_stage.get(StressPart.SENSITIVITY.value),
            walk_forward=self.by_stage.get(StressPart.WALK_FORWARD.value),
            overfitting=luck.finding if luck else None,
        )
        left = {part.value: NOT_ASKED for part in StressPart if part not in scenarios.parts}
        return Measured(self.ground, parts, luck, {**self.reasons, **left}, luck.finding.trials if luck else trials)
