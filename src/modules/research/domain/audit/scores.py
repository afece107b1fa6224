"""What is good and what is bad as data, and the points that follow for each dimension and for the whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Finding, Operation, ResearchFigure

HOUSE = "house rule"
_GRAHAM = "Graham, The Intelligent Investor, chapter 14: current assets at least twice current liabilities"
_CASH = "house rule, after the textbook view that over a cycle profit should arrive as cash (a ratio of 1)"


class AuditDimension(StrEnum):
    """What an audit judges."""

    PROFITABILITY = "profitability"
    GROWTH = "growth"
    CASH_FLOW_QUALITY = "cash_flow_quality"
    SOLVENCY = "solvency"
    EFFICIENCY = "efficiency"


@dataclass(frozen=True, slots=True)
class ScoreCriterion:
    """One figure's part in a dimension. `knots`: value, points, value, points … with rising values."""

    figure: str
    weight: Decimal
    knots: tuple[Decimal, ...]
    source: str = HOUSE


def criterion(figure: str, weight: str, knots: str, source: str = HOUSE) -> ScoreCriterion:
    return ScoreCriterion(figure, Decimal(weight), tuple(Decimal(number) for number in knots.split()), source)


WEIGHTS: Mapping[AuditDimension, Decimal] = {
    AuditDimension.PROFITABILITY: Decimal("0.30"),
    AuditDimension.GROWTH: Decimal("0.20"),
    AuditDimension.CASH_FLOW_QUALITY: Decimal("0.20"),
    AuditDimension.SOLVENCY: Decimal("0.15"),
    AuditDimension.EFFICIENCY: Decimal("0.15"),
}

CRITERIA: Mapping[AuditDimension, tuple[ScoreCriterion, ...]] = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.40", "-0.10 0  0 25  0.05 45  0.08 60  0.15 85  0.20 100"),
        criterion("net_margin", "0.25", "-0.20 0  0 30  0.0375 45  0.05 50  0.10 70  0.20 90  0.30 100"),
        criterion("gross_margin", "0.15", "0 0  0.10 30  0.20 50  0.40 80  0.60 100"),
        criterion("roa", "0.20", "-0.05 0  0 25  0.024 45  0.03 50  0.06 70  0.10 90  0.15 100"),
    ),
    AuditDimension.GROWTH: (
        criterion("revenue_yoy", "0.35", "-0.30 0  -0.10 25  0 45  0.10 65  0.20 85  0.30 100"),
        criterion("net_profit_yoy", "0.40", "-0.50 0  -0.20 20  0 45  0.10 62  0.25 85  0.50 100"),
        criterion("revenue_quarter_yoy", "0.25", "-0.30 0  -0.10 25  0 45  0.10 65  0.20 85  0.30 100"),
    ),
    AuditDimension.CASH_FLOW_QUALITY: (
        criterion("cash_conversion", "0.60", "0 0  0.50 35  0.62 45  0.80 60  1 80  1.30 100", _CASH),
        criterion("free_cash_flow_margin", "0.40", "-0.20 0  0 40  0.05 60  0.10 75  0.20 100"),
    ),
    AuditDimension.SOLVENCY: (
        criterion("debt_ratio", "0.30", "0.20 100  0.40 80  0.60 55  0.80 20  1 0"),
        criterion("current_ratio", "0.25", "0.50 0  1 40  1.50 70  2 90  3 100", _GRAHAM),
        criterion("net_debt_to_equity", "0.20", "-0.20 100  0 85  0.30 70  0.50 60  1 35  2 0"),
        criterion("interest_cover", "0.10", "0 0  1.50 30  3 60  8 90  15 100"),
        criterion("goodwill_to_equity", "0.15", "0 100  0.15 80  0.30 60  0.40 45  0.50 30  1 0"),
    ),
    AuditDimension.EFFICIENCY: (
        criterion("receivable_days", "0.40", "30 100  60 75  90 55  180 20  365 0"),
        criterion("inventory_days", "0.30", "30 100  90 70  180 40  365 0"),
        criterion("asset_turnover", "0.30", "0 0  0.20 15  0.50 45  0.80 65  1.20 85  2 100"),
    ),
}

