"""The arithmetic behind figures that are computed from other figures: one function for each operation.

Figures are made with these functions and checked with the same ones on values read from the rows again, so nothing
can be said that the cited rows do not give. What is absent stays absent, with the first reason that was met.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import pairwise
from typing import TypeAlias

from packages.domain.market_data.rows import FinancialFact
from src.modules.research.domain import formulas
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Finding, Operation, ResearchFigure

Values: TypeAlias = Sequence[Decimal]
_STATUS_ORDER = tuple(FigureStatus)


def total(parts: Values, _: Values) -> Decimal:
    return sum(parts, Decimal(0))


def difference(parts: Values, _: Values) -> Decimal:
    return parts[0] - parts[1]


def product(parts: Values, _: Values) -> Decimal:
    return parts[0] * parts[1]


def ratio(parts: Values, _: Values) -> Decimal:
    return parts[0] / parts[1]


def scaled_ratio(parts: Values, parameters: Values) -> Decimal:
    """Days of sales and the like: a ratio times a constant."""
    return parameters[0] * parts[0] / parts[1]


def margin(parts: Values, _: Values) -> Decimal:
    """What is left of the first after the second, as a share of the first."""
    return (parts[0] - parts[1]) / parts[0]


def growth(parts: Values, _: Values) -> Decimal:
    """Of the first over the second, which must be positive."""
    return parts[0] / parts[1] - 1


def annual_growth(parts: Values, parameters: Values) -> Decimal:
    """Compound growth a year over as many years as the parameter says."""
    return (parts[0] / parts[1]) ** (1 / parameters[0]) - 1


def mean(parts: Values, _: Values) -> Decimal:
    return sum(parts, Decimal(0)) / len(parts)


def minimum(parts: Values, _: Values) -> Decimal:
    return min(parts)


def maximum(parts: Values, _: Values) -> Decimal:
    return max(parts)


def shortfall(parts: Values, _: Values) -> Decimal:
    """How far the first lies below the second, as a share of the second: the margin of safety of a price."""
    return 1 - parts[0] / parts[1]


def bounded(parts: Values, parameters: Values) -> Decimal:
    """Kept between the first and the second parameter."""
    return min(max(parts[0], parameters[0]), parameters[1])


def weighted_mean(parts: Values, weights: Values) -> Decimal:
    return sum((part * weight for part, weight in zip(parts, weights, strict=True)), Decimal(0)) / sum(weights)


def score(parts: Values, knots: Values) -> Decimal:
    """Points for a value on a line through (value, points) pairs; flat beyond the ends."""
    places = list(zip(knots[::2], knots[1::2], strict=True))
    value = min(max(parts[0], places[0][0]), places[-1][0])
    for (low, start), (high, end) in pairwise(places):
        if value <= high:
            return start + (end - start) * (value - low) / (high - low)
    return places[-1][1]


def status_between(now: Decimal, base: Decimal) -> FigureStatus | None:
    """None: a percentage is meaningful."""
    if base == 0:
        return FigureStatus.BASE_ZERO
    if base > 0:
        return FigureStatus.TURNED_NEGATIVE if now < 0 else None
    if now >= 0:
        return FigureStatus.TURNED_POSITIVE
    if now == base:
        return FigureStatus.LOSS_UNCHANGED
    return FigureStatus.LOSS_NARROWED if now > base else FigureStatus.LOSS_WIDENED


def status_score(parts: Values, points: Values) -> Decimal:
    """Points for what happened between the second and the first; parameters in the order of `Status`."""
    status = status_between(parts[0], parts[1])
    return points[_STATUS_ORDER.index(status)] if status else Decimal(0)


def percent(parts: Values, _parameters: Values) -> Decimal:
    """A figure that is given in per cent, as a ratio."""
    return parts[0] / 100


ARITHMETIC: Mapping[Operation, Callable[[Values, Values], Decimal]] = {
    Operation.SUM: total,
    Operation.DIFFERENCE: difference,
    Operation.PRODUCT: product,
    Operation.RATIO: ratio,
    Operation.SCALED_RATIO: scaled_ratio,
    Operation.MARGIN: margin,
    Operation.GROWTH: growth,
    Operation.ANNUAL_GROWTH: annual_growth,
    Operation.TTM_SUM: total,
    Operation.MEAN: mean,
    Operation.MINIMUM: minimum,
    Operation.MAXIMUM: maximum,
    Operation.SHORTFALL: shortfall,
    Operation.PEG: formulas.peg,
    Operation.GRAHAM: formulas.graham,
    Operation.DCF: formulas.dcf,
    Operation.JUSTIFIED_BOOK: formulas.justified_book,
    Operation.DIVIDEND_DISCOUNT: formulas.dividend_discount,
    Operation.CAPITALISED: formulas.capitalised,
    Operation.SCALED: formulas.scaled,
    Operation.LESS_SHARE: formulas.less_share,
    Operation.ENTERPRISE_MULTIPLE: formulas.enterprise_multiple,
    Operation.EQUITY_LEFT: formulas.equity_left,
    Operation.MEDIAN: formulas.middle,
    Operation.COUNT: formulas.count,
    Operation.PLACE_AMONG: formulas.place_among,
    Operation.BOUNDED: bounded,
    Operation.WEIGHTED_MEAN: weighted_mean,
    Operation.SCORE: score,
    Operation.STATUS_SCORE: status_score,
    Operation.PERCENT: percent,
}


_SENTENCES = {
    FigureStatus.TURNED_POSITIVE: "it was negative a year before and is not any more",
    FigureStatus.TURNED_NEGATIVE: "it was positive a year before and is negative now",
    FigureStatus.LOSS_NARROWED: "it was negative a year before and is less so now",
    FigureStatus.LOSS_WIDENED: "it was negative a year before and is more so now",
    FigureStatus.LOSS_UNCHANGED: "it was negative a year before and is the same now",
    FigureStatus.BASE_ZERO: "it was zero a year before",
}


def stated(key: str, fact: FinancialFact, period: str) -> ResearchFigure:
    """A figure as the report says it; the unit without the span, which stands in the period."""
    unit = fact.unit.removesuffix("/quarter")
    return ResearchFigure(key, fact.value, unit, period, fact.known_at, (fact.id,), Operation.IDENTITY)


def combined(
    key: str,
    operation: Operation,
    parts: Sequence[Finding],
    *,
    unit: str | None = None,
    period: str | None = None,
    parameters: Sequence[Decimal] = (),
) -> Finding:
    """The operation on the parts; unit and period are those of the first part where not given."""
    figures = []
    for part in parts:
        if isinstance(part, AbsentFigure):
            return AbsentFigure(key, part.why)
        figures.append(part)
    try:
        value = ARITHMETIC[operation]([exact(figure) for figure in figures], parameters)
    except (DivisionByZero, InvalidOperation):
        listed = ", ".join(f"{figure.key} ({figure.value:f})" for figure in figures)
        return AbsentFigure(
            key,
            AbsenceReason(Absence.DIVISOR_ZERO, f"Of {listed} nothing can be worked out: zero cannot be divided by."),
        )
    first = figures[0]
    return ResearchFigure(
        key,
        value,
        first.unit if unit is None else unit,
        first.period if period is None else period,
        max(figure.known_at for figure in figures),
        tuple(dict.fromkeys(row for figure in figures for row in figure.rows)),
        operation,
        parts=tuple(figures),
        parameters=tuple(parameters),
    )


def divided(
    key: str,
    top: Finding,
    bottom: Finding,
    *,
    operation: Operation = Operation.RATIO,
    unit: str = "ratio",
    period: str | None = None,
    parameters: Sequence[Decimal] = (),
) -> Finding:
    """A ratio, of which the bottom must be positive."""
    if isinstance(bottom, ResearchFigure) and bottom.value <= 0:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.DIVISOR_NOT_POSITIVE,
                f"{bottom.key} is {bottom.value:f}, and only a positive amount can be divided by.",
            ),
        )
    return combined(key, operation, (top, bottom), unit=unit, period=period, parameters=parameters)


def grown(key: str, now: Finding, base: Finding) -> Finding:
    """Growth over a positive base; otherwise what happened, as a status, never a percentage with the wrong sign."""
    if isinstance(now, AbsentFigure):
        return AbsentFigure(key, now.why)
    if isinstance(base, AbsentFigure):
        return AbsentFigure(key, base.why)
    if now.unit != base.unit:
        return AbsentFigure(
            key,
            AbsenceReason(
                Absence.UNITS_DIFFER,
                f"{now.key} is in {now.unit} and {base.key} in {base.unit}: they cannot be compared.",
            ),
        )
    status = status_between(exact(now), exact(base))
    if status is None:
        return combined(key, Operation.GROWTH, (now, base), unit="ratio")
    why = AbsenceReason(Absence.NO_PERCENTAGE, f"{now.name} has no percentage of growth: {_SENTENCES[status]}.")
    return AbsentFigure(key, why, status, (*now.rows, *base.rows), (now, base))


def positive(figure: ResearchFigure) -> bool:
    return figure.value > 0


def exact(figure: ResearchFigure) -> Decimal:
    """The value as a decimal; a float as the shortest decimal that stands for it."""
    return figure.value if isinstance(figure.value, Decimal) else Decimal(repr(figure.value))


def renamed(key: str, finding: Finding) -> Finding:
    """The same under the name that reports use."""
    return replace(finding, key=key)


def at(name: str, end: date) -> str:
    """The key of a figure of one period."""
    return f"{name}@{end}"
