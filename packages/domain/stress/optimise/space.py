"""Where a search may step: for every number a short row of values, the one that the strategy has among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import TypeAlias

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.backtest.runs import Runnable, uses
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import Patch, diff
from packages.domain.strategy.json_tree import plain_number
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.stress.optimise.request import NothingToTune
from packages.domain.stress.sensitivity.curves import unit_of

Place: TypeAlias = tuple[int, ...]  # by axis, which of its values
_VALIDATOR = Validator(CATALOGUE)


@dataclass(frozen=True, slots=True)
class Axis:
    """The values of one number in rising order; `chosen` is the place of the strategy's own."""

    pointer: str
    values: tuple[int | float, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Space:
    """A strategy and the numbers that are searched."""

    strategy: Strategy
    axes: tuple[Axis, ...]

    @property
    def pointers(self) -> tuple[str, ...]:
        return tuple(axis.pointer for axis in self.axes)

    @property
    def given(self) -> Place:
        return tuple(axis.chosen for axis in self.axes)

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return prod(len(axis.values) for axis in self.axes)

    @property
    def corners(self) -> tuple[Place, Place]:
        """Everything at its smallest, and everything at its largest."""
        return tuple(0 for _ in self.axes), tuple(len(axis.values) - 1 for axis in self.axes)

    @property
    def extremes(self) -> tuple[Strategy, ...]:
        """The strategy as it was given, and its corners as far as the language takes them."""
        corners = (self.variant(place) for place in self.corners)
        return self.strategy, *(variant for variant in corners if variant is not None)

    def values(self, place: Place) -> tuple[int | float, ...]:
        return tuple(axis.values[at] for axis, at in zip(self.axes, place, strict=True))

    def matrix(self, places: Sequence[Place]) -> Floats:
        """A row a place, a column a pointer."""
        return np.array([self.values(place) for place in places], np.float64).reshape(len(places), len(self.axes))

    def rows(self, places: Counts) -> Floats:
        """As `matrix`, of a row of numbers a place."""
        columns = [np.array(axis.values, np.float64)[places[:, at]] for at, axis in enumerate(self.axes)]
        return np.column_stack(columns)

    def changes(self, place: Place) -> dict[str, int | float]:
        """Only what differs from the strategy as it was given."""
        moved = zip(self.axes, place, strict=True)
        return {axis.pointer: axis.values[at] for axis, at in moved if at != axis.chosen}

    def variant(self, place: Place) -> Strategy | None:
        """The strategy with these numbers; None where the language refuses it."""
        return _VALIDATOR.document(with_values(self.strategy, self.changes(place))).strategy

    def patch_to(self, variant: Strategy) -> Patch:
        """What makes the strategy into that one (RFC 6902)."""
        return diff(document_of(self.strategy), document_of(variant))


def space_of(compiled: Runnable, pointers: Sequence[str] | None = None, most: int | None = None) -> Space:
    """Of the numbers that are named, or of all that the rules use; those that cannot be another one are left out. Each
    has at most so many values, spread over its row."""
    strategy = compiled.strategy
    used = {each.pointer: each for each in tunables_of(strategy, CATALOGUE) if uses(compiled, each.pointer)}
    for pointer in pointers or ():
        if pointer not in used:
            raise NotTunable("stress.pointer_unused", pointer=pointer[:200])
    tunables = list(used.values()) if pointers is None else [used[pointer] for pointer in pointers]
    axes = tuple(_thinned(_axis(each, unit_of(strategy, each)), most) for each in tunables)
    movable = tuple(axis for axis in axes if len(axis.values) > 1)
    if not movable:
        raise NothingToTune("stress.nothing_to_tune")
    return Space(strategy, movable)


def _axis(tunable: Tunable, unit: Decimal | None) -> Axis:
    """In the steps that the tunable proposes, or in whole units where the number has some, from the chosen value."""
    step, value = _step(tunable, unit), Decimal(repr(tunable.value))
    below = int((value - Decimal(repr(tunable.minimum))) // step)
    above = int((Decimal(repr(tunable.maximum)) - value) // step)
    values = tuple(plain_number(float(value + step * at)) for at in range(-below, above + 1))
    return Axis(tunable.pointer, values, below)


def _thinned(axis: Axis, most: int | None) -> Axis:
    """Both ends and the chosen value stay, the others are as far from each other as their number allows."""
    if most is None or len(axis.values) <= most:
        return axis
    spread = np.linspace(0, len(axis.values) - 1, most).round().astype(int).tolist()
    if axis.chosen not in spread:
        inner = range(1, most - 1) if most > 2 else range(most)
        spread[min(inner, key=lambda at: abs(spread[at] - axis.chosen))] = axis.chosen
    kept = sorted(spread)
    return Axis(axis.pointer, tuple(axis.values[at] for at in kept), kept.index(axis.chosen))


def _step(tunable: Tunable, unit: Decimal | None) -> Decimal:
    proposed = Decimal(repr(tunable.step))
    return proposed if unit is None else max(unit, proposed // unit * unit)
