"""Points for each dimension and for the whole, over what is there, with how much of it was there."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from src.modules.research.domain.audit.thresholds import (
    CRITERIA,
    NOT_JUDGED_WITHOUT_CURRENT_ITEMS,
    STATUS_POINTS,
    WEIGHTS,
    Criterion,
    Dimension,
)
from src.modules.research.domain.derive import combined
from src.modules.research.domain.figures import Absent, Figure, Finding, Operation, Status

_STATUS_TABLE = tuple(STATUS_POINTS[status] or Decimal(0) for status in Status)


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """`sufficiency`: the part of the dimension's weights whose figures are there, from 0 to 1."""

    dimension: Dimension
    score: Finding
    used: tuple[Finding, ...]
    absent: tuple[Absent, ...]
    sufficiency: Decimal


def dimension_score(
    dimension: Dimension, latest: Mapping[str, Finding], *, end: date, tells_current_items: bool
) -> DimensionScore:
    points, weights, used, absent = [], [], [], []
    for criterion in CRITERIA[dimension]:
        finding = latest[criterion.figure]
        if not tells_current_items and criterion.figure in NOT_JUDGED_WITHOUT_CURRENT_ITEMS:
            finding = Absent(finding.key, f"The balance of {end} tells no current items, as with banks: not judged.")
        given = _points(criterion, finding)
        if isinstance(given, Figure):
            points.append(given)
            weights.append(criterion.weight)
            used.append(finding)
        elif isinstance(finding, Absent):
            absent.append(finding)
    score = _weighted(f"score_{dimension}", points, weights, end)
    return DimensionScore(dimension, score, tuple(used), tuple(absent), sum(weights, Decimal(0)))


def total_score(dimensions: tuple[DimensionScore, ...], end: date) -> tuple[Finding, Decimal]:
    """The financial score and its sufficiency; dimensions that are missing do not count as bad."""
    there = [(one.score, WEIGHTS[one.dimension]) for one in dimensions if isinstance(one.score, Figure)]
    score = _weighted("financial_score", [score for score, _ in there], [weight for _, weight in there], end)
    return score, sum((WEIGHTS[one.dimension] * one.sufficiency for one in dimensions), Decimal(0))


def _points(criterion: Criterion, finding: Finding) -> Finding:
    key = f"points_{criterion.figure}"
    if isinstance(finding, Figure):
        return combined(key, Operation.SCORE, (finding,), unit="points", parameters=criterion.knots)
    if finding.status is not None and STATUS_POINTS[finding.status] is not None:
        return combined(key, Operation.STATUS_SCORE, finding.parts, unit="points", parameters=_STATUS_TABLE)
    return finding


def _weighted(key: str, points: list[Figure], weights: list[Decimal], end: date) -> Finding:
    if not points:
        return Absent(key, f"None of the figures that {key} is made of is there for {end}.")
    return combined(key, Operation.WEIGHTED_MEAN, points, unit="points", period=str(end), parameters=weights)
