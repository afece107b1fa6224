"""Bear, base and bull: a price target and a probability each, by a stated rule, and what they come to together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, exact, positive
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import ODDS, TURN_OF_PROFIT, Outlook
from src.modules.research.domain.valuation.points import ValuationPoint


class TargetCase(StrEnum):
    BEAR = "bear"
    BASE = "base"
    BULL = "bull"


_VALUES = {TargetCase.BEAR: "target_bear", TargetCase.BASE: "value_middle", TargetCase.BULL: "value_upper"}


@dataclass(frozen=True, slots=True)
class TargetScenario:
    """`change`: from the price to the target."""

    case: TargetCase
    probability: Decimal
    target: ResearchFigure
    change: ResearchFigure


@dataclass(frozen=True, slots=True)
class Targets:
    outlook: Outlook
    scenarios: tuple[TargetScenario, ...]
    findings: tuple[Finding, ...]


_THROUGH_A_LOSS: Mapping[FigureStatus | None, Outlook] = {
    FigureStatus.TURNED_POSITIVE: Outlook.RISING,
    FigureStatus.LOSS_NARROWED: Outlook.STEADY,
    FigureStatus.LOSS_UNCHANGED: Outlook.STEADY,
    FigureStatus.BASE_ZERO: Outlook.STEADY,
}


def outlook_of(findings: Findings) -> Outlook:
    """By the profit of the last year, steady within five per cent either way; a loss that widens falls, and one that
    narrows does not grow. Sales stand in only where profit is not told."""
    profit = findings.get("profit_growth_1y")
    if isinstance(profit, AbsentFigure) and profit.parts:
        return _THROUGH_A_LOSS.get(profit.status, Outlook.FALLING)
    for key in ("profit_growth_1y", "revenue_growth_1y"):
        growth = findings.get(key)
        if isinstance(growth, ResearchFigure):
            turned = exact(growth)
            if turned >= TURN_OF_PROFIT:
                return Outlook.RISING
            return Outlook.FALLING if turned <= -TURN_OF_PROFIT else Outlook.STEADY
    return Outlook.STEADY


def bear_target(points: Sequence[ValuationPoint]) -> Finding:
    """The lowest of the methods' low ends: a bear case that one of the methods undercuts is none."""
    lows = [point.low for point in points if positive(point.low)]
    if not lows:
        return AbsentFigure("target_bear", AbsenceReason(Absence.NO_METHOD, "No method has a value."))
    return combined("target_bear", Operation.MINIMUM, lows)


def targets_of(findings: Findings, price: ResearchFigure) -> Targets:
    """The bear target, the middle and the upper end of the range, weighed by the odds of the outlook."""
    outlook = outlook_of(findings)
    values = [findings[key] for key in _VALUES.values()]
    known = [value for value in values if isinstance(value, ResearchFigure)]
    if len(known) < len(values):
        absent = tuple(
            AbsentFigure(key, AbsenceReason(Absence.NO_METHOD, "No method has a value."))
            for key in ("target_expected", "target_upside")
        )
        return Targets(outlook, (), absent)
    odds = ODDS[outlook]
    expected = combined("target_expected", Operation.WEIGHTED_MEAN, known, parameters=odds)
    upside = combined("target_upside", Operation.GROWTH, (expected, price), unit="ratio")
    changes = [
        combined(f"target_change_{case}", Operation.GROWTH, (value, price), unit="ratio")
        for case, value in zip(TargetCase, known, strict=True)
    ]
    known_changes = [change for change in changes if isinstance(change, ResearchFigure)]
    scenarios = tuple(map(TargetScenario, TargetCase, odds, known, known_changes))
    return Targets(outlook, scenarios, (expected, upside, *changes))
