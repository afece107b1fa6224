"""Makes figures from figures; what is absent stays absent, with the first reason that was met."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact
from src.modules.research.domain.arithmetic import ARITHMETIC, status_between
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Finding, Operation, ResearchFigure

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
            return AbsentFigure(key, part.reason)
        figures.append(part)
    value = ARITHMETIC[operation]([exact(figure) for figure in figures], parameters)
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
        return AbsentFigure(key, f"{bottom.key} is {bottom.value:f}, and only a positive amount can be divided by.")
    return combined(key, operation, (top, bottom), unit=unit, period=period, parameters=parameters)


def grown(key: str, now: Finding, base: Finding) -> Finding:
    """Growth over a positive base; otherwise what happened, as a status, never a percentage with the wrong sign."""
    if isinstance(now, AbsentFigure):
        return AbsentFigure(key, now.reason)
    if isinstance(base, AbsentFigure):
        return AbsentFigure(key, base.reason)
    if now.unit != base.unit:
        return AbsentFigure(key, f"{now.key} is in {now.unit} and {base.key} in {base.unit}: they cannot be compared.")
    status = status_between(exact(now), exact(base))
    if status is None:
        return combined(key, Operation.GROWTH, (now, base), unit="ratio")
    reason = f"{now.name} has no percentage of growth: {_SENTENCES[status]}."
    return AbsentFigure(key, reason, status, (*now.rows, *base.rows), (now, base))


def positive(figure: ResearchFigure) -> bool:
    return figure.value > 0


def exact(figure: ResearchFigure) -> Decimal:
    """The value as a decimal; a float as the shortest decimal that stands for it."""
    return figure.value if isinstance(figure.value, Decimal) else Decimal(repr(figure.value))


def renamed(key: str, finding: Finding) -> Finding:
    """The same under the name by which the desk speaks of it."""
    return replace(finding, key=key)


def at(name: str, end: date) -> str:
    """The key of a figure of one period."""
    return f"{name}@{end}"
