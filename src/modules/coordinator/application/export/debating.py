"""The debate in two columns, where the experts disagree, and what would change our mind."""

from collections.abc import Iterator, Mapping
from typing import Any

from packages.core.messages import in_language
from packages.reports.drawing.shapes import Tone
from packages.reports.research.curves import probability_path
from src.modules.coordinator.application.export.catalysts import known_events
from src.modules.coordinator.application.export.model import (
    Block,
    ColumnSide,
    FigurePart,
    Part,
    ReportTable,
    Section,
    Spans,
    TextSpan,
    TwoColumns,
    plain_block,
)
from src.modules.coordinator.application.export.opening import price_spans
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, by_rules
from src.modules.coordinator.application.export.worth import value_openings

_STAGES = ("before_debate", "after_bull", "after_bear", "after_resolution", "after_judge")
_MOST_PAIRS = 2
_ARGUMENTS_FIRST = 4


def debate_section(run: ReportedRun) -> Section:
    say, outcome = run.say, run.debate
    if not outcome:
        error = run.result.get("debate_error")
        note = in_language(error, run.language) if error else say.say("no_debate")
        return Section("debate", "debate", say.say("debate"), (plain_block("note", note),))
    direction = str(outcome["direction"]).lower()
    first, rest = slice(_ARGUMENTS_FIRST), slice(_ARGUMENTS_FIRST, None)
    parts: list[Part] = [TwoColumns(_side(run, "bull_case", "rise", first), _side(run, "bear_case", "fall", first))]
    if path := _path(run):
        parts.append(path)
    resolution = run.spans(str(outcome["conflict_resolution"]), by_rules=by_rules(outcome))
    others = TwoColumns(_side(run, "bull_case", "rise", rest), _side(run, "bear_case", "fall", rest))
    more: list[Part] = [others] if others.left.parts or others.right.parts else []
    more += [plain_block("subheading", say.say("resolution")), Block("paragraph", resolution)]
    reasons = str(run.verdict.get("reasoning") or "").splitlines()
    more += [plain_block("subheading", say.say("reasons"))] if reasons else []
    more += [Block("paragraph", run.spans(line, by_rules=by_rules(run.verdict))) for line in reasons]
    badge = f"{say.say(direction)} · {outcome['confidence']:.0%}"
    tones: Mapping[str, Tone] = {"bullish": "rise", "bearish": "fall"}
    return Section(
        "debate", "debate", say.say("debate"), tuple(parts), tuple(more), badge, tones.get(direction, "soft")
    )


def _side(run: ReportedRun, side: str, tone: Tone, which: slice) -> ColumnSide:
    case: Dict = run.debate[side]
    rules = by_rules(run.debate)
    parts: list[Block] = []
    if which.start is None and (not rules or not case["supporting_arguments"]):
        parts.append(Block("paragraph", run.spans(str(case["core_thesis"]), by_rules=rules)))
    for argument in case["supporting_arguments"][which]:
        parts.append(Block("item", _argument(run, argument, rules=rules)))
    return ColumnSide(run.say.say(side if which.start is None else f"more_{side}"), tone, tuple(parts))


def _argument(run: ReportedRun, argument: object, *, rules: bool) -> Spans:
    """A program's own evidence only repeats whose rows it cites; a model's is part of what it says."""
    if not isinstance(argument, Mapping):
        return run.spans(str(argument), by_rules=rules)
    expert = str(argument.get("dimension", ""))
    text = str(argument.get("argument", ""))
    if not rules:
        text = f"{text} {argument.get('evidence', '')}".strip()
    opening = (TextSpan(run.say.say("by_expert", expert=run.expert_name(expert))),) if expert else ()
    return (*opening, *run.spans(text, expert, by_rules=rules))


def _path(run: ReportedRun) -> FigurePart | None:
    stages: Dict = run.verdict.get("stages") or {}
    points = [(run.say.say(f"stage.{name}"), float(stages[name])) for name in _STAGES if stages.get(name) is not None]
    if len(points) < 2:
        return None
    return FigurePart("probability", probability_path(points, run.say), run.say.say(_caption(run)))


def _caption(run: ReportedRun) -> str:
    return "probability_source" if run.verdict.get("benchmark") else "probability_of_gain"


def disagreements_section(run: ReportedRun) -> Section:
    """Two experts who argue for opposite sides; one who speaks for both disagrees with nobody."""
    say = run.say
    if run.debate and not by_rules(run.debate):
        disagreements = [str(one) for one in run.debate.get("key_disagreements") or () if not run.was_removed(str(one))]
        parts: tuple[Part, ...] = tuple(Block("item", run.spans(one, by_rules=False)) for one in disagreements)
    else:
        pairs = tuple(_pairs(run))
        head = (say.say("bull_case"), say.say("bear_case"))
        parts = (ReportTable(head, pairs, (None,) * len(pairs)),) if pairs else ()
    empty = (plain_block("note", say.say("no_disagreement")),)
    return Section("disagreements", "disagreements", say.say("disagreements"), parts or empty)


def _pairs(run: ReportedRun) -> Iterator[tuple[Spans, Spans]]:
    """Each argument of the bull with the strongest of the bear that another expert brings and nobody met yet."""
    bull, bear = (_arguments(run, side) for side in ("bull_case", "bear_case"))
    met: set[str] = set()
    count = 0
    for one in bull:
        expert = str(one.get("dimension"))
        other = next((each for each in bear if each.get("dimension") != expert and str(each) not in met), None)
        if other is None or count == _MOST_PAIRS:
            continue
        met.add(str(other))
        count += 1
        yield _argument(run, one, rules=True), _argument(run, other, rules=True)


def _arguments(run: ReportedRun, side: str) -> list[Mapping[str, Any]]:
    arguments = (run.debate.get(side) or {}).get("supporting_arguments") or ()
    return [one for one in arguments if isinstance(one, Mapping)]


def change_section(run: ReportedRun) -> Section:
    """Prices first, then what the verdict names; without a call, what would make one."""
    say, verdict = run.say, run.verdict
    named = {row.anchor for one in verdict.get("invalidation_triggers") or () for row in run.cited_rows(str(one))}
    items = [Block("item", spans) for spans in _price_triggers(run) if not any(one.anchor in named for one in spans)]
    for trigger in verdict.get("invalidation_triggers") or ():
        if not run.was_removed(str(trigger)):
            items.append(Block("item", run.spans(str(trigger), by_rules=by_rules(verdict))))
    if not items:
        items = [Block("item", spans) for spans in _openings(run)]
    empty = (plain_block("note", say.say("no_triggers")),)
    return Section("change", "change", say.say("change"), tuple(items) or empty)


def _openings(run: ReportedRun) -> Iterator[Spans]:
    """What a desk that holds still waits for: a break of the nearest levels, the value range, the next date."""
    for metric, name in (("resistance_1", "break_up"), ("support_1", "break_down")):
        if row := run.row("technical_analyst", metric):
            yield run.own_spans(name, level=run.figure(row))
    yield from value_openings(run)
    due = next((event for event in known_events(run) if run.day and event.day > run.day), None)
    if due is not None:
        yield (TextSpan(run.say.say("waits_for", day=str(due.day))), TextSpan(due.title, due.anchor))


def _price_triggers(run: ReportedRun) -> Iterator[Spans]:
    is_sell = run.verdict.get("action") == "SELL"
    if stop := run.verdict.get("stop_loss"):
        opening = run.say.say("close_above" if is_sell else "close_below")
        yield (TextSpan(opening), *price_spans(run, stop), TextSpan(run.say.say("proves_wrong")))
