"""The course of a stress test: which stages there are, in which order, and how long each takes beside the others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from packages.domain.market_data.calendar import Calendar
from packages.domain.strategy.lineage import Trial
from packages.domain.stress.crises.ports import CrisisData
from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    SensitivityFinding,
    WalkForwardFinding,
    World,
)
from packages.domain.stress.jobs import stages
from packages.domain.stress.jobs.bridge import Told
from packages.domain.stress.jobs.ground import Ground
from packages.domain.stress.jobs.ports import TrialReturn
from packages.domain.stress.jobs.stages import Luck
from packages.domain.stress.verdict.parts import Part

SHUFFLE = World.TRADE_SHUFFLE


@dataclass(frozen=True, slots=True)
class Stage:
    """`kind` is what it finds, `weight` its share of the time; `work` is run on a thread."""

    name: str
    part: Part
    kind: Any
    weight: float
    words: str
    work: Callable[[Ground, Told], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What stages want of the world, as seen from a thread."""

    crises: CrisisData
    calendar: Calendar | None
    trials: Callable[[], Sequence[Trial]]
    returns: Callable[[], Sequence[TrialReturn]]


def world_stage(world: World) -> str:
    return f"{Part.MONTE_CARLO.value}/{world.value}"


def course_of(worlds: Sequence[World], around: Surroundings) -> tuple[Stage, ...]:
    """All parts, the trials last: they count what the parts before them tried."""
    return (
        Stage(
            Part.CRISES.value,
            Part.CRISES,
            tuple[CrisisFinding, ...],
            2.0,
            "Living through crises again",
            lambda ground, told: stages.live_through(ground, around.crises, around.calendar, told),
        ),
        *_worlds(worlds),
        Stage(Part.SENSITIVITY.value, Part.SENSITIVITY, SensitivityFinding, 4.0, "Trying other numbers", stages.shake),
        Stage(Part.WALK_FORWARD.value, Part.WALK_FORWARD, WalkForwardFinding, 4.0, "Walking forward", stages.walk),
        Stage(
            Part.OVERFITTING.value,
            Part.OVERFITTING,
            Luck,
            2.0,
            "Counting trials and luck",
            lambda ground, _: stages.judge_luck(ground, around.trials(), around.returns()),
        ),
    )


def _worlds(worlds: Sequence[World]) -> Iterator[Stage]:
    part, kind = Part.MONTE_CARLO, MonteCarloFinding
    for world in worlds:
        work = partial(_invent, world=world)
        yield Stage(world_stage(world), part, kind, 3.0, f"Inventing histories: {world.value.replace('_', ' ')}", work)
    yield Stage(world_stage(SHUFFLE), part, kind, 0.5, "Shuffling the trades", stages.shuffle)


def _invent(ground: Ground, told: Told, *, world: World) -> MonteCarloFinding:
    return stages.invent(ground, world, told)


def spans(course: Sequence[Stage], start: float, end: float) -> Iterator[tuple[Stage, float, float]]:
    """Each stage with the fractions of the whole work between which it lies."""
    whole = sum(stage.weight for stage in course)
    before = 0.0
    for stage in course:
        first, last = (start + (end - start) * part / whole for part in (before, before + stage.weight))
        yield stage, first, last
        before += stage.weight
