"""How the strategy responds to its numbers: to each by itself (the values tried, the curve, and how fragile it is), and
to two changed together, since what is a plateau along each of them may be a ridge between them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import plain_number
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.trade import FixedQuantity
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.stress.findings import CurvePoint, Heatmap, SensitivityCurve
from packages.domain.stress.sensitivity.workbench import Changes, Share, Workbench

SMALLEST_SHARPE = 0.1
_ROUNDING = 1e-9


def fragility(points: Sequence[CurvePoint], chosen: float, base_sharpe: float, reach: float) -> float:
    """From 0 to 1, as the module says; `reach` is how far from the chosen value a neighbour may be."""
    if base_sharpe <= 0:
        return 0.0
    near = [point for point in points if 0 < abs(point.value - chosen) <= reach * (1 + _ROUNDING)]
    below = [_lost(point.sharpe, base_sharpe) for point in near if point.value < chosen]
    above = [_lost(point.sharpe, base_sharpe) for point in near if point.value > chosen]
    return max((sum(side) / len(side) for side in (below, above) if side), default=0.0)


def _lost(sharpe: float, base_sharpe: float) -> float:
    return min(1.0, max(0.0, (base_sharpe - sharpe) / max(base_sharpe, SMALLEST_SHARPE)))


def spread(points: Sequence[CurvePoint]) -> float:
    """From the worst to the best Sharpe over the whole curve."""
    sharpes = [point.sharpe for point in points]
    return max(sharpes) - min(sharpes)


FEWEST_POINTS, MOST_POINTS = 3, 201
_WHOLE = Decimal(1)


class BadGrid(Invalid):
    """A number of points that makes no curve."""


def check_points(points: int) -> None:
    if not FEWEST_POINTS <= points <= MOST_POINTS:
        raise BadGrid("stress.bad_curve_points", points=points, fewest=FEWEST_POINTS, most=MOST_POINTS)


def unit_of(strategy: Strategy, tunable: Tunable) -> Decimal | None:
    """What the number can change by: whole numbers by one, quantities by the lot, others by anything (None)."""
    if tunable.kind == "int":
        return _WHOLE
    for direction, side in strategy.sides:
        if tunable.pointer == f"/trade/{direction.value}/position_sizing/qty" and isinstance(
            side.sizing, FixedQuantity
        ):
            return _lot_step(strategy, side.sizing.qty)
    return None


def _lot_step(strategy: Strategy, qty: Decimal) -> Decimal:
    """The largest step of the lots that the quantity is made of."""
    lots = RULEBOOK[strategy.universe.market].lots
    return max(lot.step for lot in lots if qty >= lot.minimum and (qty - lot.minimum) % lot.step == 0)


def reach_of(tunable: Tunable, unit: Decimal | None) -> float:
    """How far a neighbour may be: a tenth of the chosen value (of the range, where that is 0), at least one unit."""
    tenth = abs(tunable.value) / 10 or (tunable.maximum - tunable.minimum) / 10
    return max(tenth, float(unit or 0))


def values_around(tunable: Tunable, points: int, unit: Decimal | None) -> tuple[int | float, ...]:
    """About `points` values in rising order, the chosen one among them; evenly spread on either side of it, and beside
    it the neighbours at the reach and at half of it."""
    below, above = tunable.value - tunable.minimum, tunable.maximum - tunable.value
    half, reach = (points - 1) // 2, reach_of(tunable, unit)
    beside = [sign * part for sign in (-1, 1) for part in (reach, reach / 2)]
    # The range of a quantity is a proposal; that of any other number is what validation takes.
    is_lot = unit is not None and tunable.kind == "float"
    offsets = [offset for offset in beside if is_lot or -below <= offset <= above]
    offsets += [-offset for offset in _spread(below, half, unit)] + _spread(above, half, unit)
    return tuple(sorted({tunable.value, *(_moved(tunable.value, offset, unit) for offset in offsets)}))


def _spread(side: float, count: int, unit: Decimal | None) -> list[float]:
    """At most `count` equal steps to the end of a side, or as near to it as whole units come."""
    if unit is None:
        return [side * step / count for step in range(1, count + 1)]
    stride = max(1, math.ceil(side / count / float(unit) - _ROUNDING)) * float(unit)
    return [stride * step for step in range(1, math.floor(side / stride + _ROUNDING) + 1)]


def thinned(values: tuple[float, ...], chosen: float, most: int) -> tuple[float, ...]:
    """Every so manieth value, counted from the chosen one, so that it stays."""
    at = values.index(chosen)
    stride = math.ceil(len(values) / most)
    return tuple(value for place, value in enumerate(values) if (place - at) % stride == 0)


def _moved(value: int | float, offset: float, unit: Decimal | None) -> int | float:
    """Six significant figures where any fraction is allowed; otherwise whole units, towards the chosen value."""
    if unit is None:
        return plain_number(float(f"{value + offset:.6g}"))
    steps = math.trunc(offset / float(unit) + math.copysign(_ROUNDING, offset))
    return plain_number(float(Decimal(repr(value)) + unit * steps))


@dataclass(frozen=True, slots=True)
class Curves:
    """The most fragile first; `left_out` counts values that the language refuses beside the other numbers."""

    ranked: tuple[SensitivityCurve, ...]
    left_out: int


def point_of(value: float, figures: KeyFigures) -> CurvePoint:
    return CurvePoint(float(value), figures.sharpe, figures.total_return, figures.max_drawdown, figures.trades)


def response_curves(bench: Workbench, base: KeyFigures, points: int, on_progress: Share) -> Curves:
    """Equally fragile ones stand by how far the Sharpe ratio moves over the whole curve, then as in the document."""
    tunables = bench.tunables
    tried = [(each, value) for each in tunables for value in _values(bench, each, points) if value != each.value]
    answers = bench.answers([((tunable.pointer, value),) for tunable, value in tried], on_progress)
    found = {each.pointer: [point_of(each.value, base)] for each in tunables}
    for (tunable, value), figures in zip(tried, answers, strict=True):
        if figures is not None:
            found[tunable.pointer].append(point_of(value, figures))
    curves = [_curve(bench, tunable, found[tunable.pointer]) for tunable in tunables]
    ranked = sorted(curves, key=lambda curve: (-curve.fragility, -spread(curve.points)))
    return Curves(tuple(ranked), answers.count(None))


def _values(bench: Workbench, tunable: Tunable, points: int) -> tuple[int | float, ...]:
    return values_around(tunable, points, unit_of(bench.compiled.strategy, tunable))


def _curve(bench: Workbench, tunable: Tunable, points: list[CurvePoint]) -> SensitivityCurve:
    chosen = float(tunable.value)
    in_order = tuple(sorted(points, key=lambda point: point.value))
    reach = reach_of(tunable, unit_of(bench.compiled.strategy, tunable))
    return SensitivityCurve(tunable.pointer, chosen, in_order, fragility(in_order, chosen, points[0].sharpe, reach))


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


def heatmap_of(bench: Workbench, curves: Curves, pair: tuple[str, str] | None, on_progress: Share) -> DrawnPair:
    """Of the pair that is named, or else of the two most fragile numbers."""
    axes = _axes(curves, pair)
    if axes is None:
        return DrawnPair(None)
    first, second = axes
    rows, columns = (_side(axis) for axis in axes)
    cells = [_changes(first, row, second, column) for row in rows for column in columns]
    answers = bench.answers(cells, on_progress)
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
