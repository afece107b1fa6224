"""How the strategy answers to each of its numbers, one at a time."""

from dataclasses import dataclass

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.strategy.tunables import Tunable
from packages.domain.stress.findings import CurvePoint, SensitivityCurve
from packages.domain.stress.sensitivity.fragility import fragility, spread
from packages.domain.stress.sensitivity.grid import reach_of, unit_of, values_around
from packages.domain.stress.sensitivity.workbench import Share, Workbench


@dataclass(frozen=True, slots=True)
class Curves:
    """The most fragile first; `left_out` counts values that the language refuses beside the other numbers."""

    ranked: tuple[SensitivityCurve, ...]
    left_out: int


def point_of(value: float, figures: KeyFigures) -> CurvePoint:
    return CurvePoint(float(value), figures.sharpe, figures.total_return, figures.max_drawdown, figures.trades)


def response_curves(bench: Workbench, base: KeyFigures, points: int, told: Share) -> Curves:
    """Equally fragile ones stand by how far the Sharpe ratio moves over the whole curve, then as in the document."""
    tunables = bench.tunables
    tried = [(each, value) for each in tunables for value in _values(bench, each, points) if value != each.value]
    answers = bench.answers([((tunable.pointer, value),) for tunable, value in tried], told)
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
