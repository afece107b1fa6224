"""Risks by probability and impact, each with what to do about it and what would set it off."""

from collections.abc import Mapping

from packages.reports.research.grids import RiskPoint, risk_grid
from src.modules.coordinator.application.export.model import (
    Cell,
    FigurePart,
    Part,
    ReportTable,
    Section,
    Spans,
    plain_block,
)
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, RunRow, by_rules

_WATCHED = {"financial_auditor": "accounts", "technical_analyst": "chart"}  # where the figure is shown again
_TOUCHED = 0.005  # of the price
_FIRST = 4  # the debate lists the worst first


def risks_section(run: ReportedRun) -> Section:
    say = run.say
    risks = [risk for risk in run.debate.get("risk_matrix") or () if not run.was_removed(str(risk["risk"]))]
    if not risks:
        return Section("risks", "risks", say.say("risk_matrix"), (plain_block("note", say.say("no_risks")),))
    points = [
        RiskPoint(number, str(risk["probability"]), str(risk["impact"])) for number, risk in enumerate(risks, start=1)
    ]
    head = ("#", *(say.say(key) for key in ("risk", "probability", "impact", "mitigation", "trigger")))
    rows = tuple(_row(run, number, risk) for number, risk in enumerate(risks, start=1))
    first, rest = (ReportTable(head, some, (None,) * len(some)) for some in (rows[:_FIRST], rows[_FIRST:]))
    parts: tuple[Part, ...] = (FigurePart("risks", risk_grid(points, say), say.say("risk_source")), first)
    return Section("risks", "risks", say.say("risk_matrix"), parts, (rest,) if rest.rows else ())


def _row(run: ReportedRun, number: int, risk: Dict) -> tuple[Cell, ...]:
    rules = by_rules(run.debate)
    levels = (run.say.word("level", str(risk[key])) for key in ("probability", "impact"))
    mitigation, trigger = _answer(run, risk, rules=rules)
    return str(number), run.spans(str(risk["risk"]), by_rules=rules), *levels, mitigation, trigger


def _answer(run: ReportedRun, risk: Dict, *, rules: bool) -> tuple[Spans, Spans]:
    """What the debate says itself, where it names a trigger or a model wrote it; else by the rows that it rests on."""
    rows = run.cited_rows(str(risk["risk"]))
    said = run.spans(str(risk["mitigation"]), by_rules=rules)
    if risk.get("trigger"):
        return said, run.spans(str(risk["trigger"]), by_rules=rules)
    if not rules or not rows:
        return said, run.own_spans("trigger.none")
    name, params = _specific(run, _newest(rows))
    return run.own_spans(_fitting(run, f"mitigation.{name}"), **params), run.own_spans(f"trigger.{name}", **params)


def _fitting(run: ReportedRun, name: str) -> str:
    """A sell gets no level to add at, and a buy none to open a short at."""
    key = f"{name}.{str(run.verdict.get('action')).lower()}"
    return key if key in run.say else name


def _newest(rows: tuple[RunRow, ...]) -> RunRow:
    """A fall from last year's figure to this one's is watched by this one's; house rules have no day."""
    dated = [row for row in rows if row.metric == rows[0].metric]
    return max(dated, key=lambda row: row.period[-10:])


def _level(run: ReportedRun, side: str) -> RunRow | None:
    """The nearest that is not the price itself: a level that is touched already triggers nothing."""
    close = run.row("technical_analyst", "close")
    for place in (1, 2, 3):
        row = run.row("technical_analyst", f"{side}_{place}")
        if row and close and row.value and close.value and abs(row.value / close.value - 1) >= _TOUCHED:
            return row
    return None


def _specific(run: ReportedRun, row: RunRow) -> tuple[str, Mapping[str, str]]:
    """The name of the sentences, and the figures in them."""
    if row.value is None:
        return "document", {"headline": f"{row.text.partition(chr(10))[0]}{row.cite}"}
    if row.expert == "technical_analyst":
        support, resistance = (_level(run, side) for side in ("support", "resistance"))
        if support and resistance:
            return "levels", {"support": run.figure(support), "resistance": run.figure(resistance)}
        if support or resistance:
            side, level = ("support", support) if support else ("resistance", resistance)
            return side, {side: run.figure(level)}
    if row.expert == "valuation_modeler" and (middle := run.row(row.expert, "value_middle")):
        return "value", {"middle": run.figure(middle)}
    named = {"figure": run.name(row), "value": run.figure(row)}
    return _WATCHED.get(row.expert, "series"), named
