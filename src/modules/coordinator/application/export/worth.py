"""What the share may be worth: scenarios, methods side by side, assumptions, multiples over time, peers."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from packages.domain.evidence.units import written
from packages.reports.research.curves import MultipleCurve, multiple_chart
from packages.reports.research.grids import GridCell, sensitivity_grid
from packages.reports.research.plot import amount
from packages.reports.research.ranges import ScenarioTarget, ValueRange, football_field, scenario_fan
from src.modules.coordinator.application.export.model import (
    Block,
    FigurePart,
    Part,
    ReportTable,
    Section,
    Spans,
    plain_block,
)
from src.modules.coordinator.application.export.opening import why_held
from src.modules.coordinator.application.export.pricing import drawn
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, RunRow

EXPERT = "valuation_modeler"
_CASES = ("bear", "base", "bull")
_FEWEST = 60
_NAMES = {"pe": "pe_ttm", "ps": "ps_ttm"}  # under which name the multiple of a peer is known
# The name of each method, and the rows of its low end, middle and high end.
_METHODS: tuple[tuple[str, str, str, str], ...] = (
    ("method.dcf", "dcf_low", "dcf_base", "dcf_high"),
    ("method.pe", "value_pe_p25", "value_pe_median", "value_pe_p75"),
    ("method.pb", "value_pb_p25", "value_pb_median", "value_pb_p75"),
    ("method.ps", "value_ps_p25", "value_ps_median", "value_ps_p75"),
    ("method.graham", "graham_number", "graham_number", "graham_number"),
)
_WHOLE = (("method.whole", "value_lower", "value_middle", "value_upper"),)


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
    parts += [Block("paragraph", spans) for spans in _against_the_call(run, scenarios, price)]
    return Section("scenarios", "scenarios", say.say("scenarios"), tuple(parts))


_CALLS = {"BUY": "all_above", "SELL": "all_below"}


def _against_the_call(run: ReportedRun, scenarios: Sequence[ScenarioTarget], price: float | None) -> Iterator[Spans]:
    """Where every scenario points one way and the call does not follow, that and why; and why the take profit is
    another price than the scenarios'."""
    action, moves = str(run.verdict.get("action")), [one.target / price - 1 for one in scenarios] if price else []
    side = "BUY" if moves and min(moves) > 0 else "SELL" if moves and max(moves) < 0 else ""
    if side and action in ("BUY", "SELL", "HOLD") and action != side:
        least = f"{min(map(abs, moves)):.1%}"
        spans = run.own_spans(_CALLS[side], least=least, action=run.say.word("action", action))
        yield (*spans, *why_held(run))
    if run.verdict.get("take_profit"):
        target = run.verdict["take_profit"]
        shown = written(Decimal(str(target["value"])), str(target["unit"]), run.language)
        yield run.own_spans("scenario_and_target", target=shown, days=str(run.verdict.get("time_horizon")))


def valuation_section(run: ReportedRun) -> Section:
    say = run.say
    if EXPERT not in run.experts:
        return Section("valuation", "valuation", say.say("valuation"), (plain_block("note", say.say("no_methods")),))
    parts = [*_football(run), *_weights(run), *_sensitivity(run), *_multiples(run), *_peers(run), *_unused(run)]
    return Section("valuation", "valuation", say.say("valuation"), tuple(parts))


def _scenarios(run: ReportedRun) -> list[ScenarioTarget]:
    """In the order bear, base, bull; those without a target are omitted."""
    found = {str(one.get("case")): one for one in _report(run).get("scenarios") or ()}
    return [
        ScenarioTarget(case, run.say.say(f"case.{case}"), float(found[case]["target"]), found[case].get("probability"))
        for case in _CASES
        if case in found and found[case].get("target") is not None
    ]


def _football(run: ReportedRun) -> Iterator[Part]:
    ranges, price = list(_ranges(run)), _value(run, "price")
    if not ranges or price is None:
        yield plain_block("note", run.say.say("no_methods"))
        return
    yield FigurePart("football", football_field(ranges, price, run.say), run.say.say("football_source"))


def _weights(run: ReportedRun) -> Iterator[Part]:
    """How much each method counts in the combined range."""
    used = [one for one in _report(run).get("method_values") or () if one.get("status") == "used"]
    whole = sum(float(one["weight"]) for one in used)
    if not used or not whole:
        return
    head = tuple(run.say.say(f"method_{key}") for key in ("name", "low", "middle", "high", "weight"))
    rows = tuple(
        (
            str(one["label"]),
            *(amount(float(one[end])) for end in ("low", "value", "high")),
            f"{one['weight'] / whole:.0%}",
        )
        for one in used
    )
    yield ReportTable(head, rows, (None,) * len(rows))