# Points where a percentage of growth has no meaning; None: nothing can be said.
STATUS_POINTS: Mapping[FigureStatus, Decimal | None] = {
    FigureStatus.TURNED_POSITIVE: Decimal(75),
    FigureStatus.TURNED_NEGATIVE: Decimal(5),
    FigureStatus.LOSS_NARROWED: Decimal(35),
    FigureStatus.LOSS_WIDENED: Decimal(5),
    FigureStatus.LOSS_UNCHANGED: Decimal(15),
    FigureStatus.BASE_ZERO: None,
}

# What a bank's balance sheet and cash flow do not show: deposits are debts, and lending is an operating outflow.
NOT_JUDGED_WITHOUT_CURRENT_ITEMS = frozenset({"debt_ratio", "cash_conversion", "free_cash_flow_margin"})


# Below the neutral line.
NEGATIVE_EQUITY_CAP = Decimal(45)


class AuditSignal(StrEnum):
    """What a financial score comes to."""

    STRONG_BULLISH = "STRONG_BULLISH"
    BULLISH = "BULLISH"
    NEUTRAL = "NEUTRAL"
    BEARISH = "BEARISH"
    STRONG_BEARISH = "STRONG_BEARISH"


SIGNALS: tuple[tuple[int, AuditSignal], ...] = (
    (90, AuditSignal.STRONG_BULLISH),
    (75, AuditSignal.BULLISH),
    (50, AuditSignal.NEUTRAL),
    (30, AuditSignal.BEARISH),
)


def signal_of(score: Decimal) -> AuditSignal:
    return next((signal for least, signal in SIGNALS if score >= least), AuditSignal.STRONG_BEARISH)


_STATUS_TABLE = tuple(STATUS_POINTS[status] or Decimal(0) for status in FigureStatus)


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """`sufficiency`: the part of the dimension's weights whose figures are there, from 0 to 1."""

    dimension: AuditDimension
    score: Finding
    used: tuple[Finding, ...]
    absent: tuple[AbsentFigure, ...]
    sufficiency: Decimal


def dimension_score(
    dimension: AuditDimension,
    criteria: Sequence[ScoreCriterion],
    latest: Mapping[str, Finding],
    *,
    end: date,
    has_current_items: bool,
) -> DimensionScore:
    points, weights, used, absent = [], [], [], []
    for one in criteria:
        finding = latest[one.figure]
        if not has_current_items and one.figure in NOT_JUDGED_WITHOUT_CURRENT_ITEMS:
            finding = AbsentFigure(
                finding.key,
                AbsenceReason(
                    Absence.NO_CURRENT_ITEMS, f"The balance of {end} tells no current items, as with banks: not judged."
                ),
            )
        given = _points(one, finding)
        if isinstance(given, ResearchFigure):
            points.append(given)
            weights.append(one.weight)
            used.append(finding)
        elif isinstance(finding, AbsentFigure):
            absent.append(finding)
    score = _weighted(f"score_{dimension}", points, weights, end)
    return DimensionScore(dimension, score, tuple(used), tuple(absent), sum(weights, Decimal(0)))


def total_score(
    dimensions: tuple[DimensionScore, ...], weights: Mapping[AuditDimension, Decimal], end: date
) -> tuple[Finding, Decimal]:
    """The financial score and its sufficiency; dimensions that are missing do not count as bad."""
    there = [(one.score, weights[one.dimension]) for one in dimensions if isinstance(one.score, ResearchFigure)]
    score = _weighted("financial_score", [score for score, _ in there], [weight for _, weight in there], end)
    return score, sum((weights[one.dimension] * one.sufficiency for one in dimensions), Decimal(0))


def _points(scored: ScoreCriterion, finding: Finding) -> Finding:
    key = f"points_{scored.figure}"
    if isinstance(finding, ResearchFigure):
        return combined(key, Operation.SCORE, (finding,), unit="points", parameters=scored.knots)
    if finding.status is not None and STATUS_POINTS[finding.status] is not None:
        return combined(key, Operation.STATUS_SCORE, finding.parts, unit="points", parameters=_STATUS_TABLE)
    return finding


def _weighted(key: str, points: list[ResearchFigure], weights: list[Decimal], end: date) -> Finding:
    if not points:
        return AbsentFigure(
            key, AbsenceReason(Absence.NOTHING_SCORED, f"None of the figures that {key} is made of is there for {end}.")
        )
    return combined(key, Operation.WEIGHTED_MEAN, points, unit="points", period=str(end), parameters=weights)
