"""The intermediate form of an exported strategy: columns in the order in which they are worked out, and two sides."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from packages.domain.strategy.model import Direction, Strategy

Argument: TypeAlias = str | int | float  # the name of a column, or a number

PRICES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class ExportedColumn:
    """One step: an operation of `standalone/columns.py` on earlier columns and numbers."""

    name: str
    operation: str
    arguments: tuple[Argument, ...]


@dataclass(slots=True)
class ColumnPlan:
    """Columns in order; the same step is worked out once, and prices are there from the start."""

    steps: list[ExportedColumn] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, tuple[Argument, ...]], str] = field(default_factory=dict)

    def add(self, operation: str, *arguments: Argument, name: str = "value") -> str:
        key = (operation, tuple(float(each) if isinstance(each, float) else each for each in arguments))
        if key not in self._known:
            self._known[key] = self._unused(name)
            self.steps.append(ExportedColumn(self._known[key], operation, arguments))
        return self._known[key]

    def entitle(self, column: str, title: str) -> None:
        """A name to be shown instead of a number; the first one counts."""
        if column.startswith("value_") and title not in self.titles.values():
            self.titles.setdefault(column, title)

    def _unused(self, name: str) -> str:
        taken = {each.name for each in self.steps}
        if name not in ("value", "rule") and name not in taken:
            return name
        return next(stated for n in range(1, len(self.steps) + 2) if (stated := f"{name}_{n}") not in taken)

    @property
    def operations(self) -> frozenset[str]:
        return frozenset(each.operation for each in self.steps)


@dataclass(frozen=True, slots=True)
class ExportedDistance:
    """A column of points and a share of the price that it stands from; `ratio` times as far."""

    points: Argument
    share: float
    ratio: float = 1.0


@dataclass(frozen=True, slots=True)
class ExportedSide:
    """One direction: names of columns, and what does not change from bar to bar."""

    direction: Direction
    entry: str
    able: str
    leaves: str | None
    most_bars: int
    order: str  # market, limit or stop
    waits_at: str | None
    valid_bars: int
    sized_by: str  # quantity, money, share or risk
    size: Argument
    stop: ExportedDistance | None
    target: ExportedDistance | None
    trail: ExportedDistance | None


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """Everything that a target writes down."""

    strategy: Strategy
    columns: tuple[ExportedColumn, ...]
    sides: tuple[ExportedSide, ...]
    lot: float
    step: float
    settle: int

    @property
    def operations(self) -> frozenset[str]:
        return frozenset(each.operation for each in self.columns)

    def side(self, direction: Direction) -> ExportedSide | None:
        return next((each for each in self.sides if each.direction is direction), None)


def entitled(plan: ExportPlan, titles: Mapping[str, str]) -> ExportPlan:
    """The same plan with columns under their titles."""

    def named(value: Argument) -> Argument:
        return titles.get(value, value) if isinstance(value, str) else value

    def distance(stated: ExportedDistance | None) -> ExportedDistance | None:
        return stated and replace(stated, points=named(stated.points))

    columns = tuple(
        ExportedColumn(str(named(each.name)), each.operation, tuple(map(named, each.arguments)))
        for each in plan.columns
    )
    sides = tuple(
        replace(
            each,
            waits_at=each.waits_at and str(named(each.waits_at)),
            size=named(each.size),
            stop=distance(each.stop),
            target=distance(each.target),
            trail=distance(each.trail),
        )
        for each in plan.sides
    )
    return replace(plan, columns=columns, sides=sides)