def _ranges(run: ReportedRun) -> Iterator[ValueRange]:
    methods = _report(run).get("method_values") or ()
    for one in methods:
        if one.get("status") == "used":
            yield ValueRange(str(one["label"]), float(one["low"]), float(one["high"]), one.get("value"))
    for name, *metrics in _WHOLE if methods else (*_METHODS, *_WHOLE):
        low, middle, high = (_value(run, metric) for metric in metrics)
        if low is not None and high is not None:
            yield ValueRange(run.say.say(name), min(low, high), max(low, high), middle, name == "method.whole")
    low, high = (_value(run, metric, "technical_analyst") for metric in ("low_52w", "high_52w"))
    if low is not None and high is not None:
        yield ValueRange(run.say.say("method.year"), low, high)


def value_openings(run: ReportedRun) -> Iterator[Spans]:
    """Below which price every method that was used calls the share cheap, above which every one dear; where the price
    is beyond one already, only that is stated."""
    used, price = [one for one in _report(run).get("method_values") or () if one.get("status") == "used"], _price(run)
    if not used or price is None or not price.value:
        return
    low, high = min(float(one["low"]) for one in used), max(float(one["high"]) for one in used)
    if price.value <= low:
        yield run.own_spans("already_cheap", level=_level(run, price, low))
    elif price.value >= high:
        yield run.own_spans("already_dear", level=_level(run, price, high))
    else:
        yield run.own_spans("below_value", level=_level(run, price, low))
        yield run.own_spans("above_value", level=_level(run, price, high))


def _price(run: ReportedRun) -> RunRow | None:
    return run.row(EXPERT, "price")


def _level(run: ReportedRun, price: RunRow, level: float) -> str:
    """As prices are written, and with its row where it is one."""
    row = next((row for row in run.rows_of(EXPERT) if row.value == level and row.unit == price.unit), None)
    return run.figure(row) if row else written(Decimal(repr(level)), price.unit, run.language)


def _unused(run: ReportedRun) -> Iterator[Part]:
    """Methods of this kind of business that were not used, each with why."""
    for one in _report(run).get("method_values") or ():
        if one.get("status") in ("refused", "absent"):
            reason = str(one.get("reason") or "") or run.say.say("method_refused")
            yield plain_block("item", run.say.say("method_unused", method=str(one["label"]), reason=reason))


def _sensitivity(run: ReportedRun) -> Iterator[Part]:
    table, price = _table(run), _value(run, "price")
    cells = [GridCell(float(one["down"]), float(one["across"]), float(one["value"])) for one in table["cells"]]
    if not cells or price is None:
        yield plain_block("note", run.say.say("no_sensitivity"))
        return
    axes = (run.say.say(f"axis.{table['down']}"), run.say.say(f"axis.{table['across']}"))
    title = run.say.say("figure.sensitivity", method=str(table["label"]))
    grid = sensitivity_grid(cells, axes, price, title, run.say)
    yield FigurePart("sensitivity", grid, run.say.say("sensitivity_source"))


def _table(run: ReportedRun) -> Dict:
    """Of the leading method; else of the DCF."""
    if table := _report(run).get("sensitivity"):
        return dict(table)
    cells = (_report(run).get("valuation_indicators") or {}).get("dcf_sensitivity") or ()
    rows = [{"down": one["discount"], "across": one["terminal"], "value": one["value"]} for one in cells]
    return {"label": run.say.say("method.dcf"), "down": "discount", "across": "terminal", "cells": rows}


def _multiples(run: ReportedRun) -> Iterator[Part]:
    """The first multiple with a history worth drawing."""
    for history in _histories(run):
        if len(history.values) >= _FEWEST:
            source = run.say.say("multiple_source", count=str(len(history.values)), day=str(history.days[-1]))
            yield FigurePart("multiples", multiple_chart(history, run.say), source)
            return
    yield plain_block("note", run.say.say("no_multiples"))


def _histories(run: ReportedRun) -> Iterator[MultipleCurve]:
    for one in run.material.multiples:
        yield MultipleCurve(run.metric_name(one.metric), one.days, one.values)


def _peers(run: ReportedRun) -> Iterator[Part]:
    """Each multiple against the stored companies of the industry."""
    say = run.say
    rows = tuple(
        (
            run.metric_name(_NAMES.get(str(one["multiple"]), str(one["multiple"]))),
            f"{one['median']:.1f}x",
            f"{one['premium']:+.0%}",
            say.say("place_of", place=f"{one['place']:.0f}", count=f"{one['count'] + 1:.0f}"),
        )
        for one in _report(run).get("peers") or ()
    )
    if rows:
        head = tuple(say.say(key) for key in ("what", "peer_median", "peer_premium", "peer_place"))
        yield ReportTable(head, rows, (None,) * len(rows))
    else:
        yield plain_block("note", say.say("no_peers"))


def _report(run: ReportedRun) -> Dict:
    return run.experts.get(EXPERT) or {}


def _value(run: ReportedRun, metric: str, expert: str = EXPERT) -> float | None:
    row = run.row(expert, metric)
    return row.value if row else None
