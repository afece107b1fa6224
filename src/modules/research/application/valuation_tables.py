"""The tables of a valuation for page and report: kind of business, methods, scenarios, peers and sensitivity."""

from packages.core.messages import Language, message, render, word
from src.modules.research.application.running import Result
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure
from src.modules.research.domain.valuation.absences import why_absent
from src.modules.research.domain.valuation.assumptions import METHODS
from src.modules.research.domain.valuation.business import KindReason
from src.modules.research.domain.valuation.collect import ValuationFigures
from src.modules.research.domain.valuation.peers import COMPARED, group_of

_BECAUSE = {
    KindReason.INDUSTRY: "research.kind_by_industry",
    KindReason.LINES: "research.kind_by_lines",
    KindReason.NAME: "research.kind_by_name",
    KindReason.SWINGS: "research.kind_by_swings",
    KindReason.SPEED: "research.kind_by_speed",
    KindReason.NOTHING_SPECIAL: "research.kind_by_nothing_special",
}


def valuation_tables(found: ValuationFigures, brief: Brief) -> Result:
    """Numbers as they stand in the evidence; `tag` names the row that a number is cited by."""
    return {
        "business": _business(found, brief.language),
        "method_values": _methods(found, brief),
        "scenarios": _scenarios(found, brief),
        "peers": _peers(found, brief),
        "sensitivity": _sensitivity(found, brief.language),
    }


def _business(found: ValuationFigures, language: Language) -> Result:
    kind, why = found.business.kind, found.business.because
    methods = [render(word("valuation_method", method.name), language) for method in METHODS[kind]]
    because = message(_BECAUSE[why], clue=found.business.clue)
    return {
        "kind": kind.value,
        "label": render(kind.called(), language),
        "because": why.value,
        "reason": render(because, language),
        "methods": methods,
    }


def _methods(found: ValuationFigures, brief: Brief) -> list[Result]:
    """Every method of the kind: used, refused as too far from the price, or absent with its reason."""
    points = {point.method: point for point in (*found.points, *found.refused)}
    rows: list[Result] = []
    for method in METHODS[found.business.kind]:
        point, absent = points.get(method.name), found.figures.get(method.middle)
        row: Result = {"method": method.name, "label": render(word("valuation_method", method.name), brief.language)}
        if point is None:
            reason = render(why_absent(absent.why), brief.language) if isinstance(absent, AbsentFigure) else ""
            rows.append({**row, **_nothing("absent"), "reason": reason, "weight": 0.0, "tag": None})
            continue
        values = {"low": float(point.low.value), "value": float(point.value.value), "high": float(point.high.value)}
        status = "refused" if point.refused else "used"
        tag = brief.tags.get(method.middle)
        rows.append({**row, "status": status, **values, "reason": "", "weight": float(point.weight), "tag": tag})
    return rows


def _nothing(status: str) -> Result:
    return {"status": status, "low": None, "value": None, "high": None}


_TARGET_KEYS = {"bear": "target_bear", "base": "value_middle", "bull": "value_upper"}


def _scenarios(found: ValuationFigures, brief: Brief) -> list[Result]:
    return [
        {
            "case": scenario.case.value,
            "label": render(word("target_case", scenario.case), brief.language),
            "probability": float(scenario.probability),
            "target": float(scenario.target.value),
            "change": float(scenario.change.value),
            "tag": brief.tags.get(_TARGET_KEYS[scenario.case]),
        }
        for scenario in found.scenarios
    ]


def _peers(found: ValuationFigures, brief: Brief) -> list[Result]:
    """One row a multiple that has enough peers."""
    rows: list[Result] = []
    for name in COMPARED:
        against = {what: found.figures.get(f"peer_{name}_{what}") for what in ("count", "median", "premium", "place")}
        numbers = {what: float(one.value) for what, one in against.items() if isinstance(one, ResearchFigure)}
        if len(numbers) == len(against):
            group = group_of(brief.company.industry)
            rows.append({"multiple": name, "industry": group, **numbers, "tag": brief.tags.get(f"peer_{name}_median")})
    return rows


def _sensitivity(found: ValuationFigures, language: Language) -> Result | None:
    table = found.table
    if table is None:
        return None
    cells = [
        {"down": float(cell.down), "across": float(cell.across), "value": float(cell.value.value)}
        for cell in table.cells
    ]
    label = render(word("valuation_method", table.method), language)
    return {
        "method": table.method,
        "label": label,
        "down": table.down.value,
        "across": table.across.value,
        "cells": cells,
    }
