"""What has happened and what is coming: a timeline, the calendar, and the catalysts with which way they cut."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from packages.reports.drawing.shapes import Tone
from packages.reports.research.curves import TimelineEvent, timeline
from src.modules.coordinator.application.export.model import (
    FigurePart,
    Part,
    ReportTable,
    Section,
    TextSpan,
    plain_block,
)
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, by_rules

EXPERT = "catalyst_detective"
_SCHEDULED = (EXPERT, "macro_intelligence")
_CUTS: Mapping[str, Tone] = {"positive": "rise", "negative": "fall"}
_SIDES: tuple[tuple[str, Tone], ...] = (("positive_catalysts", "rise"), ("negative_catalysts", "fall"))


@dataclass(frozen=True, slots=True)
class KnownEvent:
    """A document or a date that an expert read; `tone` is the way it cuts. `expected`: worked out, not announced."""

    day: date
    title: str
    tone: Tone
    anchor: str | None
    expected: bool = False


def known_events(run: ReportedRun) -> list[KnownEvent]:
    """By day; a headline that several searches found stands once."""
    data = run.experts.get(EXPERT) or {}
    tones = dict(_tones(run, data.get("result") or {}))
    context: Mapping[str, Any] = data.get("catalyst_context") or {}
    found: dict[str, KnownEvent] = {}
    for group in context.values():
        for one in group if isinstance(group, list) else ():
            if event := _event(run, one, tones):
                found.setdefault(event.title + str(event.day), event)
    for event in _scheduled(run):
        found.setdefault(event.title + str(event.day), event)
    for due in run.material.ahead:
        found.setdefault(due.title + str(due.day), KnownEvent(due.day, due.title, "soft", None))
    return sorted(found.values(), key=lambda event: event.day)


def calendar_section(run: ReportedRun) -> Section:
    say = run.say
    events = known_events(run)
    parts: list[Part] = []
    if events and run.day:
        marks = [TimelineEvent(event.day, event.title, event.tone) for event in events]
        source = say.say("timeline_source", count=str(len(events)))
        parts.append(FigurePart("timeline", timeline(marks, run.day, say), source))
    ahead = [event for event in events if run.day and event.day > run.day]
    parts.append(_ahead(run, ahead) if ahead else plain_block("note", say.say("nothing_scheduled")))
    if rows := tuple(_catalysts(run)):
        head = tuple(say.say(key) for key in ("cuts", "event", "impact_expected", "when", "probability"))
        parts.append(ReportTable(head, rows, (None,) * len(rows)))
    elif EXPERT in run.experts:
        parts.append(plain_block("note", say.say("no_catalysts")))
    return Section("calendar", "calendar", say.say("calendar"), tuple(parts))


def _scheduled(run: ReportedRun) -> Iterator[KnownEvent]:
    """The dates ahead that the experts' reports list."""
    for expert in _SCHEDULED:
        for one in (run.experts.get(expert) or {}).get("upcoming_events") or ():
            place = f"{expert}-{one.get('tag')}"
            if day := _day(str(one.get("day"))):
                tone = _CUTS.get(str(one.get("direction")), "soft")
                cited = place if place in run.rows else None
                yield KnownEvent(day, str(one.get("title")), tone, cited, bool(one.get("expected")))


def _ahead(run: ReportedRun, events: list[KnownEvent]) -> ReportTable:
    head = tuple(run.say.say(key) for key in ("day", "event", "cuts"))
    rows = tuple(
        (
            run.say.say("around", day=str(event.day)) if event.expected else str(event.day),
            (TextSpan(event.title, event.anchor),),
            run.say.say("way.open" if event.tone == "soft" else f"way.{event.tone}"),
        )
        for event in events
    )
    return ReportTable(head, rows, (None,) * len(rows))


def _catalysts(run: ReportedRun) -> Iterator[tuple[Any, ...]]:
    data = run.experts.get(EXPERT) or {}
    rules = by_rules(data)
    for key, tone in _SIDES:
        for one in (data.get("result") or {}).get(key) or ():
            texts = (
                run.spans(str(one.get(name, "")), EXPERT, by_rules=rules)
                for name in ("event", "expected_impact", "timeframe")
            )
            yield run.say.say(f"way.{tone}"), *texts, run.say.word("level", str(one.get("probability")))


def _tones(run: ReportedRun, result: Dict) -> Iterator[tuple[str, Tone]]:
    for key, tone in _SIDES:
        for one in result.get(key) or ():
            for row in run.cited_rows(str(one.get("event", "")), EXPERT):
                yield row.tag, tone


def _event(run: ReportedRun, one: object, tones: Mapping[str, Tone]) -> KnownEvent | None:
    if not isinstance(one, Mapping) or not one.get("title"):
        return None
    day = _day(str(one.get("day") or one.get("published_at") or "")[:10])
    if day is None:
        return None
    tag = str(one.get("tag") or "")
    place = f"{EXPERT}-{tag}"
    return KnownEvent(day, str(one["title"]), tones.get(tag, "soft"), place if place in run.rows else None)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
