"""Two numbers changed together, since what is a plateau along each of them may be a ridge between them."""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import plain_number
from packages.domain.stress.findings import Heatmap, SensitivityCurve
from packages.domain.stress.sensitivity.curves import Curves, thinned
from packages.domain.stress.sensitivity.workbench import Changes, Share, Workbench

MOST_A_SIDE = 11


@dataclass(frozen=True, slots=True, eq=False)
class DrawnPair:
    """`map` is None where there are no two numbers to change; `left_out` counts refused combinations, NaN on it."""

    map: Heatmap | None
    left_out: int = 0


def check_pair(bench: Workbench, pair: tuple[str, str] | None) -> None:
    """`NotTunable` unless both are numbers that the rules use."""
    known = {tunable.pointer for tunable in bench.tunables}
    for pointer in pair or ():
        if pointer not in known or pair == (pointer, pointer):
            raise NotTunable("stress.bad_axis", pointer=pointer[:200])


def heatmap_of(bench: Workbench, curves: Curves, pair: tuple[str, str] | None, told: Share) -> DrawnPair:
    """Of the pair that is named, or else of the two most fragile numbers."""
    axes = _axes(curves, pair)
    if axes is None:
        return DrawnPair(None)
    first, second = axes
    rows, columns = (_side(axis) for axis in axes)
    cells = [_changes(first, row, second, column) for row in rows for column in columns]
    answers = bench.answers(cells, told)
    sharpe = np.array([math.nan if figures is None else figures.sharpe for figures in answers])
    drawn = Heatmap(first.pointer, second.pointer, rows, columns, sharpe.reshape(len(rows), len(columns)))
    return DrawnPair(drawn, answers.count(None))


def _axes(curves: Curves, pair: tuple[str, str] | None) -> tuple[SensitivityCurve, SensitivityCurve] | None:
    if pair is None:
        movable = [curve for curve in curves.ranked if len(curve.points) > 1]
        return (movable[0], movable[1]) if len(movable) > 1 else None
    known = {curve.pointer: curve for curve in curves.ranked}
    return known[pair[0]], known[pair[1]]


def _side(curve: SensitivityCurve) -> tuple[float, ...]:
    return thinned(tuple(point.value for point in curve.points), curve.chosen, MOST_A_SIDE)


def _changes(first: SensitivityCurve, row: float, second: SensitivityCurve, column: float) -> Changes:
    return (first.pointer, plain_number(row)), (second.pointer, plain_number(column))
