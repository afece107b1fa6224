"""The course of a stress test: which stages there are, in which order, and how long each takes beside the others."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from packages.core.errors import NotFound
from packages.core.messages import Sentence, message
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.backtest.market.instrument_bars import BadBars
from packages.domain.backtest.market.needs import NOTHING_ELSE, Needs
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.lineage import Trial
from packages.domain.stress.crises.coverage import CrisisData, Missing, refuse_bad_prices
from packages.domain.stress.crises.windows import BadCrisisBars, CrisisWindow
from packages.domain.stress.findings import (
    CrisisFinding,
    LackCode,
    MonteCarloFinding,
    SensitivityFinding,
    WalkForwardFinding,
    World,
)
from packages.domain.stress.jobs import stages
from packages.domain.stress.jobs.baseline import StressBaseline
from packages.domain.stress.jobs.stages import Luck
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.bridge import OnStageProgress, step

SHUFFLE = World.TRADE_SHUFFLE
Wait = Callable[[Awaitable[LoadedPanel]], LoadedPanel]


@dataclass(frozen=True, slots=True)
class StressStage:
    """`kind` is what it finds, `weight` its share of the time; `work` is run on a thread."""

    name: str
    part: StressPart
    kind: Any
    weight: float
    words: Sentence
    work: Callable[[StressBaseline, OnStageProgress], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What stages want of the world, as seen from a thread."""

    crises: CrisisData
    calendar: Calendar | None
    trials: Callable[[], Sequence[Trial]]
    returns: Callable[[Sequence[str]], Sequence[TrialReturn]]  # by the keys of trials


@dataclass(frozen=True, slots=True, eq=False)
class ViewedCrises:
    """`CrisisData` for a thread; `wait` asks the loop, so that stand-ins are read only where they are needed."""

    view: MarketView
    timeframe: Timeframe
    wait: Wait
    needs: Needs = NOTHING_ELSE

    def panel(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        """Bars that are not there, or cannot be traded on, are a gap with its reason."""
        try:
            panel = self._loaded(ticker, window, warm_up, NOTHING_ELSE)
            refuse_bad_prices(panel, ticker)
        except NotFound:
            return Missing("no bars of these days are stored", LackCode.NOT_STORED)
        except (BadBars, BadCrisisBars) as refusal:
            return Missing(refusal.message.rstrip("."), LackCode.UNREADABLE)
        return self._with_needs(ticker, window, warm_up) if self.needs.anything else panel

    def _with_needs(self, ticker: str, window: CrisisWindow, warm_up: int) -> Panel | Missing:
        try:
            return self._loaded(ticker, window, warm_up, self.needs)
        except (NotFound, BadBars):
            names = ", ".join(map(str, self.needs.others))
            return Missing(f"its rules read {names}, without bars of these days", LackCode.READ_NOT_STORED)

    def _loaded(self, ticker: str, window: CrisisWindow, warm_up: int, needs: Needs) -> Panel:
        asked = load_panel(
            *(self.view, [parse_symbol(ticker)], self.timeframe),
            start=window.start,
            end=window.end,
            warm_up=warm_up,
            needs=needs,
        )
        return self.wait(asked).panel


def world_stage(world: World) -> str:
    return f"{StressPart.MONTE_CARLO.value}/{world.value}"


def course_of(worlds: Sequence[World], around: Surroundings) -> tuple[StressStage, ...]:
    """All parts, the trials last: they count what the parts before them tried."""
    return (
        StressStage(
            StressPart.CRISES.value,
            StressPart.CRISES,
            tuple[CrisisFinding, ...],
            2.0,
            step("replaying"),
            lambda baseline, on_progress: stages.live_through(baseline, around.crises, around.calendar, on_progress),
        ),
        *_worlds(worlds),
        StressStage(
            StressPart.SENSITIVITY.value,
            StressPart.SENSITIVITY,
            SensitivityFinding,
            4.0,
            step("parameters"),
            stages.shake,
        ),
        StressStage(
            StressPart.WALK_FORWARD.value,
            StressPart.WALK_FORWARD,
            WalkForwardFinding,
            4.0,
            step("walk_forward"),
            stages.walk,
        ),
        StressStage(
            StressPart.OVERFITTING.value,
            StressPart.OVERFITTING,
            Luck,
            2.0,
            step("luck"),
            lambda baseline, _: _luck(baseline, around),
        ),
    )


def _luck(baseline: StressBaseline, around: Surroundings) -> Luck:
    trials = around.trials()
    return stages.judge_luck(baseline, trials, around.returns([trial.key for trial in trials]))


def _worlds(worlds: Sequence[World]) -> Iterator[StressStage]:
    part, kind = StressPart.MONTE_CARLO, MonteCarloFinding
    for world in worlds:
        work = partial(_invent, world=world)
        yield StressStage(
            world_stage(world),
            part,
            kind,
            3.0,
            step("simulating", world=message(f"stress.report.world.{world.value}")),
            work,
        )
    yield StressStage(world_stage(SHUFFLE), part, kind, 0.5, step("shuffling"), stages.shuffle)


def _invent(baseline: StressBaseline, on_progress: OnStageProgress, *, world: World) -> MonteCarloFinding:
    return stages.invent(baseline, world, on_progress)


def spans(course: Sequence[StressStage], start: float, end: float) -> Iterator[tuple[StressStage, float, float]]:
    """Each stage with the fractions of the whole work between which it lies."""
    whole = sum(stage.weight for stage in course)
    before = 0.0
    for stage in course:
        first, last = (start + (end - start) * part / whole for part in (before, before + stage.weight))
        yield stage, first, last
        before += stage.weight
