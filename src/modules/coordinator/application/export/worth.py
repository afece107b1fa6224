"""What the share may be worth: scenarios, methods side by side, assumptions, multiples over time, peers."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from packages.reports.research.curves import MultipleHistory, multiple_chart
from packages.reports.research.grids import SensitivityCell, sensitivity_grid
from packages.reports.research.plot import amount
from packages.reports.research.ranges import ScenarioTarget, ValueRange, football_field, scenario_fan
from src.modules.coordinator.application.export.model import FigurePart, Part, ReportTable, Section, plain_block
from src.modules.coordinator.application.export.pricing import drawn
from src.modules.coordinator.application.export.reading import Dict, ReportedRun

EXPERT = "valuation_modeler"
_CASES = ("bear", "base", "bull")
_FEWEST = 60
# The name of each method, and the rows of its low end, middle and high end.
_METHODS: tuple[tuple[str, str, str, str], ...] = (
    ("method.dcf", "dcf_low", "dcf_base", "dcf_high"),
    ("method.pe", "value_pe_p25", "value_pe_median", "value_pe_p75"),
    ("method.pb", "value_pb_p25", "value_pb_median", "value_pb_p75"),
    ("method.ps", "value_ps_p25", "value_ps_median", "value_ps_p75"),
    ("method.graham", "graham_number", "graham_number", "graham_number"),
    ("method.whole", "value_lower", "value_middle", "value_upper"),
)
_MULTIPLES = ("pe_ttm", "pb", "ps_ttm")


def scenarios_section(run: ReportedRun) -> Section:
    say, scenarios = run.say, _scenarios(run)
    if not scenarios:
        return Section("scenarios", "scenarios", say.say("scenarios"), (plain_block("note", say.say("no_scenarios")),))
    parts: list[Part] = []
    if run.material.prices:
        fan = scenario_fan(drawn(run.material.prices), scenarios, say)
        parts.append(FigurePart("scenarios", fan, say.say("scenario_source")))
    price = _value(run, "price")
    head = tuple(say.say(key) for key in ("scenario", "target", "from_price", "probability"))
    rows = tuple(
        (
            one.name,
            amount(one.target),
            f"{one.target / price - 1:+.1%}" if price else "–",
            f"{one.probability:.0%}" if one.probability is not None else "–",
        )
        for one in scenarios
    )
    parts.append(ReportTable(head, rows, (None,) * len(rows)))
    return Section("scenarios", "scenarios", say.say("scenarios"), tuple(parts))


def valuation_section(run: ReportedRun) -> Section:
    say = run.say
    parts = [*_football(run), *_sensitivity(run), *_multiples(run), *_peers(run)]
    return Section("valuation", "valuation", say.say("valuation"), tuple(parts))


def _scenarios(run: ReportedRun) -> list[ScenarioTarget]:
    """In the order bear, base, bull; those without a target are left out."""
    told: Any = _report(run).get("scenario_targets") or _report(run).get("scenarios") or ()
    found = {str(one.get("case") or one.get("name") or "").lower(): one for one in told if isinstance(one, Mapping)}
    scenarios = []
    for case in _CASES:
        one = found.get(case) or {}
        target = one.get("target", one.get("value"))
        if isinstance(target, int | float):
            chance = one.get("probability")
            scenarios.append(ScenarioTarget(case, run.say.say(f"case.{case}"), float(target), chance))
    return scenarios


def _football(run: ReportedRun) -> Iterator[Part]:
    ranges, price = list(_ranges(run)), _value(run, "price")
    if not ranges or price is None:
        yield plain_block("note", run.say.say("no_methods"))
        return
    yield FigurePart("football", football_field(ranges, price, run.say), run.say.say("football_source"))


def _ranges(run: ReportedRun) -> Iterator[ValueRange]:
    for name, *metrics in _METHODS:
        low, middle, high = (_value(run, metric) for metric in metrics)
        if low is not None and high is not None:
            yield ValueRange(run.say.say(name), min(low, high), max(low, high), middle, name == "method.whole")
    low, high = (_value(run, metric, "technical_analyst") for metric in ("low_52w", "high_52w"))
    if low is not None and high is not None:
        yield ValueRange(run.say.say("method.year"), low, high)


def _sensitivity(run: ReportedRun) -> Iterator[Part]:
    told = (_report(run).get("valuation_indicators") or {}).get("dcf_sensitivity") or ()
    cells = [SensitivityCell(float(one["discount"]), float(one["terminal"]), float(one["value"])) for one in told]
    price = _value(run, "price")
    if not cells or price is None:
        yield plain_block("note", run.say.say("no_sensitivity"))
        return
    yield FigurePart("sensitivity", sensitivity_grid(cells, price, run.say), run.say.say("sensitivity_source"))


def _multiples(run: ReportedRun) -> Iterator[Part]:
    """The first multiple with a history worth drawing."""
    for history in _histories(run):
        if len(history.values) >= _FEWEST:
            source = run.say.say("multiple_source", count=str(len(history.values)), day=str(history.days[-1]))
            yield FigurePart("multiples", multiple_chart(history, run.say), source)
            return
    yield plain_block("note", run.say.say("no_multiples"))


def _histories(run: ReportedRun) -> Iterator[MultipleHistory]:
    told = _report(run).get("multiples_history")
    if isinstance(told, Mapping):
        for metric in _MULTIPLES:
            points = [one for one in told.get(metric) or () if one.get("value") is not None]
            if points:
                days = tuple(date.fromisoformat(str(one["day"])[:10]) for one in points)
                yield MultipleHistory(run.metric_name(metric), days, tuple(float(one["value"]) for one in points))
    for one in run.material.multiples:
        yield MultipleHistory(run.metric_name(one.metric), one.days, one.values)


def _peers(run: ReportedRun) -> Iterator[Part]:
    told = _report(run).get("peers")
    peers: Sequence[Any] = told.get("peers") or () if isinstance(told, Mapping) else (told or ())
    rows = tuple(_peer(one) for one in peers if isinstance(one, Mapping))
    if rows:
        head = (run.say.say("peer"), *(run.metric_name(metric) for metric in _MULTIPLES))
        yield ReportTable(head, rows, (None,) * len(rows))


def _peer(one: Dict) -> tuple[str, ...]:
    figures = (one.get(metric) for metric in _MULTIPLES)
    return str(one.get("name") or one.get("symbol")), *(
        f"{value:.1f}x" if value is not None else "–" for value in figures
    )


def _report(run: ReportedRun) -> Dict:
    return run.experts.get(EXPERT) or {}


def _value(run: ReportedRun, metric: str, expert: str = EXPERT) -> float | None:
    row = run.row(expert, metric)
    return row.value if row else None
