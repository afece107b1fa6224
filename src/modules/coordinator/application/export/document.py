"""The report of a run as plain parts: headings, paragraphs and lists, whose bound numbers lead to their rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from packages.core.messages import Language, Phrases, in_language, sentences
from packages.domain.evidence.reports.opinions import OpinionMarks, anchor, anchors_of, opinion_mark
from packages.domain.evidence.units import price_text
from src.modules.coordinator.application.export.citing import Citing, TextSpan, cited, without_tags
from src.modules.coordinator.application.export.grounding import (
    SpeakerGrounding,
    grounding_json,
    grounding_sentence,
    groundings_of,
    violation_words,
)

__all__ = ["Block", "Kind", "ReportDocument", "ReportTable", "TextSpan", "cited", "document_of"]

_COUNTED = ("numbers", "bound", "claims", "supported", "removed")
_VERDICT_FIELDS = ("action", "probability", "position_percent", "stop_loss", "take_profit")
Kind = Literal["title", "heading", "subheading", "paragraph", "item", "note"]
Dict = Mapping[str, Any]  # a run's result, as it goes over HTTP


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or an item of a list."""

    kind: Kind
    spans: tuple[TextSpan, ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A heading row and rows; `anchors` name the rows that others lead to (None: nobody does)."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    anchors: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """What every format draws. `grounding`: how far evidence bears out what a research report says."""

    title: str
    language: Language
    parts: tuple[Block | ReportTable, ...]
    grounding: Mapping[str, Any] | None = None


def document_of(result: Dict, language: Language) -> ReportDocument:
    """`result` is the answer of `POST /coordinator/research`."""
    text = _labels(language)
    experts: Mapping[str, Dict] = result.get("expert_results") or {}
    marks = OpinionMarks(anchors_of({name: _rows(outcome) for name, outcome in experts.items()}), language)
    citing = Citing(marks)
    title = f"{result['symbol']} · {text['title']}"
    groundings = groundings_of(result)
    body: list[Block | ReportTable] = [*_verdict(result.get("verdict"), language, citing)]
    body += _debate(result.get("debate_outcome"), result.get("debate_error"), language, citing)
    for name, outcome in experts.items():
        body += _expert(name, outcome, language, citing)
    head = [_plain("title", title), _plain("note", text["disclaimer"])]
    head.append(_plain("note", grounding_sentence(groundings, language)))
    if _has_opinions(body, opinion_mark(language)):
        head.append(_plain("note", text["opinion_note"]))
    parts: list[Block | ReportTable] = [*head, *body, *_grounding(groundings, language)]
    for name, outcome in experts.items():
        parts += _evidence(name, outcome, language)
    return ReportDocument(title, language, tuple(parts), grounding_json(groundings))


def _has_opinions(parts: Sequence[Block | ReportTable], mark: str) -> bool:
    return any(mark in str(part) for part in parts)


def _rows(outcome: Dict) -> Sequence[Dict]:
    return (outcome.get("data") or {}).get("evidence") or ()


def _by_rules(told: Dict) -> bool:
    return told.get("engine") == "rules"


def _verdict(verdict: Dict | None, language: Language, citing: Citing) -> Iterator[Block]:
    if not verdict:
        return
    text, by_rules = _labels(language), _by_rules(verdict)
    yield _plain("heading", text["verdict"])
    for key in _VERDICT_FIELDS:
        if verdict.get(key) is not None:
            shown = _shown(key, verdict[key], language) if key in ("action", "probability") else None
            value = (TextSpan(shown),) if shown else _value(verdict[key], citing)
            yield Block("item", (TextSpan(f"{text[key]}: "), *value))
    if reason := verdict.get("no_call_reason"):
        yield _plain("item", f"{text['no_call_reason']}: {Phrases(language).word('no_call_reason', str(reason))}")
    for line in str(verdict.get("reasoning", "")).splitlines():
        yield Block("paragraph", citing.spans(line, by_rules=by_rules))
    warnings = [str(warning) for warning in verdict.get("risk_warnings") or ()]
    yield from (Block("item", citing.spans(warning, by_rules=by_rules)) for warning in warnings)


def _value(value: Any, citing: Citing) -> tuple[TextSpan, ...]:
    """A price leads to the last of the rows that it follows from."""
    if not isinstance(value, Mapping):
        return (TextSpan(str(value)),)
    shown, rows = f"{price_text(Decimal(value['value']))} {value['unit']}", value.get("rows") or ()
    place = anchor(str(value["expert"]), str(rows[-1]["tag"])) if rows else ""
    return (TextSpan(shown, place if place in citing.marks.anchors else None),)


def _debate(
    outcome: Dict | None, error: str | None, language: Language, citing: Citing
) -> Iterator[Block | ReportTable]:
    text = _labels(language)
    yield _plain("heading", text["debate"])
    if not outcome:
        yield _plain("note", in_language(error, language) if error else text["no_debate"])
        return
    direction, by_rules = text[str(outcome["direction"]).lower()], _by_rules(outcome)
    yield _plain("paragraph", f"{direction} · {text['confidence']} {outcome['confidence']:.0%}")
    for side in ("bull_case", "bear_case"):
        case: Dict = outcome[side]
        yield _plain("subheading", text[side])
        yield Block("paragraph", citing.spans(str(case["core_thesis"]), by_rules=by_rules))
        for argument in case["supporting_arguments"]:
            yield Block("item", citing.spans(_argument(argument), _expert_of(argument), by_rules=by_rules))
    yield _plain("subheading", text["risk_matrix"])
    yield _risks(outcome["risk_matrix"], language, citing, by_rules=by_rules)
    yield _plain("subheading", text["disagreements"])
    yield from (Block("item", citing.spans(str(one), by_rules=by_rules)) for one in outcome["key_disagreements"])
    yield Block("paragraph", citing.spans(str(outcome["conflict_resolution"]), by_rules=by_rules))


def _risks(risks: Sequence[Dict], language: Language, citing: Citing, *, by_rules: bool) -> ReportTable:
    text = _labels(language)

    def cell(said: str) -> str:
        return without_tags(said if by_rules else citing.marks.marked(said))

    def row(risk: Dict) -> tuple[str, ...]:
        levels = (Phrases(language).word("level", str(risk[key])) for key in ("probability", "impact"))
        return cell(str(risk["risk"])), *levels, cell(str(risk["mitigation"]))

    columns = ("risk", "probability", "impact", "mitigation")
    return ReportTable(tuple(text[key] for key in columns), tuple(map(row, risks)), tuple(None for _ in risks))


def _expert(name: str, outcome: Dict, language: Language, citing: Citing) -> Iterator[Block]:
    text = _labels(language)
    yield _plain("heading", Phrases(language).word("expert_name", name))
    if outcome["status"] != "success":
        yield _plain("note", f"{text['failed']}: {in_language(outcome['error'], language)}")
        return
    data: Dict = outcome["data"]
    yield from _narrative(str(data.get("narrative_report", "")), name, citing, by_rules=_by_rules(data))
    for source in (data.get("result") or data).get("information_sources") or ():
        yield _plain("item", str(source))


def _narrative(markdown: str, expert: str, citing: Citing, *, by_rules: bool) -> Iterator[Block]:
    for line in markdown.splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            yield Block("subheading", citing.spans(stripped.lstrip("# "), expert, by_rules=True))
        elif stripped.startswith(("- ", "* ")):
            yield Block("item", citing.spans(stripped[2:], expert, by_rules=by_rules))
        elif stripped:
            yield Block("paragraph", citing.spans(stripped, expert, by_rules=by_rules))


def _grounding(groundings: tuple[SpeakerGrounding, ...], language: Language) -> Iterator[Block | ReportTable]:
    if not groundings:
        return
    text = _labels(language)
    yield _plain("heading", text["grounding"])
    rows = tuple(
        (
            _speaker(one.speaker, language),
            *(str(getattr(one, name)) for name in _COUNTED),
            violation_words(one.violations, language),
        )
        for one in groundings
    )
    head = tuple(text[key] for key in ("speaker", *_COUNTED, "violations"))
    yield ReportTable(head, rows, tuple(None for _ in rows))


def _evidence(name: str, outcome: Dict, language: Language) -> Iterator[Block | ReportTable]:
    rows = _rows(outcome)
    if not rows:
        return
    text = _labels(language)
    yield _plain("heading", f"{text['evidence']}: {Phrases(language).word('expert_name', name)}")
    yield ReportTable(
        tuple(text[key] for key in ("tag", "what", "value", "period", "source", "known_at")),
        tuple(_evidence_row(row) for row in rows),
        tuple(anchor(name, str(row["tag"])) for row in rows),
    )


def _evidence_row(row: Dict) -> tuple[str, ...]:
    value = f"{row['value']:g} {row['unit']}" if row.get("value") is not None else str(row.get("text") or "")[:300]
    return str(row["tag"]), str(row["metric"]), value, str(row["period"]), str(row["id"]), str(row["known_at"])[:10]


def _argument(argument: object) -> str:
    if not isinstance(argument, Mapping):
        return str(argument)
    return f"{argument.get('argument', '')} {argument.get('evidence', '')}".strip()


def _expert_of(argument: object) -> str:
    return str(argument.get("dimension", "")) if isinstance(argument, Mapping) else ""


def _shown(field: str, value: Any, language: Language) -> str:
    """A field of the verdict as people read it."""
    return Phrases(language).word("action", value) if field == "action" else f"{value:.0%}"


def _speaker(name: str, language: Language) -> str:
    return _labels(language).get(name) or Phrases(language).word("expert_name", name)


@cache
def _labels(language: Language) -> Mapping[str, str]:
    """The fixed words of a report, by name."""
    start = "coordinator.report."
    return {code.removeprefix(start): said for code, said in sentences(language).items() if code.startswith(start)}


def _plain(kind: Kind, text: str) -> Block:
    return Block(kind, (TextSpan(text),))
